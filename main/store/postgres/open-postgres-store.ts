/** The store over a PostgreSQL database, put together. */

import { createNotedWork, type NotedWork } from '../../database/postgres/availability-log.ts';
import { type Deadline, withDeadline } from '../../database/postgres/deadline.ts';
import { openNotifyChannel } from '../../database/postgres/notify-channel.ts';
import type { Pool } from '../../database/postgres/pool.ts';
import { awaited } from '../../database/postgres/session.ts';
import { once } from '../../database/postgres/statement.ts';
import { postgresRunner } from '../../database/sql-runner.ts';
import { onUnreadable, unreadableLog } from '../../database/stored-json.ts';
import { type Clock, type Log, systemClock } from '../../lib/context.ts';
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
  /** `postgres://user:password@host:port/database?sslmode=…`; what it leaves out is asked as `psql` does. */
  readonly url: string;
  readonly log: Log;
  /** For the time of `site.changed` and of changes of the site; operations bring their own. Else that of the database. */
  readonly clock?: Clock;
  /** The clock of this machine, which is compared with that of the database. */
  readonly ownClock?: Clock;
  readonly connections?: number;
  /** A machine that follows the database, for reports. */
  readonly replica?: { readonly url: string; readonly maxLagMs?: number };
  /** How long to wait for a connection. */
  readonly connectMs?: number;
  /** How long any request may wait for its answer, but for reports and changes of the site. */
  readonly deadlineMs?: number;
  /** The same of each report that a request wants. */
  readonly reportMs?: number;
  /** How long of that it may wait for its turn. */
  readonly reportWaitMs?: number;
  /** How long the duties of a server that is gone stay with it. */
  readonly loanMs?: number;
  /** What the program knows; else all of it. */
  readonly schema?: Schema;
}

/** Background tasks, awaited only on shutdown. */
export interface BackgroundTasks {
  /** Should it fail, nobody hears of it here. */
  add(work: Promise<unknown>): void;
  /** Resolves when all that was added so far has ended. */
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

/** Execution of operations in the job queues of their locations. */
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

  /** Some name only a call or a ticket, whose location has to be found first. */
  function runInItsScope(wanted: OperationRequest, now: number, deadline: Deadline): Promise<OperationOutcome> {
    const scope = resolver.ofOperation(wanted);
    if (!(scope instanceof Promise)) return lines.run(scope, { wanted, now }, deadline);
    aside.add(scope);
    return scope.then((found) => lines.run(found, { wanted, now }, deadline));
  }

  /** Forgets old idempotency keys. A clock that was set back must not stop it. */
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
    // The compiler cannot see that a name and its own input make one of the wishes.
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
 * Rejects with `StoreUnreachable` when the database cannot be reached, and with `DatabaseRefused` when it was written by a
 * newer program, or its server is too old.
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
  // One that began may have ended in the middle of it.
  peers.onDuty('tidying', (isMine) => isMine && tidying.begin());
  let isEnding = false;

  function tell(events: readonly QueueEvent[]): void {
    resolver.remember(events);
    for (const listener of listeners) listener(events);
    if (events.some(({ type }) => type === 'queue.reset')) tidying.begin();
  }

  /** Whoever shows it looks into the store; what they are told is when. */
  function tellOfSite(locationId: string): void {
    tell([{ type: 'site.changed', at: clock.now(), locationId, serviceId: '', ticketId: '', deskId: '' }]);
  }

  return {
    run: operationRunner({ resolver, lines, noted, sessions, aside }),
    ...askStore({ questions, reports, replica, reportMs, sessions, noted }),
    ...siteStore({ sessions, clock, newId, onSite: others.madeSite, onBooking: bookings.tell }),
    onSite: others.onSite,
    onEvents(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dropErased: () => Promise.resolve(true),
    follow: followed.follow,
    putClockRight: null,
    connections: pool.load,
    peers: { ...peers, replicaLagMs: () => (replica === null ? undefined : replica.lagMs) },
    /** First what nobody waits for, then what somebody does; then nothing is taken any more, and at last the connections. */
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
 * Warns at start when any role of the database server may connect to this database.
 *
 * A role that may connect can hold advisory locks, and so keep changes of the site waiting. The locks' numbers are visible to each role
 * (`pg_locks`), so numbers that are secret would not help: only a database that strangers cannot enter does.
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
  /** Unless it is being done already. */
  begin(): void;
  /** The slice that has begun is still done. */
  stop(): void;
}

/** Ends what is left of earlier days, a slice at a time, so that nothing else has to wait for all of it. */
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
