/** Reports against a morning whose figures were worked out by hand. Times in the comments are those of the wall. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLockedTown } from '../helpers/locked-town.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
type Json = any;

let town: Town;
const open = async (at: string, site: unknown = townSite()): Promise<void> => {
  town = await openTown({ at, site });
};
afterEach(() => town.close());

const ask = async (path: string): Promise<Json> =>
  (await fetch(`${town.address}/restapi/v2/reports/${path}`)).json() as Promise<Json>;
const period = (query = ''): Promise<Json> => ask(`period?location=hall${query}`);
const today = (): Promise<Json> => ask('today?location=hall');
const at = (time: string): void => town.clock.set(`2026-11-20T${time}Z`);
const byId = (list: Json, id: string): Json => list.find((entry: Json) => entry.id === id);
const figures = (count: number, mean: number, median: number, p90: number, max: number) => ({
  count,
  mean,
  median,
  p90,
  p95: max,
  max,
});

/**
 * A Friday morning at the town hall (Lisbon is on UTC in November). T1 to T4 are drawn from 09:00 to 09:03, T3 of them
 * for Taxes, the others for Passports; T5 for Weddings at 10:30, and nobody ever calls it.
 */
async function morning(): Promise<void> {
  await open('2026-11-20T09:00:00Z');
  await town.createTicket('Passports', { client_name: 'Zoe Zander' });
  at('09:01:00');
  await town.createTicket('Passports');
  at('09:02:00');
  await town.createTicket('Taxes');
  at('09:03:00');
  const t4 = (await town.createTicket('Passports')).ticket.id;
  at('09:05:00'); // T1 has waited 300 s
  const t1 = await town.callNext('Desk 1', ['Passports']);
  at('09:10:00'); // and is served for 300 s; T2 has waited 540 s
  await town.conclude('endcall', t1.id);
  const t2 = await town.callNext('Desk 1', ['Passports']);
  at('09:11:00'); // nobody came
  await town.conclude('cancelcall', t2.id);
  at('09:12:00'); // T3 has waited 600 s
  const t3 = await town.callNext('Desk 2', ['Taxes']);
  at('09:14:00'); // and is sent on to Passports after 120 s
  const on = { answer_id: t3.id, dst_type: 'service', dst_id: 'passports', priority: false, desk_id: 'desk-2' };
  expect((await town.post('transfercall', on)).body.success).toBe(true);
  at('09:20:00'); // T4 has waited 1020 s
  const first = await town.callNext('Desk 1', ['Passports']);
  at('09:21:00'); // and is paused after 60 s
  await town.conclude('pausecall', first.id);
  at('09:30:00'); // T3 has waited 960 s since it was sent on
  const again = await town.callNext('Desk 1', ['Passports']);
  at('09:40:00'); // and is served for 600 s
  await town.conclude('endcall', again.id);
  at('10:00:00'); // T4 comes back: that was no waiting
  const { body } = await town.post('callpausedticket', { desk_id: 'desk-1', user_id: 'ana', ticket_id: t4 });
  at('10:02:00'); // and is served for 120 s
  await town.conclude('endcall', body.answer.id);
  at('10:30:00');
  await town.createTicket('Weddings');
}

describe('a period', () => {
  beforeEach(morning);

  it('has the figures that were worked out by hand', async () => {
    const report = await period();
    expect(report).toMatchObject({ success: true, timezone: 'Europe/Lisbon', from: '2026-11-20', to: '2026-11-20' });
    expect(report.total).toEqual({
      issued: 5,
      never_called: 1,
      calls: 6,
      served: 3,
      no_shows: 1,
      paused: 1,
      transferred: 1,
      // Within 15 minutes.
      in_time: 3,
      // 300 540 600 960 1020
      waiting: figures(5, 684, 600, 1020, 1020),
      // 60 120 120 300 600
      service: figures(5, 240, 120, 600, 600),
    });
  });

  it('is divided by service, desk and user', async () => {
    const { by_service, by_desk, by_user } = await period();
    expect(byId(by_service, 'passports')).toMatchObject({ name: 'Passports', issued: 3, never_called: 0, calls: 5 });
    expect(byId(by_service, 'taxes')).toMatchObject({ issued: 1, calls: 1, transferred: 1, served: 0 });
    expect(byId(by_service, 'taxes').waiting).toEqual(figures(1, 600, 600, 600, 600));
    expect(byId(by_service, 'weddings')).toMatchObject({ issued: 1, never_called: 1, calls: 0 });
    expect(by_desk.map(({ id, name, calls, served }: Json) => [id, name, calls, served])).toEqual([
      ['desk-1', 'Desk 1', 5, 3],
      ['desk-2', 'Desk 2', 1, 0],
    ]);
    // 300 540 960 1020: the two in the middle make the median
    expect(byId(by_desk, 'desk-1').waiting).toEqual(figures(4, 705, 750, 1020, 1020));
    expect(by_user.map(({ id, name, issued }: Json) => [id, name, issued])).toEqual([
      ['ana', 'Ana Silva', 0],
      ['rui', 'Rui Costa', 0],
    ]);
  });

  it('is divided by hour, weekday and day', async () => {
    const { by_hour, by_weekday, by_day, issued_by_weekday_and_hour: heat } = await period('&from=2026-11-19');
    expect(by_hour).toHaveLength(24);
    const busy = by_hour.filter(({ calls, issued }: Json) => calls + issued > 0);
    expect(busy.map(({ hour, issued, calls }: Json) => [hour, issued, calls])).toEqual([
      [9, 4, 5],
      [10, 1, 1],
    ]);
    expect(by_weekday.map(({ weekday, issued }: Json) => [weekday, issued])).toEqual([
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 5],
      [6, 0],
      [7, 0],
    ]);
    expect(by_day.map(({ day, served, never_called }: Json) => [day, served, never_called])).toEqual([
      ['2026-11-19', 0, 0],
      ['2026-11-20', 3, 1],
    ]);
    expect(heat.map((hours: number[]) => hours.length)).toEqual([24, 24, 24, 24, 24, 24, 24]);
    expect([heat[4][9], heat[4][10], heat.flat().reduce((a: number, b: number) => a + b)]).toEqual([4, 1, 5]);
  });

  it('counts calls within the target of the location, or of the service', async () => {
    const fields = async () => {
      const { target_minutes, total, by_service } = await period();
      const { target_minutes: own, in_time } = byId(by_service, 'passports');
      return { target_minutes, inTime: total.in_time, own, inTimeOfService: in_time };
    };
    expect(await fields()).toEqual({ target_minutes: 15, inTime: 3, own: 15, inTimeOfService: 2 });
    await town.site.change(({ file }) => ({
      ...file,
      locations: file.locations.map((one) => (one.id === 'hall' ? { ...one, limit_share_minutes: 9 } : one)),
      services: file.services.map((one) => (one.id === 'passports' ? { ...one, limit_share_minutes: 16 } : one)),
    }));
    expect(await fields()).toEqual({ target_minutes: 9, inTime: 2, own: 16, inTimeOfService: 3 });
  });

  it('counts hours and service time of desks', async () => {
    const { staffing_by_hour, staffing_by_desk, days_used } = await period('&from=2026-11-16');
    expect(days_used).toBe(1);
    expect(staffing_by_hour).toHaveLength(24);
    expect(staffing_by_hour.filter((hour: Json) => hour.desk_hours > 0)).toEqual([
      // Calls of 300, 120, 60 and 600 seconds; the no-show takes no time.
      { hour: 9, desk_hours: 2, service_seconds: 1080 },
      { hour: 10, desk_hours: 1, service_seconds: 120 },
    ]);
    expect(staffing_by_desk).toEqual([
      { id: 'desk-1', name: 'Desk 1', desk_hours: 2, service_seconds: 1080 },
      { id: 'desk-2', name: 'Desk 2', desk_hours: 1, service_seconds: 120 },
    ]);
  });

  it('counts transfers from service to service, also before the next call', async () => {
    expect((await period()).by_transfer).toEqual([
      { from_id: 'taxes', from: 'Taxes', to_id: 'passports', to: 'Passports', transfers: 1 },
    ]);
    const call = await town.callNext('Desk 1', ['Weddings']);
    const on = { answer_id: call.id, dst_type: 'service', dst_id: 'taxes', priority: false, desk_id: 'desk-1' };
    expect((await town.post('transfercall', on)).body.success).toBe(true);
    expect((await period()).by_transfer.map(({ from, to }: Json) => `${from} to ${to}`)).toEqual([
      'Taxes to Passports',
      'Weddings to Taxes',
    ]);
    expect((await period('&services=weddings')).by_transfer).toHaveLength(1);
  });

  it('ends at a time of the last day, with later ends as open', async () => {
    // T3 was called at 09:12, and sent on at 09:14.
    expect((await period('&until=09:13')).total).toMatchObject({
      issued: 4,
      never_called: 1,
      calls: 3,
      served: 1,
      no_shows: 1,
      transferred: 0,
      service: figures(1, 300, 300, 300, 300),
    });
    expect((await period('&until=00:00')).total).toMatchObject({ issued: 0, calls: 0 });
    expect((await period('&until=23:59')).total).toEqual((await period()).total);
  });

  it('can be that of some services, desks or users only', async () => {
    expect((await period('&services=taxes')).total).toMatchObject({ issued: 1, calls: 1, transferred: 1 });
    expect((await period('&services=["taxes","weddings"]')).total).toMatchObject({ issued: 2, calls: 1 });
    // Nobody serves a ticket before it is called.
    expect((await period('&desks=desk-2')).total).toMatchObject({ issued: 0, never_called: 0, calls: 1 });
    expect((await period('&users=ana')).total).toMatchObject({ issued: 0, calls: 5, served: 3 });
  });

  it('knows nothing of other locations and other days', async () => {
    expect((await ask('period?location=clinic')).total).toMatchObject({ issued: 0, calls: 0 });
    expect((await period('&from=2026-11-18&to=2026-11-19')).total).toMatchObject({ issued: 0, calls: 0 });
    expect((await period('&from=2026-11-21&to=2026-11-22')).total).toMatchObject({ issued: 0, calls: 0 });
  });

  it('counts removed items by their id', async () => {
    town.clock.set('2026-11-21T09:00:00Z');
    await town.site.change(({ file }) => ({ ...file, desks: file.desks.filter(({ id }) => id !== 'desk-2') }));
    expect((await period('&from=2026-11-20')).by_desk.at(-1)).toMatchObject({ id: 'desk-2', name: '', calls: 1 });
  });

  it.each([
    ['', 'location'],
    ['location=hall&from=2026-02-30', 'from'],
    ['location=hall&to=yesterday', 'to'],
    ['location=hall&from=2026-11-21&to=2026-11-20', 'from'],
    ['location=hall&from=2010-01-01&to=2026-11-20', 'from'],
    ['location=hall&table=visitors', 'table'],
    ['location=hall&until=25:00', 'until'],
  ])('is refused: %s', async (query, parameter) => {
    expect(await ask(`period?${query}`)).toMatchObject({ success: false, errno: 5, parameter });
  });
});

describe('opening hours in a period', () => {
  it('are those of its services by weekday, without closing a weekday for a holiday', async () => {
    const services = [{ id: 's', name: 'S', location: 'hall', schedule: 'Mo-Fr 09:00-12:30; 2026 Nov 20 off' }];
    await open('2026-11-20T09:00:00Z', { ...townSite(), services, desks: [] });
    const { open_by_weekday_and_hour: week } = await period('&from=2026-11-20');
    const hours = week.map((day: boolean[]) => day.flatMap((isOpen, hour) => (isOpen ? [hour] : [])));
    const usual = [9, 10, 11, 12];
    expect(hours).toEqual([usual, usual, usual, usual, usual, [], []]);
  });
});

describe('the time of a place', () => {
  it('has an hour twice when summer time ends, and days from reset to reset', async () => {
    // Madrid, reset at 04:00. On 25 October 2026 the clocks go back from 03:00 to 02:00, at 01:00 UTC.
    await open('2026-10-24T01:59:00Z'); // 03:59 in summer time: still Friday, the 23rd
    await town.createTicket('Blood tests');
    town.clock.set('2026-10-24T02:00:00Z'); // 04:00: Saturday begins, and whoever waited is gone
    const saturday = (await town.createTicket('Blood tests')).ticket.id;
    town.clock.set('2026-10-25T00:30:00Z'); // 02:30 for the first time
    await town.call('Desk 9', saturday); // after 22 hours and a half
    await town.createTicket('Blood tests');
    town.clock.set('2026-10-25T01:30:00Z'); // 02:30 for the second time: an hour later
    await town.callNext('Desk 9');
    town.clock.set('2026-10-25T02:59:00Z'); // 03:59: still Saturday
    await town.createTicket('Blood tests');
    town.clock.set('2026-10-25T03:00:00Z'); // 04:00: Sunday
    await town.createTicket('Blood tests');

    const report = await ask('period?location=clinic&from=2026-10-23&to=2026-10-25');
    expect(
      report.by_day.map(({ day, issued, never_called, calls }: Json) => [day, issued, never_called, calls]),
    ).toEqual([
      ['2026-10-23', 1, 1, 0],
      ['2026-10-24', 3, 1, 2],
      ['2026-10-25', 1, 1, 0],
    ]);
    expect(report.by_weekday.map(({ issued }: Json) => issued)).toEqual([0, 0, 0, 0, 1, 3, 1]);
    const calls = report.by_hour.filter((hour: Json) => hour.calls > 0);
    expect(calls.map((hour: Json) => [hour.hour, hour.calls])).toEqual([[2, 2]]);
    expect(calls[0].waiting).toEqual(figures(2, 42_300, 42_300, 81_000, 81_000));
    expect((await ask('period?location=clinic&to=2026-10-24')).total).toMatchObject({ issued: 3, calls: 2 });
    // The day began at 04:00, so that 02:00 is in its last hours.
    const untilNight = await ask('period?location=clinic&to=2026-10-24&until=02:00');
    expect(untilNight.total).toMatchObject({ issued: 1, calls: 0 });
  });

  it('skips an hour when summer time begins', async () => {
    // On 29 March 2026 the clocks go from 02:00 to 03:00, at 01:00 UTC; the business day lasts 23 hours.
    await open('2026-03-29T00:59:00Z'); // 01:59
    await town.createTicket('Blood tests');
    town.clock.set('2026-03-29T01:01:00Z'); // 03:01
    await town.callNext('Desk 9');
    town.clock.set('2026-03-29T02:00:00Z'); // 04:00
    await town.createTicket('Blood tests');
    const report = await ask('period?location=clinic&from=2026-03-28&to=2026-03-29');
    expect(report.by_day.map(({ issued, calls }: Json) => [issued, calls])).toEqual([
      [1, 1],
      [1, 0],
    ]);
    const hours = (field: string) =>
      report.by_hour.flatMap((hour: Json) => (hour[field] > 0 ? [[hour.hour, hour[field]]] : []));
    expect(hours('issued')).toEqual([
      [1, 1],
      [4, 1],
    ]);
    expect(hours('calls')).toEqual([[3, 1]]);
    expect(report.total.waiting).toEqual(figures(1, 120, 120, 120, 120));
  });
});

describe('today', () => {
  it('says who waits and how long, and what was done', async () => {
    await morning();
    await town.createTicket('Passports');
    at('10:32:00');
    await town.createTicket('Passports', { priority: true });
    at('10:35:00');
    const report = await today();
    expect(report).toMatchObject({ success: true, day: '2026-11-20', at: '2026-11-20T10:35:00.000Z' });
    // Weddings and Passports since 10:30, Passports since 10:32: 300, 300 and 180 seconds.
    expect(report.now).toEqual({ waiting: 3, average_wait: 260, longest_wait: 300, desks_serving: 0, desks_open: 0 });
    expect(byId(report.by_service, 'passports')).toMatchObject({
      tag: 'A',
      colour: '#0b5f70',
      open: true,
      waiting_now: 2,
      waiting_priority: 1,
      average_wait: 240,
      longest_wait: 300,
      calls: 5,
      served: 3,
    });
    expect(byId(report.by_service, 'archive')).toMatchObject({ open: false, waiting_now: 0 });
    expect(report.total).toMatchObject({ issued: 7, served: 3, no_shows: 1 });
    expect(report.by_hour[9]).toMatchObject({ hour: 9, issued: 4, calls: 5 });
  });

  it('distinguishes desks that serve, are open, and are not', async () => {
    await morning();
    const desks = async () => {
      const { by_desk, now } = await today();
      const open_ = by_desk.map((desk: Json) => [desk.id, desk.open, desk.serving]);
      return [...open_, [now.desks_open, now.desks_serving]];
    };
    // Desk 1 ended its last call at 10:02, desk 2 at 09:14.
    at('10:31:59');
    expect(await desks()).toEqual([
      ['desk-1', true, false],
      ['desk-2', false, false],
      ['desk-3', false, false],
      [1, 0],
    ]);
    at('10:32:00');
    expect(await desks()).toContainEqual(['desk-1', false, false]);
    await town.callNext('Desk 1', ['Weddings']);
    at('12:00:00');
    expect(await desks()).toEqual([
      ['desk-1', true, true],
      ['desk-2', false, false],
      ['desk-3', false, false],
      [1, 1],
    ]);
    expect(byId((await today()).by_desk, 'desk-1')).toMatchObject({
      ticket: 'C001',
      service_id: 'weddings',
      user_id: 'ana',
      user_name: 'Ana Silva',
      called_at: '2026-11-20T10:32:00.000Z',
      ended_at: '',
    });
  });

  it('restarts with the business day, also without a request', async () => {
    await morning();
    town.clock.set('2026-11-21T00:00:00Z');
    const { now, total, by_desk } = await today();
    expect([now.waiting, total.issued, total.calls, by_desk[0].ticket]).toEqual([0, 0, 0, '']);
  });

  it('leaves appointments that are to come out of the waiting time', async () => {
    await open('2026-11-20T09:00:00Z', {
      ...townSite(),
      appointments: [{ id: 'visit', service: 'passports', location: 'hall', scheduled_to: '2026-11-20 09:20:00' }],
    });
    await town.createTicket('Passports', { appointment: 'visit' });
    at('09:10:00');
    expect((await today()).now).toMatchObject({ waiting: 1, average_wait: 0, longest_wait: 0 });
    at('09:21:00');
    expect((await today()).now).toMatchObject({ waiting: 1, average_wait: 60, longest_wait: 60 });
  });
});

describe('access to reports', () => {
  it('sees those of their own locations', async () => {
    const site = townSite();
    const users = site.users as object[];
    const locked = await openLockedTown({
      site: {
        ...site,
        settings: { ...(site.settings as object), api_authentication: true },
        users: [
          ...users,
          { id: 'lead', username: 'lead', roles: ['reports_view'], locations: ['clinic'], password: 'lead-password' },
        ],
      },
    });
    town = locked;
    const key = await locked.keyOf('lead');
    const errno = async (path: string) => (await locked.ask('GET', `/restapi/v2/reports/${path}`, key)).body.errno;
    expect(await errno('today?location=clinic')).toBeUndefined();
    expect(await errno('today?location=hall')).toBe(105);
    expect(await errno('period?location=hall')).toBe(105);
    expect(await errno('period?location=hall&format=csv&table=calls')).toBe(105);
    expect(await errno('period?location=nowhere')).toBe(6);
  });
});
