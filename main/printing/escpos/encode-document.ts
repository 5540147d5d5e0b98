/** ESC/POS bytes of a ticket document, in chunks of whole commands. */

import type { SlicedWork } from '../../lib/steps.ts';
import { barsBitmap, code128Modules, QUIET_MODULES, textBars } from '../code-128.ts';
import type { PrinterProfile } from '../profile.ts';
import { type Bitmap, bar } from '../raster/bitmap.ts';
import type { DrawnStyle } from '../raster/draw-text.ts';
import type { Block, TicketDocument } from '../ticket-document.ts';
import { type JobBuilder, startJob } from './builder.ts';

/** Pieces of whole commands put together into chunks of about 1 KB; a chunk ends where a line ends. */
const CHUNK_BYTES = 1024;

export type DrawLine = (text: string, style: DrawnStyle, maxWidth: number) => Bitmap;

export interface EncodeOptions {
  /** Null is enough for a document without drawn lines. */
  readonly draw: DrawLine | null;
  readonly automaticStatus: boolean;
}

export function* encodeDocument(
  document: TicketDocument,
  profile: PrinterProfile,
  { draw, automaticStatus }: EncodeOptions,
): SlicedWork<readonly Uint8Array[]> {
  const job = startJob(profile, document.page, { automaticStatus });
  for (const block of document.blocks) {
    if ('side' in block) job.align(block.side);
    switch (block.kind) {
      case 'text':
        for (const line of block.lines) {
          job.line(line, block.style);
          yield;
        }
        break;
      case 'drawn':
        if (draw === null) throw new Error('this ticket has lines to draw, and nothing to draw them with');
        for (const line of block.lines) {
          job.image(draw(line, block.style, profile.dots));
          yield;
        }
        break;
      case 'image':
        job.image(block.image);
        break;
      case 'rule':
        job.image(bar(block.widthDots, block.heightDots));
        break;
      case 'gap':
        job.feed(block.dots);
        break;
      case 'qr':
        job.qr(block.content, block.moduleDots);
        break;
      case 'barcode':
        printBarcode(job, block, profile);
        break;
      case 'cut':
        job.cut();
        break;
    }
  }
  return toChunks(job.pieces());
}

/** At an edge of the paper, the quiet zone is part of what is printed. */
function printBarcode(job: JobBuilder, block: Block & { readonly kind: 'barcode' }, profile: PrinterProfile): void {
  const { content, moduleDots, heightDots, side } = block;
  if (!profile.code128) {
    const quiet = [side === 'left' ? QUIET_MODULES : 0, side === 'right' ? QUIET_MODULES : 0] as const;
    job.image(barsBitmap(textBars(content), moduleDots, heightDots, quiet));
    return;
  }
  const quiet = QUIET_MODULES * moduleDots;
  const width = code128Modules(content) * moduleDots;
  // Where the drawn one would stand, of which the printer knows whole bytes.
  const free = (dots: number): number => Math.max(0, profile.dots - Math.ceil(dots / 8) * 8);
  const margin = { left: quiet, center: Math.floor(free(width) / 2), right: free(width + quiet) }[side];
  job.barcode({ content, moduleDots, heightDots, margin });
}

function toChunks(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let chunk: Uint8Array[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (length > 0 && length + piece.length > CHUNK_BYTES) {
      chunks.push(new Uint8Array(Buffer.concat(chunk)));
      chunk = [];
      length = 0;
    }
    chunk.push(piece);
    length += piece.length;
  }
  if (length > 0) chunks.push(new Uint8Array(Buffer.concat(chunk)));
  return chunks;
}
