/**
 * Business day, opening hours and ticket numbers in local time of the location, without the scheduler: the first
 * request after a reset starts the day.
 */
import { describe, expect, it, onTestFinished } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

interface Place {
  readonly timezone: string;
  readonly reset_time?: string;
  readonly service?: object;
}

/** Location with one service and one desk. */
async function openPlace(at: string, { service = {}, ...location }: Place): Promise<Town> {
  const town = await openTown({
    at,
    site: {
      locations: [{ id: 'place', name: 'Place', ticket_tolerance: -1, ...location }],
      services: [{ id: 'counter', name: 'Counter', tag: 'A', ...service }],
      desks: [{ id: 'desk-1', name: 'Desk 1', tag: '1' }],
      users: [{ id: 'ana', username: 'ana' }],
    },
  });
  onTestFinished(() => town.close());
  return town;
}

const number = async (town: Town): Promise<string> => (await town.createTicket('Counter')).ticket.number;

async function get<T>(town: Town, path: string): Promise<T> {
  return (await (await fetch(`${town.address}${path}`)).json()) as T;
}

async function count(town: Town): Promise<{ number_of_waiting_tickets: string; open: boolean }> {
  type Counts = { services: [{ number_of_waiting_tickets: string; open: boolean }] };
  return (await get<Counts>(town, '/restapi/v2/queuemanagement/waitingticketscount')).services[0];
}

const waitingNow = async (town: Town): Promise<string> => (await count(town)).number_of_waiting_tickets;

async function picture(town: Town): Promise<{ last_print_ticket: number; last_call_number: number }> {
  return (await town.post('initialstate', { location_id: 'place' })).body.player_info.database.services[0];
}

const RESETS: readonly (readonly [string, string, string, string, string])[] = [
  ['at midnight', 'Europe/Lisbon', '00:00', '2026-11-21T00:00:00Z', '2026-11-21 00:00:00'],
  ['in the middle of the day', 'Europe/Lisbon', '13:30', '2026-07-10T12:30:00Z', '2026-07-10 13:30:00'],
  [
    'on the morning after a change to summer time',
    'Europe/Lisbon',
    '04:00',
    '2026-03-29T03:00:00Z',
    '2026-03-29 04:00:00',
  ],
  ['in a skipped hour', 'Europe/Lisbon', '01:30', '2026-03-29T01:00:00Z', '2026-03-29 02:00:00'],
  ['in a repeated hour', 'Europe/Lisbon', '01:30', '2026-10-25T00:30:00Z', '2026-10-25 01:30:00'],
  ['at a skipped midnight', 'America/Santiago', '00:00', '2026-09-06T04:00:00Z', '2026-09-06 01:00:00'],
  ['in a repeated evening hour', 'America/Santiago', '23:30', '2026-04-05T02:30:00Z', '2026-04-04 23:30:00'],
  ['in the southern hemisphere', 'Pacific/Auckland', '02:30', '2026-09-26T14:00:00Z', '2026-09-27 03:00:00'],
  [
    'with a clock change of half an hour',
    'Australia/Lord_Howe',
    '02:15',
    '2026-10-03T15:30:00Z',
    '2026-10-04 02:30:00',
  ],
];

describe('the daily reset', () => {
  it.each(RESETS)('%s (%s, %s) happens at %s', async (_when, timezone, reset_time, reset, wallTime) => {
    const before = new Date(Date.parse(reset) - 2 * MINUTE_MS).toISOString();
    const town = await openPlace(before, { timezone, reset_time });
    expect(await number(town)).toBe('1');
    await town.conclude('endcall', (await town.callNext('Desk 1')).id);
    expect(await number(town)).toBe('2');
    town.clock.set(new Date(Date.parse(reset) - SECOND_MS).toISOString());
    expect(await waitingNow(town)).toBe('1');
    expect(await picture(town)).toMatchObject({ last_print_ticket: 2, last_call_number: 1 });

    town.clock.set(reset);
    expect(await waitingNow(town)).toBe('0');
    expect(await town.waiting('Counter')).toEqual([]);
    expect(await picture(town)).toMatchObject({ last_print_ticket: 0, last_call_number: 0 });
    expect((await town.createTicket('Counter')).ticket).toMatchObject({ number: '1', date: wallTime });
    expect(await waitingNow(town)).toBe('1');
  });

  it('happens once in a repeated hour', async () => {
    const town = await openPlace('2026-10-25T00:29:00Z', { timezone: 'Europe/Lisbon', reset_time: '01:30' });
    expect(await number(town)).toBe('1');
    town.clock.set('2026-10-25T00:31:00Z');
    expect(await number(town)).toBe('1');
    town.clock.set('2026-10-25T01:31:00Z');
    expect(await waitingNow(town)).toBe('1');
    expect(await number(town)).toBe('2');
  });

  it.each(['waitingticketslist', 'pausedticketslist', 'cancellededticketslist'])(
    'takes effect before the first %s after downtime',
    async (list) => {
      const town = await openPlace('2026-11-20T10:00:00Z', { timezone: 'Europe/Lisbon' });
      for (const conclusion of ['pausecall', 'cancelcall']) {
        await town.createTicket('Counter');
        await town.conclude(conclusion, (await town.callNext('Desk 1')).id);
      }
      await town.createTicket('Counter');
      const listed = async () => (await town.post(list, { service_id: 'counter', desk_id: 'desk-1' })).body.tickets;
      expect(await listed()).toHaveLength(1);
      town.clock.set('2026-11-24T10:00:00Z');
      expect(await listed()).toEqual([]);
    },
  );

  it('keeps a ticket that is transferred after it', async () => {
    const town = await openPlace('2026-11-20T23:59:00Z', { timezone: 'Europe/Lisbon' });
    await town.createTicket('Counter');
    const { id, ticket } = await town.callNext('Desk 1');
    town.clock.set('2026-11-21T00:01:00Z');
    const onwards = { answer_id: id, dst_type: 'service', dst_id: 'counter', desk_id: 'desk-1', priority: false };
    expect((await town.post('transfercall', onwards)).body).toEqual({ success: true });
    expect((await town.waiting('Counter')).map((each) => each.id)).toEqual([ticket.id]);
    expect((await town.callNext('Desk 1')).ticket.id).toBe(ticket.id);
  });
});

describe('opening hours in local time', () => {
  const office = { service: { schedule: 'Mo-Fr 09:00-16:00' } };

  it.each([
    ['Europe/Lisbon', '2026-03-27', 'T09:00:00Z', 'T16:00:00Z'],
    ['Europe/Lisbon', '2026-03-30', 'T08:00:00Z', 'T15:00:00Z'],
    ['Europe/Lisbon', '2026-10-26', 'T09:00:00Z', 'T16:00:00Z'],
    ['America/Santiago', '2026-09-04', 'T13:00:00Z', 'T20:00:00Z'],
    ['America/Santiago', '2026-09-07', 'T12:00:00Z', 'T19:00:00Z'],
    ['America/Santiago', '2026-04-06', 'T13:00:00Z', 'T20:00:00Z'],
  ])('in %s on %s are from %s to %s', async (timezone, day, opens, closes) => {
    const town = await openPlace(`${day}T00:00:00Z`, { timezone, ...office });
    const openAt = async (time: string, offsetMs: number): Promise<boolean> => {
      town.clock.set(new Date(Date.parse(`${day}${time}`) + offsetMs).toISOString());
      const { body } = await town.post('createticket', { service_id: 'counter' });
      expect(body.errno ?? 0).toBe(body.success ? 0 : 111);
      expect((await count(town)).open).toBe(body.success);
      return body.success;
    };
    expect(await openAt(opens, -SECOND_MS)).toBe(false);
    expect(await openAt(opens, 0)).toBe(true);
    expect(await openAt(closes, -SECOND_MS)).toBe(true);
    expect(await openAt(closes, 0)).toBe(false);
  });
});

describe('ticket numbers of a location', () => {
  it('wrap within their range, and restart with the day', async () => {
    const service = { first_ticket_number: 5, maxTicketNumber: 7 };
    const town = await openPlace('2026-11-20T10:00:00Z', { timezone: 'Europe/Lisbon', service });
    const drawn: string[] = [];
    for (let draw = 0; draw < 8; draw += 1) drawn.push(await number(town));
    expect(drawn).toEqual(['5', '6', '7', '5', '6', '7', '5', '6']);
    town.clock.set('2026-11-21T10:00:00Z');
    expect(await number(town)).toBe('5');
  });

  it('are unique in a round also for simultaneous requests', async () => {
    const service = { first_ticket_number: 1, maxTicketNumber: 10 };
    const town = await openPlace('2026-11-20T10:00:00Z', { timezone: 'Europe/Lisbon', service });
    const drawn = await Promise.all(Array.from({ length: 30 }, () => number(town)));
    expect([...Map.groupBy(drawn, (each) => each).values()].map((same) => same.length)).toEqual(Array(10).fill(3));
  });

  it('are issued up to the limit of waiting visitors, and again on the next business day', async () => {
    const town = await openPlace('2026-11-20T10:00:00Z', { timezone: 'Europe/Lisbon', service: { max_waiting: 2 } });
    await number(town);
    await number(town);
    expect((await town.post('createticket', { service_id: 'counter' })).body.errno).toBe(112);
    town.clock.set('2026-11-21T10:00:00Z');
    expect(await number(town)).toBe('1');
  });
});
