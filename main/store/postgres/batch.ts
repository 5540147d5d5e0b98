/** What waits for a location, done in one transaction under its lock. */
import type { QueueEvent } from '../../contract/queue.ts';
import { type Outcome, runOperation, type Wanted } from '../../queue/operations/run-operation.ts';
import type { NumberedChange } from '../store.ts';
import { keepChanges } from './location-events.ts';
import { LOCK_ERASING, LOCK_USERS, LOCK_WEBHOOKS } from './locks.ts';
import type { Line } from './pool.ts';
import { type PostgresRows, postgresRows } from './rows/postgres-rows.ts';
import { awaited, openSession, type Session } from './session.ts';
import { IS_WANTED, keepEvents } from './webhook-events.ts';
import { type HouseWork, NOWHERE, type Place } from './whereabouts.ts';

export interface Job {
  readonly wanted: Wanted;
  readonly now: number;
}

export interface BatchResult {
  /** In the order of the jobs. */
  readonly outcomes: readonly Outcome[];
  /** What the batch changed, in the order of its doing. */
  readonly events: readonly QueueEvent[];
  /** As all servers tell it. */
  readonly changes: readonly NumberedChange[];
}

const HOUSE_LOCK: Readonly<Record<HouseWork, typeof LOCK_ERASING>> = { erasing: LOCK_ERASING, webhooks: LOCK_WEBHOOKS };

/** Does all jobs or none. Nothing of it may be told before it resolves. */
export async function runBatch(
  line: Line,
  place: Place,
  jobs: readonly Job[],
  newId: (now: number) => string,
): Promise<BatchResult> {
  const events: QueueEvent[] = [];
  const { outcomes, changes } = await inTransaction(
    line,
    'locationId' in place ? place.locationId : null,
    async (session) => {
      const rows = postgresRows(session);
      const begun = begin(session, rows, place, jobs);
      const done: Outcome[] = [];
      const wanted = await begun;
      for (const { wanted: operation, now } of jobs) {
        const emit = (event: Omit<QueueEvent, 'at'>): unknown => events.push({ ...event, at: now });
        done.push(await awaited(runOperation({ rows, now, newId: () => newId(now), emit }, operation)));
      }
      const told = 'work' in place ? [] : keepChanges(session, rows, events, jobs.at(-1)?.now ?? 0);
      session.flushAll();
      if (wanted) keepEvents(session, events);
      return { outcomes: done, changes: told };
    },
  );
  return { outcomes, events, changes };
}

/** Runs work between BEGIN and COMMIT; what breaks undoes all of it, and the cause is what is thrown. */
export async function inTransaction<T>(
  line: Line,
  locationId: string | null,
  work: (session: Session) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  const session = openSession(line, locationId);
  const begun = line.exec(begin);
  begun.catch(() => undefined);
  try {
    const result = await work(session);
    session.flushAll();
    // Sent behind the rest, and undone like it should anything of that have failed.
    const committed = line.exec('COMMIT');
    committed.catch(() => undefined);
    await begun;
    await session.settled();
    await committed;
    return result;
  } catch (error) {
    await line.exec('ROLLBACK').catch(() => undefined);
    throw session.fault ?? error;
  }
}

/**
 * Takes the locks and reads what most operations of the batch will ask, all of it in one go. Tells whether a webhook wants
 * to know what happens.
 */
async function begin(session: Session, rows: PostgresRows, place: Place, jobs: readonly Job[]): Promise<boolean> {
  if ('work' in place) {
    await awaited(session.ask(HOUSE_LOCK[place.work], []));
    return false;
  }
  if (place.locationId === NOWHERE) return false;
  const { keys, services, users } = named(jobs);
  for (;;) {
    const isLocked = awaited(rows.lock());
    const read = [
      ...(users.length > 0 ? [session.ask(LOCK_USERS, [users]), rows.readServing(users)] : []),
      ...(keys.length > 0 ? [rows.readOutcomes(keys)] : []),
      ...(services.length > 0 ? [rows.readQueues(services)] : []),
    ].map((steps) => awaited<unknown>(steps));
    const outbox = awaited(session.ask<{ readonly wanted: boolean }>(IS_WANTED, []));
    const [wasLocked, [wanted]] = await Promise.all([isLocked, outbox, ...read]);
    if (wasLocked) return wanted?.wanted === true;
    rows.forgetQueues();
  }
}

/** What the inputs name that is worth reading for all of them together. */
function named(jobs: readonly Job[]): Readonly<Record<'keys' | 'services' | 'users', readonly string[]>> {
  const keys = new Set<string>();
  const services = new Set<string>();
  const users = new Set<string>();
  for (const { wanted } of jobs) {
    const { input, idempotency } = wanted;
    if (idempotency !== null) keys.add(idempotency.key);
    if ('serviceId' in input) services.add(input.serviceId);
    if ('services' in input) for (const id of input.services) services.add(id);
    if ('callPolicy' in input && input.userId !== '') users.add(input.userId);
  }
  return { keys: [...keys], services: [...services], users: [...users] };
}
