import type { Rows } from '../../../queue/rows.ts';
import type { Session } from '../session.ts';
import { answerRows, type KnownAnswers } from './answers.ts';
import { appointmentRows } from './appointments.ts';
import { deskLogRows } from './desk-log.ts';
import { deskStepRows } from './desk-steps.ts';
import { deviceActionRows } from './device-actions.ts';
import { deviceRows } from './devices.ts';
import { erasingRows } from './erasing.ts';
import { historyRows } from './history.ts';
import { leaseRows } from './leases.ts';
import { limitRows } from './limits.ts';
import { type LocationLock, locationRows } from './locations.ts';
import { mailRows } from './mail.ts';
import { type KnownOutcomes, outcomeRows } from './outcomes.ts';
import { personalRows } from './personal.ts';
import { type KnownQueues, queueRows } from './queues.ts';
import { reportViewRows } from './report-views.ts';
import { type KnownTickets, ticketRows } from './tickets.ts';
import { visitRows } from './visits.ts';
import { webhookRows } from './webhooks.ts';

/** The verbs of the queue over one session, and what a batch does before its first operation. */
export type PostgresRows = Rows & LocationLock & KnownAnswers & KnownOutcomes & KnownQueues & KnownTickets;

export function postgresRows(session: Session): PostgresRows {
  const queues = queueRows(session);
  const tickets = ticketRows(session, (serviceId) => queues.queue(serviceId));
  return {
    ...tickets,
    ...queues,
    ...locationRows(session, { ...queues, ...tickets }),
    ...answerRows(session),
    ...deskLogRows(session),
    ...deskStepRows(session),
    ...visitRows(session),
    ...leaseRows(session),
    ...deviceRows(session),
    ...appointmentRows(session),
    ...outcomeRows(session),
    ...erasingRows(session),
    ...historyRows(session, tickets),
    ...deviceActionRows(session),
    ...mailRows(session),
    ...personalRows(session),
    ...reportViewRows(session),
    ...limitRows(session),
    ...webhookRows(session),
  };
}
