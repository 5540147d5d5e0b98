/**
 * Code 128 barcodes (ISO/IEC 15417).
 *
 * Supports printable ASCII in code set B, which every reader knows without setup.
 */
import { type Bitmap, blankBitmap } from './raster/bitmap.ts';

/**
 * Widths of bar, space, bar, space, bar, space of each symbol character, by its value; 106 is the stop, with one more
 * bar.
 */
const WIDTHS =
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 ' +
  '123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 ' +
  '131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 ' +
  '213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 ' +
  '141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 ' +
  '124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 ' +
  '411131 211412 211214 211232 2331112';
const PATTERNS = WIDTHS.split(' ').map((widths) =>
  Array.from(widths, (width, index) => (index % 2 === 0 ? '1' : '0').repeat(Number(width))).join(''),
);

export const START_A = 103;
export const START_B = 104;
export const START_C = 105;
const STOP = 106;
const CHECK_MODULUS = 103;
const FIRST_SIGN = 0x20;
/** Start, check character and stop. */
const FRAME_MODULES = 11 + 11 + 13;
const SIGN_MODULES = 11;

/** Blank modules that a reader needs at both ends. */
export const QUIET_MODULES = 10;

/** Whether code set B has every character of the content. */
export function fitsCode128(content: string): boolean {
  return /^[\u0020-\u007e]+$/.test(content);
}

/** Modules from the first bar to the last one, in code set B. */
export function code128Modules(content: string): number {
  return content.length * SIGN_MODULES + FRAME_MODULES;
}

/** Modules of a symbol with these character values, start character first: `1` is a bar. */
export function code128Bars(values: readonly number[]): string {
  const sum = values.reduce((total, value, place) => total + value * Math.max(1, place), 0);
  return [...values, sum % CHECK_MODULUS, STOP].map((value) => PATTERNS[value] ?? '').join('');
}

/** Bars of a text that fits, without quiet zones. */
export function textBars(content: string): string {
  return code128Bars([START_B, ...Array.from(content, (sign) => (sign.codePointAt(0) ?? 0) - FIRST_SIGN)]);
}

/** Bars as dots of a given module width, with blank modules at both ends. */
export function barsBitmap(bars: string, moduleDots: number, height: number, quiet: readonly [number, number]): Bitmap {
  const modules = '0'.repeat(quiet[0]) + bars + '0'.repeat(quiet[1]);
  const bitmap = blankBitmap(modules.length * moduleDots, height);
  const stride = bitmap.data.length / Math.max(1, height);
  const row = new Uint8Array(stride);
  for (let x = 0; x < bitmap.width; x++) {
    if (modules[Math.floor(x / moduleDots)] === '1') row[x >> 3] = (row[x >> 3] ?? 0) | (0x80 >> (x & 7));
  }
  for (let y = 0; y < height; y++) bitmap.data.set(row, y * stride);
  return bitmap;
}
