/**
 * Keyboard layouts of the on-screen keyboard.
 *
 * Rows run left to right in every language, like physical keyboards. Chinese uses Latin letters, because kiosks ask for
 * names and numbers, not sentences.
 */
type Rows = readonly (readonly string[])[];

const rows = (...texts: readonly string[]): Rows => texts.map((text) => [...text]);

const QWERTY = rows('qwertyuiop', 'asdfghjkl', 'zxcvbnm');
const ARABIC = rows('ضصثقفغعهخحج', 'شسيبلاتنمكط', 'ءؤرىةوزظدذ');
const HEBREW = rows('קראטוןםפ', 'שדגכעיחלךף', 'זסבהנמצתץ');

/** Non-Latin scripts: their keyboards have a layer of Latin letters in addition. */
const OWN_SCRIPTS: Readonly<
  Record<string, { readonly letters: Rows; readonly accents: Rows; readonly isBicameral?: true }>
> = {
  ar: { letters: ARABIC, accents: rows('أإآئ', 'ًٌٍَُِّْ', 'پچژگ') },
  fa: { letters: rows('ضصثقفغعهخحجچ', 'شسیبلاتنمکگ', 'ظطزژرذدپو'), accents: rows('آأإؤئء', 'ًٌٍَُِّْٔ', 'ةيك') },
  he: { letters: HEBREW, accents: [] },
  // As on the keyboards of India: vowels as signs and the plain consonants, and all others one touch away.
  hi: {
    letters: rows('ौैाीूबहगदजड', 'ोे्िुपरकतचट', '़ंमनवलसय'),
    accents: rows('औऐआईऊभङघधझढञ', 'ओएअइउफखथछठ', 'ँणळशषऋृऑॉः'),
  },
  // Japanese machines ask for names in katakana.
  ja: {
    letters: rows('アイウエオカキクケコ', 'サシスセソタチツテト', 'ナニヌネノハヒフヘホ'),
    accents: rows('マミムメモヤユヨワヲン', 'ラリルレロー\u3099\u309a', 'ァィゥェォャュョッ'),
  },
  ko: {
    letters: rows('ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ', 'ㅁㄴㅇㄹㅎㅗㅓㅏㅣ', 'ㅋㅌㅊㅍㅠㅜㅡ'),
    accents: rows('ㅃㅉㄸㄲㅆㅒㅖ', '', ''),
  },
  ru: { letters: rows('йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'), accents: rows('ё', '', ''), isBicameral: true },
  uk: { letters: rows('йцукенгшщзхї', 'фівапролджє', 'ячсмитьбю'), accents: rows('ґ’', '', ''), isBicameral: true },
};

const LATIN: Readonly<Record<string, Rows>> = {
  de: rows('qwertzuiopü', 'asdfghjklöä', 'yxcvbnmß'),
  es: rows('qwertyuiop', 'asdfghjklñ', 'zxcvbnm'),
  fr: rows('azertyuiop', 'qsdfghjklm', 'wxcvbn’'),
  pt: rows('qwertyuiop', 'asdfghjklç', 'zxcvbnm'),
  tr: rows('qwertyuıopğü', 'asdfghjklşi', 'zxcvbnmöç'),
};

/** Accented letters of Latin languages; the last layer of all keyboards. */
const ACCENTS: Readonly<Record<string, string>> = {
  de: 'äöüß',
  es: 'áéíóúñü',
  fr: 'éèêëàâçîïôœùûüæÿ',
  pl: 'ąćęłńóśźż',
  pt: 'áàâãçéêíóôõú',
  tr: 'âîû',
  // The five tone marks combine with the letter before them.
  vi: 'ăâđêôơư\u0300\u0301\u0309\u0303\u0323',
};
const OTHER_ACCENTS = 'áàâäãåæçéèêëíìîïñóòôöõøœúùûüß';

export const SYMBOLS = rows("-/.,:'’+@_", '&#()?!"=*%', ';€$<>[]');
export const DIGITS: readonly string[] = [...'1234567890'];

/** The third row is between two wide keys. */
const IN_THIRD_ROW = 8;
const IN_ROW = 10;

export function lettersOf(lang: string): Rows {
  return OWN_SCRIPTS[baseOf(lang)]?.letters ?? latinOf(lang);
}

/** Number of letters shown on a key that opens a set: one for wide scripts. */
export const onKeyOf = (lang: string): number => (/^(hi|ja|ko)/.test(lang) ? 1 : 3);

/** Whether the language uses Latin letters, and needs no second set. */
export function isLatin(lang: string): boolean {
  return OWN_SCRIPTS[baseOf(lang)] === undefined;
}

export function hasCapitals(lang: string): boolean {
  return isLatin(lang) || OWN_SCRIPTS[baseOf(lang)]?.isBicameral === true;
}

/** The visitor's language first, then the site's others. */
export function accentsOf(lang: string, siteLanguages: readonly string[]): Rows {
  const own = OWN_SCRIPTS[baseOf(lang)];
  if (own !== undefined) return own.accents;
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
  return LATIN[baseOf(lang)] ?? QWERTY;
}

/** Letters of a code: Turkish has two forms of i, whose capitals would be equal. */
export function codeLettersOf(lang: string): Rows {
  return latinOf(lang).map((row) => row.filter((letter) => letter !== 'ı'));
}

/** Splits rows into letters that fit, and spilled ones, which get a separate row. */
export function spillOf(
  letters: Rows,
  columns: number,
  hasShift: boolean,
): { readonly kept: Rows; readonly spilt: readonly string[] } {
  // The third row shares its space with backspace and shift.
  const room = [columns, columns, columns - (hasShift ? 2 : 1)];
  return {
    kept: letters.map((row, at) => row.slice(0, room[at])),
    spilt: letters.flatMap((row, at) => row.slice(room[at])),
  };
}

/** Alphabetical order: on several pages, users do not search by keyboard position. */
export function inOrder(letters: readonly string[], lang: string): readonly string[] {
  return letters.toSorted(new Intl.Collator(lang.replaceAll('_', '-')).compare);
}

/** Key label: a combining mark is shown on a dotted circle. */
export function faceOf(letter: string): string {
  return /^\p{M}/u.test(letter) ? `◌${letter}` : letter;
}

function baseOf(lang: string): string {
  return lang.split(/[-_]/)[0]?.toLowerCase() ?? lang;
}
