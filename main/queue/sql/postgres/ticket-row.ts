/** Conversion of a PostgreSQL row to a ticket. */

import { selected } from '../../../database/postgres/statement.ts';
import { TICKET_STATE, type TicketRecord } from '../../contract/records.ts';
import type { StoredTicket } from '../../operations/rows/tickets.ts';
import { staleTicket, TICKET_COLUMN } from '../columns.ts';

/** Ticket columns under the field names, with internal data of the queue. */
export interface PostgresTicketRow extends TicketRecord {
  readonly lane: string;
  readonly class: number;
  readonly places: number;
  readonly calledWhenCancelled: number | null;
  readonly changedAt: number;
  /** It waited or was paused on an earlier day, and is not marked as ended yet. */
  readonly stale: boolean;
}

const MORE = {
  lane: 'lane',
  class: 'class',
  places: 'places',
  calledWhenCancelled: 'called_when_cancelled',
  changedAt: 'changed_at',
};

const STALE = staleTicket('postgres');

/** The columns of `TicketRow`, for SELECT from `ticket`. */
export const TICKET_FIELDS = `${selected({ ...TICKET_COLUMN, ...MORE }, 'ticket')}, ${STALE} AS stale`;

/** The same columns of a ticket that waits in today's generation. */
export const WAITING_FIELDS = `${selected({ ...TICKET_COLUMN, ...MORE }, 'ticket')}, false AS stale, generation`;

export function storedTicket(row: PostgresTicketRow): StoredTicket {
  const { lane, class: ticketClass, places, calledWhenCancelled, changedAt, stale, ...ticket } = row;
  return {
    ticket: stale ? { ...ticket, state: TICKET_STATE.ended } : ticket,
    lane,
    class: ticketClass,
    places,
    calledWhenCancelled,
    changedAt,
  };
}
