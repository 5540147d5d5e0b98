/**
 * Job queues by location, with fair turns.
 *
 * A job may need several locations or one. A location with a running job has no turn until that job ends.
 */
import type { Deadline } from '../../database/postgres/deadline.ts';
import { type LockScope, NOWHERE } from './resolve-location.ts';

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

export interface WaitingLines<Job> {
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
