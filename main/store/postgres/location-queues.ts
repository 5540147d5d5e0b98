/**
 * The lines of what waits, one for each location. What waits in several lines when a connection is free goes into one
 * transaction, the longest waiting line first, and the next is what came meanwhile: many locations with little to do cost no
 * more than one with much. Such a transaction waits for no location: one that another server holds is left out, and its line
 * then goes by itself, so that it keeps nobody else. Whose turn it is stands in `job-queue.ts`, how it is done in
 * `run-jobs.ts`; here is when.
 */

import type { Deadline } from '../../database/postgres/deadline.ts';
import type { OperationOutcome } from '../run-operation.ts';
import type { StoreJob } from './batch.ts';
import { createWaitingLines, type JobTurn } from './job-queue.ts';
import type { LockScope } from './resolve-location.ts';
import { type AnsweredJob, createJobServer, type JobServerOptions } from './run-jobs.ts';

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
