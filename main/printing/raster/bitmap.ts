/**
 * Black-and-white bitmap, one bit per dot.
 *
 * Rows are whole bytes, leftmost dot in the highest bit, 1 is black.
 */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function rowBytes(bitmap: { readonly width: number }): number {
  return Math.ceil(bitmap.width / 8);
}

export function blankBitmap(width: number, height: number): Bitmap {
  return { width, height, data: new Uint8Array(Math.ceil(width / 8) * height) };
}

export function isBlack(bitmap: Bitmap, x: number, y: number): boolean {
  return ((bitmap.data[y * rowBytes(bitmap) + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
}

/** From the first row with ink to the row after the last one; null for a blank picture. */
export function inkedRows(bitmap: Bitmap): { readonly from: number; readonly to: number } | null {
  const stride = rowBytes(bitmap);
  const first = bitmap.data.findIndex((byte) => byte !== 0);
  const last = bitmap.data.findLastIndex((byte) => byte !== 0);
  return first < 0 ? null : { from: Math.floor(first / stride), to: Math.floor(last / stride) + 1 };
}

/** A range of rows, all within the picture. */
export function rowsOf(bitmap: Bitmap, from: number, height: number): Bitmap {
  const stride = rowBytes(bitmap);
  return { ...bitmap, height, data: bitmap.data.slice(from * stride, (from + height) * stride) };
}

/** A filled bar, used as rule between parts of a ticket. */
export function bar(width: number, height: number): Bitmap {
  const bitmap = blankBitmap(width, height);
  const stride = rowBytes(bitmap);
  for (let y = 0; y < height; y++) {
    bitmap.data.fill(0xff, y * stride, (y + 1) * stride);
    if (width % 8 !== 0) bitmap.data[(y + 1) * stride - 1] = (0xff << (8 - (width % 8))) & 0xff;
  }
  return bitmap;
}

/** Converts RGBA pixels to dots: opaque and dark enough is black. */
export function threshold(pixels: Uint8ClampedArray, width: number, height: number, limit = 128): Bitmap {
  const bitmap = blankBitmap(width, height);
  const stride = rowBytes(bitmap);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (greyAt(pixels, (y * width + x) * 4) >= limit) continue;
      const at = y * stride + (x >> 3);
      bitmap.data[at] = (bitmap.data[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return bitmap;
}

/** Grey value over white paper, 0 to 255 (weights of ITU-R BT.709). */
export function greyAt(pixels: Uint8ClampedArray, at: number): number {
  const alpha = (pixels[at + 3] ?? 0) / 255;
  const light = 0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0);
  return light * alpha + 255 * (1 - alpha);
}
