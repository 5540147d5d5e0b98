/** What visitors read in simple language: rules of "easy to read" that can be counted, and nothing but what the usual texts say too. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES, SIMPLE_LANGUAGES, STAFF_LANGUAGES } from '../main/lib/languages.ts';
import { textsLanguage } from '../main/lib/texts-language.ts';
import type { TextFile } from '../renderer/shared/i18n.ts';
import { entries, FOLDERS, foldersWith, PLURAL, readTexts } from './helpers/locale-texts.ts';

/** What visitors read at the kiosk, in parts; and what a phone fetches, which is no more than it needs. */
const FILE = 'simple';
const PHONE_FILE = 'simple-phone';
/** Which of the usual files its parts stand before. */
const PARTS_OF_FILE = ['kiosk', 'lookup', 'paper'];
const PARTS = [...PARTS_OF_FILE, 'phone'];
const MAX_WORDS = 12;
/** Where words are not set apart. */
const MAX_LETTERS = 24;
const UNSPACED: readonly string[] = ['ja', 'zh'];

const blanks = (text: string): readonly string[] => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort();
const sentences = (text: string): readonly string[] => text.split(/[.!?؟。？！।…](?!\w)\s*/u).filter(Boolean);
/** Of a part of a file, or of the file of the phone. */
const textsIn = (language: string, part: string): ReadonlyMap<string, string> =>
  new Map(
    entries(part === 'phone' ? readTexts(language, PHONE_FILE) : ((readTexts(language, FILE)[part] ?? {}) as TextFile)),
  );

it('stand in the folders of the languages that have them', () => {
  for (const file of [FILE, PHONE_FILE])
    expect(foldersWith(file)).toEqual(FOLDERS.filter((each) => SIMPLE_LANGUAGES.some((simple) => simple === each)));
  expect(SIMPLE_LANGUAGES.filter((each) => !LANGUAGES.includes(each))).toEqual([]);
});

describe.each(SIMPLE_LANGUAGES)('in %s', (language) => {
  it('has no part that no page reads', () => {
    expect(PARTS_OF_FILE).toEqual(expect.arrayContaining(Object.keys(readTexts(language, FILE))));
  });

  it.each(PARTS)('are texts that %s.json has, filled with the same, in every plural form', (part) => {
    const usual = new Map(entries(readTexts(language, part)));
    const simple = textsIn(language, part);
    for (const [key, text] of simple) {
      expect(usual.has(key), key).toBe(true);
      expect(text, `${key} is the usual one`).not.toBe(usual.get(key));
      expect(blanks(text), key).toEqual(blanks(usual.get(key) ?? ''));
    }
    const forms = new Intl.PluralRules(textsLanguage(language)).resolvedOptions().pluralCategories;
    for (const key of simple.keys()) {
      const counted = key.replace(PLURAL, '');
      if (!usual.has(`${counted}_other`)) continue;
      const missing = forms.filter((form) => usual.has(`${counted}_${form}`) && !simple.has(`${counted}_${form}`));
      if (!key.endsWith('_zero')) expect(missing, counted).toEqual([]);
    }
  });

  it.each(PARTS)('are short: few words in each sentence of %s.json, and no more than the page has room for', (part) => {
    const measured = STAFF_LANGUAGES.map((each) => new Map(entries(readTexts(each, part))));
    for (const [key, text] of textsIn(language, part)) {
      for (const sentence of sentences(text)) {
        if (UNSPACED.includes(language)) expect([...sentence].length, key).toBeLessThanOrEqual(MAX_LETTERS);
        else expect(sentence.trim().split(/\s+/).length, `${key}: ${sentence}`).toBeLessThanOrEqual(MAX_WORDS);
      }
      const usual = measured.map((texts) => texts.get(key) ?? texts.get(key.replace(PLURAL, '_other')) ?? '');
      expect(text.length, key).toBeLessThanOrEqual(Math.max(...usual.map((each) => each.length)) * 1.25 + 4);
    }
  });

  it('join no sentences, bracket nothing and scare nobody', () => {
    for (const part of PARTS) {
      for (const [key, text] of textsIn(language, part)) {
        expect(text.replace(/\s?[:：]\s*\S+$/u, ''), key).not.toMatch(/[;:；：()–—]/u);
        expect(text, key).not.toMatch(/unsuccessful|error|fehler|erreur|invalid/i);
      }
    }
  });
});

/** A display speaks to the whole hall at once, and cannot ask anybody: what it says in sentences is said simply to all. */
it.each(LANGUAGES)('a display has short sentences for everybody in %s', (language) => {
  const { pleaseWait, stale } = readTexts(language, 'display');
  for (const text of [pleaseWait, stale]) {
    if (typeof text !== 'string') throw new Error('A text of the display is missing.');
    expect(text).not.toMatch(/[;:；：()–—]/u);
    for (const sentence of sentences(text)) {
      if (UNSPACED.includes(language)) expect([...sentence].length, sentence).toBeLessThanOrEqual(MAX_LETTERS);
      else expect(sentence.trim().split(/\s+/).length, sentence).toBeLessThanOrEqual(MAX_WORDS);
    }
  }
});
