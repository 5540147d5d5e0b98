/** All use of the drawing library, loaded on demand. */
import { setImmediate } from 'node:timers/promises';
import { localeTexts } from '../../lib/assets.ts';
import { LANGUAGES } from '../../lib/languages.ts';
import type { Bitmap } from './bitmap.ts';
import { type DrawnStyle, drawText, measureText } from './draw-text.ts';
import { isBorrowed, missingCharacters, prepareFonts } from './fonts.ts';
import { readLogo } from './logo.ts';
import { loadMachineFonts } from './machine-fonts.ts';

export interface Painter {
  measure(text: string, style: DrawnStyle): number;
  draw(text: string, style: DrawnStyle, maxWidth: number): Bitmap;
  /** Rejects if the bytes are no printable PNG. */
  logo(png: Uint8Array, maxWidth: number, maxHeight: number): Promise<Bitmap>;
  /** Loads the fonts of these texts; resolves to the characters that no bundled font has. Yields to other work. */
  prepare(texts: readonly string[], lang: string): Promise<readonly string[]>;
  /** Whether a system font draws a character that the bundled fonts lack. */
  isBorrowed(character: string): boolean;
  /** Loads the fonts of these languages; resolves to the languages with missing characters, and these characters. */
  warmUp(
    languages: readonly string[],
  ): Promise<readonly { readonly lang: string; readonly missing: readonly string[] }[]>;
}

const WARM_STYLE: DrawnStyle = { px: 28, bold: false, inverted: false, dir: 'ltr' };

async function prepare(texts: readonly string[], lang: string): Promise<readonly string[]> {
  const missing = new Set<string>();
  for (const text of texts) {
    await prepareFonts(text, lang);
    for (const character of missingCharacters(text, lang)) missing.add(character);
  }
  if (missing.size > 0) await loadMachineFonts();
  return [...missing];
}

/** Sample words of languages that tickets can use although the program has no translation. */
const SAMPLES: Readonly<Record<string, string>> = {
  it: 'Persone prima di lei, perché, più',
  nl: 'Wachtenden voor u, één',
  el: 'Άτομα πριν από εσάς',
  ur: 'آپ سے پہلے لوگ: ٹڈڑے',
  th: 'มีคิวก่อนหน้าคุณ ประมาณ นาที กรุณาเก็บบัตรนี้ไว้ ที่นี่',
};

interface PaperTexts {
  readonly people: string;
  readonly wait: string;
  readonly follow: string;
}

/**
 * Sample words of a language as on a ticket, to load its fonts and to check for missing characters. Empty for an
 * unknown language.
 */
export function sampleOf(lang: string): string {
  const language = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  if (!LANGUAGES.some((each) => each === language)) return SAMPLES[language] ?? '';
  const paper = localeTexts<PaperTexts>('paper', [language]).get(language);
  return `${paper?.people} ${paper?.wait} ${paper?.follow} 0123456789`.replaceAll(/\{\{\w+\}\}/g, '');
}

export const painter: Painter = {
  measure: measureText,
  draw: drawText,
  logo: readLogo,
  prepare,
  isBorrowed,
  async warmUp(languages) {
    const lacking: { readonly lang: string; readonly missing: readonly string[] }[] = [];
    for (const lang of languages) {
      const sample = sampleOf(lang);
      if (sample === '') continue;
      const missing = await prepare([sample], lang);
      if (missing.length > 0) lacking.push({ lang, missing });
      for (const bold of [false, true]) {
        // Yield: a visitor may touch the screen.
        await setImmediate();
        drawText(sample, { ...WARM_STYLE, bold, lang }, 576);
      }
    }
    return lacking;
  },
};
