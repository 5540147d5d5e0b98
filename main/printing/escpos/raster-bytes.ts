/**
 * Encoding of a picture as GS v 0 bands, each below one chunk.
 *
 * Blank rows become feeding; blank columns at the sides are omitted. The shortest of three encodings is used:
 *
 * - Bands of one width, aligned like text (ESC a). In the middle, both sides are cropped equally.
 * - The left edge of the ink is the left margin (GS L), and each band is only as wide as its ink. A printer without
 * margins for pictures would print it at the left edge, but complete.
 * - Each band has its own margin. Only for models known to support margins for pictures.
 */
import { smallest } from '../../lib/lists.ts';
import type { PaperSide } from '../alignment.ts';
import { type Bitmap, rowBytes } from '../raster/bitmap.ts';
import { rasterBand } from './commands.ts';

/** A band and its header of eight bytes fit into one chunk of 1 KB. */
const MAX_BAND_BYTES = 1000;
const MAX_BAND_ROWS = 128;
const BAND_HEAD_BYTES = 8;
const FEED_BYTES = 3;
const MAX_FEED_ROWS = 255;
const MARGIN_BYTES = 4;
/** Bytes to reset margin and alignment. */
const RETURN_BYTES = 10;

const DLE = 0x10;
/** EOT, ENQ and DC4: after a DLE the printer executes them at once, even within picture data. */
const REAL_TIME = [0x04, 0x05, 0x14];

export interface Band {
  /** Dots from the paper's left edge; null: aligned. */
  readonly margin: number | null;
  readonly bytes: Buffer;
}

export interface Paper {
  readonly side: PaperSide;
  /** Width of the print line. */
  readonly dots: number;
  /** Whether each band can have its own margin. */
  readonly bandMargins: boolean;
}

/** Flips one dot wherever picture data contains a real-time command. Changes `data`. */
export function breakRealTimeCommands(data: Uint8Array): void {
  for (let index = 1; index < data.length; index++) {
    const byte = data[index] ?? 0;
    if (data[index - 1] === DLE && REAL_TIME.includes(byte)) data[index] = byte ^ 0x02;
  }
}

/** First and last byte with ink in a row; both 0 for a blank row. */
interface Ink {
  readonly from: number;
  readonly to: number;
}

function inkOf(image: Bitmap): readonly Ink[] {
  const stride = rowBytes(image);
  return Array.from({ length: image.height }, (_, y) => {
    const row = image.data.subarray(y * stride, (y + 1) * stride);
    const from = row.findIndex((byte) => byte !== 0);
    return from < 0 ? { from: 0, to: 0 } : { from, to: row.findLastIndex((byte) => byte !== 0) + 1 };
  });
}

const isBlank = ({ to }: Ink): boolean => to === 0;

/** Bytes per row that an aligned picture can omit at each side. */
function croppable(image: Bitmap, ink: readonly Ink[], side: PaperSide): { left: number; right: number } {
  const stride = rowBytes(image);
  const inked = ink.filter((row) => !isBlank(row));
  const left = smallest([stride - 1, ...inked.map(({ from }) => from)]);
  const right = smallest([stride - 1, ...inked.map(({ to }) => stride - to)]);
  if (side === 'left') return { left: 0, right };
  // An odd width would shift by less than a byte.
  if (image.width % 8 !== 0) return { left: 0, right: 0 };
  if (side === 'right') return { left, right: 0 };
  const both = Math.min(left, right, Math.floor((stride - 1) / 2));
  return { left: both, right: both };
}

/** Consecutive rows as one band, or as feeding if blank. */
interface Stretch extends Ink {
  readonly rows: number;
}

interface Way {
  readonly bytes: number;
  readonly stretches: readonly Stretch[];
}

/** Splits the rows into stretches with the fewest total bytes, by dynamic programming. */
function cheapest(ink: readonly Ink[], headBytes: number): Way {
  const best: { readonly bytes: number; readonly last: Stretch }[] = [{ bytes: 0, last: { rows: 0, from: 0, to: 0 } }];
  for (let end = 1; end <= ink.length; end++) {
    let found = { bytes: Number.POSITIVE_INFINITY, last: { rows: 0, from: 0, to: 0 } };
    let [from, to] = [Number.POSITIVE_INFINITY, 0];
    for (let rows = 1; rows <= Math.min(end, MAX_FEED_ROWS); rows++) {
      const row = ink[end - rows];
      if (row !== undefined && !isBlank(row)) [from, to] = [Math.min(from, row.from), Math.max(to, row.to)];
      const width = to === 0 ? 0 : to - from;
      if (width > 0 && rows > 1 && (rows > MAX_BAND_ROWS || rows * width > MAX_BAND_BYTES)) break;
      const bytes = (best[end - rows]?.bytes ?? 0) + (width === 0 ? FEED_BYTES : headBytes + rows * width);
      // On equal cost, prefer fewer and larger stretches.
      if (bytes <= found.bytes) found = { bytes, last: { rows, from: width === 0 ? 0 : from, to } };
    }
    best.push(found);
  }
  const stretches: Stretch[] = [];
  for (let end = ink.length; end > 0; end -= stretches[0]?.rows ?? end) {
    const last = best[end]?.last;
    if (last !== undefined) stretches.unshift(last);
  }
  return { bytes: best.at(-1)?.bytes ?? 0, stretches };
}

function shortest(image: Bitmap, { side, bandMargins }: Paper): { readonly way: Way; readonly hasMargin: boolean } {
  const ink = inkOf(image);
  const crop = croppable(image, ink, side);
  const even: Ink = { from: crop.left, to: rowBytes(image) - crop.right };
  const aligned = cheapest(
    ink.map((row) => (isBlank(row) ? row : even)),
    BAND_HEAD_BYTES,
  );
  const from = smallest(ink.filter((row) => !isBlank(row)).map((row) => row.from));
  const margin = bandMargins
    ? cheapest(ink, BAND_HEAD_BYTES + MARGIN_BYTES)
    : cheapest(
        ink.map((row) => (isBlank(row) ? row : { ...row, from })),
        BAND_HEAD_BYTES,
      );
  const hasMargin = margin.bytes + MARGIN_BYTES + RETURN_BYTES < aligned.bytes;
  return { way: hasMargin ? margin : aligned, hasMargin };
}

/** Bands, and feeds as numbers of dots, from top to bottom. */
export function rasterBytes(image: Bitmap, paper: Paper): readonly (Band | number)[] {
  const { way, hasMargin } = shortest(image, paper);
  const free = Math.max(0, paper.dots - rowBytes(image) * 8);
  const before = { left: 0, center: Math.floor(free / 2), right: free }[paper.side];
  let y = 0;
  return way.stretches.map((stretch) => {
    const top = y;
    y += stretch.rows;
    if (isBlank(stretch)) return stretch.rows;
    return { margin: hasMargin ? before + stretch.from * 8 : null, bytes: band(image, top, stretch) };
  });
}

function band(image: Bitmap, top: number, { rows, from, to }: Stretch): Buffer {
  const stride = rowBytes(image);
  const width = to - from;
  const data = new Uint8Array(rows * width);
  for (let row = 0; row < rows; row++) {
    const at = (top + row) * stride;
    data.set(image.data.subarray(at + from, at + to), row * width);
  }
  breakRealTimeCommands(data);
  return rasterBand(width, rows, data);
}
