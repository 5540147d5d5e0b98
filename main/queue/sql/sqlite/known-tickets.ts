/** Cache of tickets in SQLite transactions. */
import type { StoredTicket } from '../../operations/rows/tickets.ts';
import { createLately } from './recent-cache.ts';

/** What is known of tickets without looking into the file. */
export interface KnownTickets {
  get(id: string): StoredTicket | undefined;
  /** Not for one of a day that is over: it will be marked as ended behind our back. */
  keep(stored: StoredTicket): void;
  forget(id: string): void;
  /** That nobody waits in that lane and class; false when that is not known. */
  isEmpty(serviceId: string, ticketClass: number, lane: string): boolean;
  noteEmpty(serviceId: string, ticketClass: number, lane: string): void;
  /** Somebody waits there from now on. */
  noteWaiting(serviceId: string, ticketClass: number, lane: string): void;
  /** Somebody may wait in any lane. */
  forgetLanes(): void;
  forgetAll(): void;
}

/** Desks and users that call have a lane each in each of their services, in which hardly ever somebody waits. */
const MAX_LANES = 10_000;

export function createKnownTickets(): KnownTickets {
  const tickets = createLately<StoredTicket>();
  const emptyLanes = new Set<string>();
  const nameOf = (serviceId: string, ticketClass: number, lane: string): string =>
    `${ticketClass} ${serviceId} ${lane}`;
  return {
    get: tickets.get,
    keep: (stored) => tickets.keep(stored.ticket.id, stored),
    forget: tickets.forget,
    isEmpty: (...place) => emptyLanes.has(nameOf(...place)),
    noteEmpty(...place) {
      if (emptyLanes.size >= MAX_LANES) emptyLanes.clear();
      emptyLanes.add(nameOf(...place));
    },
    noteWaiting: (...place) => void emptyLanes.delete(nameOf(...place)),
    forgetLanes: () => emptyLanes.clear(),
    forgetAll() {
      tickets.forgetAll();
      emptyLanes.clear();
    },
  };
}
