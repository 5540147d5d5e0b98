/**
 * A picture as GS v 0 bands that stay below one chunk each; blank rows become feeding, blank columns are cropped so that
 * the picture stays where it is: at both sides alike in the middle, else only at the side that is free.
 */

import type { PaperSide } from '../paper-side.ts';
import { type Bitmap, rowBytes } from '../raster/bitmap.ts';
import { rasterBand } from './commands.ts';

/** A band and its eight bytes of head fit into one chunk of 1 KB. */
const MAX_BAND_BYTES = 1000;
const MAX_BAND_ROWS = 128;
/** Fewer blank rows than this cost less as dots than as a command. */
const MIN_FEED_ROWS = 3;

const DLE = 0x10;
/** EOT, ENQ and DC4: after a DLE the printer obeys them at once, also as dots of a picture. */
const REAL_TIME = [0x04, 0x05, 0x14];

/** Turns one dot wherever the dots spell a real-time command. Changes `data`. */
export function breakRealTimeCommands(data: Uint8Array): void {
  for (let index = 1; index < data.length; index++) {
    const byte = data[index] ?? 0;
    if (data[index - 1] === DLE && REAL_TIME.includes(byte)) data[index] = byte ^ 0x02;
  }
}

/** Blank bytes that every row has, counted from the left and from the right. */
function blankSides(image: Bitmap): { left: number; right: number } {
  const stride = rowBytes(image);
  let [left, right] = [stride - 1, stride - 1];
  for (let y = 0; y < image.height; y++) {
    const row = image.data.subarray(y * stride, (y + 1) * stride);
    for (let x = 0; x < left; x++) if (row[x] !== 0) left = x;
    for (let x = 0; x < right; x++) if (row[stride - 1 - x] !== 0) right = x;
  }
  return { left, right };
}

/** Bytes of each row that need not be sent. */
function croppable(image: Bitmap, side: PaperSide): { left: number; right: number } {
  const { left, right } = blankSides(image);
  if (side === 'left') return { left: 0, right };
  // An odd width would shift by a part of a byte.
  if (image.width % 8 !== 0) return { left: 0, right: 0 };
  if (side === 'right') return { left, right: 0 };
  const both = Math.min(left, right, Math.floor((rowBytes(image) - 1) / 2));
  return { left: both, right: both };
}

function isBlank(row: Uint8Array): boolean {
  return row.every((byte) => byte === 0);
}

/** Bands as bytes, and feeds as numbers of dots, in the order of the paper. */
export function rasterBytes(image: Bitmap, side: PaperSide): (Buffer | number)[] {
  const stride = rowBytes(image);
  const crop = croppable(image, side);
  const width = stride - crop.left - crop.right;
  const rows = Array.from({ length: image.height }, (_, y) =>
    image.data.subarray(y * stride + crop.left, y * stride + crop.left + width),
  );
  const most = Math.max(1, Math.min(MAX_BAND_ROWS, Math.floor(MAX_BAND_BYTES / width)));
  const steps: (Buffer | number)[] = [];
  let band: Uint8Array[] = [];
  const flush = (): void => {
    if (band.length === 0) return;
    const data = new Uint8Array(Buffer.concat(band));
    breakRealTimeCommands(data);
    steps.push(rasterBand(width, band.length, data));
    band = [];
  };
  for (let y = 0; y < rows.length; ) {
    let blank = 0;
    for (let row = rows[y]; row !== undefined && isBlank(row); row = rows[y + ++blank]);
    if (blank >= MIN_FEED_ROWS || (blank > 0 && y + blank === rows.length)) {
      flush();
      steps.push(blank);
      y += blank;
      continue;
    }
    const row = rows[y++];
    if (row !== undefined) band.push(row);
    if (band.length >= most) flush();
  }
  flush();
  return steps;
}
