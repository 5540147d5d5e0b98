/**
 * Scopes: the location or global job queue that an operation or a query works on.
 *
 * Each definition declares its scope, and the compiler checks it against the input. An engine takes its locks by the
 * scope.
 */

import type { Effects } from '../../database/effect.ts';
import type { Result } from '../../lib/result.ts';
import type { AtLocation, QueueFault } from '../../queue/contract/request.ts';
import type { CalledTicket } from '../../queue/operations/call-records.ts';
import type { StepName } from '../../queue/operations/undo-step.ts';
import type { GlobalUnit, Unit } from './operation-context.ts';
import type { GlobalRows, Rows } from './rows.ts';

/** Work without a location. Each queue runs one job at a time, over all servers of a database. */
export type GlobalJobQueue = 'erasing' | 'webhooks' | 'devices' | 'mail' | 'reports';

/** The field of an input that names a location, or something that is always at one location. */
export interface ScopeInput {
  readonly location: { readonly locationId: string };
  readonly ticket: { readonly ticketId: string };
  readonly call: { readonly answerId: string };
  readonly service: { readonly serviceId: string };
  readonly services: { readonly services: readonly string[] };
  readonly tickets: { readonly ticketIds: readonly string[] };
}

/** The scopes of an input by its fields. An input with a location has that scope only. */
type ScopeOf<Input, Scopes extends keyof ScopeInput> = Input extends ScopeInput['location']
  ? 'location'
  : { [Scope in Scopes]: Input extends ScopeInput[Scope] ? Scope : never }[Scopes];

/** Input fields by which rows are prefetched. */
export interface PrefetchInput {
  readonly service: { readonly serviceId: string };
  readonly services: { readonly services: readonly string[] };
  readonly ticket: { readonly ticketId: string };
  readonly call: { readonly answerId: string };
  readonly desk: { readonly deskId: string };
  /** A user who can begin to serve at the desk. */
  readonly clerk: { readonly userId: string };
  /** The first tickets that the desk can call. */
  readonly lanes: { readonly services: readonly string[]; readonly deskId: string; readonly userId: string };
  /** An idempotency key. */
  readonly key: { readonly key: string };
}

type PrefetchOf<Input> = {
  [Kind in keyof PrefetchInput]: Required<Input> extends PrefetchInput[Kind] ? Kind : never;
}[keyof PrefetchInput];

interface LocatedOperation<Input, Output> {
  /** The location that it locks: the one in its input, or that of its ticket or call. */
  readonly scope: ScopeOf<Input, 'ticket' | 'call'>;
  /** Whether it first begins the business day of its input. */
  readonly startsDay: Input extends AtLocation ? boolean : false;
  /**
   * Rows that an engine prefetches for all operations of a transaction. Users and keys are also locked until its end,
   * because they belong to no location. An operation that reads the outcome of a key depends on that lock.
   */
  readonly prefetch: readonly PrefetchOf<Input>[];
  /** Name under which its step is stored for the desk, so that the clerk can undo it. */
  readonly undoStep?: Output extends Pick<CalledTicket, 'ticket'> ? StepName : never;
  readonly run: (unit: Unit, input: Input) => Effects<Result<Output, QueueFault>>;
}

/** Without rows of a location, and without events. */
interface GlobalOperation<Input, Output> {
  readonly scope: 'global';
  readonly jobQueue: GlobalJobQueue;
  readonly run: (unit: GlobalUnit, input: Input) => Effects<Result<Output, QueueFault>>;
}

export type OperationDefinition<Input, Output> = LocatedOperation<Input, Output> | GlobalOperation<Input, Output>;

/** Defines an operation: the compiler checks its scope against the input. */
export function operation<Input, Output>(definition: LocatedOperation<Input, Output>): LocatedOperation<Input, Output>;
export function operation<Input, Output>(definition: GlobalOperation<Input, Output>): GlobalOperation<Input, Output>;
export function operation<Input, Output>(
  definition: OperationDefinition<Input, Output>,
): OperationDefinition<Input, Output> {
  return definition;
}

/** Input and output of a definition. */
export type OperationTypes<Definition> = Definition extends {
  readonly run: (unit: never, input: infer Input) => Effects<Result<infer Output, QueueFault>>;
}
  ? { readonly input: Input; readonly output: Output }
  : never;

interface AnyQuery {
  /** Whether its statements must see one moment of the database. `false` for a query that asks a single statement. */
  readonly snapshot: boolean;
}

interface LocatedQuery<Input, Output> extends AnyQuery {
  /** The location that it reads: the one in its input, or that of its ticket, call or service. */
  readonly scope: ScopeOf<Input, 'ticket' | 'call' | 'service'>;
  readonly run: (rows: Rows, input: Input) => Effects<Output>;
}

/** A list that an engine can read location by location: each entry names the service or ticket it is about. */
interface ListQuery<Input, Output> extends AnyQuery {
  readonly scope:
    | (Output extends readonly { readonly serviceId: string }[] ? ScopeOf<Input, 'services'> : never)
    | (Output extends readonly { readonly ticket: { readonly id: string } }[] ? ScopeOf<Input, 'tickets'> : never);
  readonly run: (rows: Rows, input: Input) => Effects<Output>;
}

/** Without rows of a location. */
interface GlobalQuery<Input, Output> extends AnyQuery {
  readonly scope: 'global';
  readonly run: (rows: GlobalRows, input: Input) => Effects<Output>;
}

export type QueryDefinition<Input, Output> =
  | LocatedQuery<Input, Output>
  | ListQuery<Input, Output>
  | GlobalQuery<Input, Output>;

/** Defines a query: the compiler checks its scope against input and output. */
export function query<Input, Output>(definition: LocatedQuery<Input, Output>): LocatedQuery<Input, Output>;
export function query<Input, Output>(definition: ListQuery<Input, Output>): ListQuery<Input, Output>;
export function query<Input, Output>(definition: GlobalQuery<Input, Output>): GlobalQuery<Input, Output>;
export function query<Input, Output>(definition: QueryDefinition<Input, Output>): QueryDefinition<Input, Output> {
  return definition;
}

/** Input and output of a definition. */
export type QueryTypes<Definition> = Definition extends {
  readonly run: (rows: never, input: infer Input) => Effects<infer Output>;
}
  ? { readonly input: Input; readonly output: Output }
  : never;
