/** From a ticket to its bytes for one printer. Loaded in the background, so that the program starts quickly. */

import type { Log } from '../lib/context.ts';
import { messageOf } from '../lib/error-message.ts';
import type { PaperTicket } from './contract/printing.ts';
import { encodeDocument } from './escpos/encode-document.ts';
import { drawnTexts, layoutTicket, logoRoom } from './layout.ts';
import { kindOf, readableTicket } from './missing-glyphs.ts';
import { paperMm } from './paper-length.ts';
import { enlarged, type PrintScale, printScale, shrunk } from './print-scale.ts';
import type { PrinterProfile } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import { loadPainter } from './raster/load-painter.ts';
import type { Painter } from './raster/painter.ts';
import { startSlices } from './steps.ts';

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

/** What each log has been told: a letter that is missing is missing on every ticket. */
const told = new WeakMap<Log, Set<string>>();

/** Tells once for each kind of character, and never which one: it may stand in somebody's name. */
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

/** The ticket with what can be printed of it, and its fonts ready. */
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
  /** Of whole commands. */
  readonly chunks: readonly Uint8Array[];
  /** Something was left out, because the paper would have become too long. */
  readonly isShortened: boolean;
  /** Millimetres of paper. */
  readonly mm: number;
}

/**
 * What cannot be drawn is left out and logged: a ticket with its number is worth having. Other work comes in between
 * where a ticket takes long.
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

/** Builds a ticket for nobody and gets the fonts of the languages ready, so that the first visitor waits for neither. */
export async function warmUp(languages: readonly string[], options: BuildOptions): Promise<void> {
  await buildTicket(WARM_TICKET, options);
  const painter = await loadPainter();
  for (const { lang, missing } of await painter.warmUp(languages)) tellMissing(options.log, lang, missing, painter);
}
