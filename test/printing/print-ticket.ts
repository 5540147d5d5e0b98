/** A ticket laid out, encoded, and read back from its bytes by the virtual printer. Its logo is a black box. */
import { expect } from 'vitest';
import { atOnce } from '../../main/lib/steps.ts';
import type { PaperTicket } from '../../main/printing/contract/printing.ts';
import { type LayoutTools, layoutTicket, logoRoom } from '../../main/printing/layout.ts';
import type { PrinterProfile } from '../../main/printing/profile.ts';
import { bar } from '../../main/printing/raster/bitmap.ts';
import { loadPainter } from '../../main/printing/raster/load-painter.ts';
import type { TicketDocument } from '../../main/printing/ticket-document.ts';
import { type EncodeOptions, encodeDocument } from '../../main/printing/ticket-engine.ts';
import { decodeBytes, NARROW_CLONE, type PrintedTicket } from '../helpers/virtual-printer.ts';
import { profile } from './sample-tickets.ts';

export const WIDE = profile();
export const NARROW = profile({ profile: '58mm' });

export const laidOut = (ticket: PaperTicket, on: PrinterProfile, tools: LayoutTools): TicketDocument =>
  atOnce(layoutTicket(ticket, on, tools));

export const encoded = (document: TicketDocument, on: PrinterProfile, options: EncodeOptions): readonly Uint8Array[] =>
  atOnce(encodeDocument(document, on, options));

export async function openPrinting(): Promise<(ticket: PaperTicket, on?: PrinterProfile) => PrintedTicket> {
  const painter = await loadPainter();
  return (ticket, on = WIDE) => {
    const room = logoRoom(ticket, on);
    const logo = room === null ? null : bar(room.width, room.height);
    const document = laidOut(ticket, on, { measure: painter.measure, draw: painter.draw, logo });
    const bytes = Buffer.concat(encoded(document, on, { draw: painter.draw, automaticStatus: false }));
    const printed = decodeBytes(bytes, on.dots === 384 ? NARROW_CLONE : undefined);
    expect(printed).toHaveLength(1);
    return printed[0]!;
  };
}
