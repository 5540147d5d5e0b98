/**
 * Which letter stands where. Rows go from left to right in every language, as on the keyboards that people know.
 * Chinese is written in Latin letters here: names and numbers, not sentences, are asked at a kiosk.
 */
type Rows = readonly (readonly string[])[];

const rows = (...texts: readonly string[]): Rows => texts.map((text) => [...text]);

const QWERTY = rows('qwertyuiop', 'asdfghjkl', 'zxcvbnm');
const ARABIC = rows('ضصثقفغعهخحج', 'شسيبلاتنمكط', 'ءؤرىةوزظدذ');
const HEBREW = rows('קראטוןםפ', 'שדגכעיחלךף', 'זסבהנמצתץ');
const CYRILLIC = rows('йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю');

const LETTERS: Readonly<Record<string, Rows>> = {
  ar: ARABIC,
  de: rows('qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß'),
  es: rows('qwertyuiop', 'asdfghjklñ', 'zxcvbnm'),
  he: HEBREW,
  fr: rows('azertyuiop', 'qsdfghjklm', 'wxcvbn’'),
  pt: rows('qwertyuiop', 'asdfghjklç', 'zxcvbnm'),
  ru: CYRILLIC,
};

/** What else the languages write; the last layer of all keyboards. */
const ACCENTS: Readonly<Record<string, string>> = {
  de: 'äöüß',
  es: 'áéíóúñü',
  fr: 'éèêëàâçîïôœùûüæÿ',
  pt: 'áàâãçéêíóôõú',
};
const ARABIC_ACCENTS = rows('أإآئ', 'ًٌٍَُِّْ', 'پچژگ');
const CYRILLIC_ACCENTS = rows('ё', '', '');
const OTHER_ACCENTS = 'áàâäãåæçéèêëíìîïñóòôöõøœúùûüß';

export const SYMBOLS = rows("-/.,:'’+@_", '&#()?!"=*%', ';€$<>[]');
export const DIGITS: readonly string[] = [...'1234567890'];

/** The third row stands between two wide keys. */
const IN_THIRD_ROW = 8;
const IN_ROW = 10;

export function lettersOf(lang: string): Rows {
  return LETTERS[baseOf(lang)] ?? QWERTY;
}

/** Its letters are Latin ones: it needs no second set of them. */
export function isLatin(lang: string): boolean {
  return ![ARABIC, HEBREW, CYRILLIC].includes(lettersOf(lang));
}

export function hasCapitals(lang: string): boolean {
  return ![ARABIC, HEBREW].includes(lettersOf(lang));
}

/** The visitor's own language first, then the site's others. */
export function accentsOf(lang: string, siteLanguages: readonly string[]): Rows {
  if (lettersOf(lang) === ARABIC) return ARABIC_ACCENTS;
  if (lettersOf(lang) === HEBREW) return [];
  if (lettersOf(lang) === CYRILLIC) return CYRILLIC_ACCENTS;
  const bases = [lang, ...siteLanguages].map(baseOf);
  const plain = new Set(lettersOf(lang).flat());
  const wanted = bases.map((base) => ACCENTS[base] ?? '').join('') || OTHER_ACCENTS;
  const letters = [...new Set(wanted)].filter((letter) => !plain.has(letter));
  return [
    letters.slice(0, IN_ROW),
    letters.slice(IN_ROW, 2 * IN_ROW),
    letters.slice(2 * IN_ROW, 2 * IN_ROW + IN_THIRD_ROW),
  ];
}

export function latinOf(lang: string): Rows {
  return isLatin(lang) ? lettersOf(lang) : QWERTY;
}

function baseOf(lang: string): string {
  return lang.split(/[-_]/)[0]?.toLowerCase() ?? lang;
}
