/**
 * Limits and sizes of the short ticket.
 *
 * Long texts reduce its sizes, as far as they stay readable; no text is omitted.
 */
import type { SlicedWork } from '../lib/steps.ts';
import { rasterBytes } from './escpos/raster-bytes.ts';
import { dotsOf, paperMm } from './paper-length.ts';
import { MM_PER_INCH, type PrinterProfile } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { DrawnStyle } from './raster/draw-text.ts';
import type { Block } from './ticket-document.ts';

/**
 * Limit on 80 mm paper with a print width of 72 mm. A ticket is 90 mm on usual printers: the end that `paperMm` adds is
 * at least 2 mm longer than theirs.
 */
const MAX_SHORT_MM = 92;
const WIDE_MM = 72;
/** Four seconds at 19,200 baud, with 1,920 bytes each. */
const MAX_SHORT_BYTES = 7680;
/** Bytes other than drawn lines: start of the job, number, QR commands, gaps and cut. */
const COMMAND_BYTES = 220;
/** Bytes for alignment and margin of a drawn line. */
const LINE_BYTES = 10;

/** Above this overshoot no sizes can help. */
const HOPELESS = 2;

/** Height of the number's cells: their digits are at least 12 mm high. */
const NUMBER_CELL_MM = 21;
/** Module size of the QR code; phones can also read the minimum. */
const MODULE_MM = 0.5;
const MIN_MODULE_MM = 0.375;
/** Smaller sizes of drawn text, without the number. */
const TEXT_SHARES = [0.92, 0.84, 0.78] as const;

export interface ShortSizes {
  readonly moduleDots: number;
  readonly textShare: number;
}

const moduleDots = ({ dpi }: PrinterProfile, mm: number): number => Math.round((mm * dpi) / MM_PER_INCH);

export function largestSizes(profile: PrinterProfile): ShortSizes {
  return { moduleDots: moduleDots(profile, MODULE_MM), textShare: 1 };
}

/** Height of the number's cells in dots. */
export function shortNumberDots(profile: PrinterProfile): number {
  return dotsOf(NUMBER_CELL_MM, profile);
}

/** Narrow paper needs more lines. Number and code have the same length on any paper. */
function longestMm({ dots, dpi }: PrinterProfile): number {
  return MAX_SHORT_MM * Math.sqrt(Math.max(1, WIDE_MM / ((dots * MM_PER_INCH) / dpi)));
}

/** Ratio by which a ticket is too long, and too slow to send; at most 1 is fine. */
interface Overshoot {
  readonly length: number;
  readonly bytes: number;
}

/** Draws a line. */
type Draw = (line: string, style: DrawnStyle, maxWidth: number) => Bitmap;

/** Ignores shorter commands of some printers, so that all print the same ticket. */
function* overshoot(blocks: readonly Block[], profile: PrinterProfile, draw: Draw | null): SlicedWork<Overshoot> {
  const length = paperMm(blocks, profile) / longestMm(profile);
  if (length > HOPELESS) return { length, bytes: length };
  let bytes = COMMAND_BYTES;
  for (const block of blocks) {
    if (block.kind === 'qr') bytes += Buffer.byteLength(block.content);
    if (block.kind !== 'drawn' || draw === null) continue;
    for (const line of block.lines) {
      const bitmap = draw(line, block.style, profile.dots);
      const steps = rasterBytes(bitmap, { dots: profile.dots, bandMargins: false, side: block.side });
      bytes += steps.reduce<number>(
        (sum, step) => sum + (typeof step === 'number' ? 0 : step.bytes.length),
        LINE_BYTES,
      );
      yield;
    }
  }
  return { length, bytes: bytes / MAX_SHORT_BYTES };
}

/**
 * The largest sizes with which a ticket is neither too long nor too slow, if possible. Reduces first the text for the
 * bytes, then the modules of the code, then the text again for the length.
 */
export function* chooseSizes(
  lay: (sizes: ShortSizes) => SlicedWork<readonly Block[]>,
  profile: PrinterProfile,
  draw: Draw | null,
): SlicedWork<ShortSizes> {
  let sizes = largestSizes(profile);
  let over = yield* overshoot(yield* lay(sizes), profile, draw);
  if (over.length > HOPELESS) return sizes;
  const shares: number[] = draw === null ? [] : [...TEXT_SHARES];
  while (over.bytes > 1 && shares.length > 0) {
    // Bytes depend on the area of the glyphs: skip sizes that cannot suffice.
    const enough = shares.findIndex((share) => share ** 2 * over.bytes <= 1);
    const textShare = shares.splice(0, (enough < 0 ? shares.length - 1 : enough) + 1).at(-1) ?? 1;
    sizes = { ...sizes, textShare };
    over = yield* overshoot(yield* lay(sizes), profile, draw);
  }
  if (over.length <= 1) return sizes;
  const smaller = { ...sizes, moduleDots: moduleDots(profile, MIN_MODULE_MM) };
  for (const tried of [smaller, ...shares.map((textShare) => ({ ...smaller, textShare }))]) {
    const blocks = yield* lay(tried);
    if (paperMm(blocks, profile) <= longestMm(profile)) return tried;
  }
  // Too long in any case, but the smaller code saves some paper.
  return smaller;
}
