/** All row functions over one SQLite connection. */
import { appointmentRows } from '../../appointments/sql/appointments.ts';
import { atOnce, DONE, type Effect } from '../../database/effect.ts';
import { sqliteRunner } from '../../database/sql-runner.ts';
import type { Db } from '../../database/sqlite/db.ts';
import { deviceActionRows } from '../../devices/sql/device-actions.ts';
import { deviceRows } from '../../devices/sql/devices.ts';
import { visitRows } from '../../forms/sql/visits.ts';
import { mailRows } from '../../mail/sql/mail.ts';
import { erasingRows } from '../../personal-data/sql/erasing.ts';
import { personalRows } from '../../personal-data/sql/personal.ts';
import type { CallRecord } from '../../queue/contract/records.ts';
import type { OutcomeRows, StoredOutcome } from '../../queue/operations/rows/outcomes.ts';
import { deskLogRows } from '../../queue/sql/desk-log.ts';
import { leaseRows } from '../../queue/sql/leases.ts';
import { answerRows } from '../../queue/sql/sqlite/answers.ts';
import { type DeskSteps, deskStepRows } from '../../queue/sql/sqlite/desk-steps.ts';
import { locationRows } from '../../queue/sql/sqlite/locations.ts';
import { type KnownQueues, queueRows } from '../../queue/sql/sqlite/queues.ts';
import { createRecentEntries, createTicketCache } from '../../queue/sql/sqlite/ticket-cache.ts';
import { ticketRows } from '../../queue/sql/sqlite/tickets.ts';
import { limitRows } from '../../queue-alerts/sql/limits.ts';
import { reportViewRows } from '../../reports/sql/report-views.ts';
import { historyRows } from '../../retention/sql/history.ts';
import { noteForgetting, pastTickets } from '../../retention/sql/sqlite/past-tickets.ts';
import { undoRows } from '../../site/sql/site-undo.ts';
import { webhookRows } from '../../webhooks/sql/webhooks.ts';
import type { Rows } from '../contract/rows.ts';

/**
 * Row functions over one connection. They write at once, except for the counters of services, which `writeQueues`
 * writes before the commit.
 */
export function sqliteRows(db: Db, steps: DeskSteps = deskStepRows()): Rows & KnownQueues {
  const runner = sqliteRunner(db);
  const queues = queueRows(db);
  const tickets = createTicketCache();
  const calls = createRecentEntries<CallRecord>();
  const forgetTickets = (_locationId: string, ids: readonly string[]): Effect<void> => {
    for (const id of ids) tickets.forget(id);
    steps.forgetStepsOf(ids);
    return DONE;
  };
  return {
    ...ticketRows(db, queues, tickets),
    ...queues,
    ...locationRows(db, queues, tickets),
    ...answerRows(db, tickets, calls),
    ...deskLogRows(runner),
    ...steps,
    ...visitRows(runner),
    ...leaseRows(runner),
    ...deviceRows(runner),
    ...appointmentRows(runner),
    ...outcomeRows(db),
    ...erasingRows(runner, forgetTickets),
    ...historyRows(runner, {
      pastTickets: (...asked) => atOnce(pastTickets(db, ...asked)),
      noteForgetting: () => atOnce(noteForgetting(db)),
      forgetTickets,
      forgetCall: (id) => calls.forget(id),
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

const SELECT = 'SELECT fingerprint, outcome FROM idempotency WHERE key = ? AND created_at > ?';
const PUT =
  'INSERT OR REPLACE INTO idempotency (key, fingerprint, outcome, created_at, ticket_id) VALUES (?, ?, ?, ?, ?)';
const DROP = `DELETE FROM idempotency WHERE key IN
  (SELECT key FROM idempotency WHERE created_at <= ? ORDER BY created_at LIMIT ?)`;

function outcomeRows(db: Db): OutcomeRows {
  return {
    outcome: (key, since) => atOnce(db.get<StoredOutcome>(SELECT, key, since) ?? null),
    putOutcome(key, { fingerprint, outcome }, now, ticketId) {
      db.run(PUT, key, fingerprint, outcome, now, ticketId);
      return DONE;
    },
    dropOutcomes: (until, limit) => atOnce(db.run(DROP, until, limit)),
  };
}
