/** What clerks take back and put right, over any engine. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FLAG, type QueueEvent } from '../../main/queue/contract/records.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { errno, Hall, value } from './queue-hall.ts';

export function undoSuite(name: string, openStore: (database: string) => Promise<Store>): void {
  describe(`${name}: what a clerk takes back`, () => {
    let store: Store;
    let hall: Hall;
    let halls = 0;

    beforeAll(async () => {
      store = await openStore('undo');
    });
    afterAll(() => store.close());
    beforeEach(() => {
      halls += 1;
      hall = new Hall(store, `undo-${halls}`);
    });

    async function told(work: () => Promise<unknown>): Promise<string[]> {
      const seen: QueueEvent[] = [];
      const stop = store.onEvents((events) => seen.push(...events));
      await work();
      stop();
      return seen
        .filter(({ locationId }) => locationId === hall.locationId)
        .map(({ type, change = '', ticket, answer }) =>
          [type, change, ticket?.number ?? '', answer?.state ?? 'no call'].join(' '),
        );
    }
    const desk = (number = 1): string => `${hall.locationId}-desk-${number}`;
    const today = { from: 0, until: Number.MAX_SAFE_INTEGER };
    const calls = async () =>
      (await store.report('calls', { locationId: hall.locationId, ...today, after: null, limit: 100 })).rows;

    it('the call of the wrong ticket, as if it had not been called', async () => {
      const [first, second] = [await hall.create(), await hall.create()];
      const before = await hall.queue();
      hall.later(60);
      const called = await hall.next(desk());
      hall.later(9);
      expect(await told(() => hall.undo(desk()))).toEqual(['ticket.changed undone 1 no call']);
      expect(await hall.queue()).toEqual(before);
      expect(await hall.waiting()).toEqual([first.ticket.id, second.ticket.id]);
      expect(await store.query('answer', { answerId: called.answer.id })).toBeNull();
      expect(await calls()).toEqual([]);
      expect(await store.query('ticket', { ticketId: first.ticket.id })).toEqual(first.ticket);
      hall.later(51);
      await hall.next(desk());
      expect((await calls()).map(({ waitedMs, first: isFirst }) => [waitedMs, isFirst])).toEqual([[120_000, true]]);
    });

    it('"end and next": who was there is served on, who was called waits', async () => {
      const [first, second] = [await hall.create(), await hall.create()];
      const open = await hall.next(desk());
      hall.later(30);
      await hall.next(desk());
      expect(await told(() => hall.undo(desk()))).toEqual([
        'ticket.changed undone 1 2',
        'ticket.changed undone 2 no call',
      ]);
      expect(await store.query('openAnswers', { locationId: hall.locationId })).toEqual([open]);
      expect(await hall.waiting()).toEqual([second.ticket.id]);
      expect(errno(await hall.undo(desk()))).toBe(6);
      value(await hall.tryAnswer('endCall', open.answer.id));
      expect(await hall.state(first.ticket.id)).toBe(5);
    });

    it('an end, a pause, a no-show, and a transfer to the wrong destination', async () => {
      await hall.create({ note: 'was here before' });
      const call = await hall.next(desk());
      for (const how of ['endCall', 'pauseCall', 'cancelCall'] as const) {
        hall.later(5);
        value(await hall.tryAnswer(how, call.answer.id));
        hall.later(5);
        value(await hall.undo(desk()));
        expect(await store.query('answer', { answerId: call.answer.id })).toEqual(call);
      }
      const sent = { dstType: 'desk', dstId: desk(2), priority: true } as const;
      value(await hall.tryTransfer(call.answer.id, { ...sent, note: 'wants her passport', customField: 'file 7' }));
      expect((await hall.queue()).waitingPriority).toBe(1);
      const undone = await told(async () => value(await hall.undo(desk())));
      expect(undone).toEqual(['ticket.changed undone 1 2']);
      expect(await store.query('answer', { answerId: call.answer.id })).toEqual(call);
      expect(await store.query('ticket', { ticketId: call.ticket.id })).toEqual(call.ticket);
      expect(await hall.queue()).toMatchObject({ waiting: 0, waitingPriority: 0 });
    });

    it('the note of a transfer, as long as the ticket is stored', async () => {
      const { ticket } = await hall.create({ note: 'was here before', customField: 'file 6' });
      const call = await hall.next(desk());
      value(await hall.tryTransfer(call.answer.id, { note: 'wants her passport', customField: 'file 7' }));
      const step = await store.query('deskStep', { locationId: hall.locationId, deskId: desk(), now: hall.now });
      expect(JSON.stringify({ ...step, ticket: null })).not.toMatch(/before|passport|file/);
      const due = [{ locationId: hall.locationId, issuedBefore: hall.now + 1 }];
      value(await hall.run('anonymise', { limit: 100, tickets: due, appointments: [] }));
      expect(errno(await hall.tryUndo(desk(), step?.id ?? ''))).toBe(6);
      const left = await store.query('ticket', { ticketId: ticket.id });
      expect(left).toMatchObject({ state: 1, note: '', customField: '' });
    });

    it('nothing of a ticket that is deleted with the history, but the steps of others', async () => {
      await hall.create({ note: 'was here before' });
      const sent = { dstType: 'desk', dstId: desk(2), note: 'wants her passport' } as const;
      value(await hall.tryTransfer((await hall.next(desk())).answer.id, sent));
      value(await hall.tryAnswer('endCall', (await hall.next(desk(2))).answer.id));
      await hall.create();
      await hall.next(desk(3));
      const step = (deskId: string) => store.query('deskStep', { locationId: hall.locationId, deskId, now: hall.now });
      const steps = [await step(desk()), await step(desk(2)), await step(desk(3))];
      const past = { before: hall.now + 1, clerksBefore: '', limit: 100 };
      const gone = value(await hall.run('forgetHistory', { locationId: hall.locationId, ...past }));
      expect(gone).toMatchObject({ tickets: 1 });
      const undone = [];
      for (const [index, done] of steps.entries()) undone.push(await hall.tryUndo(desk(index + 1), done?.id ?? ''));
      expect(undone.map(errno)).toEqual([6, 6, 0]);
    });

    it('a call of a paused or missed ticket, which is paused or missed again', async () => {
      const { ticket } = await hall.create();
      value(await hall.tryAnswer('cancelCall', (await hall.next(desk())).answer.id));
      hall.later(60);
      value(await hall.tryCall('callCancelledTicket', ticket.id, desk()));
      value(await hall.undo(desk()));
      const missed = { locationId: hall.locationId, services: hall.services };
      const found = await store.query('cancelledTickets', { ...missed, tolerance: 1, since: 0 });
      expect(found.map(({ id }) => id)).toEqual([ticket.id]);
      expect(errno(await hall.tryCall('callPausedTicket', ticket.id, desk()))).toBe(115);
    });

    it('not a step that is too old, that was continued, or that another desk did', async () => {
      const [first] = [await hall.create(), await hall.create()];
      await hall.next(desk());
      expect(errno(await hall.undo(desk(2)))).toBe(6);
      // Offered for ten seconds, and taken for five minutes: whoever needs longer is offered it longer.
      hall.later(300);
      const step = { locationId: hall.locationId, deskId: desk(), now: hall.now };
      const at = hall.now - 300_000;
      expect(await store.query('deskStep', step)).toMatchObject({ at, until: at + 10_000, latest: hall.now });
      hall.later(3);
      expect(await store.query('deskStep', { ...step, now: hall.now })).toBeNull();
      const late = await store.query('deskStep', step);
      expect(errno(await hall.tryUndo(desk(), late?.id ?? ''))).toBe(115);
      const answers = await store.query('openAnswers', { locationId: hall.locationId });
      value(await hall.tryAnswer('pauseCall', answers[0]?.answer.id ?? ''));
      value(await hall.tryCall('callPausedTicket', first.ticket.id, desk(2)));
      expect(errno(await hall.undo(desk()))).toBe(115);
      expect(await hall.state(first.ticket.id)).toBe(2);
    });

    it('not an end when another visitor is at the desk', async () => {
      await hall.create();
      const other = await hall.create();
      const call = await hall.next(desk());
      value(await hall.tryAnswer('endCall', call.answer.id));
      const step = await store.query('deskStep', { locationId: hall.locationId, deskId: desk(), now: hall.now });
      await hall.call(other.ticket.id, desk());
      expect(errno(await hall.tryUndo(desk(), step?.id ?? ''))).toBe(6);
      expect(await hall.state(call.ticket.id)).toBe(5);
    });

    it('nothing of a day that is over', async () => {
      await hall.create();
      await hall.next(desk());
      const offered = () => store.query('deskStep', { locationId: hall.locationId, deskId: desk(), now: hall.now });
      const step = await offered();
      expect(step).not.toBeNull();
      hall.later(5);
      hall.day = '2026-11-21';
      expect(errno(await hall.tryUndo(desk(), step?.id ?? ''))).toBe(115);
      expect(await offered()).toBeNull();
    });

    it('an appointment that was held back, which still comes to its turn', async () => {
      const attendance = { from: hall.now + 4_000, until: null };
      const booked = await hall.create({ scheduledAt: hall.now + 60_000, attendance });
      await hall.call(booked.ticket.id, desk());
      await hall.create();
      hall.later(5);
      const other = await hall.next(desk(2));
      value(await hall.undo(desk()));
      value(await hall.tryAnswer('endCall', other.answer.id));
      expect((await hall.next(desk())).ticket.id).toBe(booked.ticket.id);
    });

    it('an appointment that would have come to wait like any other meanwhile, which does', async () => {
      const attendance = { from: null, until: hall.now + 4_000 };
      const booked = await hall.create({ scheduledAt: hall.now + 60_000, attendance });
      hall.later(1);
      await hall.create();
      await hall.create();
      await hall.call(booked.ticket.id, desk());
      hall.later(5);
      await hall.next(desk(2));
      value(await hall.undo(desk()));
      expect((await hall.next(desk(3))).ticket.id).toBe(booked.ticket.id);
    });

    it('not a call that a colleague has taken over', async () => {
      await hall.create();
      const { answer } = await hall.next(desk());
      value(await hall.run('takeOver', { ...hall.at(desk()), userId: 'rui' }));
      expect(errno(await hall.undo(desk()))).toBe(115);
      const [open] = await store.query('openAnswers', { locationId: hall.locationId });
      expect([open?.answer.id, open?.answer.userId]).toEqual([answer.id, 'rui']);
    });

    it('also after a failed request of another desk', async () => {
      await hall.create();
      const { answer } = await hall.next(desk());
      const broken = { locationId: hall.locationId, answerId: answer.id, results: [{}] };
      await expect(store.run('noteResults', broken as never, { now: hall.now })).rejects.toThrow();
      value(await hall.undo(desk()));
      expect((await hall.queue()).waiting).toBe(1);
    });

    it('its share in the mean of the last twenty waits, which are twenty again', async () => {
      for (let person = 1; person <= 22; person += 1) {
        await hall.create();
        hall.later(10 * person);
        value(await hall.tryAnswer('endCall', (await hall.next(desk())).answer.id));
      }
      const before = await hall.queue();
      expect(before.averageWaitSeconds).toBe((30 + 220) / 2);
      await hall.create();
      hall.later(6_000);
      await hall.next(desk());
      expect((await hall.queue()).averageWaitSeconds).toBeGreaterThan(400);
      value(await hall.undo(desk()));
      expect((await hall.queue()).averageWaitSeconds).toBe(before.averageWaitSeconds);
    });

    it('the turn of those with priority', async () => {
      const ratio = { callOrder: 'ratio', priorityRatio: 1 } as const;
      for (const flags of [0, FLAG.priority, FLAG.priority]) await hall.create({ flags });
      const first = await hall.next(desk(), ratio);
      value(await hall.undo(desk()));
      expect((await hall.next(desk(), ratio)).ticket.id).toBe(first.ticket.id);
    });
  });

  describe(`${name}: what a clerk puts right`, () => {
    let store: Store;
    let hall: Hall;
    let halls = 0;

    beforeAll(async () => {
      store = await openStore('put-right');
    });
    afterAll(() => store.close());
    beforeEach(() => {
      halls += 1;
      hall = new Hall(store, `right-${halls}`);
    });
    const desk = (number = 1): string => `${hall.locationId}-desk-${number}`;
    const served = async () => {
      const all = { locationId: hall.locationId, from: 0, until: Number.MAX_SAFE_INTEGER, after: null, limit: 100 };
      return (await store.report('calls', all)).rows.map(({ state, waitedMs, first }) => [state, waitedMs, first]);
    };

    it('a visit that ended by mistake continues, at any desk, and is served once', async () => {
      const { ticket } = await hall.create();
      hall.later(60);
      value(await hall.tryAnswer('endCall', (await hall.next(desk())).answer.id));
      hall.later(300);
      const seen: (string | undefined)[] = [];
      const stop = store.onEvents((events) => seen.push(...events.map(({ type, change }) => `${type} ${change}`)));
      const again = value(await hall.tryContinue(ticket.id, desk(2)));
      stop();
      expect(seen).toEqual(['ticket.changed continued']);
      expect(again).toMatchObject({ answer: { deskId: desk(2) }, ticket: { state: 2 } });
      value(await hall.tryAnswer('endCall', again.answer.id));
      expect(await served()).toEqual([
        [3, 60_000, true],
        [5, null, false],
      ]);
      value(await hall.tryContinue(ticket.id, desk()));
      value(await hall.undo(desk()));
      expect((await served()).map(([state]) => state)).toEqual([3, 5]);
    });

    it('a missed visitor gets the old position back, and starts a new wait', async () => {
      const first = await hall.create();
      hall.later(60);
      const second = await hall.create();
      value(await hall.tryAnswer('endCall', (await hall.next(desk())).answer.id));
      hall.later(60);
      value(await hall.run('requeueTicket', { ...hall.at(desk()), ticketId: first.ticket.id, since: 0 }));
      expect(await hall.waiting()).toEqual([first.ticket.id, second.ticket.id]);
      hall.later(30);
      value(await hall.tryAnswer('endCall', (await hall.next(desk())).answer.id));
      expect(await served()).toEqual([
        [3, 60_000, true],
        [5, 30_000, false],
      ]);
      const early = { ...hall.at(desk()), ticketId: first.ticket.id, since: hall.now };
      expect(errno(await hall.run('requeueTicket', early))).toBe(115);
      expect(errno(await hall.run('requeueTicket', { ...early, ticketId: second.ticket.id }))).toBe(115);
    });

    it('a visitor is put back behind as many as the desk would call, or at the end', async () => {
      const [first, second, third] = [await hall.create(), '', ''];
      const others: string[] = [second, third];
      for (const index of others.keys()) {
        hall.later(10);
        others[index] = (await hall.create()).ticket.id;
      }
      hall.later(10);
      const rules = { services: hall.services, callOrder: 'priority_first', priorityRatio: 2 } as const;
      const putBack = async (places: number) => {
        const { answer } = await hall.next(desk());
        hall.later(10);
        return hall.run('putBackCall', { ...hall.at(desk()), ...rules, answerId: answer.id, places });
      };
      const back = value(await putBack(1));
      expect(back).toMatchObject({ ticket: { id: first.ticket.id, state: 1 }, answer: { state: 3 } });
      expect(await hall.waiting()).toEqual([others[0], first.ticket.id, others[1]]);
      expect((await hall.queue()).waiting).toBe(3);
      value(await putBack(0));
      expect(await hall.waiting()).toEqual([first.ticket.id, others[1], others[0]]);
      value(await putBack(9));
      expect(await hall.waiting()).toEqual([others[1], others[0], first.ticket.id]);
      // Back at the desk, for whom nothing has happened.
      value(await hall.undo(desk()));
      const [open] = await store.query('openAnswers', { locationId: hall.locationId });
      expect(open?.ticket.id).toBe(first.ticket.id);
      expect(await hall.waiting()).toEqual([others[1], others[0]]);
      const again = { ...hall.at(desk()), ...rules, answerId: back.answer.id, places: 1 };
      expect(errno(await hall.run('putBackCall', again))).toBe(116);
    });

    it('a visitor without priority is put back among those without', async () => {
      const { ticket } = await hall.create();
      const { answer } = await hall.next(desk());
      hall.later(10);
      const urgent = await hall.create({ flags: FLAG.priority });
      hall.later(10);
      const other = await hall.create();
      const rules = { services: hall.services, callOrder: 'priority_first', priorityRatio: 2 } as const;
      value(await hall.run('putBackCall', { ...hall.at(desk()), ...rules, answerId: answer.id, places: 1 }));
      expect(await hall.waiting()).toEqual([urgent.ticket.id, ticket.id, other.ticket.id]);
    });

    it('a no-show and the next call are one step, which undo takes back whole', async () => {
      const [missed, next] = [await hall.create(), await hall.create()];
      const open = await hall.next(desk());
      const called = await hall.next(desk(), { concludeAs: 'cancelCall', current: open.answer.id });
      expect(called.ticket.id).toBe(next.ticket.id);
      expect(await hall.state(missed.ticket.id)).toBe(4);
      value(await hall.undo(desk()));
      expect(await store.query('openAnswers', { locationId: hall.locationId })).toEqual([open]);
      expect(await hall.waiting()).toEqual([next.ticket.id]);
    });

    it('a clerk sees the own calls of the day by their end', async () => {
      const figures = (userId: string) =>
        store.query('callsOfClerk', { locationId: hall.locationId, userId, since: hall.now - 3_600_000 });
      const { userId } = hall.at(desk());
      for (const how of ['endCall', 'endCall', 'cancelCall'] as const) {
        await hall.create();
        const { answer } = await hall.next(desk());
        hall.later(60);
        value(await hall.tryAnswer(how, answer.id));
      }
      await hall.create();
      await hall.next(desk());
      expect((await figures(userId)).toSorted((a, b) => a.state - b.state)).toEqual([
        { state: 4, calls: 1, tookMs: 60_000 },
        { state: 5, calls: 2, tookMs: 120_000 },
      ]);
      expect(await figures('nobody')).toEqual([]);
    });

    it('a ticket goes without being called, with the reason behind its note', async () => {
      const { ticket } = await hall.create({ note: 'in a wheelchair' });
      const remove = { ...hall.at(desk()), ticketId: ticket.id, reason: 'taken twice' };
      value(await hall.run('removeTicket', remove));
      const found = await store.query('ticket', { ticketId: ticket.id });
      expect(found).toMatchObject({ state: 5, note: 'in a wheelchair · taken twice' });
      expect((await hall.queue()).waiting).toBe(0);
      expect(errno(await hall.run('removeTicket', remove))).toBe(115);
      value(await hall.undo(desk()));
      expect(await store.query('ticket', { ticketId: ticket.id })).toEqual(ticket);
      expect((await hall.queue()).waiting).toBe(1);
    });

    it('a ticket for the wrong service waits for the right one since it came', async () => {
      const wrong = await hall.create();
      hall.later(60);
      const there = await hall.create({ serviceId: hall.service('b') });
      const change = { ...hall.at(desk()), ticketId: wrong.ticket.id, serviceId: hall.service('b'), reason: '' };
      value(await hall.run('changeTicket', change));
      expect(await hall.waiting('b')).toEqual([wrong.ticket.id, there.ticket.id]);
      expect([(await hall.queue('a')).waiting, (await hall.queue('b')).waiting]).toEqual([0, 2]);
      value(
        await hall.run('changeTicket', { ...hall.at(desk()), ticketId: there.ticket.id, priority: true, reason: '' }),
      );
      expect(await hall.queue('b')).toMatchObject({ waiting: 2, waitingPriority: 1 });
      expect(await hall.waiting('b')).toEqual([there.ticket.id, wrong.ticket.id]);
      value(await hall.undo(desk()));
      expect(await hall.waiting('b')).toEqual([wrong.ticket.id, there.ticket.id]);
      expect((await hall.next(desk())).ticket.id).toBe(wrong.ticket.id);
      expect(await served()).toEqual([[2, 60_000, true]]);
    });

    it('finds what was answered, as far as staff may see it, and nothing of other days or places', async () => {
      const answered = (answer: string, visible: boolean, id = 'why') => ({
        ...({ questionId: id, formId: 'form', stage: 'before', place: 0, question: '?', anonymiseAt: null } as const),
        visible,
        answer: [answer],
      });
      const seen = await hall.create({ formAnswers: [answered('Façade', true)] });
      await hall.create({ formAnswers: [answered('Façade', false)] });
      await new Hall(store, `${hall.locationId}-elsewhere`).create({ clientName: 'Facade' });
      const find = async (change: object = {}) => {
        const at = {
          locationId: hall.locationId,
          since: hall.now - 60_000,
          text: 'facade',
          hidden: [],
          personal: true,
          withResults: false,
        };
        const { tickets } = await store.query('findTickets', { ...at, most: 5, ...change });
        return tickets.map(({ ticket }) => ticket.id);
      };
      expect(await find()).toEqual([seen.ticket.id]);
      expect(await find({ hidden: ['why'] })).toEqual([]);
      expect(await find({ personal: false })).toEqual([]);
      expect(await find({ personal: false, text: '001' })).toHaveLength(1);
      expect(await find({ since: hall.now + 1 })).toEqual([]);
      expect(
        await store.query('findTickets', {
          locationId: hall.locationId,
          since: 0,
          text: '00',
          hidden: [],
          personal: true,
          withResults: false,
          most: 1,
        }),
      ).toMatchObject({ more: true });
    });

    it('who is sent on waits behind everybody, or in the place of their arrival', async () => {
      const sent = [await hall.create(), await hall.create()];
      hall.later(60);
      const there = await hall.create({ serviceId: hall.service('b') });
      for (const ahead of [true, false]) {
        const { answer } = await hall.next(desk(), { services: [hall.service('a')] });
        hall.later(10);
        value(await hall.tryTransfer(answer.id, { ahead }));
      }
      const [first, second] = sent.map(({ ticket }) => ticket.id);
      expect(await hall.waiting('b')).toEqual([first, there.ticket.id, second]);
      hall.later(5);
      const called = await hall.next(desk(), { services: [hall.service('b')] });
      expect(called.ticket.id).toBe(first);
      // What they waited before was counted then.
      expect((await served()).at(-1)).toEqual([2, 15_000, false]);
    });
  });
}
