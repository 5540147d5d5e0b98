/**
 * Marks of the print head on paper.
 *
 * Positions in dots from the paper's left edge and the ticket's top.
 */

export type Align = 'left' | 'center' | 'right';

export interface TextStyle {
  readonly bold: boolean;
  readonly inverse: boolean;
  /** Thickness in dots; 0: none. */
  readonly underline: number;
  readonly upsideDown: boolean;
  /** Multiples of the font size, 1 to 8. */
  readonly widthTimes: number;
  readonly heightTimes: number;
  readonly font: 'A' | 'B';
}

export interface GlyphMark extends TextStyle {
  readonly kind: 'glyph';
  readonly character: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** 1-bit picture: rows of `Math.ceil(width / 8)` bytes, the highest bit leftmost, 1 is black. */
export interface Bits {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface RasterMark {
  readonly kind: 'raster';
  readonly x: number;
  readonly y: number;
  readonly bits: Bits;
}

export interface QrMark {
  readonly kind: 'qr';
  readonly x: number;
  readonly y: number;
  readonly content: string;
  /** Modules per side. */
  readonly modules: number;
  readonly bits: Bits;
}

export interface BarcodeMark {
  readonly kind: 'barcode';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly system: string;
  /** Decoded content where the bars are drawn; else the raw data. */
  readonly content: string;
  /** Null for barcode systems that this printer does not draw. */
  readonly bits: Bits | null;
}

export type Mark = GlyphMark | RasterMark | QrMark | BarcodeMark;

export function bit(bits: Bits, x: number, y: number): boolean {
  if (x < 0 || y < 0 || x >= bits.width || y >= bits.height) return false;
  const byte = bits.data[y * Math.ceil(bits.width / 8) + (x >> 3)] ?? 0;
  return (byte & (0x80 >> (x & 7))) !== 0;
}

export function blankBits(width: number, height: number): Bits {
  return { width, height, data: new Uint8Array(Math.ceil(width / 8) * height) };
}

export function setBit(bits: Bits, x: number, y: number): void {
  if (x < 0 || y < 0 || x >= bits.width || y >= bits.height) return;
  const index = y * Math.ceil(bits.width / 8) + (x >> 3);
  bits.data[index] = (bits.data[index] ?? 0) | (0x80 >> (x & 7));
}

/** Repeats each dot: doubled width or height of an image, or QR modules as dots. */
export function enlarge(bits: Bits, widthTimes: number, heightTimes: number): Bits {
  if (widthTimes === 1 && heightTimes === 1) return bits;
  const larger = blankBits(bits.width * widthTimes, bits.height * heightTimes);
  for (let y = 0; y < larger.height; y++) {
    for (let x = 0; x < larger.width; x++) {
      if (bit(bits, Math.floor(x / widthTimes), Math.floor(y / heightTimes))) setBit(larger, x, y);
    }
  }
  return larger;
}

/** Column after the rightmost black dot; 0 for a blank picture. */
export function inkWidth(bits: Bits): number {
  const stride = Math.ceil(bits.width / 8);
  for (let column = stride - 1; column >= 0; column--) {
    let seen = 0;
    for (let y = 0; y < bits.height; y++) seen |= bits.data[y * stride + column] ?? 0;
    for (let x = Math.min(7, bits.width - column * 8 - 1); x >= 0; x--) {
      if (seen & (0x80 >> x)) return column * 8 + x + 1;
    }
  }
  return 0;
}
