/** Old calls and tickets go, and every report says the same as before: on any engine, of months by chance. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../main/lib/context.ts';
import { type Calendar, calendarOf, type DayRule, dayAfter } from '../../main/queue/rules/day/calendar.ts';
import type { PeriodFigures } from '../../main/queue/rules/day/period.ts';
import type { PeriodInput } from '../../main/reports/operations/report-queries.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { Hall, value } from './queue-hall.ts';

type Filters = Pick<PeriodInput['rules'], 'services' | 'desks' | 'users'>;
const ALL: Filters = { services: [], desks: [], users: [] };

const DAY_MS = 86_400_000;
/** Time goes on from month to month: ids follow it, and never go back. */
const MONTH_MS = 50 * DAY_MS;

/** A hall in a month in whose middle its clock changes, and the beginning of its day. */
class Month extends Hall {
  readonly rules: readonly DayRule[];
  readonly calendar: Calendar;
  readonly #first: number;

  constructor(store: Store, place: number) {
    super(store, `month-${place}`);
    this.#first = Date.parse('2020-01-01T00:00:00Z') + place * MONTH_MS;
    this.rules = [
      { since: 0, zone: 'Europe/Lisbon', resetTime: '03:00', firstDay: '' },
      { since: this.#first + 11.4 * DAY_MS, zone: 'America/Sao_Paulo', resetTime: '00:20', firstDay: this.date(12) },
    ];
    this.calendar = calendarOf(this.rules);
    this.goTo(this.calendar.begins(this.date(1)));
  }

  desk(place: number): string {
    return `${this.locationId}-desk-${place}`;
  }

  /** The business day of that number, from 1. */
  date(day: number): string {
    return new Date(this.#first + (day - 1) * DAY_MS).toISOString().slice(0, 10);
  }

  goTo(instant: number): void {
    this.now = instant;
    this.day = this.calendar.dayOf(instant);
  }

  /** The store takes down what the site says, as its clock goes on. */
  async open(clock: { now: number }): Promise<this> {
    for (const { zone, resetTime, since } of this.rules) {
      clock.now = since;
      const body = JSON.stringify({ id: this.locationId, timezone: zone, reset_time: resetTime });
      await this.store.writeSite({ put: [{ collection: 'locations', id: this.locationId, body }], remove: [] });
    }
    expect(await this.store.query('dayRules', { locationId: this.locationId })).toEqual(this.rules);
    return this;
  }
}

function period(hall: Month, from: string, to: string, filters: Filters = ALL): Promise<PeriodFigures> {
  return hall.store.report('period', {
    locationId: hall.locationId,
    from: hall.calendar.begins(from),
    until: hall.calendar.begins(dayAfter(to)),
    rules: {
      from,
      to,
      dayRules: hall.rules,
      targets: { location: 20, services: { [hall.service('a')]: 5 } },
      ...filters,
    },
  });
}

const byKey = <T extends { readonly key: string }>(entries: readonly T[]): readonly T[] =>
  entries.toSorted((a, b) => (a.key < b.key ? -1 : 1));

/** Whatever a report can be asked, of several spans and filters. */
async function everyReport(hall: Month): Promise<readonly unknown[]> {
  const [service] = hall.services as [string];
  const asked: readonly (readonly [number, number, Filters?])[] = [
    [1, 30],
    [11, 13],
    [14, 14],
    [1, 30, { ...ALL, services: [service] }],
    [1, 30, { ...ALL, desks: [hall.desk(1)] }],
    [1, 30, { services: [service], desks: [hall.desk(2)], users: [`user of ${hall.desk(2)}`] }],
  ];
  const reports: unknown[] = [];
  for (const [from, to, filters] of asked) {
    const figures = await period(hall, hall.date(from), hall.date(to), filters);
    const [services, desks, users] = [figures.services, figures.desks, figures.users].map(byKey);
    const staffing = { ...figures.staffing, desks: byKey(figures.staffing.desks) };
    reports.push({ ...figures, services, desks, users, staffing });
  }
  return reports;
}

const visit = fc.record({
  letter: fc.constantFrom('a', 'b'),
  place: fc.constantFrom(1, 2),
  laterSeconds: fc.nat(40_000),
  waitMs: fc.nat(3_000_000),
  serveMs: fc.nat(900_000),
  end: fc.constantFrom('endCall', 'cancelCall', 'pauseCall', 'transfer', 'none', 'never called'),
});
type Visit = typeof visit extends fc.Arbitrary<infer V> ? V : never;

async function play(hall: Month, visits: readonly Visit[]): Promise<void> {
  for (const { letter, place, laterSeconds, waitMs, serveMs, end } of visits) {
    hall.goTo(hall.now + laterSeconds * 1000);
    const { ticket } = await hall.create({ serviceId: hall.service(letter) });
    if (end === 'never called') continue;
    hall.goTo(hall.now + waitMs);
    const called = await hall.tryCall('callTicket', ticket.id, hall.desk(place));
    if (!called.ok) continue;
    hall.goTo(hall.now + serveMs);
    if (end === 'transfer') {
      await hall.tryTransfer(called.value.answer.id, { dstId: hall.service(letter === 'a' ? 'b' : 'a') });
    } else if (end !== 'none') await hall.tryAnswer(end, called.value.answer.id);
  }
}

async function forget(
  hall: Month,
  before: number,
  limit = 1000,
  clerksBefore = '',
): Promise<{ calls: number; tickets: number }> {
  const gone = { calls: 0, tickets: 0 };
  for (let more = true; more; ) {
    const done = value(await hall.run('forgetHistory', { locationId: hall.locationId, before, clerksBefore, limit }));
    gone.calls += done.calls;
    gone.tickets += done.tickets;
    more = done.more;
  }
  return gone;
}

/** `openStore` opens an empty database whose clock is the given one. */
export function historySuite(name: string, openStore: (clock: Clock) => Promise<Store>): void {
  describe(`${name}: history that goes`, () => {
    const clock = { now: 0 };
    let store: Store;
    let months = 0;
    beforeAll(async () => {
      store = await openStore({ now: () => clock.now, after: systemClock.after });
    });
    afterAll(() => store.close());

    function newMonth(): Promise<Month> {
      months += 1;
      return new Month(store, months).open(clock);
    }

    it('leaves all reports of any month unchanged', async () => {
      let forgotten = 0;
      const visits = fc.array(visit, { minLength: 20, maxLength: 60 });
      const [limit, day] = [fc.integer({ min: 1, max: 7 }), fc.integer({ min: 5, max: 29 })];
      await fc.assert(
        fc.asyncProperty(visits, limit, day, async (those, rowsAtOnce, last) => {
          const hall = await newMonth();
          await play(hall, those);
          // Its day ends, and with it what still waits.
          hall.goTo(hall.now + 2 * DAY_MS);
          value(await hall.run('startDay', { locationId: hall.locationId, day: hall.day }));
          const before = await everyReport(hall);
          let gone = 0;
          for (const until of [last - 3, last]) {
            gone += (await forget(hall, hall.calendar.begins(hall.date(until)), rowsAtOnce)).calls;
            expect(await everyReport(hall)).toEqual(before);
          }
          forgotten += gone;
          const whole = () => period(hall, hall.date(1), hall.date(30));
          const { users, ...named } = await whole();
          await forget(hall, 0, rowsAtOnce, hall.date(31));
          const { users: nobody, ...nameless } = await whole();
          expect(nameless).toEqual(named);
          // Whoever made calls that are still there is named.
          const calls = nobody.find(({ key }) => key === '')?.calls ?? 0;
          expect({ calls, users: nobody.length <= users.length + 1 }).toEqual({ calls: gone, users: true });
        }),
        { numRuns: 12, seed: 20260922 },
      );
      expect(forgotten).toBeGreaterThan(50);
    });

    it('leaves nothing of a ticket behind, and lets be what is not over', async () => {
      const hall = await newMonth();
      const { locationId } = hall;
      const answer = {
        questionId: 'q',
        formId: 'f',
        stage: 'before',
        place: 0,
        question: 'Why?',
        visible: true,
        answer: ['so'],
        anonymiseAt: null,
      } as const;
      const appointment = { id: 'visit', bookedAt: hall.now, displayName: 'Visitor' };
      const { ticket: old } = await hall.create({ formAnswers: [answer], clientName: 'Visitor', appointment });
      const call = await hall.call(old.id, hall.desk(1));
      value(await hall.tryAnswer('endCall', call.answer.id));
      const { ticket: served } = await hall.create();
      await hall.call(served.id, hall.desk(2));
      hall.goTo(hall.now + 40 * DAY_MS);
      const { ticket: young } = await hall.create();

      expect(await forget(hall, hall.now - DAY_MS)).toEqual({ calls: 1, tickets: 1 });
      expect(await store.query('ticket', { ticketId: old.id })).toBeNull();
      expect(await store.query('answer', { answerId: call.answer.id })).toBeNull();
      expect(await store.query('formAnswers', { ticketId: old.id })).toEqual([]);
      expect(await store.query('checkedIn', { appointments: [appointment] })).toEqual([false]);
      expect((await hall.tryCall('callCancelledTicket', old.id, hall.desk(1))).ok).toBe(false);
      // Still at its desk since then, and ended there today.
      expect(await hall.state(served.id)).toBe(2);
      expect(await hall.state(young.id)).toBe(1);
      const [open] = await store.query('openAnswers', { locationId });
      value(await hall.tryAnswer('endCall', open?.answer.id ?? ''));
      expect(await store.query('lastCalls', { locationId, limit: 9 })).toHaveLength(1);
    });
  });
}
