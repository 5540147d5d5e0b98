/** Store over a PostgreSQL database. */

import { createNotedWork, type NotedWork } from '../../database/postgres/availability-log.ts';
import { type Deadline, withDeadline } from '../../database/postgres/deadline.ts';
import { openNotifyChannel } from '../../database/postgres/notify-channel.ts';
import type { Pool } from '../../database/postgres/pool.ts';
import { awaited } from '../../database/postgres/session.ts';
import { once } from '../../database/postgres/statement.ts';
import { postgresRunner } from '../../database/sql-runner.ts';
import { onUnreadable, unreadableLog } from '../../database/stored-json.ts';
import { type Clock, type Log, systemClock } from '../../lib/context.ts';
import { subscribe } from '../../lib/lists.ts';
import type { Result } from '../../lib/result.ts';
import { uuidSource } from '../../lib/uuid.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { QueueFault } from '../../queue/contract/request.ts';
import { sweepOutcomes } from '../../queue/operations/outcomes.ts';
import { endSome } from '../../queue/sql/end-old-tickets.ts';
import type { QueueOperations } from '../contract/operation-types.ts';
import type { Store } from '../contract/store.ts';
import type { OperationOutcome, OperationRequest } from '../run-operation.ts';
import { inTransaction } from './batch.ts';
import { openDatabase, REPORT_MS } from './database.ts';
import { createDatabaseClock } from './database-clock.ts';
import { createLocationLines, type LocationLines } from './location-queues.ts';
import { createFollowedLocations } from './location-subscriptions.ts';
import { newestSchema } from './migrate.ts';
import { SCHEMA, type Schema } from './migrations.ts';
import { openPeers } from './open-peers.ts';
import { outcomeRows } from './outcomes.ts';
import { createQuestions } from './queries.ts';
import { askStore } from './query-store.ts';
import { openReplica } from './replica.ts';
import { createLocationResolver, type LocationResolver } from './resolve-location.ts';
import { shareBookings, siteStore } from './site-store.ts';
import { type StoreSessions, storeSessions } from './store-sessions.ts';

const TIDY_AGAIN_MS = 60_000;

const OPEN = once(
  'open-to-every-role',
  `SELECT current_database() AS name, has_database_privilege('public', current_database(), 'CONNECT') AS is_open`,
);

const CONNECT_MS = 5_000;

const STATEMENT_MS = 8_000;

const DEADLINE_MS = 15_000;

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`; missing parts use the defaults of `psql`. */
  readonly url: string;
  readonly log: Log;
  /** Time of `site.changed` and of site changes; operations have their own. Default: the database's clock. */
  readonly clock?: Clock;
  /** This machine's clock, which is compared with the database's. */
  readonly ownClock?: Clock;
  readonly connections?: number;
  /** A read replica, for reports. */
  readonly replica?: { readonly url: string; readonly maxLagMs?: number };
  /** Timeout for getting a connection. */
  readonly connectMs?: number;
  /** Timeout of any request, except reports and site changes. */
  readonly deadlineMs?: number;
  /** Timeout of a report for a request. */
  readonly reportMs?: number;
  /** Part of it that the report may wait in the queue. */
  readonly reportWaitMs?: number;
  /** Timeout of the leases of a server that is gone. */
  readonly loanMs?: number;
  /** Schema of this version; default: the current one. */
  readonly schema?: Schema;
}

/** Background tasks, awaited only on shutdown. */
export interface BackgroundTasks {
  /** Adds a task; its failure is ignored here. */
  add(work: Promise<unknown>): void;
  /** Resolves when all tasks added so far have ended. */
  ended(): Promise<void>;
}

export function createBackgroundTasks(): BackgroundTasks {
  const works = new Set<Promise<unknown>>();
  return {
    add(work) {
      const done = work.catch(() => undefined).finally(() => works.delete(done));
      works.add(done);
    },
    async ended() {
      await Promise.all(works);
    },
  };
}

/** Dependencies for running operations in the job queues of their locations. */
export interface RunDeps {
  readonly resolver: Pick<LocationResolver, 'ofOperation'>;
  readonly lines: Pick<LocationLines, 'run'>;
  readonly noted: NotedWork;
  readonly sessions: Pick<StoreSessions, 'write'>;
  readonly aside: BackgroundTasks;
}

const SWEEP_EVERY_MS = 60_000;

export function operationRunner({ resolver, lines, noted, sessions, aside }: RunDeps): Store['run'] {
  let sweptAt = Number.NEGATIVE_INFINITY;

  /** Some operations only name a call or a ticket, whose location must be looked up first. */
  function runInItsScope(wanted: OperationRequest, now: number, deadline: Deadline): Promise<OperationOutcome> {
    const scope = resolver.ofOperation(wanted);
    if (!(scope instanceof Promise)) return lines.run(scope, { wanted, now }, deadline);
    aside.add(scope);
    return scope.then((found) => lines.run(found, { wanted, now }, deadline));
  }

  /** Deletes old idempotency keys. Also works after the clock was set back. */
  function sweep(now: number): void {
    if (noted.isClosed || (now - sweptAt < SWEEP_EVERY_MS && now >= sweptAt)) return;
    sweptAt = now;
    const swept = sessions.write((session) => sweepOutcomes(outcomeRows(session), now));
    aside.add(
      swept.then((isMore) => {
        if (isMore) sweptAt = Number.NEGATIVE_INFINITY;
      }),
    );
  }

  return async (operation, input, { now, idempotency = null, onReplay, request }) => {
    // The compiler cannot see that name and input belong together.
    const wanted = { operation, input, idempotency } as OperationRequest;
    const work = (deadline: Deadline) => runInItsScope(wanted, now, deadline);
    const { replayed, unreadable, ...outcome } = await noted.inTime(work, operation, request);
    if (replayed === true) onReplay?.();
    if (unreadable === true) noted.unreadable('idempotency', operation, request);
    sweep(now);
    return outcome as Result<QueueOperations[typeof operation]['output'], QueueFault>;
  };
}

/**
 * Rejects with `StoreUnreachable` if the database is unavailable. Rejects with `PostgresDatabaseRefused` if a newer version
 * wrote it, or its server is too old.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, log, ownClock = systemClock, connectMs = CONNECT_MS, deadlineMs = DEADLINE_MS } = options;
  const { connections, loanMs, reportMs = REPORT_MS, reportWaitMs } = options;
  const limits = { url, connectMs, statementMs: STATEMENT_MS };
  const databaseClock = createDatabaseClock({ own: ownClock, log });
  const clock = options.clock ?? databaseClock;
  let sinceBeat = (): number => Number.POSITIVE_INFINITY;
  const { schema = SCHEMA } = options;
  const database = await openDatabase({ ...limits, connections, reportWaitMs, schema, log });
  const { pool, reports, eachAtOnce } = database;
  const noted = createNotedWork({ log, deadlineMs, sinceAnswer: () => sinceBeat() });
  const forgetRows = onUnreadable(unreadableLog(log));
  const sessions = storeSessions(pool, noted);
  const newId = uuidSource();
  const resolver = createLocationResolver(pool);
  const questions = createQuestions(pool, resolver);
  const aside = createBackgroundTasks();
  const tidying = createTidying(pool, clock, aside);
  const listeners = new Set<(events: readonly QueueEvent[]) => void>();
  const notices = openNotifyChannel({ url, log, answerMs: connectMs });
  const now = (): number => clock.now();
  const followed = createFollowedLocations({ pool: withDeadline(pool, deadlineMs), log, notices, onEvents: tell, now });
  const closeLines = async (): Promise<void> => {
    forgetRows();
    followed.close();
    await Promise.all([database.close(), notices.close()]);
  };
  const onSiteChange = (): void => tellOfSite('');
  const { peers, ...others } = await openPeers({
    ...limits,
    loanMs,
    knowsSchema: newestSchema(schema),
    clock: databaseClock,
    log,
    pool,
    notices,
    onSiteChange,
  }).catch(async (error: unknown) => {
    await closeLines();
    throw error;
  });
  const replica =
    options.replica === undefined
      ? null
      : openReplica({ ...options.replica, connectMs, reportWaitMs, clock: databaseClock, log, ...others.here });
  sinceBeat = peers.sinceWritten;
  log.info('store.opened', { engine: 'postgres' });
  aside.add(warnIfOpenToEveryRole(pool, log));
  const bookings = shareBookings(notices, tellOfSite);
  const lines = createLocationLines({
    pool,
    newId,
    togetherAtOnce: eachAtOnce,
    aloneAtOnce: eachAtOnce,
    onCommit(scope, { events, changes }) {
      if ('locationId' in scope) followed.committed(scope.locationId, changes);
      else tell(events);
    },
  });
  tidying.begin();
  // The previous leader may have ended in the middle of it.
  peers.onDuty('tidying', (isMine) => isMine && tidying.begin());
  let isEnding = false;

  function tell(events: readonly QueueEvent[]): void {
    resolver.remember(events);
    for (const listener of listeners) listener(events);
    if (events.some(({ type }) => type === 'queue.reset')) tidying.begin();
  }

  /** Publishes a site change; listeners read the store. */
  function tellOfSite(locationId: string): void {
    tell([{ type: 'site.changed', at: clock.now(), locationId, serviceId: '', ticketId: '', deskId: '' }]);
  }

  return {
    run: operationRunner({ resolver, lines, noted, sessions, aside }),
    ...askStore({ questions, reports, replica, reportMs, sessions, noted }),
    ...siteStore({ sessions, clock, newId, onSite: others.madeSite, onBooking: bookings.tell }),
    onSite: others.onSite,
    onEvents: (listener) => subscribe(listeners, listener),
    dropErased: () => Promise.resolve(true),
    follow: followed.follow,
    putClockRight: null,
    connections: pool.load,
    peers: { ...peers, replicaLagMs: () => (replica === null ? undefined : replica.lagMs) },
    /** First ends background work, then requests; then accepts nothing more, and closes the connections. */
    async close() {
      if (isEnding) return;
      isEnding = true;
      tidying.stop();
      await aside.ended();
      await lines.idle();
      noted.close();
      await aside.ended();
      bookings.close();
      listeners.clear();
      await replica?.close();
      await others.close();
      await closeLines();
    },
  };
}

/**
 * Warns at the start if every role of the database server can connect to this database.
 *
 * A role that can connect can hold advisory locks, and so delay site changes. Every role sees the numbers of locks
 * (`pg_locks`), so secret numbers would not help; only restricted access does.
 */
async function warnIfOpenToEveryRole(pool: Pool, log: Log): Promise<void> {
  const [row] = await pool.work((line) => line.ask<{ name: string; is_open: boolean }>(OPEN, []));
  if (row?.is_open !== true) return;
  log.warn('store.public-connect-allowed', {
    database: row.name,
    command: `REVOKE CONNECT, TEMPORARY ON DATABASE "${row.name.replaceAll('"', '""')}" FROM PUBLIC`,
  });
}

interface Tidying {
  /** Starts unless it is running. */
  begin(): void;
  /** Finishes the current slice. */
  stop(): void;
}

/** Ends tickets of earlier days in slices, so that no other work waits long. */
function createTidying(pool: Pool, clock: Clock, aside: BackgroundTasks): Tidying {
  let isTidying = false;
  let isOver = false;
  let cancelTryingAgain = (): void => {};

  async function tidy(): Promise<void> {
    try {
      const slice = () =>
        pool.work((line) => inTransaction(line, null, (session) => awaited(endSome(postgresRunner(session)))));
      while (!isOver && (await slice()));
      isTidying = false;
    } catch {
      if (isOver) return;
      cancelTryingAgain = clock.after(TIDY_AGAIN_MS, () => {
        isTidying = false;
        begin();
      });
    }
  }

  function begin(): void {
    if (isTidying || isOver) return;
    isTidying = true;
    aside.add(tidy());
  }

  return {
    begin,
    stop() {
      isOver = true;
      cancelTryingAgain();
    },
  };
}
