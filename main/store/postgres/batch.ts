/** Batch of jobs in one transaction, under the locks of their locations. */

import { LOCK_DEVICES, LOCK_ERASING, LOCK_MAIL, LOCK_WEBHOOKS } from '../../database/postgres/locks.ts';
import type { PoolConnection } from '../../database/postgres/pool.ts';
import { awaited, type DatabaseSession, openTransaction, type Transaction } from '../../database/postgres/session.ts';
import { postgresRunner } from '../../database/sql-runner.ts';
import type { UuidSource } from '../../lib/uuid.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { NumberedChange } from '../../queue/operations/location-changes.ts';
import { LOCK_FREE, type LocationRow } from '../../queue/sql/postgres/locations.ts';
import { IS_WANTED, keepEvents } from '../../webhooks/sql/webhook-events.ts';
import type { GlobalJobQueue } from '../contract/scope.ts';
import { type OperationOutcome, type OperationRequest, runOperation } from '../run-operation.ts';
import { keepChanges } from './location-events.ts';
import { type PostgresRows, postgresRows } from './postgres-rows.ts';
import { namesIn, readAhead } from './prefetch.ts';
import { type LockScope, NOWHERE } from './resolve-location.ts';

export interface StoreJob {
  readonly wanted: OperationRequest;
  readonly now: number;
}

/** Jobs of one queue. */
export interface Batch {
  readonly scope: LockScope;
  readonly jobs: readonly StoreJob[];
}

export interface BatchResult {
  /** In job order. */
  readonly outcomes: readonly OperationOutcome[];
  /** Events of the batch, in order. */
  readonly events: readonly QueueEvent[];
  /** Changes to publish to all servers. */
  readonly changes: readonly NumberedChange[];
}

const JOB_QUEUE_LOCK: Readonly<Record<GlobalJobQueue, typeof LOCK_ERASING>> = {
  erasing: LOCK_ERASING,
  webhooks: LOCK_WEBHOOKS,
  devices: LOCK_DEVICES,
  mail: LOCK_MAIL,
  // Servers of an earlier version use this lock.
  reports: LOCK_MAIL,
};

/**
 * Runs all jobs or none. Publish nothing before it resolves.
 *
 * @param users further users of the jobs that no input names
 */
export async function runBatch(
  line: PoolConnection,
  { scope, jobs }: Batch,
  newId: UuidSource,
  users: ReadonlySet<string>,
): Promise<BatchResult> {
  if ('jobQueue' in scope) {
    return inTransaction(line, null, async (session) => {
      const locked = awaited(session.ask(JOB_QUEUE_LOCK[scope.jobQueue], []));
      const done = doJobs(postgresRows(session), jobs, newId, locked);
      return { ...(await done), changes: [] };
    });
  }
  return within(line, 'BEGIN', async (transaction) => {
    const session = transaction.at(scope.locationId);
    const rows = postgresRows(session);
    const isWanted = await begin(transaction, { ...scope, rows, jobs, users });
    const { outcomes, events } = await doJobs(rows, jobs, newId);
    const changes = keepChanges(session, rows, events, jobs.at(-1)?.now ?? 0);
    transaction.flushAll();
    if (isWanted) await awaited(keepEvents(postgresRunner(session), events));
    return { outcomes, events, changes };
  });
}

/**
 * Runs the batches of several locations in one transaction. Null for a location that another transaction has locked, or
 * that has no row yet: the others do not wait, and its jobs must be run alone. The same applies to jobs with a user or
 * a key that is locked, or named in an earlier batch.
 */
export async function runBatches(
  line: PoolConnection,
  batches: readonly (Batch & { readonly scope: { readonly locationId: string } })[],
  newId: UuidSource,
): Promise<readonly (BatchResult | null)[]> {
  return within(line, 'BEGIN', async (transaction) => {
    const opened = batches.map(({ scope: { locationId }, jobs }) => {
      const session = transaction.at(locationId);
      const names = namesIn(jobs.map(({ wanted }) => wanted));
      return { locationId, jobs, session, rows: postgresRows(session), names };
    });
    const ours = opened.filter(({ locationId, names }) => transaction.claims.take(locationId, names));
    const locked = transaction.ask<LocationRow & { readonly locationId: string }>(LOCK_FREE, [
      ours.map(({ locationId }) => locationId),
    ]);
    const ahead = readAhead(transaction, ours, false);
    const [found, isWanted, hasNames] = await Promise.all([locked, isOutboxWanted(transaction), ahead]);
    const held = new Map(found.map((row) => [row.locationId, row]));
    // A waiting batch does not block the others. After a failure, all batches must end before the rollback.
    const ended = await Promise.allSettled(
      opened.map(async (each) => {
        const { locationId, rows, jobs, session } = each;
        const location = held.get(locationId);
        if (location === undefined || !hasNames(each)) return null;
        rows.knowLocation(location);
        const { outcomes, events } = await doJobs(rows, jobs, newId);
        return { outcomes, events, changes: keepChanges(session, rows, events, jobs.at(-1)?.now ?? 0) };
      }),
    );
    const results = ended.map((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
    transaction.flushAll();
    if (isWanted) {
      const happened = results.flatMap((result) => result?.events ?? []);
      await awaited(keepEvents(postgresRunner(transaction.at(null)), happened));
    }
    return results;
  });
}

async function doJobs(
  rows: PostgresRows,
  jobs: readonly StoreJob[],
  newId: UuidSource,
  ready: Promise<unknown> = Promise.resolve(),
): Promise<Pick<BatchResult, 'outcomes' | 'events'>> {
  await ready;
  const events: QueueEvent[] = [];
  const outcomes: OperationOutcome[] = [];
  for (const { wanted, now } of jobs) {
    const emit = (event: Omit<QueueEvent, 'at'>): unknown => events.push({ ...event, at: now });
    const steps = runOperation({ rows, now, newId: () => rows.nextId(now, newId), emit }, wanted);
    outcomes.push(await awaited(steps));
  }
  return { outcomes, events };
}

/** Runs work between BEGIN and COMMIT; an error rolls back and is rethrown. */
export function inTransaction<T>(
  line: PoolConnection,
  locationId: string | null,
  work: (session: DatabaseSession) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  return within(line, begin, (transaction) => work(transaction.at(locationId)));
}

async function within<T>(
  line: PoolConnection,
  begin: string,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const transaction = openTransaction(line);
  const begun = line.exec(begin);
  begun.catch(() => undefined);
  try {
    const result = await work(transaction);
    transaction.flushAll();
    // Pipelined after the other statements, and rolled back if one of them failed.
    const committed = line.exec('COMMIT');
    committed.catch(() => undefined);
    await begun;
    await transaction.settled();
    await committed;
    return result;
  } catch (error) {
    await line.exec('ROLLBACK').catch(() => undefined);
    throw transaction.fault ?? error;
  }
}

interface Begun {
  readonly locationId: string;
  readonly rows: PostgresRows;
  readonly jobs: readonly StoreJob[];
  readonly users: ReadonlySet<string>;
}

/**
 * Takes the locks and prefetches rows that most operations of the batch need, in one round trip. Returns whether a
 * webhook wants events.
 */
async function begin(transaction: Transaction, { locationId, rows, jobs, users }: Begun): Promise<boolean> {
  if (locationId === NOWHERE) return false;
  const names = namesIn(jobs.map(({ wanted }) => wanted));
  for (const user of users) names.users.add(user);
  transaction.claims.take(locationId, names);
  for (;;) {
    const isLocked = awaited(rows.lock());
    const ahead = readAhead(transaction, [{ locationId, rows, names }], true);
    const [wasLocked, isWanted] = await Promise.all([isLocked, isOutboxWanted(transaction), ahead]);
    if (wasLocked) return isWanted;
    rows.forgetQueues();
  }
}

async function isOutboxWanted(transaction: Transaction): Promise<boolean> {
  const [found] = await transaction.ask<{ readonly wanted: boolean }>(IS_WANTED.postgres, []);
  return found?.wanted === true;
}
