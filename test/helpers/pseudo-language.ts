/**
 * Pseudo-localization of the English texts: longer, with marks on every vowel, and reversed in place of a right-to-left
 * language. It shows whether there is room for further languages, and which texts are hard-coded.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { writingDirection } from '../../main/lib/writing-direction.ts';
import type { TextFile } from '../../renderer/shared/i18n.ts';
import { readTexts } from './locale-texts.ts';

const ASSETS = new URL('../../dist/renderer/assets/', import.meta.url);
/** Vowels with the tallest marks that Latin scripts need and the fonts contain. */
const MARKED: Readonly<Record<string, string>> = {
  ...{ a: 'ậ', e: 'ễ', i: 'ị', o: 'ộ', u: 'ữ', y: 'ỹ' },
  ...{ A: 'Ẫ', E: 'Ễ', I: 'Ị', O: 'Ộ', U: 'Ữ', Y: 'Ỹ' },
};
/** Growth of a text and of each word: languages with long texts have more words rather than longer ones. */
const LONGER = 1.4;
const LONGER_WORD = 1.15;
const FILLING = 'ậnd';
/** Unicode's right-to-left override, and its end. */
const [BACKWARDS, END] = ['\u202e', '\u202c'];

/** Marks each vowel and repeats vowels until the word is long enough. */
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

/** Transforms a text of a file and adds a few short words; placeholders stay. */
function pseudo(text: string, isBackwards: boolean): string {
  const turned = (word: string): string => (isBackwards ? `${BACKWARDS}${word}${END}` : word);
  const words = text.replaceAll(/\{\{\w+\}\}|\p{L}+/gu, (piece) =>
    piece.startsWith('{{') ? piece : turned(longer(piece)),
  );
  const missing = Math.round(text.length * LONGER) - [...text].length * LONGER_WORD;
  const more = Array.from({ length: Math.round(missing / (FILLING.length + 1)) }, () => ` ${turned(FILLING)}`);
  return words + more.join('');
}

/** With the plural forms of the replaced language. */
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
 * Replaces these languages in pages that the context opens from now on.
 *
 * @param parts locale files that the page loads
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

/** Built file with a part's texts in a language. */
function builtTexts(language: string, part: string): string {
  const said = plainText(readTexts(language, part));
  const file = readdirSync(ASSETS).find(
    (name) =>
      name.startsWith(`${part}-`) && name.endsWith('.js') && readFileSync(new URL(name, ASSETS), 'utf8').includes(said),
  );
  if (file === undefined) throw new Error(`The built pages have no ${part} texts in ${language}.`);
  return file;
}

/** The longest text without placeholders, which differs between languages. */
function plainText(texts: TextFile): string {
  const all: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') all.push(value);
    else for (const each of Object.values(value as TextFile)) walk(each);
  };
  walk(texts);
  return all.filter((text) => /^[\p{L} ,.]+$/u.test(text)).reduce((a, b) => (b.length > a.length ? b : a), '');
}
