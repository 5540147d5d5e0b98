/**
 * The lines of what waits, one for each location: the first in a line takes all that has come by then into one transaction,
 * and the next batch is what came meanwhile. Several locations are worked on at once, as many as there are connections.
 */
import type { Outcome } from '../../queue/operations/run-operation.ts';
import { StoreUnreachable } from '../store.ts';
import { type BatchResult, type Job, runBatch } from './batch.ts';
import type { Pool } from './pool.ts';
import { isMachineFault } from './postgres-error.ts';
import type { Place } from './whereabouts.ts';

/** So that the first in a rush do not wait for all of it. */
const MOST_TOGETHER = 64;

interface Waiting extends Job {
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
  /** Given up: nobody waits for it any more, so it must not be done. */
  expired: boolean;
}

export interface LocationLines {
  run(place: Place, job: Job): Promise<Outcome>;
  /** Resolves when nothing waits and nothing is being done. */
  idle(): Promise<void>;
}

export interface LinesOptions {
  readonly pool: Pool;
  readonly newId: (now: number) => string;
  /** How long an operation may wait for its answer. */
  readonly deadlineMs: number;
  /** Called with what a transaction changed, right after it has been answered. */
  readonly onCommit: (place: Place, done: Pick<BatchResult, 'events' | 'changes'>) => void;
}

export function createLocationLines({ pool, newId, deadlineMs, onCommit }: LinesOptions): LocationLines {
  const lines = new Map<string, Waiting[]>();
  const working = new Set<Promise<void>>();

  function run(place: Place, job: Job): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.expired = true;
        reject(new StoreUnreachable('The database has not answered in time.'));
      }, deadlineMs);
      const waiting: Waiting = {
        ...job,
        resolve(outcome) {
          clearTimeout(timer);
          resolve(outcome);
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
        expired: false,
      };
      const name = 'work' in place ? `work ${place.work}` : `at ${place.locationId}`;
      const line = lines.get(name);
      if (line !== undefined) {
        line.push(waiting);
        return;
      }
      const started = [waiting];
      lines.set(name, started);
      const work = serve(name, place, started).finally(() => working.delete(work));
      working.add(work);
    });
  }

  async function serve(name: string, place: Place, line: Waiting[]): Promise<void> {
    // What comes in the same turn of the event loop goes together.
    await new Promise((resolve) => setImmediate(resolve));
    while (line.length > 0) {
      await answer(
        place,
        line.splice(0, MOST_TOGETHER).filter(({ expired }) => !expired),
      );
    }
    lines.delete(name);
  }

  /** A fault of the machine is everybody's. One that lies in a request takes nothing else with it. */
  async function answer(place: Place, jobs: readonly Waiting[]): Promise<void> {
    if (jobs.length === 0) return;
    try {
      const { outcomes, events, changes } = await pool.work((line) => runBatch(line, place, jobs, newId));
      jobs.forEach(({ resolve }, index) => {
        const outcome = outcomes[index];
        if (outcome !== undefined) resolve(outcome);
      });
      if (events.length > 0 || changes.length > 0) onCommit(place, { events, changes });
    } catch (error) {
      if (jobs.length > 1 && !isMachineFault(error)) {
        for (const job of jobs) await answer(place, [job]);
        return;
      }
      for (const { reject } of jobs) reject(error);
    }
  }

  return {
    run,
    async idle() {
      while (working.size > 0) await Promise.all(working);
    },
  };
}
