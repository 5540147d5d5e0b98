/**
 * A language that nobody speaks, made of the English texts of a page for a test: longer than they are, with marks on every vowel,
 * and backwards where it takes the place of a language that is written so. What a page shows in it shows whether there is
 * room for a language to come, and which words do not come from the texts at all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { writingDirection } from '../../main/lib/writing-direction.ts';
import type { TextFile } from '../../renderer/shared/i18n.ts';
import { readTexts } from './locale-texts.ts';

const ASSETS = new URL('../../dist/renderer/assets/', import.meta.url);
/** Letters as high and as deep as Latin ones become, of a language whose fonts have them. */
const MARKED: Readonly<Record<string, string>> = {
  ...{ a: 'ậ', e: 'ễ', i: 'ị', o: 'ộ', u: 'ữ', y: 'ỹ' },
  ...{ A: 'Ẫ', E: 'Ễ', I: 'Ị', O: 'Ộ', U: 'Ữ', Y: 'Ỹ' },
};
/** A text, and each of its words: languages with long texts have more words rather than endless ones. */
const LONGER = 1.4;
const LONGER_WORD = 1.15;
const FILLING = 'ậnd';
/** Unicode's right-to-left override, and its end. */
const [BACKWARDS, END] = ['\u202e', '\u202c'];

/** Each vowel with its mark, and again until the word is long enough. */
function longer(word: string): string {
  const letters = [...word];
  const vowels = letters.flatMap((letter, at) => (letter in MARKED ? [at] : []));
  const more = vowels.length === 0 ? 0 : Math.round(letters.length * (LONGER_WORD - 1));
  return letters
    .map((letter, at) => {
      const marked = MARKED[letter] ?? letter;
      return vowels.indexOf(at) >= 0 && vowels.indexOf(at) < more ? marked + marked.toLowerCase() : marked;
    })
    .join('');
}

/** Of a text as its file has it, with a few short words more; what is filled in stays as it is. */
function pseudo(text: string, isBackwards: boolean): string {
  const turned = (word: string): string => (isBackwards ? `${BACKWARDS}${word}${END}` : word);
  const words = text.replaceAll(/\{\{\w+\}\}|\p{L}+/gu, (piece) =>
    piece.startsWith('{{') ? piece : turned(longer(piece)),
  );
  const missing = Math.round(text.length * LONGER) - [...text].length * LONGER_WORD;
  const more = Array.from({ length: Math.round(missing / (FILLING.length + 1)) }, () => ` ${turned(FILLING)}`);
  return words + more.join('');
}

/** With the plural forms of the language whose place it takes. */
function pseudoTexts(texts: TextFile, language: string): TextFile {
  const isBackwards = writingDirection(language) === 'rtl';
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
      if (typeof value !== 'string') return [[key, pseudoTexts(value as TextFile, language)]];
      const text = pseudo(value, isBackwards);
      if (!key.endsWith('_other')) return [[key, text]];
      return forms.map((form) => [key.replace(/other$/, form), text]);
    }),
  );
}

/**
 * Pages that this context opens from now on have it in place of these languages.
 *
 * @param parts files of the locales that the page has its texts of
 */
export async function speakPseudo(
  context: BrowserContext,
  languages: readonly string[],
  parts: readonly string[] = ['kiosk'],
): Promise<void> {
  for (const part of parts)
    for (const language of languages) {
      const texts = JSON.stringify(pseudoTexts(readTexts('en', part), language));
      await context.route(`**/${builtTexts(language, part)}`, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: `export default ${texts}` }),
      );
    }
}

/** The file of the built pages that has the texts of that part in that language. */
function builtTexts(language: string, part: string): string {
  const said = plainText(readTexts(language, part));
  const file = readdirSync(ASSETS).find(
    (name) =>
      name.startsWith(`${part}-`) && name.endsWith('.js') && readFileSync(new URL(name, ASSETS), 'utf8').includes(said),
  );
  if (file === undefined) throw new Error(`The built pages have no ${part} texts in ${language}.`);
  return file;
}

/** The longest of the texts that stand in a file as they are; each language has another one. */
function plainText(texts: TextFile): string {
  const all: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') all.push(value);
    else for (const each of Object.values(value as TextFile)) walk(each);
  };
  walk(texts);
  return all.filter((text) => /^[\p{L} ,.]+$/u.test(text)).reduce((a, b) => (b.length > a.length ? b : a), '');
}
