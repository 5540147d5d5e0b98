/** All row functions over one PostgreSQL session. */
import { appointmentRows } from '../../appointments/sql/appointments.ts';
import { DONE, type Effect } from '../../database/effect.ts';
import type { DatabaseSession } from '../../database/postgres/session.ts';
import { statement } from '../../database/postgres/statement.ts';
import { postgresRunner } from '../../database/sql-runner.ts';
import { deviceActionRows } from '../../devices/sql/device-actions.ts';
import { deviceRows } from '../../devices/sql/devices.ts';
import { visitRows } from '../../forms/sql/visits.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../lib/uuid.ts';
import { mailRows } from '../../mail/sql/mail.ts';
import { erasingRows } from '../../personal-data/sql/erasing.ts';
import { personalRows } from '../../personal-data/sql/personal.ts';
import { TICKET_STATE } from '../../queue/contract/records.ts';
import { deskLogRows } from '../../queue/sql/desk-log.ts';
import { leaseRows } from '../../queue/sql/leases.ts';
import { answerRows, type PrefetchedAnswers } from '../../queue/sql/postgres/answers.ts';
import { deskStepRows, FORGET_STEPS } from '../../queue/sql/postgres/desk-steps.ts';
import { type LocationLock, locationRows } from '../../queue/sql/postgres/locations.ts';
import { type CachedQueues, queueRows } from '../../queue/sql/postgres/queues.ts';
import { type CachedTickets, ticketRows } from '../../queue/sql/postgres/tickets.ts';
import { limitRows } from '../../queue-alerts/sql/limits.ts';
import { reportViewRows } from '../../reports/sql/report-views.ts';
import type { PastTicket } from '../../retention/operations/history-rows.ts';
import { historyRows } from '../../retention/sql/history.ts';
import { undoRows } from '../../site/sql/site-undo.ts';
import { webhookRows } from '../../webhooks/sql/webhooks.ts';
import type { Rows } from '../contract/rows.ts';
import { type KnownOutcomes, outcomeRows } from './outcomes.ts';

/** Row functions over one session, with the caches that a batch prefetches. */
export type PostgresRows = Rows & LocationLock & PrefetchedAnswers & KnownOutcomes & CachedQueues & CachedTickets;

export function postgresRows(session: DatabaseSession): PostgresRows {
  const runner = postgresRunner(session);
  const queues = queueRows(session);
  const tickets = ticketRows(session, (serviceId) => queues.queue(serviceId));
  const forgetTickets = (locationId: string, ids: readonly string[]): Effect<void> => {
    for (const id of ids) tickets.forget(id);
    session.send(FORGET_STEPS, [locationId, ids]);
    return DONE;
  };
  return {
    ...tickets,
    ...queues,
    ...locationRows(session, { ...queues, ...tickets }),
    ...answerRows(session),
    ...deskLogRows(runner),
    ...deskStepRows(session),
    ...visitRows(runner),
    ...leaseRows(runner),
    ...deviceRows(runner),
    ...appointmentRows(runner),
    ...outcomeRows(session),
    ...erasingRows(runner, forgetTickets),
    ...historyRows(runner, {
      pastTickets: (...asked) => pastTickets(session, ...asked),
      // A report reads a snapshot.
      noteForgetting: () => DONE,
      forgetTickets,
      forgetCall: () => undefined,
    }),
    ...deviceActionRows(runner),
    ...mailRows(runner),
    ...personalRows(runner),
    ...reportViewRows(runner),
    ...limitRows(runner),
    ...webhookRows(runner),
    ...undoRows(runner),
  };
}

const PAST_TICKETS = statement(
  'past-tickets',
  `SELECT id, location_id AS "locationId", service_id AS "serviceId", issued_at AS "issuedAt" FROM ticket
  WHERE location_id = $1 AND id < $4 AND issued_at < $2 AND changed_at < $2
    AND state IN (${TICKET_STATE.ended}, ${TICKET_STATE.cancelled}) ORDER BY id LIMIT $3`,
);

function pastTickets(
  session: DatabaseSession,
  locationId: string,
  before: number,
  limit: number,
): Effect<readonly PastTicket[]> {
  const end = firstUuidAt(before + CLOCK_MARGIN_MS);
  return session.ask<PastTicket>(PAST_TICKETS, [locationId, before, limit, end]);
}
