/** Execution of operations in the job queues of their locations. */

import type { NotedWork } from '../../database/postgres/availability-log.ts';
import type { BackgroundTasks } from '../../database/postgres/background-tasks.ts';
import type { Deadline } from '../../database/postgres/deadline.ts';
import type { Result } from '../../lib/result.ts';
import type { QueueFault } from '../../queue/contract/request.ts';
import { sweepOutcomes } from '../../queue/operations/outcomes.ts';
import type { QueueOperations } from '../contract/operation-types.ts';
import type { Store } from '../contract/store.ts';
import type { OperationOutcome, OperationRequest } from '../run-operation.ts';
import type { LocationLines } from './location-queues.ts';
import { outcomeRows } from './outcomes.ts';
import type { LocationResolver } from './resolve-location.ts';
import type { StoreSessions } from './store-sessions.ts';

export interface RunDeps {
  readonly resolver: Pick<LocationResolver, 'ofOperation'>;
  readonly lines: Pick<LocationLines, 'run'>;
  readonly noted: NotedWork;
  readonly sessions: Pick<StoreSessions, 'write'>;
  readonly aside: BackgroundTasks;
}

const SWEEP_EVERY_MS = 60_000;

export function operationRunner({ resolver, lines, noted, sessions, aside }: RunDeps): Store['run'] {
  let sweptAt = Number.NEGATIVE_INFINITY;

  /** Some name only a call or a ticket, whose location has to be found first. */
  function runInItsScope(wanted: OperationRequest, now: number, deadline: Deadline): Promise<OperationOutcome> {
    const scope = resolver.ofOperation(wanted);
    if (!(scope instanceof Promise)) return lines.run(scope, { wanted, now }, deadline);
    aside.add(scope);
    return scope.then((found) => lines.run(found, { wanted, now }, deadline));
  }

  /** Forgets old idempotency keys. A clock that was set back must not stop it. */
  function sweep(now: number): void {
    if (noted.isClosed || (now - sweptAt < SWEEP_EVERY_MS && now >= sweptAt)) return;
    sweptAt = now;
    const swept = sessions.write((session) => sweepOutcomes(outcomeRows(session), now));
    aside.add(
      swept.then((isMore) => {
        if (isMore) sweptAt = Number.NEGATIVE_INFINITY;
      }),
    );
  }

  return async (operation, input, { now, idempotency = null, onReplay, request }) => {
    // The compiler cannot see that a name and its own input make one of the wishes.
    const wanted = { operation, input, idempotency } as OperationRequest;
    const work = (deadline: Deadline) => runInItsScope(wanted, now, deadline);
    const { replayed, unreadable, ...outcome } = await noted.inTime(work, operation, request);
    if (replayed === true) onReplay?.();
    if (unreadable === true) noted.unreadable('idempotency', operation, request);
    sweep(now);
    return outcome as Result<QueueOperations[typeof operation]['output'], QueueFault>;
  };
}
