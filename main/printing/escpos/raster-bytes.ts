/**
 * A picture as GS v 0 bands that stay below one chunk each. Blank rows become feeding; blank columns are left out at the
 * sides. There are three ways of that, and the shortest is taken:
 *
 * - Bands of one width, aligned like text (ESC a). What is cropped in the middle is cropped at both sides alike.
 * - The left edge of the ink is the left margin (GS L), and each band is only as wide as its own ink. On a printer that
 *   knew no margin for pictures, this one would stand at the left edge, and still be whole.
 * - Each band has a margin of its own. Only for models of which it is known that margins hold for pictures.
 */
import { smallest } from '../../lib/lists.ts';
import type { PaperSide } from '../alignment.ts';
import { type Bitmap, rowBytes } from '../raster/bitmap.ts';
import { rasterBand } from './commands.ts';

/** A band and its eight bytes of head fit into one chunk of 1 KB. */
const MAX_BAND_BYTES = 1000;
const MAX_BAND_ROWS = 128;
const BAND_HEAD_BYTES = 8;
const FEED_BYTES = 3;
const MAX_FEED_ROWS = 255;
const MARGIN_BYTES = 4;
/** The way back from a margin, and the alignment there and back. */
const RETURN_BYTES = 10;

const DLE = 0x10;
/** EOT, ENQ and DC4: after a DLE the printer obeys them at once, also as dots of a picture. */
const REAL_TIME = [0x04, 0x05, 0x14];

export interface Band {
  /** Dots from the paper's left edge; null: aligned to its side. */
  readonly margin: number | null;
  readonly bytes: Buffer;
}

export interface Paper {
  readonly side: PaperSide;
  /** Width of the print line. */
  readonly dots: number;
  /** A margin holds for each band by itself. */
  readonly bandMargins: boolean;
}

/** Turns one dot wherever the dots spell a real-time command. Changes `data`. */
export function breakRealTimeCommands(data: Uint8Array): void {
  for (let index = 1; index < data.length; index++) {
    const byte = data[index] ?? 0;
    if (data[index - 1] === DLE && REAL_TIME.includes(byte)) data[index] = byte ^ 0x02;
  }
}

/** Where the ink of a row begins and ends, in bytes; both 0 for a blank row. */
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

/** Bytes of each row that need not be sent when the picture is aligned to its side. */
function croppable(image: Bitmap, ink: readonly Ink[], side: PaperSide): { left: number; right: number } {
  const stride = rowBytes(image);
  const inked = ink.filter((row) => !isBlank(row));
  const left = smallest([stride - 1, ...inked.map(({ from }) => from)]);
  const right = smallest([stride - 1, ...inked.map(({ to }) => stride - to)]);
  if (side === 'left') return { left: 0, right };
  // An odd width would shift by a part of a byte.
  if (image.width % 8 !== 0) return { left: 0, right: 0 };
  if (side === 'right') return { left, right: 0 };
  const both = Math.min(left, right, Math.floor((stride - 1) / 2));
  return { left: both, right: both };
}

/** Some rows together: a band from one byte to another, or fed where it has none. */
interface Stretch extends Ink {
  readonly rows: number;
}

interface Way {
  readonly bytes: number;
  readonly stretches: readonly Stretch[];
}

/**
 * The rows of a picture in stretches that take the fewest bytes together. What is best up to a row builds upon what is
 * best up to one of the rows before.
 */
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
      // Of two that cost the same, the one with fewer and larger stretches.
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

/** Bands, and feeds as numbers of dots, in the order of the paper. */
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
