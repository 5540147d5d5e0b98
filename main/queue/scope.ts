/**
 * Scopes: the location or global job queue that an operation or a query works on.
 * Each definition declares its scope, and the compiler checks it against the input. An engine takes its locks by the scope.
 */

import type { Result } from '../contract/result.ts';
import type { AtLocation, QueueFault } from './queue.ts';
import type { GlobalRows, Rows } from './rows.ts';
import type { Steps } from './step.ts';
import type { GlobalUnit, Unit } from './unit.ts';

/** Work that belongs to no location. Of each queue one job runs at a time, over all servers of a database. */
export type GlobalJobQueue = 'erasing' | 'webhooks' | 'devices' | 'mail' | 'reports';

/** The field of an input that names the location itself, or something that is always at the same one. */
export interface ScopeInput {
  readonly location: { readonly locationId: string };
  readonly ticket: { readonly ticketId: string };
  readonly call: { readonly answerId: string };
  readonly service: { readonly serviceId: string };
  readonly services: { readonly services: readonly string[] };
  readonly tickets: { readonly ticketIds: readonly string[] };
}

/** The scopes of `Scopes` that an input can have. One that names its location has that one only. */
type ScopeOf<Input, Scopes extends keyof ScopeInput> = Input extends ScopeInput['location']
  ? 'location'
  : { [Scope in Scopes]: Input extends ScopeInput[Scope] ? Scope : never }[Scopes];

interface LocatedOperation<Input, Output> {
  /** The location whose lock it takes: the one in its input, or that of its ticket or call. */
  readonly scope: ScopeOf<Input, 'ticket' | 'call'>;
  /** Whether the business day of its input begins first, should it not have begun. */
  readonly startsDay: Input extends AtLocation ? boolean : false;
  readonly run: (unit: Unit, input: Input) => Steps<Result<Output, QueueFault>>;
}

/** Without rows of a location, and without events. */
interface GlobalOperation<Input, Output> {
  readonly scope: 'global';
  readonly jobQueue: GlobalJobQueue;
  readonly run: (unit: GlobalUnit, input: Input) => Steps<Result<Output, QueueFault>>;
}

export type OperationDefinition<Input, Output> = LocatedOperation<Input, Output> | GlobalOperation<Input, Output>;

interface LocatedQuery<Input, Output> {
  /** The location that it reads: the one in its input, or that of its ticket, call or service. */
  readonly scope: ScopeOf<Input, 'ticket' | 'call' | 'service'>;
  readonly run: (rows: Rows, input: Input) => Steps<Output>;
}

/** A list that an engine can read location by location: each entry names the service or ticket it is about. */
interface ListQuery<Input, Output> {
  readonly scope:
    | (Output extends readonly { readonly serviceId: string }[] ? ScopeOf<Input, 'services'> : never)
    | (Output extends readonly { readonly ticket: { readonly id: string } }[] ? ScopeOf<Input, 'tickets'> : never);
  readonly run: (rows: Rows, input: Input) => Steps<Output>;
}

/** Without rows of a location. */
interface GlobalQuery<Input, Output> {
  readonly scope: 'global';
  readonly run: (rows: GlobalRows, input: Input) => Steps<Output>;
}

export type QueryDefinition<Input, Output> =
  | LocatedQuery<Input, Output>
  | ListQuery<Input, Output>
  | GlobalQuery<Input, Output>;
