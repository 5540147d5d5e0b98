import type { Effect } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { statement } from '../../../database/postgres/statement.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../../lib/uuid.ts';
import { TICKET_STATE } from '../../../queue/contract/records.ts';
import type { PastTicket } from '../../operations/history-rows.ts';

const PAST_TICKETS = statement(
  'past-tickets',
  `SELECT id, location_id AS "locationId", service_id AS "serviceId", issued_at AS "issuedAt" FROM ticket
  WHERE location_id = $1 AND id < $4 AND issued_at < $2 AND changed_at < $2
    AND state IN (${TICKET_STATE.ended}, ${TICKET_STATE.cancelled}) ORDER BY id LIMIT $3`,
);

export function pastTickets(
  session: DatabaseSession,
  locationId: string,
  before: number,
  limit: number,
): Effect<readonly PastTicket[]> {
  const end = firstUuidAt(before + CLOCK_MARGIN_MS);
  return session.ask<PastTicket>(PAST_TICKETS, [locationId, before, limit, end]);
}
