/** Breaks, desks that change hands, and what visits came to, over any engine. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QueueEvent } from '../../main/queue/contract/records.ts';
import { NO_TARGETS } from '../../main/queue/rules/day/period.ts';
import type { QueueOperations } from '../../main/store/contract/operation-types.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { errno, Hall, value } from './queue-hall.ts';

const MINUTE = 60;

export function deskWorkSuite(name: string, openStore: (database: string) => Promise<Store>): void {
  describe(`${name}: work at a desk`, () => {
    let store: Store;
    let hall: Hall;
    let halls = 0;

    beforeAll(async () => {
      store = await openStore('desk-work');
    });
    afterAll(() => store.close());
    beforeEach(() => {
      halls += 1;
      hall = new Hall(store, `work-${halls}`);
    });

    const desk = (number = 1): string => `${hall.locationId}-desk-${number}`;
    const set = (state: QueueOperations['setDesk']['input']['state'], reason = '', at = desk()) =>
      hall.run('setDesk', { ...hall.at(at), state, reason });
    const away = () => store.query('desksAway', { locationId: hall.locationId, day: hall.day });
    const log = async () => {
      const rules = {
        from: hall.day,
        to: hall.day,
        dayRules: [],
        targets: NO_TARGETS,
        services: [],
        desks: [],
        users: [],
      };
      const input = { locationId: hall.locationId, from: 0, until: Number.MAX_SAFE_INTEGER, rules };
      return (await store.report('days', input)).log;
    };
    const noted = (ticketId: string) => store.query('ticketResults', { ticketId });

    async function told(work: () => Promise<unknown>): Promise<string[]> {
      const seen: QueueEvent[] = [];
      const stop = store.onEvents((events) => seen.push(...events));
      await work();
      stop();
      return seen
        .filter(({ locationId }) => locationId === hall.locationId)
        .map(({ type, change = '', away: left }) =>
          [type, change, left === null ? 'back' : (left?.kind ?? '')].join(' '),
        );
    }

    it('a break is known at once and lasts until the clerk returns', async () => {
      expect(await told(() => set('break', 'lunch'))).toEqual(['desk.changed  break']);
      expect(await away()).toEqual({
        [desk()]: { kind: 'break', reason: 'lunch', userId: `user of ${desk()}`, since: hall.now },
      });
      hall.later(20 * MINUTE);
      expect(await told(() => set('break', 'lunch'))).toEqual([]);
      expect(await told(() => set('open'))).toEqual(['desk.changed  back']);
      expect(await away()).toEqual({});
      expect((await log()).breaks).toEqual([
        { deskId: desk(), userId: `user of ${desk()}`, reason: 'lunch', breaks: 1, ms: 20 * MINUTE * 1000 },
      ]);
    });

    it('a staff call from a kiosk lasts until its timeout, besides breaks, and for one clerk', async () => {
      const of = (deviceId: string) => ({ locationId: hall.locationId, day: hall.day, deviceId });
      const standing = async () => {
        const calls = await store.query('staffCalls', { locationId: hall.locationId, now: hall.now });
        return calls.map(({ deviceId, userId }) => `${deviceId} ${userId}`.trim());
      };
      await set('break', 'lunch');
      expect(await told(() => hall.run('callStaff', of('entrance')))).toEqual(['staff.call  ']);
      expect(await told(() => hall.run('callStaff', of('entrance')))).toEqual([]);
      hall.later(MINUTE);
      await hall.run('callStaff', of('first floor'));
      expect(await standing()).toEqual(['entrance', 'first floor']);
      const come = (userId: string) => hall.run('answerStaffCall', { ...of('entrance'), deskId: desk(), userId });
      expect(await told(() => come('rui'))).toEqual(['staff.call  ']);
      expect(await told(() => come('ana'))).toEqual([]);
      expect(await standing()).toEqual(['entrance rui', 'first floor']);
      expect(Object.keys(await away())).toEqual([desk()]);
      hall.later(4 * MINUTE);
      expect(await standing()).toEqual(['first floor']);
      hall.later(MINUTE);
      expect(await standing()).toEqual([]);
      expect(errno(await hall.run('answerStaffCall', { ...of('first floor'), deskId: desk(), userId: 'ana' }))).toBe(7);
    });

    it('a call at the desk ends its break, and no other', async () => {
      await hall.create();
      await set('break');
      await set('closed', '', desk(2));
      hall.later(MINUTE);
      expect(await told(() => hall.next(desk()))).toEqual(['desk.changed  back', 'ticket.called  ']);
      expect(Object.keys(await away())).toEqual([desk(2)]);
      // That a desk was closed is nobody's break.
      await set('open', '', desk(2));
      expect((await log()).breaks.map(({ deskId, ms }) => [deskId, ms])).toEqual([[desk(), MINUTE * 1000]]);
    });

    it('a break is refused during a visit', async () => {
      await hall.create();
      const call = await hall.next(desk());
      expect(errno(await set('break'))).toBe(115);
      expect(errno(await set('closed'))).toBe(115);
      await hall.tryAnswer('pauseCall', call.answer.id);
      expect((await set('break')).ok).toBe(true);
    });

    it('an open break ends with the day', async () => {
      await set('break', 'lunch');
      hall.nextDay();
      expect(await away()).toEqual({});
      await hall.create();
      const midnight = Date.parse(`${hall.day}T00:00:00Z`);
      const [gone] = (await log()).breaks;
      expect(gone?.ms).toBe(midnight - (hall.now - 86_400_000));
    });

    it('a desk changes hands without an end and without a call', async () => {
      await hall.create();
      const call = await hall.next(desk());
      const take = (userId: string, at = desk()) => hall.run('takeOver', { ...hall.at(at), userId });
      expect(await told(() => take('rui'))).toEqual(['ticket.changed taken_over ']);
      const open = await store.query('openAnswers', { locationId: hall.locationId });
      expect(open).toEqual([{ answer: { ...call.answer, userId: 'rui' }, ticket: call.ticket }]);
      // Who handed over is free elsewhere, who took over is not.
      await hall.create();
      expect(errno(await hall.tryNext(desk(2), { userId: 'rui' }))).toBe(114);
      expect((await hall.tryNext(desk(2))).ok).toBe(true);
      expect(errno(await take('rui', desk(3)))).toBe(114);
      expect((await hall.tryAnswer('endCall', call.answer.id)).ok).toBe(true);
      expect(await told(async () => expect(value(await take('eva'))).toBeNull())).toEqual([]);
    });

    describe('a clerk serves at one desk only, at whatever location', () => {
      const at = (name: string): Hall => new Hall(store, `${hall.locationId}-${name}`);
      const eva = () => ({ userId: `eva of ${hall.locationId}` });
      const takeOver = (there: Hall, deskId: string) => there.run('takeOver', { ...there.at(deskId), ...eva() });

      async function twoHalls(): Promise<readonly [Hall, Hall]> {
        const [east, west] = [at('east'), at('west')];
        for (const each of [east, west]) for (let visitor = 0; visitor < 3; visitor += 1) await each.create();
        return [east, west];
      }

      it('of two calls that come at once one is done', async () => {
        const [east, west] = await twoHalls();
        const calls = [east, west].map((each) => each.tryNext(`desk of ${each.locationId}`, eva()));
        expect((await Promise.all(calls)).map(errno).toSorted()).toEqual([0, 114]);
      });

      it('a clerk cannot continue at a desk after a call at another one', async () => {
        const [east, west] = await twoHalls();
        const { answer } = await east.next('desk-e', eva());
        value(await east.tryAnswer('endCall', answer.id));
        const there = await west.next('desk-w', eva());
        expect(errno(await east.undo('desk-e'))).toBe(114);
        value(await west.tryAnswer('endCall', there.answer.id));
        expect(value(await east.undo('desk-e')).ticket.id).toBe(answer.ticketId);
        expect(errno(await west.tryNext('desk-w', eva()))).toBe(114);
      });

      it('a clerk who serves at another desk cannot take over a visit', async () => {
        const [east, west] = await twoHalls();
        await west.next('desk-w', eva());
        await east.next('desk-e', { userId: `ana of ${hall.locationId}` });
        expect(errno(await takeOver(east, 'desk-e'))).toBe(114);
        const [open] = await store.query('openAnswers', { locationId: east.locationId });
        expect(open?.answer.userId).toBe(`ana of ${hall.locationId}`);
      });

      it('of what they take back, take over and call at once one is done', async () => {
        const [east, west] = await twoHalls();
        const south = at('south');
        await south.create();
        const { answer } = await east.next('desk-e', eva());
        value(await east.tryAnswer('endCall', answer.id));
        await south.next('desk-s', { userId: `ana of ${hall.locationId}` });
        const all = [east.undo('desk-e'), takeOver(south, 'desk-s'), west.tryNext('desk-w', eva())];
        expect((await Promise.all(all)).map(errno).toSorted()).toEqual([0, 114, 114]);
      });
    });

    it('the break of a colleague ends when another clerk takes the desk, the own one does not', async () => {
      await set('break');
      await hall.run('takeOver', hall.at(desk()));
      expect(Object.keys(await away())).toEqual([desk()]);
      await hall.run('takeOver', { ...hall.at(desk()), userId: 'rui' });
      expect(await away()).toEqual({});
    });

    it('the outcome of a visit is counted with its end, and reverted with it', async () => {
      const { ticket } = await hall.create();
      const call = await hall.next(desk());
      const results = [
        { code: 'photo', count: 2 },
        { code: 'issued', count: 1 },
      ];
      value(await hall.run('endCall', { answerId: call.answer.id, results }));
      expect((await noted(ticket.id)).results).toEqual([results[1], results[0]]);
      const row = { serviceId: hall.service('a'), deskId: desk(), userId: call.answer.userId };
      expect((await log()).results).toEqual([
        { ...row, code: 'issued', calls: 1, count: 1 },
        { ...row, code: 'photo', calls: 1, count: 2 },
      ]);
      hall.later(5);
      value(await hall.undo(desk()));
      expect((await noted(ticket.id)).results).toEqual([]);
      expect((await log()).results).toEqual([]);
    });

    it('it can be noted before the end, and changed after it', async () => {
      const { ticket } = await hall.create();
      const call = await hall.next(desk());
      const note = (code: string) =>
        hall.run('noteResults', { answerId: call.answer.id, results: [{ code, count: 1 }] });
      value(await note('asked'));
      value(await hall.tryAnswer('endCall', call.answer.id));
      expect((await noted(ticket.id)).results).toEqual([{ code: 'asked', count: 1 }]);
      value(await note('refused'));
      expect((await noted(ticket.id)).results).toEqual([{ code: 'refused', count: 1 }]);
      await hall.create();
      const other = await hall.next(desk());
      await hall.tryAnswer('cancelCall', other.answer.id);
      expect(errno(await hall.run('noteResults', { answerId: other.answer.id, results: [] }))).toBe(116);
    });

    it('goes as far back as tickets are kept', async () => {
      await hall.create();
      const call = await hall.next(desk());
      await hall.run('endCall', { answerId: call.answer.id, results: [{ code: 'issued', count: 1 }] });
      await set('break');
      hall.later(MINUTE);
      await set('open');
      const forget = (before: number) =>
        hall.run('forgetHistory', { locationId: hall.locationId, before, clerksBefore: '', limit: 100 });
      await forget(call.answer.calledAt);
      expect([(await log()).results.length, (await log()).breaks.length]).toEqual([1, 1]);
      await forget(hall.now + 1);
      expect(await log()).toEqual({ results: [], breaks: [] });
    });
  });
}
