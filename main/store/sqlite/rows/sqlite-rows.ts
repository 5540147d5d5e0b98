import type { AnswerRecord } from '../../../contract/queue.ts';
import type { Rows } from '../../../queue/rows.ts';
import type { Db } from '../db.ts';
import { answerRows } from './answers.ts';
import { appointmentRows } from './appointments.ts';
import { deskLogRows } from './desk-log.ts';
import { type DeskSteps, deskStepRows } from './desk-steps.ts';
import { deviceActionRows } from './device-actions.ts';
import { deviceRows } from './devices.ts';
import { erasingRows } from './erasing.ts';
import { historyRows } from './history.ts';
import { createKnownTickets } from './known-tickets.ts';
import { createLately } from './lately.ts';
import { leaseRows } from './leases.ts';
import { limitRows } from './limits.ts';
import { locationRows } from './locations.ts';
import { mailRows } from './mail.ts';
import { outcomeRows } from './outcomes.ts';
import { personalRows } from './personal.ts';
import { type KnownQueues, queueRows } from './queues.ts';
import { reportViewRows } from './report-views.ts';
import { ticketRows } from './tickets.ts';
import { visitRows } from './visits.ts';
import { webhookRows } from './webhooks.ts';

/**
 * The verbs of the queue over one connection. Each has done its work when it returns, but for the counters of services: these
 * are written by `writeQueues`, before the commit.
 */
export function sqliteRows(db: Db, steps: DeskSteps = deskStepRows()): Rows & KnownQueues {
  const queues = queueRows(db);
  const tickets = createKnownTickets();
  const calls = createLately<AnswerRecord>();
  return {
    ...ticketRows(db, queues, tickets),
    ...queues,
    ...locationRows(db, queues, tickets),
    ...answerRows(db, tickets, calls),
    ...deskLogRows(db),
    ...steps,
    ...visitRows(db),
    ...leaseRows(db),
    ...deviceRows(db),
    ...appointmentRows(db),
    ...outcomeRows(db),
    ...erasingRows(db, tickets, steps),
    ...historyRows(db, tickets, calls, steps),
    ...deviceActionRows(db),
    ...mailRows(db),
    ...personalRows(db),
    ...reportViewRows(db),
    ...limitRows(db),
    ...webhookRows(db),
  };
}
