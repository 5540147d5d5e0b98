/** Size of a PNG, from its header. */

export interface PngSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Maximum pixels in each direction: a hundred kilobytes can decompress to gigabytes. */
export const MAX_PNG_DOTS = 4096;
/** Signature, length and name of the first chunk, width and height. */
export const PNG_HEAD_BYTES = 24;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const IHDR = [0x49, 0x48, 0x44, 0x52];

/** Null for a file that is not a PNG. */
export function pngSize(bytes: Uint8Array): PngSize | null {
  const begins = (at: number, wanted: readonly number[]): boolean =>
    wanted.every((byte, place) => bytes[at + place] === byte);
  if (bytes.length < PNG_HEAD_BYTES || !begins(0, SIGNATURE) || !begins(12, IHDR)) return null;
  const head = new DataView(bytes.buffer, bytes.byteOffset, PNG_HEAD_BYTES);
  return { width: head.getUint32(16), height: head.getUint32(20) };
}

export function isTooLarge({ width, height }: PngSize): boolean {
  return width > MAX_PNG_DOTS || height > MAX_PNG_DOTS;
}
