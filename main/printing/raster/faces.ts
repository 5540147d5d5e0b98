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
export const FACES: readonly Face[] = [
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
  face('Ticket Devanagari', 'noto-sans', 'devanagari', /\p{Script=Devanagari}/u),
  face('Ticket Arabic', 'noto-sans-arabic', 'arabic', /\p{Script_Extensions=Arabic}/u),
  face(
    'Ticket Chinese',
    'noto-sans-sc',
    'chinese-simplified',
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u,
  ),
];

/** The files that a text needs, in order; the Latin one always, for spaces and digits. */
export function facesFor(text: string): readonly Face[] {
  return FACES.filter((each, index) => index === 0 || each.needs.test(text));
}
