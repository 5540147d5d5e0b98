import { appointmentRows } from '../../appointments/sql/appointments.ts';
import type { DatabaseSession } from '../../database/postgres/session.ts';
import { postgresRunner } from '../../database/sql-runner.ts';
import { deviceActionRows } from '../../devices/sql/device-actions.ts';
import { deviceRows } from '../../devices/sql/devices.ts';
import { visitRows } from '../../forms/sql/postgres/visits.ts';
import { mailRows } from '../../mail/sql/mail.ts';
import { personalRows } from '../../personal-data/sql/personal.ts';
import { erasingRows } from '../../personal-data/sql/postgres/erasing.ts';
import { deskLogRows } from '../../queue/sql/desk-log.ts';
import { leaseRows } from '../../queue/sql/leases.ts';
import { answerRows, type KnownAnswers } from '../../queue/sql/postgres/answers.ts';
import { deskStepRows } from '../../queue/sql/postgres/desk-steps.ts';
import { type LocationLock, locationRows } from '../../queue/sql/postgres/locations.ts';
import { type CachedQueues, queueRows } from '../../queue/sql/postgres/queues.ts';
import { type CachedTickets, ticketRows } from '../../queue/sql/postgres/tickets.ts';
import { limitRows } from '../../queue-alerts/sql/limits.ts';
import { reportViewRows } from '../../reports/sql/report-views.ts';
import { historyRows } from '../../retention/sql/postgres/history.ts';
import { webhookRows } from '../../webhooks/sql/webhooks.ts';
import type { Rows } from '../contract/rows.ts';
import { type KnownOutcomes, outcomeRows } from './outcomes.ts';

/** The verbs of the queue over one session, and what a batch does before its first operation. */
export type PostgresRows = Rows & LocationLock & KnownAnswers & KnownOutcomes & CachedQueues & CachedTickets;

export function postgresRows(session: DatabaseSession): PostgresRows {
  const runner = postgresRunner(session);
  const queues = queueRows(session);
  const tickets = ticketRows(session, (serviceId) => queues.queue(serviceId));
  return {
    ...tickets,
    ...queues,
    ...locationRows(session, { ...queues, ...tickets }),
    ...answerRows(session),
    ...deskLogRows(runner),
    ...deskStepRows(session),
    ...visitRows(session),
    ...leaseRows(runner),
    ...deviceRows(runner),
    ...appointmentRows(runner),
    ...outcomeRows(session),
    ...erasingRows(session),
    ...historyRows(session, tickets),
    ...deviceActionRows(runner),
    ...mailRows(runner),
    ...personalRows(runner),
    ...reportViewRows(runner),
    ...limitRows(runner),
    ...webhookRows(runner),
  };
}
