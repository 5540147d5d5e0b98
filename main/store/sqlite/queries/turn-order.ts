import { inCallOrder, type Waiting } from '../../../core/call-order.ts';
import type { QueueQueries } from '../../store.ts';
import type { Db } from '../db.ts';
import { prioritiesInARow } from '../location-queue.ts';
import { readQueue } from '../service-queue.ts';
import { dueTurnChanges, isHeld } from '../turn-changes.ts';

interface Row {
  readonly id: string;
  readonly lane: string;
  readonly flags: number;
  readonly transferred: number;
  readonly issued_at: number;
  readonly waiting_since: number;
}

const SELECT = `SELECT id, lane, flags, transferred, issued_at, waiting_since FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ?`;

interface Rules {
  readonly callOrder: QueueQueries['waitingTickets']['input']['callOrder'];
  readonly priorityRatio: number;
  /** Without it the times of appointments are not looked at. */
  readonly now?: number;
}

/** The order of the next calls: appointments that cannot be next yet come after all others. */
export function inTurn<T extends Waiting & { readonly transferred: boolean }>(
  db: Db,
  waiting: readonly { readonly ticket: T; readonly lane: string }[],
  locationId: string,
  rules: Rules,
): readonly T[] {
  const due = rules.now === undefined ? [] : dueTurnChanges(db, locationId, rules.now);
  const changed = (change: string): ReadonlySet<string> =>
    new Set(due.filter((each) => each.change === change).map(({ ticket_id }) => ticket_id));
  const joined = changed('joins');
  const aged = changed('ages');
  const ready: T[] = [];
  const held: T[] = [];
  for (const { ticket, lane } of waiting) {
    const isOld = aged.has(ticket.id) && !ticket.transferred;
    const list = isHeld(lane) && !joined.has(ticket.id) ? held : ready;
    list.push(isOld ? { ...ticket, waitingSince: ticket.issuedAt } : ticket);
  }
  const inARow = prioritiesInARow(db, locationId);
  const inOrder = (tickets: readonly T[]): readonly T[] =>
    inCallOrder(tickets, rules.callOrder, rules.priorityRatio, inARow);
  return [...inOrder(ready), ...inOrder(held)];
}

/** Only the ids: thousands of phones may want to know their places. */
export function turnOrder(db: Db, input: QueueQueries['turnOrder']['input']): QueueQueries['turnOrder']['output'] {
  const queue = readQueue(db, input.serviceId);
  if (queue === undefined) return { ids: [], secondsPerPlace: null };
  const waiting = db.all<Row>(SELECT, input.serviceId, queue.generation).map(({ lane, ...row }) => ({
    lane,
    ticket: {
      id: row.id,
      flags: row.flags,
      issuedAt: row.issued_at,
      waitingSince: row.waiting_since,
      transferred: row.transferred === 1,
    },
  }));
  return {
    ids: inTurn(db, waiting, queue.location_id, input).map(({ id }) => id),
    secondsPerPlace: queue.seconds_per_place,
  };
}
