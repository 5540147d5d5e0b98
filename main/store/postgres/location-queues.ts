/**
 * Job queues of locations, with batching over locations.
 *
 * When a connection is free, jobs of several queues go into one transaction, longest waiting first. The next one takes
 * what arrived meanwhile, so that many quiet locations cost as little as one busy location. Such a transaction waits
 * for no lock: a location that another server has locked is skipped, and its queue then runs alone.
 * `createWaitingLines` chooses the next turn.
 */

import { LockNotAvailableError } from '../../database/postgres/cross-location-locks.ts';
import type { Deadline } from '../../database/postgres/deadline.ts';
import type { Pool } from '../../database/postgres/pool.ts';
import { mayLieInRequest } from '../../database/postgres/postgres-error.ts';
import { retryOnConflict } from '../../database/postgres/retry-transaction.ts';
import type { UuidSource } from '../../lib/uuid.ts';
import type { OperationOutcome } from '../run-operation.ts';
import { type Batch, type BatchResult, runBatch, runBatches, type StoreJob } from './batch.ts';
import { type LockScope, NOWHERE } from './resolve-location.ts';

interface Waiting extends AnsweredJob {
  readonly deadline: Deadline;
}

export interface LocationLines {
  /** Never settles if the deadline passes before its turn. */
  run(scope: LockScope, job: StoreJob, deadline: Deadline): Promise<OperationOutcome>;
  /** Resolves when no job is waiting or running. */
  idle(): Promise<void>;
}

export interface LinesOptions extends JobServerOptions {
  /**
   * Maximum concurrent transactions of many queues, and of single queues. While one is written to disk, another can
   * run; more concurrency means shorter waits and smaller batches.
   */
  readonly togetherAtOnce: number;
  readonly aloneAtOnce: number;
}

/** Limits a batch, so that its first jobs do not wait for a whole rush. */
const MAX_TOGETHER = 64;

/** Turns that a queue runs alone after its location was locked. */
const ALONE_TIMES = 20;

interface Waits {
  /** After the deadline the job is dropped. */
  readonly deadline: Pick<Deadline, 'isOver'>;
}

interface Line<Job> {
  readonly name: string;
  readonly scope: LockScope;
  readonly waiting: Job[];
  /** Remaining turns in which it runs alone. */
  alone: number;
}

/** Jobs taken from one queue, in order; empty if all have been dropped. */
export interface JobTurn<Job> {
  readonly line: Line<Job>;
  readonly scope: LockScope;
  readonly jobs: readonly Job[];
}

/**
 * Waiting jobs, one queue per location. Chooses the next turn: several queues together, or one alone. A running queue
 * gets no turn until it is given back.
 */
interface WaitingLines<Job> {
  /** Whether no job is waiting or running. */
  readonly isEmpty: boolean;
  /** @returns whether the job starts a queue that will get a turn */
  add(scope: LockScope, job: Job): boolean;
  /** Jobs of as many queues as fit, longest waiting first. Empty if no queue can be batched. */
  takeTogether(): readonly JobTurn<Job>[];
  /** Null if no queue must run alone. */
  takeAlone(): JobTurn<Job> | null;
  /** Returns jobs whose location is locked: the queue runs alone for a while, and waits for the lock. */
  putBack(turn: JobTurn<Job>): void;
  /** Ends a turn. Drops an empty queue. Returns whether the queue will get another turn. */
  giveBack(turn: JobTurn<Job>): boolean;
}

export function createWaitingLines<Job extends Waits>(): WaitingLines<Job> {
  /** All queues with waiting or running jobs. */
  const lines = new Map<string, Line<Job>>();
  /** Queues that are not running, in turn order. */
  const together: Line<Job>[] = [];
  const alone: Line<Job>[] = [];

  function enqueue(line: Line<Job>): void {
    (line.alone > 0 ? alone : together).push(line);
  }

  function take(line: Line<Job>, most: number): JobTurn<Job> {
    const jobs = line.waiting.splice(0, most).filter(({ deadline }) => !deadline.isOver);
    return { line, scope: line.scope, jobs };
  }

  return {
    get isEmpty() {
      return lines.size === 0;
    },
    add(scope, job) {
      const name = 'jobQueue' in scope ? `jobs ${scope.jobQueue}` : `at ${scope.locationId}`;
      const line = lines.get(name);
      if (line !== undefined) {
        line.waiting.push(job);
        return false;
      }
      const isOwn = 'jobQueue' in scope || scope.locationId === NOWHERE;
      const started: Line<Job> = { name, scope, waiting: [job], alone: isOwn ? Number.POSITIVE_INFINITY : 0 };
      lines.set(name, started);
      enqueue(started);
      return true;
    },
    takeTogether() {
      const turns: JobTurn<Job>[] = [];
      for (let room = MAX_TOGETHER; room > 0; ) {
        const line = together.shift();
        if (line === undefined) break;
        const turn = take(line, room);
        room -= turn.jobs.length;
        turns.push(turn);
      }
      return turns;
    },
    takeAlone() {
      const line = alone.shift();
      if (line === undefined) return null;
      line.alone -= 1;
      return take(line, MAX_TOGETHER);
    },
    putBack({ line, jobs }) {
      for (const job of jobs.toReversed()) line.waiting.unshift(job);
      line.alone = ALONE_TIMES;
    },
    giveBack({ line }) {
      if (line.waiting.length > 0) {
        enqueue(line);
        return true;
      }
      lines.delete(line.name);
      return false;
    },
  };
}

export function createLocationLines({ togetherAtOnce, aloneAtOnce, ...options }: LinesOptions): LocationLines {
  const lines = createWaitingLines<Waiting>();
  const server = createJobServer(options);
  const working = new Set<Promise<void>>();
  let togetherNow = 0;
  let aloneNow = 0;
  let isStarting = false;

  /** Collects the jobs of one event-loop turn. */
  function startSoon(): void {
    if (isStarting) return;
    isStarting = true;
    setImmediate(() => {
      isStarting = false;
      start();
    });
  }

  function start(): void {
    while (togetherNow < togetherAtOnce) {
      const turns = lines.takeTogether();
      if (turns.length === 0) break;
      togetherNow += 1;
      watch(
        serveTogether(turns).finally(() => {
          togetherNow -= 1;
        }),
      );
    }
    while (aloneNow < aloneAtOnce) {
      const turn = lines.takeAlone();
      if (turn === null) break;
      aloneNow += 1;
      watch(
        serveAlone(turn).finally(() => {
          aloneNow -= 1;
        }),
      );
    }
  }

  function watch(work: Promise<void>): void {
    const done = work.finally(() => {
      working.delete(done);
      start();
    });
    working.add(done);
  }

  async function serveTogether(turns: readonly JobTurn<Waiting>[]): Promise<void> {
    const held = await server.together(turns.filter(({ jobs }) => jobs.length > 0));
    for (const turn of held) lines.putBack(turn);
    for (const turn of turns) if (lines.giveBack(turn)) startSoon();
  }

  async function serveAlone(turn: JobTurn<Waiting>): Promise<void> {
    try {
      if (turn.jobs.length > 0) await server.alone(turn);
    } finally {
      if (lines.giveBack(turn)) startSoon();
    }
  }

  return {
    run: (scope, job, deadline) =>
      new Promise((resolve, reject) => {
        if (lines.add(scope, { ...job, resolve, reject, deadline })) startSoon();
      }),
    async idle() {
      do {
        await new Promise((resolve) => setImmediate(resolve));
        await Promise.all(working);
      } while (!lines.isEmpty || working.size > 0);
    },
  };
}

interface AnsweredJob extends StoreJob {
  readonly resolve: (outcome: OperationOutcome) => void;
  readonly reject: (error: unknown) => void;
}

interface Served extends Batch {
  readonly jobs: readonly AnsweredJob[];
}

type Located = Served & { readonly scope: { readonly locationId: string } };

interface JobServer {
  /** Waits for the lock. */
  alone(batch: Served): Promise<void>;
  /** Waits for no lock. Resolves with the skipped batches, whose location is locked. */
  together<Those extends Served>(batches: readonly Those[]): Promise<readonly Those[]>;
}

interface JobServerOptions {
  readonly pool: Pool;
  readonly newId: UuidSource;
  /** Called with the changes of a transaction, right after its responses. */
  readonly onCommit: (scope: LockScope, done: Pick<BatchResult, 'events' | 'changes'>) => void;
}

/** Runs the jobs of one or several queues in a transaction, and resolves each. */
function createJobServer({ pool, newId, onCommit }: JobServerOptions): JobServer {
  /**
   * An infrastructure fault fails all jobs; a fault of one job does not affect the others.
   *
   * @param users users beside those in the input, known after a first attempt
   */
  async function alone({ scope, jobs }: Served, users: ReadonlySet<string> = new Set()): Promise<void> {
    let result: BatchResult;
    try {
      result = await retryOnConflict(() => pool.work((line) => runBatch(line, { scope, jobs }, newId, users)));
    } catch (error) {
      if (jobs.length > 1 && mayLieInRequest(error)) {
        for (const job of jobs) await alone({ scope, jobs: [job] });
      } else if (error instanceof LockNotAvailableError && !users.has(error.userId)) {
        await alone({ scope, jobs }, new Set([...users, error.userId]));
      } else for (const { reject } of jobs) reject(error);
      return;
    }
    answer({ scope, jobs }, result);
  }

  async function together<Those extends Served>(batches: readonly Those[]): Promise<readonly Those[]> {
    const located = batches.filter(isLocated);
    const held: Those[] = [];
    const results = located.length === 0 ? [] : await tryTogether(located);
    for (const [index, batch] of located.entries()) {
      const result = results?.[index];
      if (results === null) await alone(batch);
      else if (result === null) held.push(batch);
      else if (result !== undefined) answer(batch, result);
    }
    return held;
  }

  /** Null if a job failed: each location is then run alone. */
  async function tryTogether(batches: readonly Located[]): Promise<readonly (BatchResult | null)[] | null> {
    try {
      return await retryOnConflict(() => pool.work((line) => runBatches(line, batches, newId)));
    } catch (error) {
      if (mayLieInRequest(error)) return null;
      for (const { jobs } of batches) for (const { reject } of jobs) reject(error);
      return [];
    }
  }

  function answer({ scope, jobs }: Served, { outcomes, events, changes }: BatchResult): void {
    jobs.forEach(({ resolve }, index) => {
      const outcome = outcomes[index];
      if (outcome !== undefined) resolve(outcome);
    });
    if (events.length > 0 || changes.length > 0) onCommit(scope, { events, changes });
  }

  return { alone, together };
}

function isLocated<Those extends Served>(batch: Those): batch is Those & Located {
  return !('jobQueue' in batch.scope);
}
