/**
 * The lines of what waits, one for each location. What waits in several lines when a connection is free goes into one
 * transaction, the longest waiting line first, and the next is what came meanwhile: many locations with little to do cost no
 * more than one with much. Such a transaction waits for no location: one that another server holds is left out, and its line
 * then goes by itself, so that it keeps nobody else. Whose turn it is is in `createWaitingLines`.
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
  /** Never settles when the deadline is over before its turn comes. */
  run(scope: LockScope, job: StoreJob, deadline: Deadline): Promise<OperationOutcome>;
  /** Resolves when nothing waits and nothing is being done. */
  idle(): Promise<void>;
}

export interface LinesOptions extends JobServerOptions {
  /**
   * How many transactions of many lines there may be at once, and how many lines may go by themselves. While some are written
   * to the disk another is worked out; the more there are, the sooner goes what has just come, and the smaller each is.
   */
  readonly togetherAtOnce: number;
  readonly aloneAtOnce: number;
}

/** So that the first in a rush do not wait for all of it. */
const MAX_TOGETHER = 64;

/** So often a line goes by itself after it was held by somebody else. */
const ALONE_TIMES = 20;

interface Waits {
  /** When it is over, the job is not done any more. */
  readonly deadline: Pick<Deadline, 'isOver'>;
}

interface Line<Job> {
  readonly name: string;
  readonly scope: LockScope;
  readonly waiting: Job[];
  /** How many times more it goes by itself. */
  alone: number;
}

/** What was taken from one line, in its order; nothing when nobody waits for any of it. */
export interface JobTurn<Job> {
  readonly line: Line<Job>;
  readonly scope: LockScope;
  readonly jobs: readonly Job[];
}

/**
 * Jobs that wait, one line for each location. It chooses the next turn: many lines together, or one alone. A line in work has no
 * turn until it is given back.
 */
interface WaitingLines<Job> {
  /** Nothing waits, and nothing is being done. */
  readonly isEmpty: boolean;
  /** @returns whether a line begins with it, whose turn will come */
  add(scope: LockScope, job: Job): boolean;
  /** From as many lines as there is room for, the longest waiting first. Empty when none goes together with others. */
  takeTogether(): readonly JobTurn<Job>[];
  /** Null when none goes by itself. */
  takeAlone(): JobTurn<Job> | null;
  /** It could not be done, as somebody else holds that location: the line goes by itself for a while, and waits for it. */
  putBack(turn: JobTurn<Job>): void;
  /** What was taken has been done, or put back. A line in which nothing waits is forgotten. Tells whether its turn will come. */
  giveBack(turn: JobTurn<Job>): boolean;
}

export function createWaitingLines<Job extends Waits>(): WaitingLines<Job> {
  /** All in which something waits or is being done. */
  const lines = new Map<string, Line<Job>>();
  /** Those of which nothing is being done, in the order in which their turn comes. */
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

  /** What comes in the same turn of the event loop goes together. */
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
  /** Waits for nobody. Resolves with those of which nothing was done, because somebody else holds their location. */
  together<Those extends Served>(batches: readonly Those[]): Promise<readonly Those[]>;
}

interface JobServerOptions {
  readonly pool: Pool;
  readonly newId: UuidSource;
  /** Called with what a transaction changed, right after it has been answered. */
  readonly onCommit: (scope: LockScope, done: Pick<BatchResult, 'events' | 'changes'>) => void;
}

/** Has the jobs of lines done, of one or of several in one transaction, and answers each. */
function createJobServer({ pool, newId, onCommit }: JobServerOptions): JobServer {
  /**
   * A fault of the machine is everybody's. One that lies in a request takes nothing else with it.
   *
   * @param users whom it is about, beside those whom its input names: known when it has been tried
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

  /** Null when it breaks over one of the requests: each location is done by itself then. */
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
