import type { QueueEvent } from '../../contract/queue.ts';
import type { Result } from '../../contract/result.ts';
import { uuidSource } from '../../core/uuid.ts';
import type { QueueFault } from '../store.ts';
import { readCredentials } from './credentials.ts';
import type { Db } from './db.ts';
import { recallOutcome, rememberOutcome, sweepOutcomes } from './idempotency.ts';
import { OPERATIONS } from './operations/index.ts';
import { startDay } from './operations/start-day.ts';
import type { QueryTask, ReadTask, Reply, ReportTask, Request, RunTask, WriteTask } from './protocol.ts';
import { QUERIES } from './queries/index.ts';
import { readMeta, readSite, writeMeta, writeSite } from './site-items.ts';
import { isMachineFault, needsNewConnection } from './sqlite-error.ts';
import type { Transaction } from './transaction.ts';
import { createWebhookOutbox } from './webhook-events.ts';

const SWEEP_EVERY_MS = 60_000;

export interface BatchResult {
  readonly replies: readonly Reply[];
  /** What the batch changed, in commit order. */
  readonly events: readonly QueueEvent[];
}

/** Gives the connection, opening it if need be, and gives up a broken one. */
export interface Connection {
  open(): Db;
  discard(): void;
}

/**
 * Runs requests in batches: all writes of a batch in one transaction, so that they share one sync of the disk. When one
 * breaks, which only a bug can bring about, the batch is undone and each is done in a transaction of its own. Replies
 * exist only after the commit. Reads come after the writes.
 */
export function createExecutor(connection: Connection): (requests: readonly Request[]) => BatchResult {
  const newId = uuidSource();
  const outbox = createWebhookOutbox();
  const openDays = new Map<string, string>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  function transactionAt(db: Db, now: number, events: QueueEvent[]): Transaction {
    return { db, now, openDays, newId: () => newId(now), emit: (event) => events.push({ ...event, at: now }) };
  }

  function write(db: Db, task: WriteTask, events: QueueEvent[]): unknown {
    if (task.kind === 'writeMeta') return writeMeta(db, task.key, task.value);
    const transaction = transactionAt(db, task.now, events);
    if (task.kind === 'run') return runOperation(transaction, task);
    writeSite(db, task.change, { now: task.now, changeId: newId(task.now) });
    return transaction.emit({ type: 'site.changed', locationId: '', serviceId: '', ticketId: '', deskId: '' });
  }

  function sweep(db: Db, now: number): void {
    // A clock that was set back must not stop the sweeping.
    if (now - sweptAt < SWEEP_EVERY_MS && now >= sweptAt) return;
    if (!sweepOutcomes(db, now)) sweptAt = now;
  }

  function writeTogether(db: Db, requests: readonly Request<WriteTask>[]): BatchResult {
    const events: QueueEvent[] = [];
    const changesSite = requests.some(({ task }) => task.kind === 'writeSite');
    const replies = db.transaction(() => {
      let now = Number.NEGATIVE_INFINITY;
      const done = requests.map(({ id, task }): Reply => {
        if (task.kind === 'run') now = task.now;
        return { id, ok: true, value: write(db, task, events) };
      });
      if (Number.isFinite(now)) sweep(db, now);
      if (changesSite) outbox.lookAgain();
      outbox.keep(db, events);
      return done;
    });
    return { replies, events };
  }

  /** A fault of the machine is everybody's. One that lies in a request takes nothing else with it. */
  function writeAll(requests: readonly Request<WriteTask>[]): BatchResult {
    try {
      return writeTogether(connection.open(), requests);
    } catch (error) {
      outbox.lookAgain();
      openDays.clear();
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
      return { id: request.id, ok: true, value: read(connection.open(), request.task) };
    } catch (error) {
      if (needsNewConnection(error)) connection.discard();
      return failure(request, error);
    }
  }

  return (requests) => {
    const writes: Request<WriteTask>[] = [];
    const reads: Request<ReadTask | ReportTask>[] = [];
    for (const { id, task } of requests) {
      if (isWrite(task)) writes.push({ id, task });
      else reads.push({ id, task });
    }
    const written = writes.length > 0 ? writeAll(writes) : { replies: [], events: [] };
    if (reads.length === 0) return written;
    return { replies: [...written.replies, ...reads.map(readAlone)], events: written.events };
  };
}

/** Operations return their faults before their first write, so that a fault leaves only the new day behind. */
function runOperation(
  transaction: Transaction,
  task: RunTask,
): Result<unknown, QueueFault> & { readonly replayed?: boolean } {
  const { db, now } = transaction;
  const { idempotency } = task;
  if (idempotency !== null) {
    const known = recallOutcome(db, idempotency, now);
    if (known !== null) return known.ok ? { ...known, replayed: true } : known;
  }
  if ('day' in task.input && task.operation !== 'startDay') startDay(transaction, task.input);
  const operation = OPERATIONS[task.operation] as (
    transaction: Transaction,
    input: RunTask['input'],
  ) => Result<unknown, QueueFault>;
  const outcome = operation(transaction, task.input);
  if (idempotency !== null && outcome.ok) rememberOutcome(db, idempotency, outcome, now);
  return outcome;
}

function read(db: Db, task: ReadTask | ReportTask): unknown {
  switch (task.kind) {
    case 'query':
      return runQuery(db, task);
    case 'readSite':
      return readSite(db);
    case 'readCredentials':
      return readCredentials(db);
    case 'readMeta':
      return readMeta(db, task.key);
    case 'report':
      throw new Error('Reports have a thread of their own.');
    case 'ping':
      return void db.get('SELECT number FROM migration LIMIT 1');
  }
}

function runQuery(db: Db, task: QueryTask): unknown {
  const query = QUERIES[task.query] as (db: Db, input: QueryTask['input']) => unknown;
  return query(db, task.input);
}

function isWrite(task: Request['task']): task is WriteTask {
  return task.kind === 'run' || task.kind === 'writeSite' || task.kind === 'writeMeta';
}

function failure(request: Request, error: unknown): Reply {
  const message = error instanceof Error ? error.message : String(error);
  return { id: request.id, ok: false, unreachable: isMachineFault(error), message };
}
