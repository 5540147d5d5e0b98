/** Terms of docs/contributing/terminology.md: one term per concept in each language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const LOCALES = join(import.meta.dirname, '../assets/locales');
/** Languages without spaces between words, or with joined words. */
const UNSPACED: ReadonlySet<string> = new Set(['ar', 'ja', 'ko', 'zh']);

interface Word {
  readonly language: string;
  readonly thing: string;
  readonly say: string;
  readonly not: readonly string[];
}

function glossary(): readonly Word[] {
  const sections = readFileSync(join(import.meta.dirname, '../docs/contributing/terminology.md'), 'utf8')
    .split(/^## /m)
    .slice(1);
  return sections.flatMap((section) => {
    const language = /\(`(\w+)`\)/.exec(section)?.[1] ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| thing'));
    return rows.map((row) => {
      const [, thing = '', say = '', not = ''] = row.split('|').map((cell) => cell.trim());
      return { language, thing, say, not: not.split(',').flatMap((word) => word.trim() || []) };
    });
  });
}

/** Every text of a language, without names of placeholders. */
function textsOf(language: string): readonly string[] {
  const folder = join(LOCALES, language);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.flatMap((file) => {
    const found: string[] = [];
    const walk = (value: unknown): void => {
      if (typeof value === 'string') found.push(value.replaceAll(/\{\{.*?\}\}/g, ''));
      else for (const part of Object.values(value as object)) walk(part);
    };
    walk(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    return found;
  });
}

/** Whether a word of the text begins with the entry, case-insensitively; in italics: equals it. */
function says(text: string, entry: string, language: string): boolean {
  if (UNSPACED.has(language)) return text.includes(entry);
  const whole = /^\*(.+)\*$/.exec(entry)?.[1];
  const end = whole === undefined ? '' : '(?![\\p{L}-])';
  return new RegExp(`(?<![\\p{L}-])${whole ?? entry}${end}`, 'iu').test(text);
}

/** Concepts with one term in every language. */
const FIXED = [
  'what a visitor holds',
  'where visitors are served',
  'what visitors come for',
  'a visitor is asked to come',
];

const languages = readdirSync(LOCALES);

it('has terms for every language', () => {
  expect([...new Set(glossary().map(({ language }) => language))].sort()).toEqual([...languages].sort());
});

it.each(languages)('name ticket, desk, service and call in %s', (language) => {
  const things = glossary().flatMap((word) => (word.language === language ? [word.thing] : []));
  expect(FIXED.filter((thing) => !things.includes(thing))).toEqual([]);
});

it.each(languages)('are kept in %s', (language) => {
  const texts = textsOf(language);
  for (const { say, not } of glossary().filter((word) => word.language === language)) {
    const isSaid = texts.some((text) => text.toLowerCase().includes(say.toLowerCase()));
    expect(isSaid, `nobody says "${say}"`).toBe(true);
    for (const word of not) expect(texts.filter((text) => says(text, word, language))).toEqual([]);
  }
});

/** Descriptions by position or appearance. */
const BY_LOOKS =
  /\b(?:above|below|beneath|corner|(?:upper|lower) (?:left|right|edge|part)|(?:on|at) the (?:left|right|top|bottom)|(?:round|square) (?:button|field|sign)|red|green|blue|yellow|grey)\b/i;

const SAID_ALL_THE_SAME = [
  // The paper slot of the machine, which also has an arrow.
  'It comes out above.',
  'It comes out below.',
  'It comes out below.',
  'It comes out on the left.',
  'It comes out on the right.',
  // The position of the paper slot, chosen by the installer.
  'Above the screen',
  'Below the screen',
  // A touch area for blind visitors; keys do the same.
  'Or rest a finger for two seconds in the lower left corner of the screen, and explore the screen with it.',
  'Speech is on. Rest a finger for two seconds in the lower left corner of the screen: then you can explore the screen. On a keyboard, the arrow keys move through the screen, Enter chooses, and F1 tells you more.',
];

// The other languages are translated from these.
it('describe nothing by position, shape or colour only', () => {
  expect(
    textsOf('en')
      .filter((text) => BY_LOOKS.test(text))
      .toSorted(),
  ).toEqual(SAID_ALL_THE_SAME.toSorted());
});
