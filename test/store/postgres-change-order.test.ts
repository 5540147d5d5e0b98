/** The order in which the changes of a location are told, whatever order they are heard of in. */
import { expect, it } from 'vitest';
import type { QueueEvent } from '../../main/queue/contract/records.ts';
import type { NumberedChange } from '../../main/queue/operations/location-changes.ts';
import { type ChangeOrder, createChangeOrder } from '../../main/store/postgres/location-track.ts';

/** A ticket of that number was made in the change of that number. */
const change = (number: number): NumberedChange => ({
  number,
  change: { kind: 'event', event: eventOf(number) },
});
const eventOf = (number: number): QueueEvent => ({
  type: 'ticket.created',
  at: 0,
  locationId: 'hall',
  serviceId: 'passports',
  ticketId: String(number),
  deskId: '',
});
const changes = (...numbers: readonly number[]): readonly NumberedChange[] => numbers.map(change);

interface Heard {
  readonly order: ChangeOrder;
  /** By those who follow the location. */
  readonly told: number[];
  /** By those who only want to know what happens. */
  readonly events: number[];
}

function orderFrom(begin: number | null): Heard {
  const told: number[] = [];
  const events: number[] = [];
  const order = createChangeOrder({
    onChanges: (some) => told.push(...some.map(({ number }) => number)),
    onEvents: (some) => events.push(...some.map(({ ticketId }) => Number(ticketId))),
  });
  if (begin !== null) order.beginAt(begin);
  return { order, told, events };
}

it('publishes its own changes at once when nothing before them is missing', () => {
  const { order, told, events } = orderFrom(7);
  expect(order.committed(changes(8, 9))).toBe(false);
  expect([told, events]).toEqual([
    [8, 9],
    [8, 9],
  ]);
  expect(order).toMatchObject({ last: 9, isBehind: false });
});

it('holds its own changes until missing ones have been read, and publishes nothing twice', () => {
  const { order, told, events } = orderFrom(7);
  expect(order.committed(changes(10))).toBe(true);
  expect(order).toMatchObject({ last: 7, isBehind: true });
  expect(told).toEqual([]);
  expect(order.read(changes(8, 9, 10))).toBe(true);
  order.tellOwn();
  expect([told, events]).toEqual([
    [8, 9, 10],
    [8, 9, 10],
  ]);
});

it('leaves out of what was read what was told meanwhile', () => {
  const { order, told } = orderFrom(7);
  order.hear(8);
  order.committed(changes(8));
  expect(order.read(changes(8, 9))).toBe(true);
  expect(told).toEqual([8, 9]);
});

it.each([
  ['nothing, though more was heard of', []],
  ['a change that does not follow', [9, 10]],
])('cannot go on from %s', (_name, read) => {
  const { order, told, events } = orderFrom(7);
  order.hear(10);
  order.committed(changes(11));
  expect(order.read(changes(...read))).toBe(false);
  expect(told).toEqual([]);
  order.tellOwn();
  expect(events).toEqual([11]);
});

it('publishes events before the start is known, and not again when they are read', () => {
  const { order, told, events } = orderFrom(null);
  expect(order.committed(changes(8))).toBe(false);
  expect(order.committed(changes(10))).toBe(false);
  expect(order).toMatchObject({ last: null, isBehind: false });
  order.beginAt(8);
  expect(order.isBehind).toBe(true);
  expect(order.read(changes(9, 10))).toBe(true);
  expect(told).toEqual([9, 10]);
  expect(events).toEqual([8, 10, 9]);
});

it('ignores changes that were published long ago', () => {
  const { order, told } = orderFrom(7);
  expect(order.hear(7)).toBe(false);
  expect(order.committed(changes(6, 7))).toBe(false);
  expect(order).toMatchObject({ last: 7, isBehind: false });
  expect(told).toEqual([]);
});
