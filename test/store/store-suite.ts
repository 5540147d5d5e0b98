import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CredentialChange } from '../../main/access/operations/credentials.ts';
import { StoreUnreachable } from '../../main/database/store-errors.ts';
import type { FormAnswerInput } from '../../main/forms/operations/form-answer-records.ts';
import { FLAG, type QueueEvent, TICKET_STATE } from '../../main/queue/contract/records.ts';
import { compareWaiting, type Waiting } from '../../main/queue/rules/call-order.ts';
import { callRule } from '../../main/queue/rules/call-rules.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { newTicket } from './new-ticket.ts';
import { errno, Hall, value } from './queue-hall.ts';
import { randomSequences } from './random-sequences.ts';

/**
 * What any store has to do, whichever engine is behind it. `openStore` opens the database of that name, a new one when
 * there is none yet.
 */
export function storeSuite(name: string, openStore: (database: string) => Promise<Store>): void {
  describe(`${name}: credentials`, () => {
    it('create a new generation with every change, and keep omitted values', async () => {
      const store = await openStore('credentials');
      const write = (...credentials: readonly CredentialChange[]) =>
        store.writeSite({ put: [], remove: [], credentials });
      const all = async () => (await store.readCredentials()).toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
      await write({ kind: 'user', id: 'a', secret: 's', mustChange: true }, { kind: 'device', id: 'a', secret: 'd' });
      const device = { kind: 'device', id: 'a', secret: 'd', generation: 1, mustChange: false };
      expect(await all()).toEqual([device, { kind: 'user', id: 'a', secret: 's', generation: 1, mustChange: true }]);
      await write({ kind: 'user', id: 'a' });
      expect(await all()).toEqual([device, { kind: 'user', id: 'a', secret: 's', generation: 2, mustChange: true }]);
      await write({ kind: 'user', id: 'a', secret: '' });
      expect(await all()).toEqual([device, { kind: 'user', id: 'a', secret: '', generation: 3, mustChange: false }]);
      await store.close();
      const again = await openStore('credentials');
      expect(await again.readCredentials()).toHaveLength(2);
      await again.close();
    });
  });

  describe(`${name}: the queue`, () => {
    let store: Store;
    let hall: Hall;
    let halls = 0;

    beforeAll(async () => {
      store = await openStore('suite');
    });
    afterAll(() => store.close());
    beforeEach(() => {
      halls += 1;
      hall = new Hall(store, `hall-${halls}`);
    });
    const desk = (number = 1): string => `${hall.locationId}-desk-${number}`;

    async function eventsOf(work: () => Promise<unknown>): Promise<string[]> {
      const seen: QueueEvent[] = [];
      const stop = store.onEvents((events) => seen.push(...events));
      await work();
      stop();
      return seen.filter(({ locationId }) => locationId === hall.locationId).map(({ type }) => type);
    }

    describe('issuing', () => {
      it('numbers each service from its first number and returns the count ahead', async () => {
        const first = await hall.create({ firstNumber: 100, clientName: 'Visitor', note: 'n', customField: 'c' });
        const second = await hall.create({ firstNumber: 100 });
        const other = await hall.create({ serviceId: hall.service('b') });
        expect([first.ticket.number, second.ticket.number, other.ticket.number]).toEqual([100, 101, 1]);
        expect([first.before, second.before, other.before]).toEqual([0, 1, 0]);
        expect(second.queue).toMatchObject({ waiting: 2, waitingPriority: 0, lastIssuedNumber: 101 });
        expect(await store.query('ticket', { ticketId: first.ticket.id })).toEqual(first.ticket);
        expect(await hall.waiting()).toEqual([first.ticket.id, second.ticket.id]);
      });

      it('starts again past the last number', async () => {
        const numbers: number[] = [];
        for (let i = 0; i < 5; i += 1) numbers.push((await hall.create({ maxNumber: 2 })).ticket.number);
        expect(numbers).toEqual([1, 2, 1, 2, 1]);
      });

      it('counts only priority tickets before a priority ticket where they go first', async () => {
        await hall.create();
        await hall.create({ flags: FLAG.priority });
        expect((await hall.create({ flags: FLAG.priority })).before).toBe(1);
        expect((await hall.create({ flags: FLAG.priority, priorityFirst: false })).before).toBe(3);
        expect((await hall.queue()).waitingPriority).toBe(3);
      });

      it('stops at the cap of waiting tickets', async () => {
        await hall.create({ maxWaiting: 1 });
        expect(errno(await hall.tryCreate({ maxWaiting: 1 }))).toBe(112);
        await hall.next(desk());
        expect((await hall.create({ maxWaiting: 1 })).ticket.number).toBe(2);
      });

      it('checks in for an appointment once for each time that it is booked for', async () => {
        const appointment = { id: hall.service('visit'), bookedAt: hall.now, displayName: '10:30' };
        const moved = { ...appointment, bookedAt: hall.now + 60_000 };
        const { ticket } = await hall.create({ appointment });
        expect(ticket).toMatchObject({ appId: appointment.id, appDisplayName: '10:30' });
        expect(errno(await hall.tryCreate({ appointment }))).toBe(115);
        expect(await store.query('checkedIn', { appointments: [appointment, moved] })).toEqual([true, false]);
        expect((await hall.create({ appointment: moved })).ticket.number).toBe(2);
        expect((await hall.queue()).waiting).toBe(2);
      });

      it('returns the state of a checked-in appointment, at its booked time', async () => {
        const visit = (name: string) => ({ id: hall.service(name), bookedAt: hall.now, displayName: '10:30' });
        const named = ['served', 'called', 'missed', 'left', 'waits', 'moved', 'away'] as const;
        const tickets = new Map<string, string>();
        for (const name of named.slice(0, -1)) {
          tickets.set(name, (await hall.create({ appointment: visit(name) })).ticket.id);
        }
        const call = async (name: string) => hall.call(tickets.get(name) ?? '', desk());
        hall.later(60);
        value(await hall.tryAnswer('cancelCall', (await call('missed')).answer.id));
        value(await hall.tryAnswer('endCall', (await call('served')).answer.id));
        await call('called');
        value(await hall.tryLeave(tickets.get('left') ?? ''));
        const moved = { ...visit('moved'), bookedAt: hall.now + 1 };
        hall.now -= 60_000;
        const appointments = named.map((name) => (name === 'moved' ? moved : visit(name)));
        const { locationId } = hall;
        const found = await store.query('visits', { locationId, appointments });
        expect(found.map((each) => each && [each.state, each.served, each.label !== ''])).toEqual([
          [TICKET_STATE.ended, true, true],
          [TICKET_STATE.inService, false, true],
          [TICKET_STATE.cancelled, false, true],
          [TICKET_STATE.ended, false, true],
          [TICKET_STATE.waiting, false, true],
          null,
          null,
        ]);
        // Who is left of a day that is over waits no more, and was not served.
        hall.nextDay();
        await hall.create();
        const [waits] = await store.query('visits', { locationId, appointments: appointments.slice(4, 5) });
        expect(waits).toMatchObject({ state: TICKET_STATE.ended, served: false });
        expect(await store.query('visits', { locationId: 'elsewhere', appointments })).toEqual(named.map(() => null));
      });

      it('keeps an appointment back until its turn can come, from whichever lane', async () => {
        const attendance = { from: hall.now + 60_000, until: null };
        const booked = { scheduledAt: hall.now + 120_000, attendance };
        const anybody = await hall.create(booked);
        const addressed = await hall.create({ ...booked, deskId: desk() });
        expect(errno(await hall.tryNext(desk()))).toBe(8);
        const walkIn = await hall.create();
        expect(await hall.waiting()).toEqual([walkIn.ticket.id, anybody.ticket.id, addressed.ticket.id]);
        expect((await hall.next(desk())).ticket.id).toBe(walkIn.ticket.id);
        hall.later(60);
        expect((await hall.next(desk())).ticket.id).toBe(anybody.ticket.id);
        expect((await hall.next(desk())).ticket.id).toBe(addressed.ticket.id);
        expect((await hall.queue()).waiting).toBe(0);
      });

      it('counts an appointment like any other ticket once its window is over', async () => {
        const until = hall.now + 180_000;
        const booked = await hall.create({ scheduledAt: hall.now + 120_000, attendance: { from: null, until } });
        hall.later(60);
        const walkIns = [await hall.create(), await hall.create()];
        expect((await hall.next(desk())).ticket.id).toBe(walkIns[0]?.ticket.id);
        hall.later(120);
        expect((await hall.next(desk())).ticket.id).toBe(booked.ticket.id);
      });

      it('lets an appointment wait since its booked time, or since check-in when that is later', async () => {
        const early = await hall.create({ scheduledAt: hall.now + 600_000, flags: FLAG.appointment });
        const late = await hall.create({ scheduledAt: hall.now - 600_000, flags: FLAG.appointment });
        expect(early.ticket.waitingSince).toBe(hall.now + 600_000);
        expect(late.ticket.waitingSince).toBe(hall.now);
        hall.later(60);
        const walkIn = await hall.create();
        expect(await hall.waiting()).toEqual([late.ticket.id, walkIn.ticket.id, early.ticket.id]);
      });
    });

    describe('calling', () => {
      it('puts the ticket in service at the desk', async () => {
        const { ticket } = await hall.create();
        hall.later(90);
        const called = await hall.next(desk());
        expect(called.ticket).toEqual({ ...ticket, state: 2 });
        expect(called.answer).toMatchObject({ ticketId: ticket.id, deskId: desk(), state: 2, endedAt: null });
        expect(called.answer).toMatchObject({ calledAt: hall.now, serviceId: hall.service('a') });
        expect(await store.query('answer', { answerId: called.answer.id })).toEqual(called);
        expect(await hall.queue()).toMatchObject({ waiting: 0, averageWaitSeconds: 90, secondsPerPlace: 90 });
        expect(await store.query('openAnswers', { locationId: hall.locationId })).toEqual([called]);
      });

      it('takes priority tickets first, alternating, or without priority, as the location is configured', async () => {
        const expected = { priority_first: 'ppppnnn', ratio: 'ppnppnn', fifo: 'nnnpppp' } as const;
        for (const callOrder of ['priority_first', 'ratio', 'fifo'] as const) {
          for (const flags of [0, 0, 0, FLAG.priority, FLAG.priority, FLAG.priority, FLAG.priority]) {
            await hall.create({ flags });
            hall.later(1);
          }
          const input = { serviceId: hall.service('a'), callOrder, priorityRatio: 2 };
          const listed = await store.query('waitingTickets', input);
          const called: string[] = [];
          while ((await hall.queue()).waiting > 0) {
            called.push((await hall.next(desk(), { callOrder })).ticket.id);
            if (called.length === 1 && callOrder === 'ratio') {
              const rest = await store.query('waitingTickets', input);
              expect(rest.map(({ id }) => id)).toEqual(listed.slice(1).map(({ id }) => id));
            }
          }
          expect(called).toEqual(listed.map(({ id }) => id));
          expect(listed.map(({ flags }) => (flags === 0 ? 'n' : 'p')).join('')).toBe(expected[callOrder]);
        }
      });

      it('leaves tickets that are addressed to another desk or user', async () => {
        const forDesk = await hall.create({ deskId: desk(2) });
        const forUser = await hall.create({ userId: `user of ${desk(1)}` });
        const forAll = await hall.create();
        expect((await hall.next(desk(1))).ticket.id).toBe(forUser.ticket.id);
        expect((await hall.next(desk(1))).ticket.id).toBe(forAll.ticket.id);
        expect(errno(await hall.tryNext(desk(1)))).toBe(8);
        expect((await hall.next(desk(2))).ticket.id).toBe(forDesk.ticket.id);
      });

      const userOf = (number: number): string => `user of ${desk(number)}`;

      describe('a ticket for a desk and a user', () => {
        const forBoth = async (): Promise<string> =>
          (await hall.create({ deskId: desk(2), userId: userOf(1) })).ticket.id;

        it('is called at that desk by any user', async () => {
          const id = await forBoth();
          expect(errno(await hall.tryNext(desk(3)))).toBe(8);
          expect((await hall.next(desk(2))).ticket.id).toBe(id);
          expect(errno(await hall.tryNext(desk(1)))).toBe(8);
        });

        it('is called by that user at another desk, and then not at its own', async () => {
          expect(errno(await hall.tryNext(desk(1)))).toBe(8);
          const id = await forBoth();
          expect((await hall.next(desk(1))).ticket.id).toBe(id);
          expect(errno(await hall.tryNext(desk(2)))).toBe(8);
        });

        it('is called once by the user at that very desk, and listed once', async () => {
          const { ticket } = await hall.create({ deskId: desk(1), userId: userOf(1) });
          const second = await hall.create();
          expect((await hall.deskQueue(1, desk(1))).next).toEqual([ticket.id, second.ticket.id]);
          expect((await hall.next(desk(1))).ticket.id).toBe(ticket.id);
          expect((await hall.next(desk(1))).ticket.id).toBe(second.ticket.id);
        });

        it('is among the own ones of both in the list of a desk', async () => {
          const id = await forBoth();
          for (const number of [1, 2]) expect((await hall.deskQueue(5, desk(number))).next).toEqual([id]);
          expect(await hall.deskQueue(5, desk(3))).toEqual({ next: [], others: [id], later: [] });
        });

        it('is not called by either before the appointment has a turn', async () => {
          const attendance = { from: hall.now + 60_000, until: null };
          const { ticket } = await hall.create({ deskId: desk(2), userId: userOf(1), attendance });
          expect((await hall.deskQueue(5, desk(1))).later).toEqual([ticket.id]);
          expect(errno(await hall.tryNext(desk(1)))).toBe(8);
          hall.later(61);
          expect((await hall.next(desk(1))).ticket.id).toBe(ticket.id);
        });

        it('waits for both again when the call is undone, and for one when it is sent on', async () => {
          const id = await forBoth();
          await hall.next(desk(1));
          value(await hall.undo(desk(1)));
          const { answer } = await hall.next(desk(2));
          value(await hall.tryTransfer(answer.id, { dstType: 'user', dstId: userOf(1) }));
          expect(errno(await hall.tryNext(desk(2)))).toBe(8);
          expect((await hall.next(desk(1))).ticket.id).toBe(id);
        });
      });

      it.each(['priority_first', 'fifo', 'ratio'] as const)(
        'is the first ticket in calling order that the desk or its user can call: %s',
        async (callOrder) => {
          const address = fc.record({
            desk: fc.nat(3),
            user: fc.nat(3),
            isAhead: fc.boolean(),
            letter: fc.constantFrom('a', 'b'),
          });
          const waits = new Map<string, Waiting & { readonly desk: number; readonly user: number }>();
          for (const { desk: at, user, isAhead, letter } of fc.sample(address, { numRuns: 60, seed: 7 })) {
            const flags = isAhead ? FLAG.priority : 0;
            const to = { ...(at > 0 ? { deskId: desk(at) } : {}), ...(user > 0 ? { userId: userOf(user) } : {}) };
            const { ticket } = await hall.create({ serviceId: hall.service(letter), flags, ...to });
            waits.set(ticket.id, { class: isAhead ? 1 : 0, ticket, desk: at, user });
            hall.later(1);
          }
          const rule = callRule(callOrder, 2);
          let memory = 0;
          for (let number = 1, misses = 0; misses < 3; number = (number % 3) + 1) {
            const callable = [...waits.values()].filter(
              (each) => (each.desk === 0 && each.user === 0) || each.desk === number || each.user === number,
            );
            const expected = rule.choose(
              callable.toSorted((a, b) => compareWaiting(a.ticket, b.ticket)),
              memory,
            );
            const called = await hall.tryNext(desk(number), { callOrder });
            expect(called.ok ? called.value.ticket.id : null).toBe(expected?.ticket.id ?? null);
            if (expected === null) misses += 1;
            else {
              misses = 0;
              memory = rule.note?.(expected, memory) ?? memory;
              waits.delete(expected.ticket.id);
            }
          }
          expect(waits.size).toBe(0);
        },
      );

      it('calls each ticket once when all desks call together, those for a desk and a user too', async () => {
        const ids: string[] = [];
        for (let ticket = 0; ticket < 24; ticket += 1) {
          const to = [{ deskId: desk(1), userId: userOf(2) }, { userId: userOf(2) }, {}][ticket % 3];
          ids.push((await hall.create(to)).ticket.id);
        }
        const calls = Array.from({ length: 24 }, (_, at) => hall.tryNext(desk((at % 2) + 1)));
        const called = (await Promise.all(calls)).map((result) => value(result).ticket.id);
        expect(called.toSorted()).toEqual(ids.toSorted());
      });

      it('looks only at the services of the desk and the tickets of the location', async () => {
        await hall.create();
        expect(errno(await hall.tryNext(desk(), { services: [hall.service('b')] }))).toBe(8);
        const elsewhere = new Hall(store, `${hall.locationId}-elsewhere`);
        elsewhere.services = hall.services;
        expect(errno(await elsewhere.tryNext('x'))).toBe(8);
      });

      it('ends the open call of the desk first, or refuses', async () => {
        const [first, second] = [await hall.create(), await hall.create()];
        const call = await hall.call(first.ticket.id, desk());
        const refused = { callPolicy: 'refuse' } as const;
        expect(errno(await hall.tryNext(desk(), refused))).toBe(115);
        expect(errno(await hall.tryCall('callTicket', second.ticket.id, desk(), refused))).toBe(115);
        hall.later(5);
        expect(await eventsOf(() => hall.call(second.ticket.id, desk()))).toEqual(['ticket.ended', 'ticket.called']);
        expect(await hall.state(first.ticket.id)).toBe(5);
        const ended = await store.query('answer', { answerId: call.answer.id });
        expect(ended?.answer).toMatchObject({ state: 5, endedAt: hall.now });
      });

      it('refuses in the order unknown, other location or service, state, user at another desk', async () => {
        const { ticket } = await hall.create();
        const other = await hall.create({ serviceId: hall.service('c') });
        const busy = await hall.create();
        await hall.call(busy.ticket.id, desk(2));
        const atTwo = { userId: `user of ${desk(2)}` };
        const elsewhere = new Hall(store, `${hall.locationId}-elsewhere`);
        expect(errno(await hall.tryCall('callTicket', 'unknown', desk()))).toBe(6);
        expect(errno(await elsewhere.tryCall('callTicket', ticket.id, 'x'))).toBe(113);
        expect(errno(await hall.tryCall('callTicket', other.ticket.id, desk(), atTwo))).toBe(113);
        expect(errno(await hall.tryCall('callPausedTicket', ticket.id, desk(), atTwo))).toBe(115);
        expect(errno(await hall.tryCall('callTicket', busy.ticket.id, desk(), atTwo))).toBe(115);
        expect(errno(await hall.tryCall('callTicket', ticket.id, desk(), atTwo))).toBe(114);
        expect(errno(await hall.tryNext(desk(), atTwo))).toBe(114);
        expect(await hall.state(ticket.id)).toBe(1);
        expect((await hall.queue()).waiting).toBe(1);
      });

      it('gives fifty desks fifty different tickets at once, and one ticket to one of them', async () => {
        const created = await Promise.all(Array.from({ length: 50 }, () => hall.create()));
        const { ticket } = await hall.create({ serviceId: hall.service('b') });
        const at = Array.from({ length: 50 }, (_, index) => desk(index));
        const claims = await Promise.all(at.map((deskId) => hall.tryCall('callTicket', ticket.id, deskId)));
        expect(claims.filter(({ ok }) => ok)).toHaveLength(1);
        expect(claims.filter((claim) => errno(claim) === 115)).toHaveLength(49);
        const calls = await Promise.all(at.map((deskId) => hall.next(deskId)));
        expect(new Set(calls.map((call) => call.ticket.id))).toEqual(new Set(created.map((one) => one.ticket.id)));
        expect(errno(await hall.tryNext(desk(99)))).toBe(8);
      });
    });

    describe('the list of a desk', () => {
      it.each(['priority_first', 'fifo', 'ratio'] as const)(
        'begins with those who are called next, in this order, and says who is for others: %s',
        async (callOrder) => {
          hall.services = ['a', 'b', 'c'].map((letter) => hall.service(letter));
          for (let ticket = 0; ticket < 12; ticket += 1) {
            const serviceId = hall.services[ticket % 3] ?? '';
            await hall.create({ serviceId, flags: ticket % 4 === 1 ? FLAG.priority : 0 });
            hall.later(1);
          }
          const sentOn: string[] = [];
          for (const dstId of [desk(1), desk(2)]) {
            const { ticket, answer } = await hall.next(desk(9));
            value(await hall.tryTransfer(answer.id, { dstType: 'desk', dstId }));
            sentOn.push(ticket.id);
            hall.later(1);
          }
          const shown = await hall.deskQueue(5, desk(1), { callOrder });
          expect(shown.others).toEqual([sentOn[1]]);
          const called: string[] = [];
          for (let call = 0; call < 5; call += 1) called.push((await hall.next(desk(1), { callOrder })).ticket.id);
          expect(shown.next.slice(0, 5)).toEqual(called);
          // Who was sent here is shown behind whatever crowd.
          expect(new Set(shown.next)).toEqual(new Set([...called, sentOn[0]]));
        },
      );

      it('counts each list, and has every ticket on one of its pages', async () => {
        const attendance = (minutes: number) => ({ from: hall.now + minutes * 60_000, until: null });
        const made: Record<string, string[]> = { own: [], next: [], others: [], later: [] };
        const create = async (list: string, change: Parameters<Hall['create']>[0] = {}): Promise<void> => {
          made[list]?.push((await hall.create(change)).ticket.id);
        };
        for (let nth = 0; nth < 65; nth += 1) {
          await create('next', { flags: nth % 5 === 0 ? FLAG.priority : 0 });
          await create('own', { deskId: desk(1) });
          // Two tickets per round for others, in lanes that sort around those of appointments.
          await create('others', { deskId: desk(2) });
          await create('others', { userId: 'somebody' });
          await create('later', { attendance: attendance(60) });
          await create('later', { attendance: attendance(60), deskId: desk(nth % 3) });
          hall.later(1);
        }
        await create('own', { deskId: desk(2), userId: `user of ${desk(1)}` });
        await create('next', { attendance: attendance(1) });
        await create('others', { attendance: attendance(1), deskId: desk(2) });
        hall.later(61);
        const counts = Object.fromEntries(Object.entries(made).map(([list, ids]) => [list, ids.length]));
        for (const limit of [1, 50, 100]) expect((await hall.listsOf(desk(1), { limit })).counts).toEqual(counts);
        for (const list of ['own', 'next', 'others', 'later'] as const) {
          const pages: string[] = [];
          for (let skip = 0; skip < 200; skip += 50) {
            const { entries } = await hall.listsOf(desk(1), { list, skip, limit: skip + 50 });
            expect(entries.length).toBeLessThanOrEqual(50);
            pages.push(...entries.map(({ ticket }) => ticket.id));
          }
          expect(pages.toSorted()).toEqual(made[list]?.toSorted());
        }
      });

      it('is of the location and of the services of the desk alone', async () => {
        const { ticket } = await hall.create();
        await hall.create({ serviceId: hall.service('b') });
        hall.services = [hall.service('a'), hall.service('nobody-was-ever-here')];
        expect(await hall.deskQueue(5)).toEqual({ next: [ticket.id], others: [], later: [] });
        hall.services = [];
        expect(await hall.deskQueue(5)).toEqual({ next: [], others: [], later: [] });
      });
    });

    describe('an open call', () => {
      it('can be shown again', async () => {
        await hall.create();
        const called = await hall.next(desk());
        expect(await eventsOf(() => hall.tryAnswer('recall', called.answer.id))).toEqual(['ticket.recalled']);
        expect(await store.query('answer', { answerId: called.answer.id })).toEqual(called);
      });

      it('ends once', async () => {
        await hall.create();
        const { answer, ticket } = await hall.next(desk());
        hall.later(30);
        const ended = value(await hall.tryAnswer('endCall', answer.id));
        expect(ended.answer).toEqual({ ...answer, state: 5, endedAt: hall.now });
        expect(ended.ticket).toEqual({ ...ticket, state: 5 });
        for (const operation of ['recall', 'endCall', 'pauseCall', 'cancelCall'] as const) {
          expect(errno(await hall.tryAnswer(operation, answer.id))).toBe(116);
          expect(errno(await hall.tryAnswer(operation, 'unknown'))).toBe(6);
        }
        expect(errno(await hall.tryTransfer(answer.id))).toBe(116);
        expect(errno(await hall.tryTransfer('unknown'))).toBe(6);
        expect(await store.query('openAnswers', { locationId: hall.locationId })).toEqual([]);
      });

      it('may be paused and taken up again, without counting as a wait', async () => {
        const [first, second] = [await hall.create(), await hall.create()];
        for (const { ticket } of [first, second]) {
          value(await hall.tryAnswer('pauseCall', (await hall.call(ticket.id, desk())).answer.id));
          hall.later(60);
        }
        const list = { locationId: hall.locationId, services: hall.services };
        const paused = await store.query('pausedTickets', list);
        expect(paused.map(({ id }) => id)).toEqual([second.ticket.id, first.ticket.id]);
        const before = await hall.queue();
        const again = value(await hall.tryCall('callPausedTicket', first.ticket.id, desk()));
        expect(again.ticket.state).toBe(2);
        expect(await hall.queue()).toEqual(before);
      });

      it('that was cancelled before the business day is not listed, whatever the tolerance', async () => {
        const ids: string[] = [];
        for (let round = 0; round < 2; round += 1) {
          ids.push((await hall.create()).ticket.id);
          value(await hall.tryAnswer('cancelCall', (await hall.next(desk())).answer.id));
          if (round === 0) hall.later(60);
        }
        const list = { locationId: hall.locationId, services: hall.services };
        const listed = async (tolerance: number, since: number) =>
          (await store.query('cancelledTickets', { ...list, tolerance, since })).map(({ id }) => id);
        for (const tolerance of [-1, 5]) {
          expect(await listed(tolerance, 0)).toEqual([ids[1], ids[0]]);
          expect(await listed(tolerance, hall.now)).toEqual([ids[1]]);
        }
        const calls = { locationId: hall.locationId, limit: 10 };
        expect(await store.query('lastCalls', calls)).toHaveLength(2);
        expect(await store.query('lastCalls', { ...calls, since: hall.now })).toHaveLength(1);
      });

      it('may be cancelled and called again within the tolerance', async () => {
        const { ticket } = await hall.create();
        value(await hall.tryAnswer('cancelCall', (await hall.call(ticket.id, desk())).answer.id));
        const listed = async (tolerance: number): Promise<number> => {
          const list = { locationId: hall.locationId, services: hall.services, tolerance, since: 0 };
          return (await store.query('cancelledTickets', list)).length;
        };
        const again = (tolerance: number) => hall.tryCall('callCancelledTicket', ticket.id, desk(), { tolerance });
        expect([await listed(-1), await listed(0), await listed(1)]).toEqual([1, 0, 1]);
        expect(errno(await again(0))).toBe(117);
        for (let i = 0; i < 2; i += 1) {
          await hall.create();
          await hall.next(desk());
        }
        expect([await listed(-1), await listed(1), await listed(2)]).toEqual([1, 0, 1]);
        expect(errno(await again(1))).toBe(117);
        expect(value(await again(2)).ticket.state).toBe(2);
        expect(await listed(-1)).toBe(0);
      });

      it('is known with its newest call, paused or cancelled, and without one while it waits', async () => {
        const { ticket } = await hall.create();
        const now = async () => {
          const found = await store.query('ticketDetails', { ticketId: ticket.id, withFormAnswers: false });
          return found && { ticket: found.ticket, answer: found.answer };
        };
        const list = { locationId: hall.locationId, services: hall.services };
        expect(await now()).toEqual({ ticket, answer: null });
        for (const [number, work] of [1, 2].flatMap(
          (at) =>
            [
              [at, 'pauseCall'],
              [at, 'cancelCall'],
            ] as const,
        )) {
          hall.later(60);
          const { state } = (await now())?.ticket ?? {};
          const how = state === 3 ? 'callPausedTicket' : state === 4 ? 'callCancelledTicket' : 'callTicket';
          const called = value(await hall.tryCall(how, ticket.id, desk(number)));
          expect(await now()).toEqual(called);
          hall.later(60);
          const done = value(await hall.tryAnswer(work, called.answer.id));
          expect(await now()).toEqual(done);
          const shown = await (work === 'pauseCall'
            ? store.query('pausedNow', list)
            : store.query('cancelledNow', { ...list, tolerance: -1, since: 0 }));
          expect(shown).toEqual([done]);
        }
        expect(await store.query('ticketDetails', { ticketId: 'nobody', withFormAnswers: true })).toBeNull();
      });

      it('that was called again is among the last tickets once, with its newest call', async () => {
        const ids: string[] = [];
        for (let visitor = 0; visitor < 4; visitor += 1) {
          ids.unshift((await hall.create()).ticket.id);
          hall.later(1);
          await hall.next(desk());
        }
        let newest = '';
        for (let again = 0; again < 5; again += 1) {
          const open = (await store.query('openAnswers', { locationId: hall.locationId }))[0];
          value(await hall.tryAnswer('pauseCall', open?.answer.id ?? ''));
          hall.later(1);
          newest = value(await hall.tryCall('callPausedTicket', ids[0] ?? '', desk())).answer.id;
        }
        for (const of of [{}, { since: 0 }, { serviceId: hall.service('a'), since: 0 }, { deskId: desk(), since: 0 }]) {
          const last = (limit: number) => store.query('lastTickets', { locationId: hall.locationId, limit, ...of });
          expect((await last(3)).map(({ ticket }) => ticket.id)).toEqual(ids.slice(0, 3));
          expect((await last(10)).map(({ ticket }) => ticket.id)).toEqual(ids);
          expect((await last(1))[0]?.answer.id).toBe(newest);
          expect(await last(0)).toEqual([]);
        }
      });

      it('may be sent to another service, with what the clerk adds', async () => {
        await hall.create({ note: 'old', customField: 'kept', deskId: desk() });
        const { answer, ticket } = await hall.next(desk());
        hall.later(10);
        const sent = value(await hall.tryTransfer(answer.id, { note: 'new', priority: true }));
        expect(sent.answer).toMatchObject({ state: 6, endedAt: hall.now });
        expect(sent.ticket).toEqual({
          ...ticket,
          state: 1,
          transferred: true,
          dstServiceId: hall.service('b'),
          dstDeskId: '',
          note: 'new',
          flags: FLAG.priority,
          waitingSince: hall.now,
        });
        expect(await store.query('ticket', { ticketId: ticket.id })).toEqual(sent.ticket);
        expect(await hall.waiting('b')).toEqual([ticket.id]);
        expect(await hall.queue('b')).toMatchObject({ waiting: 1, waitingPriority: 1, lastIssuedNumber: 0 });
        hall.later(20);
        expect((await hall.next(desk(2))).answer.serviceId).toBe(hall.service('b'));
        expect(await hall.queue('b')).toMatchObject({ waiting: 0, waitingPriority: 0, averageWaitSeconds: 20 });
      });

      it('may be sent to one desk or one user', async () => {
        const { ticket } = await hall.create();
        const first = await hall.next(desk(1));
        value(await hall.tryTransfer(first.answer.id, { dstType: 'desk', dstId: desk(2) }));
        expect(errno(await hall.tryNext(desk(1)))).toBe(8);
        const second = await hall.next(desk(2));
        expect(second.ticket).toMatchObject({ id: ticket.id, dstDeskId: desk(2), dstServiceId: hall.service('a') });
        const user = `user of ${desk(3)}`;
        value(await hall.tryTransfer(second.answer.id, { dstType: 'user', dstId: user }));
        expect(errno(await hall.tryNext(desk(2)))).toBe(8);
        expect((await hall.next(desk(3))).ticket).toMatchObject({ dstDeskId: '', dstUserId: user });
      });
    });

    describe('leaving the queue', () => {
      it('ends a ticket that waits, and counts it out of the queue', async () => {
        const { ticket } = await hall.create({ flags: FLAG.priority });
        const other = await hall.create();
        hall.later(60);
        const seen = await eventsOf(async () => {
          expect(value(await hall.tryLeave(ticket.id))).toEqual({ ...ticket, state: 5 });
        });
        expect(seen).toEqual(['ticket.ended']);
        expect(await store.query('ticket', { ticketId: ticket.id })).toEqual({ ...ticket, state: 5 });
        expect(await hall.waiting()).toEqual([other.ticket.id]);
        // Nobody was called: what a place costs is not known any better than before.
        expect(await hall.queue()).toMatchObject({ waiting: 1, waitingPriority: 0, averageWaitSeconds: null });
        expect((await hall.next(desk())).ticket.id).toBe(other.ticket.id);
        expect(errno(await hall.tryNext(desk()))).toBe(8);
      });

      it('is refused in every other state, and elsewhere', async () => {
        const { ticket } = await hall.create();
        expect(errno(await hall.tryLeave('nobody'))).toBe(6);
        expect(errno(await new Hall(store, `${hall.locationId}-elsewhere`).tryLeave(ticket.id))).toBe(6);
        const states: number[] = [];
        const refused = async (): Promise<void> => {
          states.push((await hall.state(ticket.id)) ?? 0);
          expect(errno(await hall.tryLeave(ticket.id))).toBe(115);
        };
        const { answer } = await hall.next(desk());
        await refused();
        await hall.tryAnswer('pauseCall', answer.id);
        await refused();
        const again = value(await hall.tryCall('callPausedTicket', ticket.id, desk()));
        await hall.tryAnswer('cancelCall', again.answer.id);
        await refused();
        const last = value(await hall.tryCall('callCancelledTicket', ticket.id, desk(), { tolerance: -1 }));
        await hall.tryAnswer('endCall', last.answer.id);
        await refused();
        expect(states).toEqual([2, 3, 4, 5]);
      });

      it('leaves the queue of another service after a transfer', async () => {
        const { ticket } = await hall.create();
        const { answer } = await hall.next(desk());
        await hall.tryTransfer(answer.id);
        expect(await hall.queue('b')).toMatchObject({ waiting: 1 });
        value(await hall.tryLeave(ticket.id));
        expect([await hall.queue('a'), await hall.queue('b')]).toMatchObject([{ waiting: 0 }, { waiting: 0 }]);
      });

      it('is too late on the next day', async () => {
        const { ticket } = await hall.create();
        hall.nextDay();
        expect(errno(await hall.tryLeave(ticket.id))).toBe(115);
        expect(await hall.queue()).toMatchObject({ waiting: 0 });
      });
    });

    describe('a ticket with a subscriber', () => {
      const followed = async (ticketId: string) => (await store.query('followedTickets', { ticketIds: [ticketId] }))[0];

      it('returns its open call, its last change, and the number of calls since it was missed', async () => {
        const { ticket } = await hall.create();
        for (let i = 0; i < 2; i += 1) await hall.create();
        expect(await followed(ticket.id)).toEqual({ ticket, answer: null, changedAt: hall.now, calledSince: null });
        hall.later(5);
        const { answer } = await hall.next(desk());
        expect(await followed(ticket.id)).toMatchObject({ answer, changedAt: hall.now });
        hall.later(5);
        await hall.tryAnswer('cancelCall', answer.id);
        expect(await followed(ticket.id)).toMatchObject({ answer: null, changedAt: hall.now, calledSince: 0 });
        await hall.next(desk());
        await hall.next(desk());
        expect((await followed(ticket.id))?.calledSince).toBe(2);
      });

      it('is left out when there is none', async () => {
        const { ticket } = await hall.create();
        const found = await store.query('followedTickets', { ticketIds: ['none', ticket.id] });
        expect(found.map((each) => each.ticket.id)).toEqual([ticket.id]);
      });

      it('has its place by the rules of the next call', async () => {
        const plain = (await hall.create()).ticket.id;
        hall.later(1);
        const first = (await hall.create({ flags: FLAG.priority })).ticket.id;
        hall.later(1);
        const toCome = await hall.create({
          scheduledAt: hall.now + 3600_000,
          attendance: { from: hall.now + 1800_000, until: null },
        });
        hall.later(1);
        const last = (await hall.create()).ticket.id;
        expect(await hall.turns()).toEqual({ ids: [first, plain, last, toCome.ticket.id], secondsPerPlace: null });
        expect(
          (
            await store.query('turnOrder', {
              serviceId: hall.service('a'),
              callOrder: 'fifo',
              priorityRatio: 2,
              now: hall.now,
            })
          ).ids,
        ).toEqual([plain, first, last, toCome.ticket.id]);
        expect((await hall.turns('z')).ids).toEqual([]);
      });
    });

    describe('the last calls', () => {
      it('are newest first, of the location, a service or a desk', async () => {
        const calls: string[] = [];
        for (let i = 0; i < 6; i += 1) {
          await hall.create({ serviceId: hall.service(i % 2 === 0 ? 'a' : 'b') });
          hall.later(1);
          calls.unshift((await hall.next(desk(i % 3))).answer.id);
        }
        const last = async (filter: { serviceId?: string; deskId?: string; limit: number }): Promise<string[]> =>
          (await store.query('lastCalls', { locationId: hall.locationId, ...filter })).map(({ answer }) => answer.id);
        expect(await last({ limit: 10 })).toEqual(calls);
        expect(await last({ limit: 2 })).toEqual(calls.slice(0, 2));
        expect(await last({ limit: 10, serviceId: hall.service('b') })).toEqual([calls[0], calls[2], calls[4]]);
        expect(await last({ limit: 10, deskId: desk(0) })).toEqual([calls[2], calls[5]]);
        const since = hall.now - 2_000;
        const lately = async (filter: object): Promise<string[]> =>
          (await store.query('lastCalls', { locationId: hall.locationId, since, limit: 10, ...filter })).map(
            ({ answer }) => answer.id,
          );
        expect(await lately({})).toEqual(calls.slice(0, 3));
        expect(await lately({ limit: 2 })).toEqual(calls.slice(0, 2));
        expect(await lately({ limit: 100 })).toEqual(calls.slice(0, 3));
        expect(await lately({ serviceId: hall.service('b') })).toEqual([calls[0], calls[2]]);
        expect(await lately({ serviceId: hall.service('b'), deskId: desk(2) })).toEqual([calls[0]]);
      });

      it('are read of several services at once: of each the newest, of none before that instant', async () => {
        const calls: string[] = [];
        for (const letter of ['a', 'b', 'a']) {
          const { ticket } = await hall.create({ serviceId: hall.service(letter) });
          hall.later(1);
          calls.unshift((await hall.call(ticket.id, desk())).answer.id);
        }
        const lastOf = async (since: number, services: readonly string[]): Promise<unknown> => {
          const found = await store.query('serviceLastCalls', { locationId: hall.locationId, services, since });
          for (const { serviceId, call } of found) expect(call.ticket.serviceId).toBe(serviceId);
          return Object.fromEntries(found.map(({ serviceId, call }) => [serviceId, call.answer.id]));
        };
        const [a, b] = [hall.service('a'), hall.service('b')];
        expect(await lastOf(0, [a, b, hall.service('z')])).toEqual({ [a]: calls[0], [b]: calls[1] });
        expect(await lastOf(hall.now, [a, b])).toEqual({ [a]: calls[0] });
        expect(await lastOf(0, [b])).toEqual({ [b]: calls[1] });
        expect(await lastOf(0, [])).toEqual({});
      });
    });

    describe('a new business day', () => {
      it('ends waiting and paused tickets and restarts the numbers, at the first operation', async () => {
        const paused = await hall.create();
        const open = await hall.create();
        const waiting = await hall.create();
        value(await hall.tryAnswer('pauseCall', (await hall.call(paused.ticket.id, desk(1))).answer.id));
        const call = await hall.call(open.ticket.id, desk(2));
        hall.nextDay();
        const events = await eventsOf(async () => expect((await hall.create()).ticket.number).toBe(1));
        expect(events).toEqual(['queue.reset', 'ticket.created']);
        expect(await hall.state(paused.ticket.id)).toBe(5);
        expect(await hall.state(waiting.ticket.id)).toBe(5);
        expect(await hall.queue()).toMatchObject({ waiting: 1, averageWaitSeconds: null, secondsPerPlace: null });
        // Whoever is at a desk at the reset is served to the end.
        expect(value(await hall.tryAnswer('endCall', call.answer.id)).ticket.state).toBe(5);
      });

      it('begins once, also when asked for alone or by an operation that fails', async () => {
        await hall.create();
        const start = () => hall.run('startDay', { locationId: hall.locationId, day: hall.day });
        expect(value(await start())).toEqual({ ended: 0 });
        hall.nextDay();
        expect(value(await start())).toEqual({ ended: 1 });
        expect(value(await start())).toEqual({ ended: 0 });
        await hall.create();
        hall.nextDay();
        expect(errno(await hall.tryNext(desk()))).toBe(8);
        expect(value(await start())).toEqual({ ended: 0 });
        expect((await hall.queue()).waiting).toBe(0);
      });

      it('leaves other locations alone', async () => {
        const other = new Hall(store, `${hall.locationId}-other`);
        await hall.create();
        await other.create();
        hall.nextDay();
        await hall.create();
        expect((await other.queue()).waiting).toBe(1);
      });

      it('does not begin when the clock is set back', async () => {
        await hall.create();
        hall.day = '2026-11-19';
        expect((await hall.create()).ticket.number).toBe(2);
        hall.day = '2026-11-20';
        expect((await hall.create()).ticket.number).toBe(3);
        expect((await hall.queue()).waiting).toBe(3);
      });

      it('does not call a ticket cancelled on the day before, whatever the tolerance', async () => {
        const { ticket } = await hall.create();
        value(await hall.tryAnswer('cancelCall', (await hall.call(ticket.id, desk())).answer.id));
        hall.nextDay();
        const again = (tolerance: number) =>
          hall.tryCall('callCancelledTicket', ticket.id, desk(), { tolerance, since: hall.now });
        for (const tolerance of [0, 1, -1]) expect(errno(await again(tolerance))).toBe(117);
        expect(await hall.state(ticket.id)).toBe(4);
      });
    });

    describe('a request that comes twice', () => {
      const key = (fingerprint = 'same') => ({ key: `key of ${hall.locationId}`, fingerprint });

      it('does its work once and gives the first answer again', async () => {
        const first = await hall.tryCreate({}, key());
        hall.later(3600);
        expect(await eventsOf(async () => expect(await hall.tryCreate({}, key())).toEqual(first))).toEqual([]);
        expect((await hall.queue()).waiting).toBe(1);
        const twice = await Promise.all([hall.tryCreate({}, key('same')), hall.tryCreate({}, key('same'))]);
        expect(twice).toEqual([first, first]);
      });

      it('is refused with other parameters', async () => {
        await hall.tryCreate({}, key());
        expect(errno(await hall.tryCreate({}, key('other')))).toBe(120);
        expect((await hall.queue()).waiting).toBe(1);
      });

      it('is refused with other parameters at another location too, also at once', async () => {
        const there = new Hall(store, `${hall.locationId}-elsewhere`);
        const first = value(await hall.tryCreate({}, key()));
        expect(errno(await there.tryCreate({}, key('elsewhere')))).toBe(120);
        expect(value(await hall.tryCreate({}, key())).ticket.id).toBe(first.ticket.id);
        expect(
          (await store.query('serviceQueues', { services: there.services })).map(({ waiting }) => waiting),
        ).not.toContain(1);
        const other = (fingerprint: string) => ({ key: `other ${hall.locationId}`, fingerprint });
        const both = await Promise.all([hall.tryCreate({}, other('here')), there.tryCreate({}, other('there'))]);
        expect(both.map(errno).toSorted()).toEqual([0, 120]);
        // Whoever asks for a ticket after a day gets one, wherever.
        hall.later(24 * 3600 + 1);
        there.now = hall.now;
        expect((await there.tryCreate({}, key('elsewhere'))).ok).toBe(true);
        expect(errno(await hall.tryCreate({}, key()))).toBe(120);
        // Later tests have an earlier clock: the deletion of old keys must have ended before.
        const old = { idempotency: other('here'), now: hall.now - 24 * 3_600_000 };
        await expect.poll(() => store.query('earlierOutcome', old)).toBeNull();
      });

      it('is reported when nothing was done', async () => {
        let replays = 0;
        const input = newTicket({ locationId: hall.locationId, day: hall.day, serviceId: hall.service('a') });
        const options = { now: hall.now, idempotency: key(), onReplay: () => (replays += 1) };
        await hall.store.run('createTicket', input, options);
        expect(replays).toBe(0);
        await hall.store.run('createTicket', input, options);
        expect(replays).toBe(1);
      });

      it('does not give a fault again when it is none any more', async () => {
        expect(errno(await hall.tryNext(desk(), {}, key()))).toBe(8);
        const { ticket } = await hall.create();
        expect(value(await hall.tryNext(desk(), {}, key())).ticket.id).toBe(ticket.id);
        expect(value(await hall.tryNext(desk(), {}, key())).ticket.id).toBe(ticket.id);
        expect((await hall.queue()).waiting).toBe(0);
      });

      it('is new again after a day', async () => {
        const first = value(await hall.tryCreate({}, key()));
        hall.later(24 * 3600 - 1);
        expect(value(await hall.tryCreate({}, key())).ticket.id).toBe(first.ticket.id);
        hall.later(2);
        const again = value(await hall.tryCreate({}, key('other')));
        expect(again.ticket.id).not.toBe(first.ticket.id);
      });
    });

    describe('a ticket whose answer never came', () => {
      const key = () => ({ key: `lost of ${hall.locationId}`, fingerprint: 'touch' });
      const withdraw = () => hall.tryWithdraw(key().key);

      it('is withdrawn by its key', async () => {
        const { ticket } = value(await hall.tryCreate({}, key()));
        const told = await eventsOf(async () => expect(value(await withdraw()).ticketId).toBe(ticket.id));
        expect(told).toEqual(['ticket.ended']);
        expect([await hall.state(ticket.id), (await hall.queue()).waiting]).toEqual([TICKET_STATE.ended, 0]);
      });

      it('leaves its appointment to be checked in again', async () => {
        const appointment = { id: `lost at ${hall.locationId}`, bookedAt: hall.now, displayName: '12:00' };
        value(await hall.tryCreate({ appointment }, key()));
        expect(errno(await hall.tryCreate({ appointment }))).toBe(115);
        value(await withdraw());
        expect((await hall.tryCreate({ appointment })).ok).toBe(true);
        expect(errno(await hall.tryCreate({ appointment }))).toBe(115);
      });

      it('is not issued any more when it comes only then', async () => {
        expect(value(await withdraw()).ticketId).toBe('');
        expect(value(await withdraw()).ticketId).toBe('');
        expect(errno(await hall.tryCreate({}, key()))).toBe(120);
        expect((await hall.queue()).waiting).toBe(0);
      });

      it('stays if it was called', async () => {
        const { ticket } = value(await hall.tryCreate({}, key()));
        await hall.call(ticket.id, desk());
        expect(errno(await withdraw())).toBe(115);
      });

      it('is one or the other when both come at once', async () => {
        const [created, withdrawn] = await Promise.all([hall.tryCreate({}, key()), withdraw()]);
        expect(created.ok ? created.value.ticket.id : '').toBe(value(withdrawn).ticketId);
        expect((await hall.queue()).waiting).toBe(0);
      });
    });

    describe('answers to forms', () => {
      const answer = (questionId: string, change: Partial<FormAnswerInput> = {}): FormAnswerInput => ({
        questionId,
        formId: 'form',
        stage: 'before',
        place: 0,
        question: `${questionId}?`,
        visible: true,
        answer: ['yes'],
        anonymiseAt: null,
        ...change,
      });
      const answersOf = async (ticketId: string) =>
        (await store.query('formAnswers', { ticketId })).map(({ questionId, answer: texts }) => [questionId, texts]);
      const save = (ticketId: string, put: readonly FormAnswerInput[], remove: readonly string[] = []) =>
        hall.run('saveFormAnswers', { ticketId, states: [TICKET_STATE.waiting], put, remove });

      it('come with the ticket, or not at all', async () => {
        const formAnswers = [
          answer('b', { place: 1 }),
          answer('c', { stage: 'during' }),
          answer('a', { answer: ['x', 'y'] }),
        ];
        const { ticket } = await hall.create({ formAnswers });
        expect(await store.query('formAnswers', { ticketId: ticket.id })).toEqual([
          { ...answer('a', { answer: ['x', 'y'] }), answeredAt: hall.now },
          { ...answer('b', { place: 1 }), answeredAt: hall.now },
          { ...answer('c', { stage: 'during' }), answeredAt: hall.now },
        ]);
        expect(errno(await hall.tryCreate({ maxWaiting: 1, formAnswers }))).toBe(112);
        expect(await answersOf('nobody')).toEqual([]);
      });

      it('change while the ticket is in one of the states', async () => {
        const { ticket } = await hall.create({ formAnswers: [answer('a'), answer('b')] });
        value(await save(ticket.id, [answer('a', { answer: ['no'] }), answer('c')], ['b']));
        expect(await answersOf(ticket.id)).toEqual([
          ['a', ['no']],
          ['c', ['yes']],
        ]);
        await hall.next();
        expect(errno(await save(ticket.id, [], ['a']))).toBe(115);
        expect(errno(await save('nobody', []))).toBe(6);
        expect(await answersOf(ticket.id)).toHaveLength(2);
      });

      it('are erased when they are due, a few at a time', async () => {
        const due = { anonymiseAt: hall.now + 1000 };
        const { ticket } = await hall.create({ formAnswers: [answer('a', due), answer('b', due), answer('c')] });
        expect(await erase(1)).toMatchObject({ answers: 0, more: false });
        hall.later(1);
        expect(await erase(1)).toMatchObject({ answers: 1, more: true });
        expect(await erase(5)).toMatchObject({ answers: 1, more: false });
        expect(await answersOf(ticket.id)).toEqual([
          ['a', null],
          ['b', null],
          ['c', ['yes']],
        ]);
      });

      it('go with names and notes of old tickets of that location only', async () => {
        const name = { clientName: 'Visitor', customField: 'c', note: 'n' };
        const key = { key: `key-${hall.locationId}`, fingerprint: 'f' };
        const old = value(await hall.tryCreate(name, key));
        hall.later(60);
        const young = await hall.create(name);
        const other = await new Hall(store, `${hall.locationId}-other`).create(name);
        expect(await erase(10, hall.now)).toMatchObject({ tickets: 1, more: false });
        const nameOf = async (ticketId: string) => (await store.query('ticket', { ticketId }))?.clientName;
        expect(await Promise.all([old, young, other].map(({ ticket }) => nameOf(ticket.id)))).toEqual([
          '',
          'Visitor',
          'Visitor',
        ]);
        const again = value(await hall.tryCreate(name, key));
        expect(again.ticket).toEqual({ ...old.ticket, clientName: '', customField: '', note: '' });
      });

      async function erase(limit: number, issuedBefore?: number) {
        const tickets = issuedBefore === undefined ? [] : [{ locationId: hall.locationId, issuedBefore }];
        return value(await hall.run('anonymise', { limit, tickets, appointments: [] }));
      }
    });

    describe('events', () => {
      it('publish each change in the order of the commits', async () => {
        const events = await eventsOf(async () => {
          await Promise.all([hall.create(), hall.create(), hall.create()]);
          await hall.tryAnswer('pauseCall', (await hall.next(desk())).answer.id);
          await hall.tryAnswer('cancelCall', (await hall.next(desk())).answer.id);
          await hall.tryTransfer((await hall.next(desk())).answer.id);
          await hall.tryAnswer('endCall', (await hall.next(desk())).answer.id);
        });
        const created = ['ticket.created', 'ticket.created', 'ticket.created'];
        const ends = ['ticket.paused', 'ticket.cancelled', 'ticket.transferred', 'ticket.ended'];
        expect(events).toEqual([...created, ...ends.flatMap((end) => ['ticket.called', end])]);
      });

      it('stop for a listener that has enough', async () => {
        let heard = 0;
        const stop = store.onEvents(() => {
          heard += 1;
        });
        await hall.create();
        stop();
        await hall.create();
        expect(heard).toBe(1);
      });
    });

    it('keeps its rules through any sequence of operations by several desks', () => randomSequences(store));
  });

  describe(`${name}: what is kept`, () => {
    it('is there after closing and opening again', async () => {
      const store = await openStore('reopened');
      const hall = new Hall(store);
      const { ticket } = await hall.create();
      await hall.create();
      const called = await hall.next();
      await store.writeMeta('clean-up', '2026-11-20');
      await store.close();
      await expect(store.ping()).rejects.toBeInstanceOf(StoreUnreachable);

      const again = await openStore('reopened');
      const sameHall = new Hall(again);
      expect(await again.query('answer', { answerId: called.answer.id })).toEqual(called);
      expect(called.ticket.id).toBe(ticket.id);
      expect(await again.readMeta('clean-up')).toBe('2026-11-20');
      expect((await sameHall.create()).ticket.number).toBe(3);
      await again.close();
    });

    it('finishes what was accepted before it closes', async () => {
      const store = await openStore('closing');
      const hall = new Hall(store);
      const accepted = Array.from({ length: 20 }, () => hall.create());
      await store.close();
      expect(new Set((await Promise.all(accepted)).map(({ ticket }) => ticket.number)).size).toBe(20);
    });

    it('holds the site: puts, replaces and removes together', async () => {
      const store = await openStore('site');
      const heard: string[] = [];
      store.onEvents((events) => heard.push(...events.map(({ type }) => type)));
      const item = (id: string, body: string) => ({ collection: 'services', id, body }) as const;
      await store.writeSite({ put: [item('c', '1'), item('b', '2'), item('a', '3')], remove: [] });
      await store.writeSite({ put: [item('c', '4')], remove: [{ collection: 'services', id: 'b' }] });
      // In the order in which they came, whatever is changed later.
      expect(await store.readSite()).toEqual([item('c', '4'), item('a', '3')]);
      expect(heard).toEqual(['site.changed', 'site.changed']);
      expect(await store.readMeta('nothing')).toBeNull();
      await store.ping();
      await store.close();
    });
  });
}
