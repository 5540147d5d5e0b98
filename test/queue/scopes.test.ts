/** Scopes of operations and queries, and the fields of their inputs. */
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Effects } from '../../main/database/effect.ts';
import type { Result } from '../../main/lib/result.ts';
import type { ServiceQueue } from '../../main/queue/contract/records.ts';
import type { AtLocation } from '../../main/queue/contract/request.ts';
import type { StepName } from '../../main/queue/operations/undo-step.ts';
import type { GlobalUnit, Unit } from '../../main/store/contract/operation-context.ts';
import type { QueueOperations, QueueQueries } from '../../main/store/contract/operation-types.ts';
import type { GlobalRows, Rows } from '../../main/store/contract/rows.ts';
import type { OperationDefinition, QueryDefinition, ScopeInput } from '../../main/store/contract/scope.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { OPERATIONS } from '../../main/store/operations.ts';
import { QUERIES } from '../../main/store/queries.ts';
import { Hall } from '../store/queue-hall.ts';
import { type BusyHall, OPERATION_INPUTS, QUERY_INPUTS } from '../store/typical-inputs.ts';

const FIELD: { readonly [Scope in keyof ScopeInput]: keyof ScopeInput[Scope] } = {
  location: 'locationId',
  ticket: 'ticketId',
  call: 'answerId',
  service: 'serviceId',
  services: 'services',
  tickets: 'ticketIds',
};
const JOB_QUEUES = ['erasing', 'webhooks', 'devices', 'mail', 'reports'];
const BUSY: BusyHall = {
  hall: new Hall({} as Store),
  waiting: 'waiting',
  served: 'served',
  paused: 'paused',
  missed: 'missed',
  ended: 'ended',
  call: 'call',
  desk: 'desk',
  freeDesk: 'free desk',
  step: 'step',
};

/** The field of the scope in a typical input. */
function named(scope: keyof ScopeInput, input: object): unknown {
  return Object.entries(input).find(([field]) => field === FIELD[scope])?.[1];
}

const operations = Object.keys(OPERATION_INPUTS) as (keyof QueueOperations)[];
const queries = Object.keys(QUERY_INPUTS) as (keyof QueueQueries)[];

it('the store defines every operation and query of the contract', () => {
  expect(Object.keys(OPERATIONS).toSorted()).toEqual(operations.toSorted());
  expect(Object.keys(QUERIES).toSorted()).toEqual(queries.toSorted());
});

it.each(operations)('the operation %s has a scope that its input names', (name) => {
  const definition = OPERATIONS[name];
  if (definition.scope === 'global') expect(JOB_QUEUES).toContain(definition.jobQueue);
  else expect(named(definition.scope, OPERATION_INPUTS[name](BUSY))).toEqual(expect.stringMatching(/./));
});

it.each(operations)('the operation %s starts the business day that its input names', (name) => {
  const definition = OPERATIONS[name];
  const startsDay = definition.scope !== 'global' && definition.startsDay;
  expect(startsDay).toBe(name !== 'startDay' && 'day' in OPERATION_INPUTS[name](BUSY));
});

it('operations of clerks are undo steps under their own name', () => {
  const steps: Readonly<Record<StepName, StepName>> = {
    callTicket: 'callTicket',
    callPausedTicket: 'callPausedTicket',
    callCancelledTicket: 'callCancelledTicket',
    callNextTicket: 'callNextTicket',
    endCall: 'endCall',
    pauseCall: 'pauseCall',
    cancelCall: 'cancelCall',
    transferCall: 'transferCall',
    putBackCall: 'putBackCall',
    continueVisit: 'continueVisit',
    requeueTicket: 'requeueTicket',
    removeTicket: 'removeTicket',
    changeTicket: 'changeTicket',
  };
  const kept = operations.flatMap((name) => {
    const definition = OPERATIONS[name];
    return definition.scope === 'global' || definition.undoStep === undefined ? [] : [[name, definition.undoStep]];
  });
  expect(Object.fromEntries(kept)).toEqual(steps);
});

it.each(queries)('the query %s has a scope that its input names', (name) => {
  const { scope } = QUERIES[name];
  if (scope !== 'global')
    expect([named(scope, QUERY_INPUTS[name](BUSY))].flat()).toContainEqual(expect.stringMatching(/./));
});

/** Checked by the type checker. */
describe('the type of a definition', () => {
  type Operation<Input> = OperationDefinition<Input, null>;
  type Query<Input, Output = null> = QueryDefinition<Input, Output>;
  type At = ScopeInput['location'];
  type OfTicket = ScopeInput['ticket'];
  type OfServices = ScopeInput['services'];
  type OfNone = { readonly limit: number };
  type LocatedRun = (unit: Unit) => Effects<Result<null, never>>;
  type GlobalRun = (unit: GlobalUnit) => Effects<Result<null, never>>;
  type Located<Scope> = { scope: Scope; startsDay: false; prefetch: []; run: LocatedRun };
  type LocatedQuery<Scope, Output = null> = { scope: Scope; snapshot: true; run: (rows: Rows) => Effects<Output> };

  it('requires a scope that the input of the operation has a field for', () => {
    expectTypeOf<Located<'location'>>().toExtend<Operation<At>>();
    expectTypeOf<Located<'ticket'>>().toExtend<Operation<OfTicket>>();
    expectTypeOf<Omit<Located<'location'>, 'scope'>>().not.toExtend<Operation<At>>();
    expectTypeOf<Located<undefined>>().not.toExtend<Operation<At>>();
    expectTypeOf<Located<'ticket'>>().not.toExtend<Operation<At>>();
    expectTypeOf<Located<'location'>>().not.toExtend<Operation<OfNone>>();
  });

  it('requires the location of the input, if it names one, not that of a ticket', () => {
    expectTypeOf<Located<'location'>>().toExtend<Operation<At & OfTicket>>();
    expectTypeOf<Located<'ticket'>>().not.toExtend<Operation<At & OfTicket>>();
  });

  it('requires whether the operation starts the business day, if its input has a day', () => {
    expectTypeOf<Located<'location'> & { startsDay: boolean }>().toExtend<Operation<AtLocation>>();
    expectTypeOf<Omit<Located<'location'>, 'startsDay'>>().not.toExtend<Operation<AtLocation>>();
    expectTypeOf<Omit<Located<'ticket'>, 'startsDay'> & { startsDay: true }>().not.toExtend<Operation<OfTicket>>();
  });

  it('allows an operation to prefetch only records that its input names', () => {
    type Prefetching<Kind> = Omit<Located<'location'>, 'prefetch'> & { prefetch: Kind[] };
    expectTypeOf<Prefetching<'clerk'>>().toExtend<Operation<At & { readonly userId: string }>>();
    expectTypeOf<Prefetching<'service'>>().toExtend<Operation<At & { readonly serviceId?: string }>>();
    expectTypeOf<Prefetching<'clerk'>>().not.toExtend<Operation<At>>();
    expectTypeOf<Omit<Located<'location'>, 'prefetch'>>().not.toExtend<Operation<At>>();
  });

  it('requires a job queue of a global operation, and gives it no rows of a location and no events', () => {
    type Global<Queue, Run = GlobalRun> = { scope: 'global'; jobQueue: Queue; run: Run };
    expectTypeOf<Global<'mail'>>().toExtend<Operation<OfNone>>();
    expectTypeOf<Global<'post'>>().not.toExtend<Operation<OfNone>>();
    expectTypeOf<Omit<Global<'mail'>, 'jobQueue'>>().not.toExtend<Operation<OfNone>>();
    expectTypeOf<Global<'mail', LocatedRun>>().not.toExtend<Operation<OfNone>>();
    expectTypeOf<Global<'mail', (unit: Pick<Unit, 'emit'>) => ReturnType<GlobalRun>>>().not.toExtend<
      Operation<OfNone>
    >();
  });

  it('requires a scope of a query that fits its input and output', () => {
    expectTypeOf<LocatedQuery<'location'>>().toExtend<Query<At>>();
    expectTypeOf<Omit<LocatedQuery<'location'>, 'scope'>>().not.toExtend<Query<At>>();
    expectTypeOf<Omit<LocatedQuery<'location'>, 'snapshot'>>().not.toExtend<Query<At>>();
    expectTypeOf<LocatedQuery<'call'>>().not.toExtend<Query<At>>();
    expectTypeOf<LocatedQuery<'global'>>().not.toExtend<Query<OfNone>>();
    type OfRows<Usable> = { scope: 'global'; snapshot: true; run: (rows: Usable) => Effects<null> };
    expectTypeOf<OfRows<GlobalRows>>().toExtend<Query<OfNone>>();
  });

  it('requires that entries of a list query name their service', () => {
    type Queues = readonly ServiceQueue[];
    expectTypeOf<LocatedQuery<'services', Queues>>().toExtend<Query<OfServices, Queues>>();
    expectTypeOf<LocatedQuery<'services', string[]>>().not.toExtend<Query<OfServices, string[]>>();
  });
});
