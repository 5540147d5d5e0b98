/** Cache of tickets in SQLite transactions. */
import type { StoredTicket } from '../../operations/rows/tickets.ts';

/** Cached tickets and empty lanes. */
export interface TicketCache {
  get(id: string): StoredTicket | undefined;
  /** Not for a ticket of an earlier day: a background job marks it as ended. */
  keep(stored: StoredTicket): void;
  forget(id: string): void;
  /** Whether the lane and class is known to be empty; false if unknown. */
  isEmpty(serviceId: string, ticketClass: number, lane: string): boolean;
  noteEmpty(serviceId: string, ticketClass: number, lane: string): void;
  /** A ticket waits there from now on. */
  noteWaiting(serviceId: string, ticketClass: number, lane: string): void;
  /** Any lane may have tickets. */
  forgetLanes(): void;
  forgetAll(): void;
}

/** Desks and users that call have a lane in each of their services; most of these lanes are empty. */
const MAX_LANES = 10_000;

/**
 * Cache of recently used rows by id.
 *
 * This process is the only writer of the file, and a rollback rebuilds all rows. Ids share one list of places, and a
 * new one replaces an old one. A `Map` with the same turnover would keep its entries until the next full collection,
 * see `open-requests.ts`.
 */
export interface RecentEntries<One> {
  get(id: string): One | undefined;
  keep(id: string, one: One): void;
  forget(id: string): void;
  forgetAll(): void;
}

/** A power of two; more than the called and soon-to-be-called tickets of a large organisation. */
const PLACES = 1024;

export function createRecentEntries<One>(): RecentEntries<One> {
  const ids: string[] = Array.from({ length: PLACES }, () => '');
  const ones: (One | undefined)[] = Array.from({ length: PLACES });
  return {
    get(id) {
      const place = placeOf(id);
      return ids[place] === id ? ones[place] : undefined;
    },
    keep(id, one) {
      const place = placeOf(id);
      ids[place] = id;
      ones[place] = one;
    },
    forget(id) {
      const place = placeOf(id);
      if (ids[place] === id) ones[place] = undefined;
    },
    forgetAll: () => void ones.fill(undefined),
  };
}

/** Slot by the last characters of the id, which are random in a UUID. */
function placeOf(id: string): number {
  const end = id.length;
  return ((digit(id, end - 3) << 8) | (digit(id, end - 2) << 4) | digit(id, end - 1)) & (PLACES - 1);
}

/** Value of a hexadecimal digit; any number for other characters. */
function digit(id: string, place: number): number {
  const code = id.charCodeAt(place);
  return (code & 15) + (code >> 6) * 9;
}

export function createTicketCache(): TicketCache {
  const tickets = createRecentEntries<StoredTicket>();
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
