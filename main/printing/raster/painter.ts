/** Everything that needs the drawing library, in one module, so that it is loaded only when something is drawn. */
import type { Bitmap } from './bitmap.ts';
import { type DrawnStyle, drawText, measureText } from './draw-text.ts';
import { missingCharacters } from './fonts.ts';
import { sampleOf } from './languages.ts';
import { readLogo } from './logo.ts';

export interface Painter {
  measure(text: string, style: DrawnStyle): number;
  draw(text: string, style: DrawnStyle, maxWidth: number): Bitmap;
  /** Rejects when the bytes are no PNG that can be printed. */
  logo(png: Uint8Array, maxWidth: number, maxHeight: number): Promise<Bitmap>;
  /** Gets the fonts of these languages ready; answers the languages that lack letters, with the letters. */
  warmUp(languages: readonly string[]): readonly { readonly lang: string; readonly missing: readonly string[] }[];
}

const WARM_STYLE: DrawnStyle = { px: 28, bold: false, inverted: false, dir: 'ltr' };

export const painter: Painter = {
  measure: measureText,
  draw: drawText,
  logo: readLogo,
  warmUp(languages) {
    return languages.flatMap((lang) => {
      const sample = sampleOf(lang);
      if (sample === '') return [];
      for (const bold of [false, true]) drawText(sample, { ...WARM_STYLE, bold }, 576);
      const missing = missingCharacters(sample);
      return missing.length === 0 ? [] : [{ lang, missing }];
    });
  },
};
