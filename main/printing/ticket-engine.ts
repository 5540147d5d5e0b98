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
import { paperMm } from './paper-length.ts';
import type { PrinterProfile } from './profile.ts';
import { type Bitmap, bar } from './raster/bitmap.ts';
import type { DrawnStyle } from './raster/draw-text.ts';
import { lineReach } from './raster/line-height.ts';
import { loadPainter } from './raster/load-painter.ts';
import type { Painter } from './raster/painter.ts';
import { startSlices } from './steps.ts';
import type { Block, TicketDocument } from './ticket-document.ts';

/**
 * Characters without a glyph: report and replacement. Readable text is kept instead of rows of empty boxes; the number
 * is always readable.
 */

/** Unicode names of scripts in daily use. */
const SCRIPTS: readonly string[] = [
  ...['Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Canadian_Aboriginal', 'Cherokee', 'Cyrillic', 'Devanagari'],
  ...['Ethiopic', 'Georgian', 'Greek', 'Gujarati', 'Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada'],
  ...['Katakana', 'Khmer', 'Lao', 'Latin', 'Malayalam', 'Mongolian', 'Myanmar', 'Nko', 'Oriya', 'Sinhala', 'Syriac'],
  ...['Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan', 'Tifinagh', 'Yi', 'Common', 'Inherited'],
];
const SCRIPT_TESTS = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);

const KINDS: readonly (readonly [kind: string, test: RegExp])[] = [
  ['letter', /\p{L}/u],
  ['mark', /\p{M}/u],
  ['digit', /\p{N}/u],
  ['emoji', /\p{Extended_Pictographic}|\p{Regional_Indicator}/u],
];

/** Kind of a character, without the character itself. */
interface MissingKind {
  /** Name of the script in Unicode, or `other`. */
  readonly script: string;
  readonly kind: string;
}

export function kindOf(character: string): MissingKind {
  return {
    script: SCRIPT_TESTS.find(([, test]) => test.test(character))?.[0] ?? 'other',
    kind: KINDS.find(([, test]) => test.test(character))?.[0] ?? 'sign',
  };
}

/** Replacement of unprintable letters. */
const GAP = '…';
const WORDS = /[\p{L}\p{N}]/u;
const LETTERS = /[\p{L}\p{M}\p{N}]/u;
/** Characters that join emoji or select their presentation are meaningless alone. */
const JOINERS = /[\p{Join_Control}\p{Variation_Selector}]/u;
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The text without these characters: symbols vanish, letters become "…". Empty if no readable text remains. */
export function withoutCharacters(text: string, unreadable: ReadonlySet<string>): string {
  let result = '';
  for (const { segment } of clusters.segment(text.normalize('NFC'))) {
    const characters = Array.from(segment);
    const lost = characters.filter((character) => unreadable.has(character));
    if (lost.length === 0) {
      result += segment;
      continue;
    }
    const kept = characters.filter((character) => !unreadable.has(character) && !JOINERS.test(character)).join('');
    // Part of a letter would be a different letter.
    const isLetter = lost.some((character) => LETTERS.test(character));
    if (!isLetter) result += kept;
    else if (!result.endsWith(GAP)) result += GAP;
  }
  if (!WORDS.test(result)) return '';
  return result.replaceAll(/ {2,}/g, ' ').trim();
}

/** The ticket reduced to readable text. Its number is never changed. */
function readableTicket(ticket: PaperTicket, unreadable: ReadonlySet<string>): PaperTicket {
  if (unreadable.size === 0) return ticket;
  const readable = (text: string): string => withoutCharacters(text, unreadable);
  return {
    ...ticket,
    siteName: readable(ticket.siteName),
    serviceName: readable(ticket.serviceName),
    priorityText: readable(ticket.priorityText),
    peopleText: readable(ticket.peopleText),
    waitText: readable(ticket.waitText),
    dateText: readable(ticket.dateText),
    extraText: readable(ticket.extraText),
    footerText: readable(ticket.footerText),
    qr: ticket.qr === null ? null : { ...ticket.qr, caption: readable(ticket.qr.caption) },
    layout: ticket.layout.map((part) => ({ ...part, text: readable(part.text) })),
    copyText: readable(ticket.copyText) || ticket.copyText,
  };
}

/**
 * Scaling of tickets for print heads finer than 203 dots per inch. Tickets are laid out for 203 dots per inch and then
 * enlarged, so that numbers, codes and gaps keep their size in millimetres. The printer's own font would stay at its
 * dots, 2 mm at 300: all text is drawn.
 */

const LAYOUT_DPI = 203;
/** Maximum module size of GS ( k. */
const MAX_QR_DOTS = 16;
/** Maximum parameters of GS w and GS h. */
const MAX_BAR_DOTS = 6;
const MAX_BAR_HEIGHT_DOTS = 255;

interface PrintScale {
  /** Profile for the layout. */
  readonly layout: PrinterProfile;
  /** Printer dots per layout dot; 1 if the layout uses printer dots. */
  readonly factor: number;
}

/** @param canDraw without a painter, the small printer font is used */
function printScale(profile: PrinterProfile, canDraw = true): PrintScale {
  if (profile.dpi <= LAYOUT_DPI || !canDraw) return { layout: profile, factor: 1 };
  const factor = profile.dpi / LAYOUT_DPI;
  return {
    layout: { ...profile, dpi: LAYOUT_DPI, dots: Math.floor(profile.dots / factor), drawsText: true },
    factor,
  };
}

/** Placeholder for the logo in the layout, which needs only its size. */
function shrunk(logo: Bitmap, { factor }: PrintScale): Bitmap {
  if (factor === 1) return logo;
  const { width, height } = logo;
  return { width: Math.round(width / factor), height: Math.round(height / factor), data: new Uint8Array() };
}

/** @param logo the picture in printer dots, which replaces the placeholder */
function enlarged(
  document: TicketDocument,
  { factor }: PrintScale,
  { dots }: PrinterProfile,
  logo: Bitmap | null,
): TicketDocument {
  if (factor === 1) return document;
  const times = (length: number): number => Math.round(length * factor);

  function block(small: Block): Block {
    switch (small.kind) {
      case 'drawn': {
        const { reach, ...style } = small.style;
        // Rounded down: a line that fits must still fit.
        const larger = { ...style, px: Math.floor(style.px * factor) };
        if (reach === undefined) return { ...small, style: larger };
        const room = lineReach(larger);
        const above = Math.min(Math.ceil(reach.above * factor), room.above);
        const below = Math.min(Math.ceil(reach.below * factor), room.below);
        return { ...small, style: { ...larger, reach: { above, below } } };
      }
      case 'image':
        return { ...small, image: logo ?? small.image };
      case 'rule':
        return {
          ...small,
          widthDots: Math.floor((small.widthDots * factor) / 8) * 8,
          heightDots: times(small.heightDots),
        };
      case 'gap':
        return { ...small, dots: times(small.dots) };
      case 'qr': {
        const modules = small.heightDots / small.moduleDots;
        const moduleDots = Math.min(times(small.moduleDots), MAX_QR_DOTS, Math.floor(dots / modules));
        return { ...small, moduleDots, heightDots: modules * moduleDots };
      }
      case 'barcode': {
        // Rounded down, to fit the paper width.
        const moduleDots = Math.min(Math.floor(small.moduleDots * factor), MAX_BAR_DOTS);
        return { ...small, moduleDots, heightDots: Math.min(times(small.heightDots), MAX_BAR_HEIGHT_DOTS) };
      }
      case 'text':
      case 'cut':
        return small;
    }
  }
  return { ...document, blocks: document.blocks.map(block) };
}

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
        if (draw === null) throw new Error('this ticket needs graphics, but the engine has no renderer');
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
