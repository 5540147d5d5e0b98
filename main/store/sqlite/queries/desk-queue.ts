import type { TicketRecord } from '../../../contract/queue.ts';
import { compareWaiting, inCallOrder } from '../../../core/call-order.ts';
import type { DeskQueueEntry, QueueQueries } from '../../store.ts';
import type { Db } from '../db.ts';
import { prioritiesInARow } from '../location-queue.ts';
import { readQueue } from '../service-queue.ts';
import { ANYBODY, deskLane, TICKET_COLUMNS, type TicketRow, ticketRecord, userLane } from '../ticket-rows.ts';
import { dueTurnChanges, isHeld } from '../turn-changes.ts';

type LaneRow = TicketRow & { readonly lane: string };

const HEADS = `SELECT ${TICKET_COLUMNS}, lane FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane = ? AND priority = ?
  ORDER BY waiting_since, issued_at, id LIMIT ?`;
/** Lanes of one desk or user, and of appointments that are not due; the lane of everybody has the empty name. */
const SPECIAL = `SELECT ${TICKET_COLUMNS}, lane FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane > '' AND lane <> ? AND lane <> ?
  ORDER BY lane, priority, waiting_since, issued_at, id LIMIT ?`;

/** Never looks at more than `limit` tickets of a lane, however many wait. */
export function deskQueue(db: Db, input: QueueQueries['deskQueue']['input']): readonly DeskQueueEntry[] {
  const { locationId, deskId, userId, services, callOrder, priorityRatio, now, limit } = input;
  const due = dueTurnChanges(db, locationId, now);
  const changed = (change: string): ReadonlySet<string> =>
    new Set(due.filter((each) => each.change === change).map(({ ticket_id }) => ticket_id));
  const joined = changed('joins');
  const aged = changed('ages');
  const own = [ANYBODY, deskLane(deskId), userLane(userId)];
  const lists: Record<DeskQueueEntry['turn'], TicketRecord[]> = { next: [], others: [], later: [] };

  const put = (row: LaneRow): void => {
    const ticket = ticketRecord(row);
    const isOld = aged.has(row.id) && !ticket.transferred;
    const lane = joined.has(row.id) && isHeld(row.lane) ? row.lane.slice(1) : row.lane;
    const turn = isHeld(lane) ? 'later' : own.includes(lane) ? 'next' : 'others';
    lists[turn].push(isOld ? { ...ticket, waitingSince: ticket.issuedAt } : ticket);
  };

  for (const serviceId of services) {
    const queue = readQueue(db, serviceId);
    if (queue === undefined || queue.location_id !== locationId) continue;
    const { generation } = queue;
    for (const lane of own) {
      for (const priority of [1, 0]) {
        db.all<LaneRow>(HEADS, serviceId, generation, lane, priority, limit).forEach(put);
      }
    }
    db.all<LaneRow>(SPECIAL, serviceId, generation, deskLane(deskId), userLane(userId), limit).forEach(put);
  }
  const next = inCallOrder(lists.next, callOrder, priorityRatio, prioritiesInARow(db, locationId));
  const as = (turn: DeskQueueEntry['turn'], tickets: readonly TicketRecord[]): DeskQueueEntry[] =>
    tickets.slice(0, limit).map((ticket) => ({ turn, ticket }));
  return [
    ...as('next', next),
    ...as('others', lists.others.toSorted(compareWaiting)),
    ...as('later', lists.later.toSorted(compareWaiting)),
  ];
}
