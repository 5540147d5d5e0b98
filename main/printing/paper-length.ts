/** Length of a ticket on paper, and its limit. */
import { printedLineDots } from './escpos/line-dots.ts';
import { MM_PER_INCH, type PrinterProfile } from './profile.ts';
import { drawnLineDots } from './raster/line-height.ts';
import type { Block } from './ticket-document.ts';

/** Maximum length, so that long texts cannot use up the roll. */
const MAX_PAPER_MM = 600;
/** From the last line to the cutter, plus the top margin. */
const END_DOTS = 128;

/** Dots of a length on this printer. */
export function dotsOf(mm: number, { dpi }: PrinterProfile): number {
  return Math.floor((mm * dpi) / MM_PER_INCH);
}

/** Maximum of all blocks before the cut. */
export function paperRoom(profile: PrinterProfile): number {
  return dotsOf(MAX_PAPER_MM, profile) - END_DOTS;
}

/** Paper length of a ticket, from its first line to the cutter. */
export function paperMm(blocks: readonly Block[], { dpi }: PrinterProfile): number {
  return ((paperDots(blocks) + END_DOTS) * MM_PER_INCH) / dpi;
}

function blockDots(block: Block): number {
  switch (block.kind) {
    case 'text':
      return block.lines.length * printedLineDots(block.style);
    case 'drawn':
      return block.lines.length * drawnLineDots(block.style);
    case 'image':
      return block.image.height;
    case 'rule':
      return block.heightDots;
    case 'gap':
      return block.dots;
    case 'qr':
    case 'barcode':
      return block.heightDots;
    case 'cut':
      return 0;
  }
}

export function paperDots(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => sum + blockDots(block), 0);
}
