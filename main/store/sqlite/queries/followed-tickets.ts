import { TICKET_STATE } from '../../../contract/queue.ts';
import type { FollowedTicket, QueueQueries } from '../../store.ts';
import { calledTicket, type JoinedRow, SELECT_CALLED } from '../answer-rows.ts';
import type { Db } from '../db.ts';
import { readQueue } from '../service-queue.ts';
import { readTicket, type TicketRow, ticketRecord } from '../ticket-rows.ts';

const CHANGED = 'SELECT changed_at FROM ticket WHERE id = ?';
/** Few calls are open at a location at once, and they have an index. */
const OPEN = `${SELECT_CALLED} WHERE answer.state = 2 AND answer.location_id = ? AND answer.ticket_id = ?`;

export function followedTickets(db: Db, input: QueueQueries['followedTickets']['input']): readonly FollowedTicket[] {
  return input.ticketIds.flatMap((id) => {
    const row = readTicket(db, id);
    return row === undefined ? [] : [followed(db, row)];
  });
}

function followed(db: Db, row: TicketRow): FollowedTicket {
  const open = row.state === TICKET_STATE.inService ? db.get<JoinedRow>(OPEN, row.location_id, row.id) : undefined;
  const { called_when_cancelled: when } = row;
  return {
    ticket: ticketRecord(row),
    answer: open === undefined ? null : calledTicket(open).answer,
    changedAt: db.get<{ changed_at: number }>(CHANGED, row.id)?.changed_at ?? row.issued_at,
    calledSince: when === null ? null : (readQueue(db, row.dst_service_id)?.called ?? when) - when,
  };
}
