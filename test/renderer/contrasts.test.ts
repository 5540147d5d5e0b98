/** What the styles say of colours, counted: text on its ground, edges of controls, and the ring of the focus. */
import { describe, expect, it } from 'vitest';
import { contrast } from '../../renderer/shared/colour.ts';
import { rampColours } from '../../renderer/shared/colour-ramp.ts';
import { Colours, type Rule, rulesOf, sheetsOf, THEMES } from '../helpers/style-tokens.ts';

/** Pages, with the sheet that imports their styles. */
const PAGES: Readonly<Record<string, string>> = {
  kiosk: 'kiosk/page.css',
  display: 'display/page.css',
  counter: 'counter/page.css',
  'back office': 'admin/page.css',
  pairing: 'pair/page.css',
};

/** Words stand on these everywhere. */
const GROUNDS = ['ground', 'surface', 'surface-quiet'];
const WORDS = ['ink', 'ink-soft', 'accent-text'];
/** Each meaning has its ground and its ink. */
const MEANINGS = ['good', 'attention', 'info', 'fault', 'off'];

const pages = Object.entries(PAGES).map(([page, file]) => ({ page, rules: sheetsOf(file).flatMap(rulesOf) }));
const cases = pages.flatMap(({ page, rules }) => THEMES.map((theme) => ({ page, theme, rules })));

const backgroundOf = ({ says }: Rule): string => says.get('background') ?? says.get('background-color') ?? '';

describe.each(cases)('the $page in its theme $theme', ({ theme, rules }) => {
  const colours = new Colours(theme, rules);
  const below = (least: number, pairs: readonly (readonly [string, string, string])[]): string[] =>
    pairs
      .map(([name, one, other]) => ({ name, ratio: contrast(one, other) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ name, ratio }) => `${name}: ${ratio.toFixed(2)}`);

  it('has words of 7:1 on every ground', () => {
    const pairs = [
      ...WORDS.flatMap((word) => GROUNDS.map((ground) => [word, ground] as const)),
      ...MEANINGS.map((name) => [`${name}-ink`, name] as const),
      ...GROUNDS.map((ground) => ['fault-ink', ground] as const),
      ['on-accent', 'accent'] as const,
      ...['good', 'attention', 'info', 'fault'].map((name) => [`on-${name}-solid`, `${name}-solid`] as const),
      ['accent-quiet-ink', 'accent-quiet'] as const,
      ['on-off-tag', 'off-tag'] as const,
    ];
    expect(
      below(
        7,
        pairs.map(([word, ground]) => [`${word} on ${ground}`, colours.named(word), colours.named(ground)]),
      ),
    ).toEqual([]);
  });

  it('has words of 7:1 wherever a rule says both colours', () => {
    const both = rules.flatMap((rule) => {
      // A rule for one theme says nothing of the others; the system's own colours are not ours.
      if (rule.selector.includes('[data-contrast]') && theme !== 'contrast') return [];
      const ground = colours.of(backgroundOf(rule));
      const word = colours.of(rule.says.get('color') ?? '');
      return ground === null || word === null ? [] : [[`${rule.file} ${rule.selector}`, word, ground] as const];
    });
    expect(both.length).toBeGreaterThan(0);
    expect(below(7, both)).toEqual([]);
  });

  it('has edges of 3:1 around what is pressed and written in', () => {
    const pairs = GROUNDS.map((ground) => [`edge on ${ground}`, colours.named('edge'), colours.named(ground)] as const);
    expect(below(3, pairs)).toEqual([]);
  });

  it('shows the focus at 3:1 on every ground, where it has two rings and where it has one', () => {
    const on = (ring: string) => (ground: string) =>
      [`${ring} on ${ground}`, colours.named(ring), colours.named(ground)] as const;
    const alone = GROUNDS.map(on('focus-alone'));
    expect(below(3, alone)).toEqual([]);
    // Of two rings one is seen on the ground, and the other one on it.
    const best = GROUNDS.map((ground) =>
      Math.max(...['focus', 'focus-halo'].map((ring) => contrast(colours.named(ring), colours.named(ground)))),
    );
    expect(Math.min(...best)).toBeGreaterThanOrEqual(3);
    expect(contrast(colours.named('focus'), colours.named('focus-halo'))).toBeGreaterThanOrEqual(3);
  });
});

/** Boxes that hold things together; nobody presses them, and without their edge everything is still there. */
const ONLY_BOXES = ['.dialog', '.question'];

describe('the styles', () => {
  const rules = [
    ...new Map(pages.flatMap((each) => each.rules).map((rule) => [`${rule.file} ${rule.selector}`, rule])).values(),
  ];

  it('give the soft edge to boxes alone, never to a control', () => {
    const soft = rules.filter(({ says }) => /\d+px solid var\(--edge-soft\)/.test(says.get('border') ?? ''));
    expect(soft.map(({ selector }) => selector).filter((each) => !ONLY_BOXES.includes(each))).toEqual([]);
  });

  it('give a focus without its second ring a colour that is seen alone', () => {
    const single = rules.filter(
      ({ selector, says }) =>
        selector.includes(':focus-visible') && says.get('box-shadow') === 'none' && says.get('outline') !== 'none',
    );
    expect(single.length).toBeGreaterThan(0);
    const faults = single.filter(({ says }) => {
      const colour = says.get('outline-color') ?? says.get('outline') ?? '';
      return !/var\(--focus-alone\)|currentcolor/.test(colour);
    });
    expect(faults.map(({ file, selector }) => `${file} ${selector}`)).toEqual([]);
  });
});

describe('the colour of a house, as text', () => {
  it.each(['#ffcc00', '#0d5161', '#d62828', '#7f7f7f', '#00aaff', '#2a9d8f', '#ff7f50', '#000000', '#ffffff'])(
    'is read at 7:1 on every ground, made of %s',
    (house) => {
      const made = rampColours(house);
      for (const theme of ['light', 'dark'] as const) {
        const colours = new Colours(theme, sheetsOf('shared/styles/tokens.css').flatMap(rulesOf));
        const text = made[`--accent-text-${theme}`] ?? '';
        for (const ground of GROUNDS)
          expect(contrast(text, colours.named(ground)), `${theme}, on ${ground}`).toBeGreaterThanOrEqual(7);
      }
    },
  );
});
