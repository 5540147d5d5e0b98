/**
 * The lines of what waits, one for each location. What waits in several lines when a connection is free goes into one
 * transaction, the longest waiting line first, and the next is what came meanwhile: many locations with little to do cost no
 * more than one with much. Such a transaction waits for no location: one that another server holds is left out, and its line
 * then goes by itself, so that it keeps nobody else.
 */
import type { UuidSource } from '../../core/uuid.ts';
import type { Outcome } from '../../queue/operations/run-operation.ts';
import { type Batch, type BatchResult, type Job, runBatch, runBatches } from './batch.ts';
import type { Deadline } from './deadline.ts';
import type { Pool } from './pool.ts';
import { isMachineFault } from './postgres-error.ts';
import { NOWHERE, type Place } from './whereabouts.ts';

/** So that the first in a rush do not wait for all of it. */
const MOST_TOGETHER = 64;
/** So often a line goes by itself after it was held by somebody else. */
const ALONE_TIMES = 20;

interface Waiting extends Job {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  /** When it is over, the job is not done any more. */
  readonly deadline: Deadline;
}

interface Line {
  readonly name: string;
  readonly place: Place;
  readonly waiting: Waiting[];
  /** How many times more it goes by itself. */
  alone: number;
}

export interface LocationLines {
  /** Never settles when the deadline is over before its turn comes. */
  run(place: Place, job: Job, deadline: Deadline): Promise<Outcome>;
  /** Resolves when nothing waits and nothing is being done. */
  idle(): Promise<void>;
}

export interface LinesOptions {
  readonly pool: Pool;
  readonly newId: UuidSource;
  /**
   * How many transactions of many lines there may be at once, and how many lines may go by themselves. While some are written
   * to the disk another is worked out; the more there are, the sooner goes what has just come, and the smaller each is.
   */
  readonly togetherAtOnce: number;
  readonly aloneAtOnce: number;
  /** Called with what a transaction changed, right after it has been answered. */
  readonly onCommit: (place: Place, done: Pick<BatchResult, 'events' | 'changes'>) => void;
}

interface Served extends Batch {
  readonly jobs: readonly Waiting[];
}
type Located = Served & { readonly place: { readonly locationId: string } };

export function createLocationLines(options: LinesOptions): LocationLines {
  const { pool, newId, togetherAtOnce, aloneAtOnce, onCommit } = options;
  /** All in which something waits or is being done. */
  const lines = new Map<string, Line>();
  /** Those of which nothing is being done, in the order in which their turn comes. */
  const together: Line[] = [];
  const alone: Line[] = [];
  const working = new Set<Promise<void>>();
  let togetherNow = 0;
  let aloneNow = 0;
  let isStarting = false;

  function run(place: Place, job: Job, deadline: Deadline): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { ...job, resolve, reject, deadline };
      const name = 'work' in place ? `work ${place.work}` : `at ${place.locationId}`;
      const line = lines.get(name);
      if (line !== undefined) {
        line.waiting.push(waiting);
        return;
      }
      const isOwn = 'work' in place || place.locationId === NOWHERE;
      const started: Line = { name, place, waiting: [waiting], alone: isOwn ? Number.POSITIVE_INFINITY : 0 };
      lines.set(name, started);
      enqueue(started);
    });
  }

  /** A line in which nothing waits is forgotten. */
  function enqueue(line: Line): void {
    if (line.waiting.length === 0) {
      lines.delete(line.name);
      return;
    }
    (line.alone > 0 ? alone : together).push(line);
    if (isStarting) return;
    isStarting = true;
    // What comes in the same turn of the event loop goes together.
    setImmediate(() => {
      isStarting = false;
      start();
    });
  }

  function start(): void {
    while (togetherNow < togetherAtOnce && together.length > 0) {
      togetherNow += 1;
      watch(
        serveTogether(takeTogether()).finally(() => {
          togetherNow -= 1;
        }),
      );
    }
    while (aloneNow < aloneAtOnce && alone.length > 0) {
      const line = alone.shift();
      if (line === undefined) break;
      aloneNow += 1;
      watch(
        serveAlone(line).finally(() => {
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

  /** From as many lines as there is room for. */
  function takeTogether(): readonly (readonly [Line, readonly Waiting[]])[] {
    const taken: [Line, readonly Waiting[]][] = [];
    for (let room = MOST_TOGETHER; room > 0; ) {
      const line = together.shift();
      if (line === undefined) break;
      const jobs = take(line, room);
      room -= jobs.length;
      taken.push([line, jobs]);
    }
    return taken;
  }

  function take({ waiting }: Line, most: number): readonly Waiting[] {
    return waiting.splice(0, most).filter(({ deadline }) => !deadline.isOver);
  }

  async function serveTogether(taken: readonly (readonly [Line, readonly Waiting[]])[]): Promise<void> {
    const batches = taken.flatMap(([{ place }, jobs]): readonly Located[] =>
      'work' in place || jobs.length === 0 ? [] : [{ place, jobs }],
    );
    const results = batches.length === 0 ? [] : await tryTogether(batches);
    for (const [index, batch] of batches.entries()) {
      const result = results?.[index];
      if (results === null) await serve(batch);
      else if (result === null) goAlone(taken, batch);
      else if (result !== undefined) answer(batch, result);
    }
    for (const [line] of taken) enqueue(line);
  }

  /** Null when one of the requests breaks by a bug: each location is done by itself then. */
  async function tryTogether(batches: readonly Located[]): Promise<readonly (BatchResult | null)[] | null> {
    try {
      return await pool.work((line) => runBatches(line, batches, newId));
    } catch (error) {
      if (!isMachineFault(error)) return null;
      for (const { jobs } of batches) for (const { reject } of jobs) reject(error);
      return [];
    }
  }

  /** Whoever holds that location is waited for. */
  function goAlone(taken: readonly (readonly [Line, readonly Waiting[]])[], { jobs }: Located): void {
    const line = taken.find(([, those]) => those === jobs)?.[0];
    line?.waiting.unshift(...jobs);
    if (line !== undefined) line.alone = ALONE_TIMES;
  }

  async function serveAlone(line: Line): Promise<void> {
    line.alone -= 1;
    const jobs = take(line, MOST_TOGETHER);
    try {
      if (jobs.length > 0) await serve({ place: line.place, jobs });
    } finally {
      enqueue(line);
    }
  }

  /** A fault of the machine is everybody's. One that lies in a request takes nothing else with it. */
  async function serve({ place, jobs }: Served): Promise<void> {
    let result: BatchResult;
    try {
      result = await pool.work((line) => runBatch(line, { place, jobs }, newId));
    } catch (error) {
      if (jobs.length > 1 && !isMachineFault(error)) {
        for (const job of jobs) await serve({ place, jobs: [job] });
        return;
      }
      for (const { reject } of jobs) reject(error);
      return;
    }
    answer({ place, jobs }, result);
  }

  function answer({ place, jobs }: Served, { outcomes, events, changes }: BatchResult): void {
    jobs.forEach(({ resolve }, index) => {
      const outcome = outcomes[index];
      if (outcome !== undefined) resolve(outcome);
    });
    if (events.length > 0 || changes.length > 0) onCommit(place, { events, changes });
  }

  return {
    run,
    async idle() {
      do {
        await new Promise((resolve) => setImmediate(resolve));
        await Promise.all(working);
      } while (lines.size > 0 || working.size > 0);
    },
  };
}
