/** Frame of every operation: idempotency, business day, undo step. */
import type { Effects } from '../database/effect.ts';
import type { Result } from '../lib/result.ts';
import type { AtLocation, Idempotency, QueueFault } from '../queue/contract/request.ts';
import { recallOutcome, rememberOutcome } from '../queue/operations/outcomes.ts';
import { watchStep } from '../queue/operations/record-undo.ts';
import { startDay } from '../queue/operations/start-day.ts';
import type { Unit } from './contract/operation-context.ts';
import type { QueueOperations } from './contract/operation-types.ts';
import type { OperationDefinition } from './contract/scope.ts';
import { OPERATIONS } from './operations.ts';

/** An operation with its input. */
export type OperationRequest = {
  readonly [Name in keyof QueueOperations]: {
    readonly operation: Name;
    readonly input: QueueOperations[Name]['input'];
    readonly idempotency: Idempotency | null;
  };
}[keyof QueueOperations];

export type OperationOutcome = Result<unknown, QueueFault> & {
  readonly replayed?: boolean;
  /** The stored outcome cannot be read. */
  readonly unreadable?: boolean;
};

/**
 * Runs an operation, once per idempotency key, on a business day that has begun. An operation detects faults before it
 * changes anything, so a fault leaves only a new day and due turn changes behind.
 */
export function* runOperation(unit: Unit, wanted: OperationRequest): Effects<OperationOutcome> {
  const { idempotency, input } = wanted;
  if (idempotency !== null) {
    const known = yield* recallOutcome(unit.rows, idempotency, unit.now);
    if (known !== null) return known.ok ? { ...known, replayed: true } : known;
  }
  const defined = OPERATIONS[wanted.operation];
  // The compiler checks each definition against its own input, but cannot connect this input with this operation.
  const definition = defined as OperationDefinition<OperationRequest['input'], unknown>;
  if (definition.scope !== 'global' && definition.startsDay) yield* startDay.run(unit, input as AtLocation);
  const undoStep = defined.scope === 'global' ? undefined : defined.undoStep;
  const watched = undoStep === undefined ? null : watchStep(unit, undoStep, input as object);
  const outcome = yield* definition.run(watched?.unit ?? unit, input);
  if (outcome.ok && watched !== null) yield* watched.keep(outcome.value);
  if (idempotency !== null && outcome.ok) yield* rememberOutcome(unit.rows, idempotency, outcome, unit.now);
  return outcome;
}
