/** From a ticket to its bytes for one printer. Loaded in the background, so that the program starts quickly. */
import { setImmediate } from 'node:timers/promises';
import type { Log } from '../context.ts';
import type { PaperTicket } from '../contract/printing.ts';
import { encodeDocument } from './escpos/encode-document.ts';
import { layoutTicket, logoRoom, needsDrawing } from './layout.ts';
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

async function painterFor(ticket: PaperTicket, { profile, log }: BuildOptions): Promise<Painter | null> {
  if (logoRoom(ticket, profile) === null && !needsDrawing(ticket, profile)) return null;
  try {
    return await loadPainter();
  } catch (error) {
    log.error('print.cannot-draw', {
      lang: ticket.lang,
      detail: error instanceof Error ? error.message : String(error),
    });
    return null;
  }
}

async function logoOf(
  ticket: PaperTicket,
  painter: Painter | null,
  { profile, log }: BuildOptions,
): Promise<Bitmap | null> {
  const room = logoRoom(ticket, profile);
  if (ticket.logo === null || room === null || painter === null) return null;
  try {
    return await painter.logo(ticket.logo, room.width, room.height);
  } catch (error) {
    log.warn('print.logo-unreadable', { detail: error instanceof Error ? error.message : String(error) });
    return null;
  }
}

export interface BuiltTicket {
  /** Of whole commands. */
  readonly chunks: readonly Uint8Array[];
  /** Something was left out, because the paper would have become too long. */
  readonly isShortened: boolean;
}

/**
 * What cannot be drawn is left out and logged: a ticket with its number is worth having. Other work comes in between
 * where a ticket takes long.
 */
export async function buildTicket(ticket: PaperTicket, options: BuildOptions): Promise<BuiltTicket> {
  const painter = await painterFor(ticket, options);
  const logo = await logoOf(ticket, painter, options);
  const inSlices = startSlices();
  const document = await inSlices(layoutTicket(ticket, options.profile, { measure: painter?.measure ?? null, logo }));
  const chunks = await inSlices(
    encodeDocument(document, options.profile, {
      draw: painter?.draw ?? null,
      automaticStatus: options.automaticStatus,
    }),
  );
  return { chunks, isShortened: document.isShortened };
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
  for (const each of languages) {
    // One at a time: a font takes tens of milliseconds, and a visitor may touch the screen meanwhile.
    await setImmediate();
    for (const { lang, missing } of painter.warmUp([each])) {
      options.log.error('print.letters-missing', { lang, missing: missing.join(' ') });
    }
  }
}
