/**
 * Class of a ticket in its queue.
 *
 * A small whole number that it is given when it is put in its place in a queue, and keeps while it stands there.
 * Engines find the first ticket of each class and know nothing else of it; what a class is good for is said by the
 * call rules. A new class is a number here, and no word of SQL.
 */
import { FLAG, type TicketRecord } from '../contract/records.ts';

/** 0 is everybody. All above it are counted together as those with priority. */
export const EVERYBODY = 0;

const PRIORITY = 1;

/** All that there are. */
export const CLASSES: readonly number[] = [PRIORITY, EVERYBODY];

/** Gives a ticket its class: 0 to 32,767. */
export type ClassOf = (ticket: TicketRecord) => number;

export function isPriority(ticket: Pick<TicketRecord, 'flags'>): boolean {
  return (ticket.flags & FLAG.priority) !== 0;
}

/** The class that a ticket gets; it is one of `CLASSES`. */
export function classOf(ticket: Pick<TicketRecord, 'flags'>): number {
  return isPriority(ticket) ? PRIORITY : EVERYBODY;
}

/** Whether a class goes before everybody, and is counted so. */
export function isAhead(ticketClass: number): boolean {
  return ticketClass > EVERYBODY;
}

/**
 * Ticket number as a label, such as `A043`.
 *
 * The tag and the number, padded with zeros to the site's width: `A043`.
 */
export function ticketLabel(tag: string, number: number | string, width: number): string {
  return `${tag}${String(number).padStart(width, '0')}`;
}
