/**
 * The font files that come with the program, by the script that they are for. Each file is its own family name,
 * because one family cannot be put together from several files; the drawing falls through the list.
 */
export interface Face {
  readonly family: string;
  readonly regular: string;
  readonly bold: string;
  /** Characters for which this file is needed. */
  readonly needs: RegExp;
}

function face(family: string, folder: string, subset: string, needs: RegExp): Face {
  const file = (weight: number): string => `@fontsource/${folder}/files/${folder}-${subset}-${weight}-normal.woff2`;
  return { family, regular: file(400), bold: file(700), needs };
}

const ATKINSON = 'atkinson-hyperlegible-next';

/** In the order in which a character looks for its shape. */
const FACES: readonly Face[] = [
  face('Ticket Latin', ATKINSON, 'latin', /[\u0020-\u00ff]/),
  face('Ticket Latin Extended', ATKINSON, 'latin-ext', /[\u0100-\u02af\u1e00-\u1e9f]/),
  face('Ticket Signs', 'noto-sans', 'latin', /[\u2000-\u2bff]/),
  face('Ticket Signs Extended', 'noto-sans', 'latin-ext', /[\u0100-\u02ff\u1e00-\u1eff\u20a0-\u20c0]/),
  face(
    'Ticket Vietnamese',
    'noto-sans',
    'vietnamese',
    /[\u0102\u0103\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]|[\u0300-\u0323]/,
  ),
  face('Ticket Greek', 'noto-sans', 'greek', /[\u0370-\u03ff]/),
  face('Ticket Greek Extended', 'noto-sans', 'greek-ext', /[\u1f00-\u1fff]/),
  face('Ticket Cyrillic', 'noto-sans', 'cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/),
  face('Ticket Cyrillic Extended', 'noto-sans', 'cyrillic-ext', /[\u0460-\u052f]/),
  face('Ticket Devanagari', 'noto-sans-devanagari', 'devanagari', /\p{Script_Extensions=Devanagari}/u),
  face('Ticket Arabic', 'noto-sans-arabic', 'arabic', /\p{Script_Extensions=Arabic}/u),
  face('Ticket Hebrew', 'noto-sans-hebrew', 'hebrew', /\p{Script=Hebrew}|\u20aa/u),
  face('Ticket Thai', 'noto-sans-thai', 'thai', /\p{Script=Thai}|\u0e3f/u),
];

const HAN = /\p{Script=Han}|[\u3000-\u303f\uff00-\uffef]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}\u30fb\u30fc]/u;
const HANGUL = /\p{Script=Hangul}/u;

const CHINESE = face('Ticket Chinese', 'noto-sans-sc', 'chinese-simplified', HAN);
const JAPANESE = face('Ticket Japanese', 'noto-sans-jp', 'japanese', KANA);
const KOREAN = face('Ticket Korean', 'noto-sans-kr', 'korean', HANGUL);

/** One character has one code and several shapes: that of the language comes first. */
const FIRST_EAST_ASIAN: Readonly<Record<string, Face>> = { zh: CHINESE, ja: JAPANESE, ko: KOREAN };

const isEastAsian = (character: string): boolean => [HAN, KANA, HANGUL].some((script) => script.test(character));

/** The files that hold East Asian characters, the best one for this text in this language first. */
function eastAsianFaces(text: string, lang: string): readonly Face[] {
  const own = FIRST_EAST_ASIAN[lang.toLowerCase().split(/[-_]/)[0] ?? ''];
  const byScript = KANA.test(text) ? JAPANESE : HANGUL.test(text) ? KOREAN : CHINESE;
  return [...new Set([own ?? byScript, byScript, CHINESE, JAPANESE, KOREAN])];
}

/** Tells whether a face has a character. */
export type HasCharacter = (face: Face, codePoint: number) => boolean;

/**
 * The files that a text needs, in order; the Latin one always, for spaces and digits. East Asian files are large: a
 * second one is taken only for what the first one lacks.
 */
export function facesFor(text: string, lang: string, has: HasCharacter): readonly Face[] {
  const faces = FACES.filter((each, index) => index === 0 || each.needs.test(text));
  let wanted = Array.from(text).filter(isEastAsian);
  for (const each of wanted.length === 0 ? [] : eastAsianFaces(text, lang)) {
    const left = wanted.filter((character) => !has(each, character.codePointAt(0) ?? 0));
    if (left.length < wanted.length) faces.push(each);
    wanted = left;
    if (wanted.length === 0) break;
  }
  return faces;
}
