/** The texts of the pages of staff, in every language. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TextFile } from '../../renderer/shared/i18n.ts';

const FOLDER = new URL('../../assets/locales/', import.meta.url);
const PLURAL = /_(zero|one|two|few|many|other)$/;
const languages = readdirSync(FOLDER);

function read(language: string, file: string): TextFile {
  return JSON.parse(readFileSync(new URL(`${language}/${file}.json`, FOLDER), 'utf8')) as TextFile;
}

function entries(texts: TextFile, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : entries(value as TextFile, `${path}${key}.`),
  );
}

function keys(texts: TextFile): readonly string[] {
  return [...new Set(entries(texts).map(([key]) => key.replace(PLURAL, '')))].sort();
}

/** What a sentence is filled with. */
function blanks(text: string): readonly string[] {
  return [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();
}

describe.each(['staff', 'counter'])('the texts of %s', (file) => {
  const english = read('en', file);

  it.each(languages)('are all there in %s', (language) => {
    expect(keys(read(language, file))).toEqual(keys(english));
  });

  it.each(languages)('have every plural form of %s', (language) => {
    const texts = entries(read(language, file));
    const counted = [...new Set(texts.flatMap(([key]) => (PLURAL.test(key) ? [key.replace(PLURAL, '')] : [])))];
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of counted) {
      const present = texts.flatMap(([each]) => (each.replace(PLURAL, '') === key ? [each.slice(key.length + 1)] : []));
      expect(present.toSorted(), key).toEqual([...forms].sort());
    }
  });

  it.each(languages)('are filled with the same things in %s, in the digits of the paper', (language) => {
    const others = new Map(entries(english).map(([key, text]) => [key.replace(PLURAL, ''), blanks(text)]));
    for (const [key, text] of entries(read(language, file))) {
      expect(blanks(text), key).toEqual(others.get(key.replace(PLURAL, '')));
      expect(text, key).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9]/);
    }
  });
});
