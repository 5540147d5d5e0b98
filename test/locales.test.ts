/**
 * Completeness of each language of the program: one folder, one line.
 *
 * Every failure names the missing text; docs/contributing/translating.md describes how to add a language.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { paperText } from '../main/kiosk/host/paper-texts.ts';
import { LANGUAGES, STAFF_LANGUAGES } from '../main/lib/languages.ts';
import { sampleOf } from '../main/printing/raster/painter.ts';
import { accentsOf, lettersOf } from '../renderer/kiosk/keyboard/layouts.ts';
import { partsOf } from '../renderer/kiosk/questions/date-order.ts';
import { entries, FOLDERS, filesOf, keys, PLURAL, readTexts } from './helpers/locale-texts.ts';

/** Texts for visitors, and a mail to staff: required in every language; the others only in those of staff. */
const VISITORS_FILES = [
  'display',
  'kiosk',
  'lookup',
  'not-found',
  'paper',
  'password-mail',
  'phone',
  'speech',
  'ticket',
];
const FILES = filesOf('en').map((file) => file.replace('.json', ''));
const isOfStaff = (language: string): boolean => STAFF_LANGUAGES.some((each) => each === language);
const wantedFiles = (language: string): readonly string[] => (isOfStaff(language) ? FILES : VISITORS_FILES);

/** Languages whose users type names and numbers in Latin letters. */
const TYPED_IN_LATIN = ['zh'];
/** Languages with composed input: kanji by sound, syllables by parts. */
const PUT_TOGETHER = ['ja', 'ko'];

/** Exceptions of sentences from `Intl`. */
const OTHER_NAMES: Readonly<Record<string, Readonly<Record<'year' | 'month' | 'day', string>>>> = {
  hi: { year: 'साल', month: 'महीना', day: 'दिन' },
  ko: { year: '해와', month: '달과', day: '날' },
};

const BLANK = /\{\{\w+\}\}/g;

/** Placeholders of a sentence. */
function blanks(text: string): readonly string[] {
  return [...new Set(text.match(BLANK) ?? [])].sort();
}

it('has one folder for each language', () => {
  expect([...FOLDERS].sort()).toEqual([...LANGUAGES].sort());
});

describe.each(LANGUAGES)('%s', (language) => {
  const files = wantedFiles(language);

  it('has all files, and names their reviewer', () => {
    expect(filesOf(language)).toEqual(files.map((file) => `${file}.json`));
    const about = JSON.parse(
      readFileSync(new URL(`../assets/locales/${language}/about.json`, import.meta.url), 'utf8'),
    );
    expect(about).toEqual({ checkedBy: expect.any(Array) });
    for (const name of about.checkedBy) expect(String(name).trim()).not.toBe('');
  });

  it.each(files)('has every text of %s.json, in every plural form', (file) => {
    const texts = readTexts(language, file);
    const english = entries(readTexts('en', file)).map(([key]) => key);
    expect(keys(texts)).toEqual([...new Set(english.map((key) => key.replace(PLURAL, '')))].sort());
    const present = new Set(entries(texts).map(([key]) => key));
    const counted = [...present].filter((key) => key.endsWith('_other')).map((key) => key.replace(PLURAL, ''));
    expect(counted.sort()).toEqual(
      english.flatMap((key) => (key.endsWith('_other') ? key.replace(PLURAL, '') : [])).sort(),
    );
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const missing = counted.flatMap((key) => forms.map((form) => `${key}_${form}`)).filter((key) => !present.has(key));
    const known = new Set<string>([...forms, 'zero']);
    const strange = [...present].filter((key) => !known.has(PLURAL.exec(key)?.[1] ?? 'other'));
    expect(missing).toEqual([]);
    expect(strange, 'forms that the language does not have').toEqual([]);
  });

  it.skipIf(language === 'en').each(files)('has no sentence of %s.json left in English', (file) => {
    const english = new Map(entries(readTexts('en', file)));
    const left = entries(readTexts(language, file)).filter(([key, text]) => {
      const words = text.replaceAll(/\{\{\w+\}\}/g, '').match(/\p{L}+/gu) ?? [];
      // One or two words can be equal, such as "Start" and "E-mail".
      return words.length > 2 && text === (english.get(key) ?? english.get(key.replace(PLURAL, '_other')));
    });
    expect(left).toEqual([]);
  });

  it.each(files)('has the same placeholders in %s.json, with the digits of printed tickets', (file) => {
    const others = new Map(entries(readTexts('en', file)));
    for (const [key, text] of entries(readTexts(language, file))) {
      // "One person" needs no number.
      const other = others.get(key.replace(PLURAL, '_other')) ?? others.get(key) ?? '';
      if (PLURAL.test(key) && !key.endsWith('_other'))
        expect(blanks(other), key).toEqual(expect.arrayContaining([...blanks(text)]));
      else expect(blanks(text), key).toEqual(blanks(other));
      expect(text, key).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9]/);
    }
  });

  it('contains no API identifiers: roles, fields, error numbers', () => {
    const coded = files.flatMap((file) =>
      entries(readTexts(language, file)).filter(
        ([, text]) => /\w_\w|\berrno\b/.test(text.replaceAll(BLANK, '')) || text.includes('{{errno}}'),
      ),
    );
    expect(coded).toEqual([]);
  });

  it('names day, month and year in the order in which the kiosk asks for them', () => {
    const names = new Intl.DisplayNames(language, { type: 'dateTimeField' });
    const order = partsOf(language).map((part) =>
      (OTHER_NAMES[language]?.[part] ?? names.of(part) ?? part).toLowerCase(),
    );
    const texts = ['lookup', 'simple']
      .flatMap((file) => entries(readTexts(language, file)))
      .map(([, text]) => text.toLowerCase())
      .filter((text) => order.every((name) => text.includes(name)));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) {
      const places = order.map((name) => text.lastIndexOf(name));
      expect(
        places.toSorted((a, b) => a - b),
        text,
      ).toEqual(places);
    }
  });

  it('has print texts, whose characters are checked', () => {
    expect(sampleOf(language)).toContain(paperText(language, 'follow'));
    if (language !== 'en') expect(paperText(language, 'copy')).not.toBe(paperText('en', 'copy'));
  });

  it.skipIf(isOfStaff(language)).each(files)(
    'has no text of %s.json that needs more room than on the pages',
    (file) => {
      // Browser tests lay out those of staff languages in the largest size.
      const measured = STAFF_LANGUAGES.map((each) => new Map(entries(readTexts(each, file))));
      const long = entries(readTexts(language, file)).filter(([key, text]) => {
        const same = measured.map((texts) => texts.get(key) ?? texts.get(key.replace(PLURAL, '_other')) ?? '');
        return text.length > Math.max(...same.map((each) => each.length)) * 1.25 + 4;
      });
      expect(long).toEqual([]);
    },
  );

  it.runIf(language === 'fr').each(files)('has French punctuation in %s.json', (file) => {
    const faulty = entries(readTexts(language, file)).filter(([, text]) =>
      /\p{L}'\p{L}| [?!;:»](?!\p{L})|« /u.test(text),
    );
    expect(faulty, '’ for an elision, U+202F before ? ! ;, U+00A0 before : and within « »').toEqual([]);
  });

  it('has recorded words for displays', () => {
    expect(existsSync(new URL(`../assets/voice/${language}/phrase.txt`, import.meta.url))).toBe(true);
  });

  it.skipIf([...TYPED_IN_LATIN, ...PUT_TOGETHER].includes(language))('can be typed at the kiosk', () => {
    const keyed = new Set([...lettersOf(language), ...accentsOf(language, [])].flat());
    const texts = entries(readTexts(language, 'kiosk')).map(([, text]) => text.replaceAll(/\{\{\w+\}\}/g, ''));
    const own = new Intl.Locale(language).maximize().script ?? '';
    const letters = new Set(
      texts
        .join('')
        .toLowerCase()
        .normalize('NFC')
        .match(new RegExp(`\\p{Script=${own}}`, 'gu')),
    );
    // Some are typed as a letter and its diacritics: "ế" as "ê" and its tone.
    const isTyped = (letter: string): boolean => {
      if (keyed.has(letter)) return true;
      const [first = '', ...signs] = letter.normalize('NFD');
      return signs.some((sign) => {
        const rest = [first, ...signs.filter((each) => each !== sign)].join('').normalize('NFC');
        return keyed.has(sign) && keyed.has(rest);
      });
    };
    expect([...letters].filter((letter) => /\p{L}/u.test(letter) && !isTyped(letter))).toEqual([]);
  });
});
