import { createDecoder } from './decoder/decoder.ts';
import { EPSON, type PrinterModel } from './decoder/models.ts';
import type { PrintedTicket } from './paper.ts';
import { readStrip } from './printed-ticket.ts';

/** Everything that a whole stream prints, in order. Paper without a cut at the end comes out torn. */
export function decodeBytes(bytes: Uint8Array, model: PrinterModel = EPSON): readonly PrintedTicket[] {
  const tickets: PrintedTicket[] = [];
  const decoder = createDecoder({ model, onStrip: (strip) => tickets.push(readStrip(strip, model)) });
  decoder.push(bytes);
  decoder.end();
  return tickets;
}
