/** Batches of requests in one SQLite transaction. */
import { readCredentials } from '../../access/sql/credentials.ts';
import { readAudit, readAuditHeads, readAuditPage } from '../../audit/sql/audit-log.ts';
import { type Effects, finish } from '../../database/effect.ts';
import { sqliteRunner } from '../../database/sql-runner.ts';
import type { Db } from '../../database/sqlite/db.ts';
import { isDamaged, isMachineFault, needsNewConnection } from '../../database/sqlite/sqlite-error.ts';
import { messageOf } from '../../lib/error-message.ts';
import { uuidSource } from '../../lib/uuid.ts';
import { CALL_STATE, type QueueEvent, TICKET_STATE } from '../../queue/contract/records.ts';
import { sweepOutcomes } from '../../queue/operations/outcomes.ts';
import { deskStepRows } from '../../queue/sql/sqlite/desk-steps.ts';
import type { KnownQueues } from '../../queue/sql/sqlite/queues.ts';
import { desksAwayOf, staffCallsOf } from '../../queue/sql/stored-location.ts';
import { changeSite, editAppointment, locationsOf, readMeta, sitePage, writeMeta } from '../../site/sql/site-items.ts';
import { IS_WANTED, keepEvents } from '../../webhooks/sql/webhook-events.ts';
import type { Rows } from '../contract/rows.ts';
import type { QueryDefinition } from '../contract/scope.ts';
import type { ClockRight } from '../contract/store.ts';
import { QUERIES } from '../queries.ts';
import { runOperation } from '../run-operation.ts';
import type { QueryTask, ReadTask, Reply, ReportTask, Request, WriteTask } from './protocol.ts';
import { createSiteParts, inPlaces } from './site-parts.ts';
import { sqliteRows } from './sqlite-rows.ts';

/**
 * Shifts days, tickets and calls after a clock correction. No day begins: numbers continue, and waiting tickets keep
 * their place. Records of a time when the clock was known to be wrong are shifted, including history. Otherwise only
 * open records are shifted, so that no wait is negative or a day too long.
 */

/** A booked time is not measured, so it stays. */
const MOVED = `issued_at = issued_at + $by, changed_at = changed_at + $by,
  waiting_since = CASE WHEN waiting_since = scheduled_at THEN waiting_since ELSE waiting_since + $by END`;
const HERE = 'location_id IN (SELECT location_id FROM location_queue)';
const OPEN_CALLS = `${HERE} AND state = ${CALL_STATE.inService}`;
const IN_QUEUE = `dst_service_id IN (SELECT service_id FROM service_queue) AND generation =
  (SELECT generation FROM service_queue WHERE service_id = ticket.dst_service_id)`;

const MOVE_DAY = 'UPDATE location_queue SET day = ?, seen_day = ? WHERE location_id = ?';

const moved = (by: number): string => MOVED.replaceAll('$by', String(by));

/** The numbers are our integers, not external text. */
function moveAllSince(db: Db, by: number, since: number, until: number): void {
  const span = (column: string): string => `${HERE} AND ${column} BETWEEN ${since} AND ${until}`;
  db.exec(`UPDATE ticket SET ${moved(by)} WHERE ${span('issued_at')}`);
  db.exec(`UPDATE answer SET ended_at = ended_at + ${by}, called_at = called_at + ${by} WHERE ${span('called_at')}`);
  db.exec(`UPDATE call_result SET called_at = called_at + ${by} WHERE ${span('called_at')}`);
  db.exec(`UPDATE desk_time SET ended_at = ended_at + ${by}, began_at = began_at + ${by} WHERE ${span('began_at')}`);
  db.exec(`UPDATE idempotency SET created_at = created_at + ${by} WHERE created_at BETWEEN ${since} AND ${until}`);
}

function moveOpen(db: Db, by: number): void {
  const set = moved(by);
  for (const state of [TICKET_STATE.waiting, TICKET_STATE.paused]) {
    db.exec(`UPDATE ticket SET ${set} WHERE state = ${state} AND ${IN_QUEUE}`);
  }
  db.exec(`UPDATE ticket SET ${set} WHERE id IN (SELECT ticket_id FROM answer WHERE ${OPEN_CALLS})`);
  db.exec(`UPDATE call_result SET called_at = called_at + ${by}
    WHERE answer_id IN (SELECT id FROM answer WHERE ${OPEN_CALLS})`);
  db.exec(`UPDATE answer SET called_at = called_at + ${by} WHERE ${OPEN_CALLS}`);
}

interface OpenThings {
  readonly location_id: string;
  readonly away: string;
  readonly staff_calls: string;
}

/** Shifts absences and staff calls, which are JSON. */
function moveInLocations(db: Db, by: number): void {
  for (const row of db.all<OpenThings>('SELECT location_id, away, staff_calls FROM location_queue')) {
    const { location_id: id } = row;
    const [away, calls] = [desksAwayOf(id, row.away), staffCallsOf(id, row.staff_calls)].map((read) =>
      JSON.stringify(read, (name, value) => (INSTANTS.has(name) && Number.isInteger(value) ? value + by : value)),
    );
    db.run(
      'UPDATE location_queue SET away = ?, staff_calls = ? WHERE location_id = ?',
      away ?? row.away,
      calls ?? row.staff_calls,
      id,
    );
  }
}

const INSTANTS: ReadonlySet<string> = new Set(['since', 'until', 'takenAt']);

function putClockRight(db: Db, { byMs, wrongSince, now, days }: ClockRight): void {
  const by = Math.round(byMs);
  if (wrongSince === null) moveOpen(db, by);
  else moveAllSince(db, by, Math.floor(wrongSince), Math.ceil(now - by));
  moveInLocations(db, by);
  for (const { locationId, day, seenDay } of days) db.run(MOVE_DAY, day, seenDay, locationId);
}

const SWEEP_EVERY_MS = 60_000;

/** Tells all caches of queues to reload. */
const EVERYWHERE = { type: 'site.changed', locationId: '', serviceId: '', ticketId: '', deskId: '' } as const;

export interface ExecutedBatch {
  readonly replies: readonly Reply[];
  /** Events of the batch, in commit order. */
  readonly events: readonly QueueEvent[];
}

/** Returns the connection, opening it if needed, and drops a broken one. */
export interface DatabaseHandle {
  open(): Db;
  discard(): void;
}

/**
 * Runs requests in batches: all writes of a batch in one transaction, with a single disk sync. If a request throws,
 * which only a bug can cause, the batch is rolled back and each request runs in its own transaction. Replies exist only
 * after the commit. Reads run after the writes.
 */
export function createExecutor(connection: DatabaseHandle): (requests: readonly Request[]) => ExecutedBatch {
  const newId = uuidSource();
  const siteParts = createSiteParts();
  // Desk steps survive a failed request.
  const steps = deskStepRows();
  let known: { readonly db: Db; readonly rows: Rows & KnownQueues } | null = null;
  /** Whether a webhook is in use; null if that may have changed. */
  let wanted: { readonly db: Db; readonly isWanted: boolean } | null = null;
  let sweptAt = Number.NEGATIVE_INFINITY;

  /** Rows of this connection, while their caches are valid. */
  function rowsOf(db: Db): Rows & KnownQueues {
    if (known?.db !== db) known = { db, rows: sqliteRows(db, steps) };
    return known.rows;
  }

  function write(db: Db, task: WriteTask, events: QueueEvent[]): unknown {
    if (task.kind === 'writeMeta') return finish(writeMeta(sqliteRunner(db), task.key, task.value));
    if (task.kind === 'putClockRight') {
      rowsOf(db).writeQueues();
      putClockRight(db, task.right);
      // The caches contain times of the previous clock.
      known = null;
      return events.push({ ...EVERYWHERE, at: task.right.now });
    }
    const { now } = task;
    const emit = (event: Omit<QueueEvent, 'at'>): unknown => events.push({ ...event, at: now });
    if (task.kind === 'run') {
      return finish(runOperation({ rows: rowsOf(db), now, newId: () => newId(now), emit }, task));
    }
    const runner = sqliteRunner(db);
    const { changeId = newId(now) } = task.kind === 'writeSite' ? task.change : {};
    const at = { now, changeId };
    const changed = (locationId: string): unknown =>
      emit({ type: 'site.changed', locationId, serviceId: '', ticketId: '', deskId: '' });
    if (task.kind === 'writeSite') {
      const change = inPlaces(db, siteParts.whole(task.change, task.partsBefore ?? 0));
      const isDone = finish(changeSite(runner, change, at, 0));
      if (isDone) changed('');
      return isDone;
    }
    const isDone = finish(editAppointment(runner, task.edit, at));
    if (isDone === true) for (const locationId of locationsOf(task.edit)) changed(locationId);
    return isDone;
  }

  function keepForWebhooks(db: Db, events: readonly QueueEvent[]): void {
    if (events.length === 0) return;
    if (wanted?.db !== db) {
      wanted = { db, isWanted: finish(sqliteRunner(db).one<{ wanted: boolean }>(IS_WANTED))?.wanted === true };
    }
    if (wanted.isWanted) finish(keepEvents(sqliteRunner(db), events));
  }

  function sweep(db: Db, now: number): void {
    // A clock that was set back must not stop the clean-up.
    if (now - sweptAt < SWEEP_EVERY_MS && now >= sweptAt) return;
    if (!finish(sweepOutcomes(rowsOf(db), now))) sweptAt = now;
  }

  function writeTogether(db: Db, requests: readonly Request<WriteTask>[]): ExecutedBatch {
    const events: QueueEvent[] = [];
    const changesSite = requests.some(({ task }) => task.kind === 'writeSite');
    const replies = db.transaction(() => {
      let now = Number.NEGATIVE_INFINITY;
      const done = requests.map(({ id, task }): Reply => {
        if (task.kind === 'run') now = task.now;
        return { id, ok: true, value: write(db, task, events) };
      });
      if (Number.isFinite(now)) sweep(db, now);
      if (changesSite) wanted = null;
      keepForWebhooks(db, events);
      rowsOf(db).writeQueues();
      return done;
    });
    return { replies, events };
  }

  /** An infrastructure fault fails all requests; a fault of one does not affect the others. */
  function writeAll(requests: readonly Request<WriteTask>[]): ExecutedBatch {
    try {
      return writeTogether(connection.open(), requests);
    } catch (error) {
      wanted = null;
      known = null;
      if (needsNewConnection(error)) connection.discard();
      if (isMachineFault(error) || requests.length === 1) {
        return { replies: requests.map((one) => failure(one, error)), events: [] };
      }
      const results = requests.map((one) => writeAll([one]));
      return {
        replies: results.flatMap(({ replies }) => replies),
        events: results.flatMap(({ events }) => events),
      };
    }
  }

  function readAlone(request: Request<ReadTask | ReportTask>): Reply {
    try {
      return { id: request.id, ok: true, value: read(connection.open(), rowsOf, request.task) };
    } catch (error) {
      if (needsNewConnection(error)) connection.discard();
      return failure(request, error);
    }
  }

  return (requests) => {
    const writes: Request<WriteTask>[] = [];
    const reads: Request<ReadTask | ReportTask>[] = [];
    const kept: Reply[] = [];
    for (const { id, task } of requests) {
      if (task.kind === 'sitePart') {
        siteParts.keep(task);
        kept.push({ id, ok: true, value: null });
      } else if (isWrite(task)) writes.push({ id, task });
      else reads.push({ id, task });
    }
    const written = writes.length > 0 ? writeAll(writes) : { replies: [], events: [] };
    if (writes.some(({ task }) => task.kind === 'writeSite')) siteParts.forget();
    if (reads.length + kept.length === 0) return written;
    return { replies: [...kept, ...written.replies, ...reads.map(readAlone)], events: written.events };
  };
}

function read(db: Db, rowsOf: (db: Db) => Rows, task: ReadTask | ReportTask): unknown {
  switch (task.kind) {
    case 'query':
      if (task.query === 'audit') return finish(readAudit(sqliteRunner(db), task.input));
      if (task.query === 'auditPage') return finish(readAuditPage(sqliteRunner(db), task.input));
      if (task.query === 'auditHeads') return finish(readAuditHeads(sqliteRunner(db)));
      return finish(runQuery(rowsOf(db), task));
    case 'sitePage':
      return finish(sitePage(sqliteRunner(db), task));
    case 'readCredentials':
      return finish(readCredentials(sqliteRunner(db)));
    case 'readMeta':
      return finish(readMeta(sqliteRunner(db), task.key));
    case 'report':
      throw new Error('Reports must run in their own thread.');
    case 'emptyLog':
      return db.emptyLog();
    case 'ping':
      return void db.get('SELECT number FROM migration LIMIT 1');
  }
}

function runQuery(
  rows: Rows,
  task: Exclude<QueryTask, { readonly query: 'audit' | 'auditPage' | 'auditHeads' }>,
): Effects<unknown> {
  const query = QUERIES[task.query] as QueryDefinition<typeof task.input, unknown>;
  return query.run(rows, task.input);
}

const WRITES: Readonly<Record<WriteTask['kind'], true>> = {
  run: true,
  writeSite: true,
  editAppointment: true,
  putClockRight: true,
  writeMeta: true,
};

function isWrite(task: Request['task']): task is WriteTask {
  return task.kind in WRITES;
}

function failure(request: Request, error: unknown): Reply {
  const message = messageOf(error);
  const unreachable = isMachineFault(error);
  const stack = error instanceof Error && !unreachable ? error.stack : undefined;
  const damaged = isDamaged(error) ? { damaged: true } : {};
  return { id: request.id, ok: false, unreachable, ...damaged, message, ...(stack === undefined ? {} : { stack }) };
}
