import { type Clock, type Log, systemClock } from '../../context.ts';
import type { QueueEvent } from '../../contract/queue.ts';
import type { Result } from '../../contract/result.ts';
import { uuidSource } from '../../core/uuid.ts';
import { sweepOutcomes } from '../../queue/operations/outcomes.ts';
import type { Wanted } from '../../queue/operations/run-operation.ts';
import type { QueueFault, QueueOperations, QueueQueries } from '../../queue/queue.ts';
import type { Steps } from '../../queue/step.ts';
import { locationsOf } from '../edit-locations.ts';
import { type Store, type StoreQueries, StoreUnreachable } from '../store.ts';
import { readAudit } from './audit-log.ts';
import { inTransaction } from './batch.ts';
import { readCredentials } from './credentials.ts';
import { unsuitableTarget } from './database-hosts.ts';
import { byDeadline, type Deadline, withDeadline } from './deadline.ts';
import { endOldTickets } from './end-old-tickets.ts';
import { createFollowedLocations } from './followed-locations.ts';
import { createLocationLines } from './location-lines.ts';
import { DatabaseRefused, migrate } from './migrate.ts';
import { openNotices } from './notices.ts';
import { openPeers } from './open-peers.ts';
import { openPool } from './pool.ts';
import { asUnreachable, isMachineFault, withoutValue } from './postgres-error.ts';
import { createQuestions, SNAPSHOT } from './questions.ts';
import { makeReport } from './reports/index.ts';
import { outcomeRows } from './rows/outcomes.ts';
import { awaited, openSession, type Session } from './session.ts';
import { shareBookings } from './share-bookings.ts';
import {
  credentialsSince,
  editAppointment,
  readMeta,
  readSite,
  siteSince,
  writeMeta,
  writeSite,
} from './site-items.ts';
import { statement } from './statement.ts';
import { createWhereabouts } from './whereabouts.ts';

/** A third of them for what goes together, a third for what goes by itself, and a third for questions. */
const CONNECTIONS = 12;
/** Reports may take long, and must not keep the queue from its connections. */
const REPORT_CONNECTIONS = 2;
const CONNECT_MS = 5_000;
const STATEMENT_MS = 8_000;
const DEADLINE_MS = 15_000;
const REPORT_STATEMENT_MS = 60_000;
/** A migration over years of tickets, while other servers wait for it. */
const MIGRATION_MS = 3_600_000;
const SWEEP_EVERY_MS = 60_000;
const TIDY_AGAIN_MS = 60_000;

const PING = statement('ping', 'SELECT number FROM migration LIMIT 1');

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database?sslmode=…`; what it leaves out is asked as `psql` does. */
  readonly url: string;
  readonly log: Log;
  /** Only for the time of `site.changed`; operations bring their own. */
  readonly clock?: Clock;
  readonly connections?: number;
  /** How long to wait for a connection. */
  readonly connectMs?: number;
  /** How long any request may wait for its answer, but for reports and changes of the site. */
  readonly deadlineMs?: number;
  /** How long the duties of a server that is gone stay with it. */
  readonly loanMs?: number;
}

/**
 * Opens the store over a PostgreSQL database. Rejects with `StoreUnreachable` when it cannot be reached, and with
 * `DatabaseRefused` when it was written by a newer program, or its server is too old.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { url, log, clock = systemClock, connectMs = CONNECT_MS, deadlineMs = DEADLINE_MS } = options;
  const unsuitable = unsuitableTarget(url);
  if (unsuitable !== null) {
    throw new DatabaseRefused(`target_session_attrs=${unsuitable} would not do: it has to be read-write`);
  }
  const starting = openPool({ url, most: 1, connectMs, statementMs: MIGRATION_MS });
  try {
    await starting.work((line) => migrate(line));
  } finally {
    await starting.close();
  }
  const { connections = CONNECTIONS } = options;
  const pool = openPool({ url, most: connections, connectMs, statementMs: STATEMENT_MS });
  const reports = openPool({ url, most: REPORT_CONNECTIONS, connectMs, statementMs: REPORT_STATEMENT_MS });
  const newId = uuidSource();
  const whereabouts = createWhereabouts(pool);
  const questions = createQuestions(pool, whereabouts);
  const listeners = new Set<(events: readonly QueueEvent[]) => void>();
  /** Work that nobody waits for but whoever closes. */
  const aside = new Set<Promise<unknown>>();
  let closing = false;
  /** Nothing is begun any more that nobody waits for. */
  let ending = false;
  let cancelTidying = (): void => {};
  let reachable = true;
  let recoveries = 0;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let tidying = false;
  const notices = openNotices({ url, log, answerMs: connectMs });
  const followed = createFollowedLocations({
    pool: withDeadline(pool, deadlineMs),
    notices,
    onEvents: tell,
    now: () => clock.now(),
  });
  const closeLines = async (): Promise<void> => {
    followed.close();
    await Promise.all([pool.close(), reports.close(), notices.close()]);
  };
  const { peers, ...others } = await openPeers({
    url,
    connectMs,
    statementMs: STATEMENT_MS,
    loanMs: options.loanMs,
    clock,
    log,
    pool,
    notices,
    onSiteChange: () =>
      tell([{ type: 'site.changed', at: clock.now(), locationId: '', serviceId: '', ticketId: '', deskId: '' }]),
  }).catch(async (error: unknown) => {
    await closeLines();
    throw error;
  });
  log.info('store.opened', { engine: 'postgres' });

  /** Others look into the table; what they are told is when. */
  const bookings = shareBookings(notices, (locationId) =>
    tell([{ type: 'site.changed', at: clock.now(), locationId, serviceId: '', ticketId: '', deskId: '' }]),
  );

  function tell(events: readonly QueueEvent[]): void {
    whereabouts.remember(events);
    for (const listener of listeners) listener(events);
    if (events.some(({ type }) => type === 'queue.reset')) tidy();
  }

  const lines = createLocationLines({
    pool,
    newId,
    togetherAtOnce: Math.max(1, Math.floor(connections / 3)),
    aloneAtOnce: Math.max(1, Math.floor(connections / 3)),
    onCommit(place, { events, changes }) {
      if ('locationId' in place) followed.committed(place.locationId, changes);
      else tell(events);
    },
  });

  /**
   * Notes in the log when the database goes away and when it is back, each once. What began before it came back and fails
   * only then is no news. A bug is told each time, with what was being done and on whose behalf.
   */
  async function noting<T>(work: () => Promise<T>, operation = '', request?: string): Promise<T> {
    if (closing) throw new StoreUnreachable('The store is closed.');
    const began = recoveries;
    try {
      const result = await work();
      if (!reachable) {
        log.info('store.recovered');
        recoveries += 1;
      }
      reachable = true;
      return result;
    } catch (error) {
      if (!isMachineFault(error)) {
        const bug = withoutValue(error);
        log.error('store.fault', { request, operation, detail: bug.stack });
        throw bug;
      }
      const fault = asUnreachable(error);
      if (began === recoveries) {
        if (reachable) log.error('store.unreachable', { message: fault.message });
        reachable = false;
      }
      throw fault;
    }
  }

  const inTime = <T>(work: (deadline: Deadline) => Promise<T>, operation?: string, request?: string): Promise<T> =>
    noting(() => byDeadline(deadlineMs, work), operation, request);

  function besides(work: Promise<unknown>): void {
    const done = work.catch(() => undefined).finally(() => aside.delete(done));
    aside.add(done);
  }

  const read = <T>(steps: (session: Session) => Steps<T>): Promise<T> =>
    inTime(() => pool.work((line) => awaited(steps(openSession(line, null)))));
  /** What is asked more than once is of one moment. */
  const readTogether = <T>(steps: (session: Session) => Steps<T>): Promise<T> =>
    inTime(() => pool.work((line) => inTransaction(line, null, (session) => awaited(steps(session)), SNAPSHOT)));
  const write = <T>(steps: (session: Session) => Steps<T>, within: typeof noting = inTime): Promise<T> =>
    within(() => pool.work((line) => inTransaction(line, null, (session) => awaited(steps(session)))));

  /** Forgets old idempotency keys. A clock that was set back must not stop it. */
  function sweep(now: number): void {
    if (closing || (now - sweptAt < SWEEP_EVERY_MS && now >= sweptAt)) return;
    sweptAt = now;
    const swept = write((session) => sweepOutcomes(outcomeRows(session), now));
    besides(
      swept.then((isMore) => {
        if (isMore) sweptAt = Number.NEGATIVE_INFINITY;
      }),
    );
  }

  /** Ends what is left of earlier days, a slice at a time. */
  function tidy(): void {
    if (tidying || ending) return;
    tidying = true;
    const slices = async (): Promise<void> => {
      try {
        while (!ending && (await endOldTickets(pool)));
        tidying = false;
      } catch {
        if (ending) return;
        cancelTidying = clock.after(TIDY_AGAIN_MS, () => {
          tidying = false;
          tidy();
        });
      }
    };
    besides(slices());
  }
  tidy();
  // One that began may have ended in the middle of it.
  peers.onDuty('tidying', (isMine) => isMine && tidy());

  return {
    async run(operation, input, { now, idempotency = null, onReplay, request }) {
      // The compiler cannot see that a name and its own input make one of the wishes.
      const wanted = { operation, input, idempotency } as Wanted;
      const { replayed, ...outcome } = await inTime(
        (deadline) => {
          const place = whereabouts.ofOperation(wanted);
          if (!(place instanceof Promise)) return lines.run(place, { wanted, now }, deadline);
          besides(place);
          return place.then((found) => lines.run(found, { wanted, now }, deadline));
        },
        operation,
        request,
      );
      if (replayed === true) onReplay?.();
      sweep(now);
      return outcome as Result<QueueOperations[typeof operation]['output'], QueueFault>;
    },
    query(query, input, asking) {
      if (query === 'audit') {
        return read((session) => readAudit(session, input as StoreQueries['audit']['input'])) as never;
      }
      const name = query as keyof QueueQueries;
      const ask = (deadline: Deadline) => questions.ask(name, input as QueueQueries[typeof name]['input'], deadline);
      return inTime(ask, query, asking?.request) as never;
    },
    report: (report, input, asking) =>
      noting(() => reports.work((line) => makeReport(line, report, input)), `report.${report}`, asking?.request),
    readSite: () => read(readSite),
    readCredentials: () => read(readCredentials),
    siteSince: (revision) => readTogether((session) => siteSince(session, revision)),
    credentialsSince: (revision) => readTogether((session) => credentialsSince(session, revision)),
    async writeSite(change) {
      const now = clock.now();
      // There may be much to write: as long as it goes on, it may take its time.
      const revision = await write((session) => writeSite(session, change, { now, changeId: newId(now) }), noting);
      if (revision !== null) others.madeSite(revision);
      return revision;
    },
    async editAppointment(edit) {
      const now = clock.now();
      const isDone = await write((session) => editAppointment(session, edit, { now, changeId: newId(now) }));
      if (isDone) for (const locationId of locationsOf(edit)) bookings.tell(locationId);
      return isDone;
    },
    onSite: others.onSite,
    readMeta: (key) => read((session) => readMeta(session, key)),
    writeMeta: (key, value) => write((session) => writeMeta(session, key, value)),
    onEvents(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow: followed.follow,
    ping: async () => {
      await read((session) => session.ask(PING, []));
    },
    peers,
    async close() {
      if (ending) return;
      ending = true;
      cancelTidying();
      await Promise.all(aside);
      await lines.idle();
      closing = true;
      await Promise.all(aside);
      bookings.close();
      listeners.clear();
      await others.close();
      await closeLines();
    },
  };
}
