/**
 * Limits and sizes of the short ticket.
 *
 * Long texts make it smaller, as far as they can still be read; nothing is left out for it.
 */
import type { SlicedWork } from '../lib/steps.ts';
import { rasterBytes } from './escpos/raster-bytes.ts';
import { dotsOf, paperMm } from './paper-length.ts';
import { MM_PER_INCH, type PrinterProfile } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { DrawnStyle } from './raster/draw-text.ts';
import type { Block } from './ticket-document.ts';

/**
 * On 80 mm paper, of which the head prints 72 mm. It is 90 mm on usual printers: the end that `paperMm` reckons with is at
 * least 2 mm longer than theirs.
 */
const MAX_SHORT_MM = 92;
const WIDE_MM = 72;
/** Four seconds at 19,200 baud, of 1,920 bytes each. */
const MAX_SHORT_BYTES = 7680;
/** All but the drawn lines: start of the job, number, commands of the QR code, gaps and cut. */
const COMMAND_BYTES = 220;
/** Alignment and margin of a drawn line. */
const LINE_BYTES = 10;

/** No sizes make so long a ticket a short one. */
const HOPELESS = 2;

/** Cells of the number: their digits are 12 mm high or more. */
const NUMBER_CELL_MM = 21;
/** Squares of the QR code; phones read the smaller ones too. */
const MODULE_MM = 0.5;
const MIN_MODULE_MM = 0.375;
/** Smaller sizes of drawn letters, the number's aside. */
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

/** Narrow paper has more lines. Number and code take the same length on any paper. */
function longestMm({ dots, dpi }: PrinterProfile): number {
  return MAX_SHORT_MM * Math.sqrt(Math.max(1, WIDE_MM / ((dots * MM_PER_INCH) / dpi)));
}

/** By how many times a ticket is too long, and takes too long to send; at most 1 is well. */
interface Overshoot {
  readonly length: number;
  readonly bytes: number;
}

/** Gives a drawn line. */
type Draw = (line: string, style: DrawnStyle, maxWidth: number) => Bitmap;

/** The same for printers with shorter commands, so that they print the same ticket. */
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
 * The largest sizes in which a ticket is neither too long nor too slow, as far as there are any. Letters become smaller for
 * the bytes, then the squares of the code, and at last the letters again, for the length.
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
    // Bytes go with the area of the letters: sizes that cannot be enough are not tried.
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
  // It stays long in any case, and a little less so.
  return smaller;
}
