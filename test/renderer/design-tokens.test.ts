/** Literal colours, sizes and times are in the design tokens only, and layers use the layer below. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RAMP_STEPS, rampColours, rampOf } from '../../renderer/shared/colour-ramp.ts';
import { HOUSE_COLOUR } from '../../renderer/shared/site-colours.ts';
import { type Rule, rulesOf, styleSheets, TOKENS } from '../helpers/style-tokens.ts';

interface Declaration {
  readonly place: string;
  readonly name: string;
  readonly value: string;
}

const declarations = (rules: readonly Rule[]): readonly Declaration[] =>
  rules.flatMap(({ file, selector, says }) =>
    [...says].map(([name, value]) => ({ place: `${file} ${selector}`, name, value })),
  );

const parts = styleSheets()
  .filter((file) => !file.startsWith(TOKENS))
  .flatMap((file) => declarations(rulesOf(file)));

/** Declarations that a rule does not allow, as text. */
const faults = (names: RegExp, isAllowed: (value: string) => boolean): readonly string[] =>
  parts
    .filter(({ name, value }) => names.test(name) && !isAllowed(value))
    .map(({ place, name, value }) => `${place}: ${name}: ${value}`);

const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?<![\w-])(?:white|black|red|gr[ae]y)(?![\w-])/i;
/** A length that follows neither the text, nor the container, nor a token. */
const LENGTH = /(?<![\w.-])-?(?!0(?:px|rem)?\b)\d*\.?\d+(?:px|rem|d?vh|vw|vmin|vmax|mm|pt)\b/;
const EM = /(?<![\w.-])(?!1em)\d*\.?\d+em\b/;
/** Multiple of the grid's unit that is no half. */
const OFF_GRID = /(\d*\.\d+) \* var\(--u\)|var\(--u\) \* -?(\d*\.\d+)/g;

const isOnGrid = (value: string): boolean =>
  [...value.matchAll(OFF_GRID)].every(([, before, after]) => (Number(before ?? after) * 2) % 1 === 0);

describe('the style sheets of pages and parts', () => {
  it('have declarations to check', () => {
    expect(parts.length).toBeGreaterThan(1_000);
  });

  it('name no literal colour', () => {
    expect(faults(/./, (value) => !COLOUR.test(value))).toEqual([]);
  });

  it('name no literal font size', () => {
    expect(faults(/^font-size$/, (value) => !LENGTH.test(value) && !EM.test(value))).toEqual([]);
  });

  it('name no literal corner radius', () => {
    expect(faults(/radius$/, (value) => /^(?:0|inherit|var\(--[a-z0-9-]+\))$/.test(value))).toEqual([]);
  });

  it('space things by the tokens of the grid', () => {
    const spaces = /^(?:padding|margin|inset|scroll-padding|scroll-margin|(?:row-|column-)?gap$)/;
    expect(faults(spaces, (value) => !LENGTH.test(value) && isOnGrid(value))).toEqual([]);
  });

  it('name no literal time of motion', () => {
    expect(faults(/^(?:transition|animation)/, (value) => !/\d(?:ms|s)\b/.test(value))).toEqual([]);
  });

  it('use meanings, not colours without a meaning', () => {
    const primitive = /var\(--(?:white|black|signal|veil|shade|tint|(?:neutral|brand|green|amber|red|blue)-\d)/;
    expect(faults(/./, (value) => !primitive.test(value))).toEqual([]);
  });
});

describe('the tokens', () => {
  it('are made of properties of the whole page', () => {
    // Of an element's own property, the page would take the value that it has at its root: none.
    const tokens = styleSheets()
      .filter((file) => file.startsWith(TOKENS))
      .flatMap((file) => declarations(rulesOf(file)));
    const scripts = globSync('renderer/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'));
    const ofPage = new Set([
      ...tokens.map(({ name }) => name),
      ...scripts.flatMap((text) =>
        [...text.matchAll(/setProperty\(\s*'(--[a-z0-9-]+)'/g)].map(([, name = '']) => name),
      ),
    ]);
    const unknown = tokens.flatMap(({ place, name, value }) =>
      [...value.matchAll(/var\((--[a-z0-9-]+)\)/g)].flatMap(([, used = '']) =>
        ofPage.has(used) ? [] : [`${place}: ${name} uses ${used}`],
      ),
    );
    expect(tokens.length).toBeGreaterThan(200);
    expect(unknown).toEqual([]);
  });
});

describe('the components', () => {
  it('name no literal colour', () => {
    // The colours that are computed with.
    const computed = ['shared/colour.ts', 'shared/colour-ramp.ts', 'shared/site-colours.ts'];
    const files = globSync('renderer/**/*.{ts,tsx}').map((file) => file.replaceAll('\\', '/'));
    const found = files.filter((file) => /['"]#[0-9a-f]{6}['"]/i.test(readFileSync(file, 'utf8')));
    expect(found.filter((file) => !computed.includes(file.replace('renderer/', '')))).toEqual([]);
  });
});

describe('the layers of the design tokens', () => {
  const layer = (name: string): readonly Declaration[] => declarations(rulesOf(`${TOKENS}${name}.css`));

  it('have no meaning in the first one', () => {
    const used = layer('primitive').filter(({ value }) => value.includes('var('));
    expect(used).toEqual([]);
  });

  it('have no literal colour above the first one, except the default accent', () => {
    const literal = ['semantic', 'kiosk', 'display', 'staff', 'phone']
      .flatMap(layer)
      .filter(({ name, value }) => COLOUR.test(value) && !/^--accent(?:-text-light|-text-dark)?$/.test(name));
    expect(literal).toEqual([]);
  });

  it.each(
    Object.entries({
      neutral: '#636a72',
      brand: '#0d5161',
      green: '#12804a',
      amber: '#a87400',
      red: '#b3261e',
      blue: '#2563a8',
    }),
  )('have the computed ramp of the %s', (name, colour) => {
    const tokens = new Map(layer('primitive').map((each) => [each.name, each.value]));
    const ramp = rampOf(colour);
    const written = Object.fromEntries(RAMP_STEPS.map((step) => [step, tokens.get(`--${name}-${step}`)]));
    expect(written).toEqual(ramp);
  });

  it('have the computed colours of the default brand', () => {
    const tokens = new Map([...layer('primitive'), ...layer('semantic')].map((each) => [each.name, each.value]));
    const computed = rampColours(HOUSE_COLOUR);
    const written = Object.fromEntries(Object.keys(computed).map((name) => [name, tokens.get(name)]));
    expect(written).toEqual(computed);
  });
});
