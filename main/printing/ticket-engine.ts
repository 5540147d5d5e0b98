/**
 * Conversion of a ticket to bytes for a printer.
 *
 * Loaded in the background, so that the program starts quickly.
 */

import type { Log } from '../lib/context.ts';
import { messageOf } from '../lib/error-message.ts';
import type { SlicedWork } from '../lib/steps.ts';
import { barsBitmap, code128Modules, QUIET_MODULES, textBars } from './code-128.ts';
import type { PaperTicket } from './contract/printing.ts';
import { type JobBuilder, startJob } from './escpos/builder.ts';
import { drawnTexts, layoutTicket, logoRoom } from './layout.ts';
import { kindOf, readableTicket } from './missing-glyphs.ts';
import { paperMm } from './paper-length.ts';
import { enlarged, type PrintScale, printScale, shrunk } from './print-scale.ts';
import type { PrinterProfile } from './profile.ts';
import { type Bitmap, bar } from './raster/bitmap.ts';
import type { DrawnStyle } from './raster/draw-text.ts';
import { loadPainter } from './raster/load-painter.ts';
import type { Painter } from './raster/painter.ts';
import { startSlices } from './steps.ts';
import type { Block, TicketDocument } from './ticket-document.ts';

export interface BuildOptions {
  readonly profile: PrinterProfile;
  readonly automaticStatus: boolean;
  readonly log: Log;
}

async function painterFor(
  ticket: PaperTicket,
  drawn: readonly string[],
  { layout }: PrintScale,
  log: Log,
): Promise<Painter | null> {
  if (logoRoom(ticket, layout) === null && drawn.length === 0) return null;
  try {
    return await loadPainter();
  } catch (error) {
    log.error('print.render-failed', {
      lang: ticket.lang,
      error: messageOf(error),
    });
    return null;
  }
}

async function logoOf(
  ticket: PaperTicket,
  painter: Painter | null,
  { layout, factor }: PrintScale,
  log: Log,
): Promise<Bitmap | null> {
  const room = logoRoom(ticket, layout);
  if (ticket.logo === null || room === null || painter === null) return null;
  try {
    return await painter.logo(ticket.logo, Math.floor((room.width * factor) / 8) * 8, Math.round(room.height * factor));
  } catch (error) {
    log.warn('print.logo-invalid', { error: messageOf(error) });
    return null;
  }
}

/** Reported kinds per log: a missing glyph is missing on every ticket. */
const told = new WeakMap<Log, Set<string>>();

/** Logs each kind of missing character once, without the character: it can be part of a visitor's name. */
function tellMissing(log: Log, lang: string, missing: readonly string[], painter: Painter): void {
  const before = told.get(log) ?? new Set();
  told.set(log, before);
  for (const character of missing) {
    const { script, kind } = kindOf(character);
    const shown = painter.isBorrowed(character) ? 'machine-font' : 'left-out';
    const key = `${script} ${kind} ${shown}`;
    if (before.has(key)) continue;
    before.add(key);
    log.error('print.glyphs-missing', { script, kind, lang, shown });
  }
}

/** The ticket reduced to printable text, with its fonts loaded. */
async function readable(
  ticket: PaperTicket,
  drawn: readonly string[],
  painter: Painter | null,
  log: Log,
): Promise<PaperTicket> {
  if (painter === null || drawn.length === 0) return ticket;
  const missing = await painter.prepare(drawn, ticket.lang);
  if (missing.length === 0) return ticket;
  tellMissing(log, ticket.lang, missing, painter);
  return readableTicket(ticket, new Set(missing.filter((character) => !painter.isBorrowed(character))));
}

export interface BuiltTicket {
  /** Chunks of whole commands. */
  readonly chunks: readonly Uint8Array[];
  /** Some content was omitted to limit the paper length. */
  readonly isShortened: boolean;
  /** Paper length in millimetres. */
  readonly mm: number;
}

/** Size of a chunk, which consists of whole commands and ends at a line end. */
const CHUNK_BYTES = 1024;

export type DrawLine = (text: string, style: DrawnStyle, maxWidth: number) => Bitmap;

export interface EncodeOptions {
  /** Null suffices for a document without drawn lines. */
  readonly draw: DrawLine | null;
  readonly automaticStatus: boolean;
}

/** ESC/POS bytes of a ticket document, in chunks of whole commands. */
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

/** At an edge of the paper, the quiet zone is printed too. */
function printBarcode(job: JobBuilder, block: Block & { readonly kind: 'barcode' }, profile: PrinterProfile): void {
  const { content, moduleDots, heightDots, side } = block;
  if (!profile.code128) {
    const quiet = [side === 'left' ? QUIET_MODULES : 0, side === 'right' ? QUIET_MODULES : 0] as const;
    job.image(barsBitmap(textBars(content), moduleDots, heightDots, quiet));
    return;
  }
  const quiet = QUIET_MODULES * moduleDots;
  const width = code128Modules(content) * moduleDots;
  // Position of the drawn barcode, in whole bytes.
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

/**
 * Builds a ticket's bytes. Content that cannot be drawn is omitted and logged, because a ticket with its number is
 * still useful. Yields to other work on long tickets.
 */
export async function buildTicket(wanted: PaperTicket, options: BuildOptions): Promise<BuiltTicket> {
  const { profile, log } = options;
  const wish = printScale(profile);
  const drawn = drawnTexts(wanted, wish.layout);
  const painter = await painterFor(wanted, drawn, wish, log);
  const scale = printScale(profile, painter !== null);
  const ticket = await readable(wanted, drawn, painter, log);
  const logo = await logoOf(ticket, painter, scale, log);
  const inSlices = startSlices();
  const { measure, draw } = painter ?? { measure: null, draw: null };
  const tools = { measure, draw, logo: logo === null ? null : shrunk(logo, scale) };
  const plan = await inSlices(layoutTicket(ticket, scale.layout, tools));
  const document = enlarged(plan, scale, profile, logo);
  const chunks = await inSlices(
    encodeDocument(document, profile, {
      draw: painter?.draw ?? null,
      automaticStatus: options.automaticStatus,
    }),
  );
  return { chunks, isShortened: plan.isShortened, mm: paperMm(plan.blocks, scale.layout) };
}

const WARM_TICKET: PaperTicket = {
  ticketId: '',
  lang: 'en',
  dir: 'ltr',
  siteName: 'Site',
  logo: null,
  serviceName: 'Service',
  number: 'A001',
  priorityText: 'Priority',
  peopleText: 'People',
  waitText: 'Wait',
  dateText: 'Date',
  extraText: 'Extra',
  footerText: 'Footer',
  qr: { content: 'https://example.org/ticket/0', caption: 'Caption' },
  layout: [],
  copyText: '',
};

/** Builds a dummy ticket and loads the fonts of the languages, so that the first visitor does not wait for them. */
export async function warmUp(languages: readonly string[], options: BuildOptions): Promise<void> {
  await buildTicket(WARM_TICKET, options);
  const painter = await loadPainter();
  for (const { lang, missing } of await painter.warmUp(languages)) tellMissing(options.log, lang, missing, painter);
}
