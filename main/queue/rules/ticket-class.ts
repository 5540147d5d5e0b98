/**
 * Class of a ticket in its queue.
 *
 * A small integer, assigned when the ticket joins a queue and fixed while it waits there. The database finds the first
 * ticket of each class and knows nothing else about classes; the call rules interpret them. A new class needs a number
 * here and no SQL.
 */
import { FLAG, type TicketRecord } from '../contract/records.ts';

/** Class of ordinary tickets. All higher classes count as priority. */
export const EVERYBODY = 0;

const PRIORITY = 1;

/** All classes. */
export const CLASSES: readonly number[] = [PRIORITY, EVERYBODY];

/** Function that assigns a ticket its class: 0 to 32,767. */
export type ClassOf = (ticket: TicketRecord) => number;

export function isPriority(ticket: Pick<TicketRecord, 'flags'>): boolean {
  return (ticket.flags & FLAG.priority) !== 0;
}

/** Default class of a ticket; one of `CLASSES`. */
export function classOf(ticket: Pick<TicketRecord, 'flags'>): number {
  return isPriority(ticket) ? PRIORITY : EVERYBODY;
}

/** Whether a class has priority over ordinary tickets. */
export function isAhead(ticketClass: number): boolean {
  return ticketClass > EVERYBODY;
}

/** Ticket number as a label: the tag, and the number padded with zeros to the site's width, such as `A043`. */
export function ticketLabel(tag: string, number: number | string, width: number): string {
  return `${tag}${String(number).padStart(width, '0')}`;
}
