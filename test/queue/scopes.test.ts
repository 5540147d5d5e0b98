/** Every operation and query declares a scope that its input has a field for. */
import { describe, expect, it } from 'vitest';
import type { ServiceQueue } from '../../main/contract/queue.ts';
import { ok, type Result } from '../../main/contract/result.ts';
import { OPERATIONS } from '../../main/queue/operations/index.ts';
import { QUERIES } from '../../main/queue/queries/index.ts';
import type { AtLocation, QueueOperations, QueueQueries } from '../../main/queue/queue.ts';
import type { GlobalRows, Rows } from '../../main/queue/rows.ts';
import type { OperationDefinition, QueryDefinition, ScopeInput } from '../../main/queue/scope.ts';
import { atOnce, type Steps } from '../../main/queue/step.ts';
import type { GlobalUnit, Unit } from '../../main/queue/unit.ts';
import type { Store } from '../../main/store/store.ts';
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

it('defines every operation and query that has an input', () => {
  expect(Object.keys(OPERATIONS).toSorted()).toEqual(operations.toSorted());
  expect(Object.keys(QUERIES).toSorted()).toEqual(queries.toSorted());
});

it.each(operations)('%s has a scope', (name) => {
  const definition = OPERATIONS[name];
  if (definition.scope === 'global') expect(JOB_QUEUES).toContain(definition.jobQueue);
  else expect(named(definition.scope, OPERATION_INPUTS[name](BUSY))).toEqual(expect.stringMatching(/./));
});

it.each(operations)('%s begins the business day that its input names', (name) => {
  const definition = OPERATIONS[name];
  const startsDay = definition.scope !== 'global' && definition.startsDay;
  expect(startsDay).toBe(name !== 'startDay' && 'day' in OPERATION_INPUTS[name](BUSY));
});

it.each(queries)('%s has a scope', (name) => {
  const { scope } = QUERIES[name];
  if (scope !== 'global')
    expect([named(scope, QUERY_INPUTS[name](BUSY))].flat()).toContainEqual(expect.stringMatching(/./));
});

describe('a definition does not compile', () => {
  type At = { readonly locationId: string };
  type OfTicket = { readonly ticketId: string };
  type OfNone = { readonly limit: number };
  const locatedRun = function* (_unit: Unit): Steps<Result<null, never>> {
    return yield* atOnce(ok(null));
  };
  const globalRun = function* (_unit: GlobalUnit): Steps<Result<null, never>> {
    return yield* atOnce(ok(null));
  };
  const locatedQuery = function* (_rows: Rows): Steps<null> {
    return yield* atOnce(null);
  };
  const globalQuery = function* (_rows: GlobalRows): Steps<null> {
    return yield* atOnce(null);
  };

  it('of an operation without a scope, or with one that does not fit its input', () => {
    const good: OperationDefinition<At, null> = { scope: 'location', startsDay: false, run: locatedRun };
    // @ts-expect-error no scope
    const none: OperationDefinition<At, null> = { startsDay: false, run: locatedRun };
    // @ts-expect-error its input names no ticket
    const other: OperationDefinition<At, null> = { scope: 'ticket', startsDay: false, run: locatedRun };
    // @ts-expect-error its input names no location
    const nowhere: OperationDefinition<OfNone, null> = { scope: 'location', startsDay: false, run: locatedRun };
    // @ts-expect-error what names its location is locked there
    const both: OperationDefinition<At & OfTicket, null> = { scope: 'ticket', startsDay: false, run: locatedRun };
    // @ts-expect-error it does not say whether the day begins
    const silent: OperationDefinition<AtLocation, null> = { scope: 'location', run: locatedRun };
    // @ts-expect-error there is no day to begin
    const dayless: OperationDefinition<OfTicket, null> = { scope: 'ticket', startsDay: true, run: locatedRun };
    expect([good, none, other, nowhere, both, silent, dayless]).toHaveLength(7);
  });

  it('of a global operation without a job queue, or that uses a location or tells events', () => {
    const good: OperationDefinition<OfNone, null> = { scope: 'global', jobQueue: 'mail', run: globalRun };
    // @ts-expect-error no job queue
    const none: OperationDefinition<OfNone, null> = { scope: 'global', run: globalRun };
    // @ts-expect-error no such job queue
    const unknown: OperationDefinition<OfNone, null> = { scope: 'global', jobQueue: 'post', run: globalRun };
    // @ts-expect-error it uses rows of a location, and events
    const located: OperationDefinition<OfNone, null> = { scope: 'global', jobQueue: 'mail', run: locatedRun };
    expect([good, none, unknown, located]).toHaveLength(4);
  });

  it('of a query without a scope, or with one that does not fit its input or output', () => {
    const good: QueryDefinition<OfNone, null> = { scope: 'global', run: globalQuery };
    // @ts-expect-error no scope
    const none: QueryDefinition<At, null> = { run: locatedQuery };
    // @ts-expect-error it reads rows of a location
    const global: QueryDefinition<OfNone, null> = { scope: 'global', run: locatedQuery };
    // @ts-expect-error its input names no call
    const other: QueryDefinition<At, null> = { scope: 'call', run: locatedQuery };
    type Services = ScopeInput['services'];
    // @ts-expect-error its entries do not name a service
    const list: QueryDefinition<Services, readonly string[]> = { scope: 'services', run: () => locatedList() };
    const parts: QueryDefinition<Services, readonly ServiceQueue[]> = { scope: 'services', run: () => locatedList() };
    expect([good, none, global, other, list, parts]).toHaveLength(6);
  });

  function* locatedList(): Steps<readonly never[]> {
    return yield* atOnce([]);
  }
});
