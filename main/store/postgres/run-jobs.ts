/** Has the jobs of lines done, of one or of several in one transaction, and answers each. */

import { LockNotAvailableError } from '../../database/postgres/cross-location-locks.ts';
import type { Pool } from '../../database/postgres/pool.ts';
import { mayLieInRequest } from '../../database/postgres/postgres-error.ts';
import { retryOnConflict } from '../../database/postgres/retry-transaction.ts';
import type { UuidSource } from '../../lib/uuid.ts';
import type { OperationOutcome } from '../run-operation.ts';
import { type Batch, type BatchResult, runBatch, runBatches, type StoreJob } from './batch.ts';
import type { LockScope } from './resolve-location.ts';

export interface AnsweredJob extends StoreJob {
  readonly resolve: (outcome: OperationOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface Served extends Batch {
  readonly jobs: readonly AnsweredJob[];
}
type Located = Served & { readonly scope: { readonly locationId: string } };

export interface JobServer {
  /** Waits for the lock. */
  alone(batch: Served): Promise<void>;
  /** Waits for nobody. Resolves with those of which nothing was done, because somebody else holds their location. */
  together<Those extends Served>(batches: readonly Those[]): Promise<readonly Those[]>;
}

export interface JobServerOptions {
  readonly pool: Pool;
  readonly newId: UuidSource;
  /** Called with what a transaction changed, right after it has been answered. */
  readonly onCommit: (scope: LockScope, done: Pick<BatchResult, 'events' | 'changes'>) => void;
}

export function createJobServer({ pool, newId, onCommit }: JobServerOptions): JobServer {
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
