/**
 * Requests that come at once are done in one transaction, from what it has read at its beginning: they come out as if they
 * had come one after the other, at one location and at several together.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import type { Result } from '../../main/lib/result.ts';
import { FLAG } from '../../main/queue/contract/records.ts';
import type { QueueFault } from '../../main/queue/contract/request.ts';
import type { CalledTicket } from '../../main/queue/operations/call-records.ts';
import type { CreatedTicket } from '../../main/queue/operations/create-ticket.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { Hall } from './queue-hall.ts';

const DESKS = ['d1', 'd2', 'd3'] as const;
const LETTERS = ['a', 'b'] as const;

const wish = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('create' as const), letter: fc.constantFrom(...LETTERS), n: fc.nat(5) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('next' as const), desk: fc.constantFrom(...DESKS), n: fc.nat(2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('call' as const), desk: fc.constantFrom(...DESKS), n: fc.nat(30) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), n: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('endCall' as const, 'pauseCall' as const), n: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('transfer' as const), letter: fc.constantFrom(...LETTERS), n: fc.nat(30) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('new day' as const) }) },
);
type Wish = { readonly do: string; readonly letter?: string; readonly desk?: string; readonly n?: number };
type Said = Result<unknown, QueueFault>;

/** A call is looked up by its id first, so it comes behind what names its location. */
const NAMES_A_CALL = new Set(['endCall', 'pauseCall', 'transfer']);

/** A hall and what has been heard there, so that the same wish can be said at another. */
class Played {
  readonly hall: Hall;
  readonly tickets: string[] = [];
  readonly answers: string[] = [];
  /** What was answered, without ids. */
  readonly heard: unknown[] = [];

  constructor(store: Store, name: string) {
    this.hall = new Hall(store, name);
  }

  ask({ do: what, letter = 'a', desk = '', n = 0 }: Wish): Promise<Said> {
    const { hall } = this;
    const deskId = `${hall.locationId}-${desk}`;
    const ticketId = this.tickets[n % Math.max(1, this.tickets.length)] ?? 'none';
    const answerId = this.answers.at(-1 - (n % Math.max(1, this.answers.length))) ?? 'none';
    switch (what) {
      case 'create': {
        const address =
          n === 4 ? { deskId: `${hall.locationId}-d1` } : n === 5 ? { userId: `user of ${deskId}d2` } : {};
        return hall.tryCreate({ serviceId: hall.service(letter), flags: n % 3 === 1 ? FLAG.priority : 0, ...address });
      }
      case 'next':
        return hall.tryNext(deskId, { callOrder: (['priority_first', 'fifo', 'ratio'] as const)[n] ?? 'fifo' });
      case 'call':
        return hall.tryCall('callTicket', ticketId, deskId);
      case 'leave':
        return hall.tryLeave(ticketId);
      case 'endCall':
      case 'pauseCall':
        return hall.tryAnswer(what, answerId);
      case 'transfer':
        return hall.tryTransfer(answerId, { dstId: hall.service(letter), priority: n % 2 === 0 });
      default:
        return hall.run('startDay', { locationId: hall.locationId, day: hall.day });
    }
  }

  hear(result: Said): void {
    if (!result.ok) {
      this.heard.push(result.error.errno);
      return;
    }
    const { ticket, answer, before } = result.value as Partial<CalledTicket & CreatedTicket>;
    if (before !== undefined && ticket !== undefined) this.tickets.push(ticket.id);
    if (answer !== undefined && !this.answers.includes(answer.id)) this.answers.push(answer.id);
    this.heard.push([
      ticket?.label,
      ticket?.state,
      ticket?.serviceId.slice(-1),
      before,
      answer?.state,
      answer?.deskId.slice(-2),
    ]);
  }

  async look(): Promise<unknown> {
    const numbers = async (letter: string): Promise<unknown> => {
      const { ids } = await this.hall.turns(letter);
      const { serviceId: _serviceId, ...counts } = await this.hall.queue(letter);
      return [ids.map((id) => this.tickets.indexOf(id)), counts];
    };
    const states = this.tickets.map((id) => this.hall.state(id));
    return Promise.all([...LETTERS.map(numbers), ...states]);
  }
}

let store: Store;
beforeAll(async () => {
  store = await openPostgresStore({
    url: (await newDatabase()).url,
    log: silentLog,
    connections: 4,
    connectMs: 60_000,
    deadlineMs: 120_000,
  });
});
afterAll(() => store.close());

it('gives what the same requests give one after the other', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(wish, { minLength: 1, maxLength: 14 }), { minLength: 1, maxLength: 5 }),
      async (rushes) => {
        runs += 1;
        const slow = new Played(store, `slow-${runs}`);
        // All of them are asked in the same turn.
        const quick = ['one', 'two'].map((name) => new Played(store, `${name}-${runs}`));
        for (const rush of rushes) {
          const isNewDay = rush.some((one) => one.do === 'new day');
          for (const { hall } of [slow, ...quick]) {
            hall.later(1);
            if (isNewDay) hall.nextDay();
          }
          const wishes = rush.toSorted((a, b) => Number(NAMES_A_CALL.has(a.do)) - Number(NAMES_A_CALL.has(b.do)));
          const said: Said[] = [];
          for (const one of wishes) said.push(await slow.ask(one));
          for (const each of said) slow.hear(each);
          const saidAtOnce = await Promise.all(
            quick.map((played) => Promise.all(wishes.map((one) => played.ask(one)))),
          );
          for (const [index, played] of quick.entries()) for (const each of saidAtOnce[index] ?? []) played.hear(each);
        }
        for (const played of quick) {
          expect(played.heard).toEqual(slow.heard);
          expect(await played.look()).toEqual(await slow.look());
        }
      },
    ),
    { numRuns: 12 },
  );
});

it('calls tickets behind those that were read before newer ones', async () => {
  const hall = new Hall(store, 'behind');
  const before = await Promise.all(Array.from({ length: 5 }, () => hall.create()));
  const [first, second, third, fourth] = before.map(({ ticket }) => ticket.id);
  // Two calls, so two are read of the line; one of them goes.
  const [, , ...calls] = await Promise.all([
    hall.tryLeave(first ?? ''),
    hall.tryCreate({}),
    hall.tryNext('d1'),
    hall.tryNext('d2'),
  ]);
  expect(calls.map((call) => call.ok && call.value.ticket.id)).toEqual([second, third]);
  expect((await hall.next('d3')).ticket.id).toBe(fourth);
});
