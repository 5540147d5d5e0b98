/** Stability of a ticket's day, hour and label, and changes of the reset time. */
import { afterEach, describe, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses of any shape
type Json = any;

let town: Town;
const open = async (at: string): Promise<void> => {
  town = await openTown({ at });
};
afterEach(() => town.close());

const ask = async (path: string): Promise<Json> =>
  (await fetch(`${town.address}/restapi/v2/reports/${path}`)).json() as Promise<Json>;

/** Saves a change like the back office. */
async function change(collection: string, id: string, fields: object): Promise<void> {
  const path = `${town.address}/restapi/v2/admin/${collection}/${id}`;
  const found = (await (await fetch(path)).json()) as Json;
  const { success: _success, revision: _revision, ...rest } = found;
  const item = rest[Object.keys(rest)[0] ?? ''] ?? rest;
  const answer = await fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...item, ...fields }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { success: true }]);
}

/** `day number` of every ticket in the table of a period. */
async function ticketsOf(span: string): Promise<string[]> {
  const { tables } = await ask(`tables?locations=hall&tables=tickets&${span}`);
  const [{ columns, rows }] = tables;
  return rows.map((row: Json[]) => `${row[columns.indexOf('day')]} ${row[columns.indexOf('ticket')]}`);
}

describe('a changed reset time', () => {
  it('to later on the same day ends the business day then', async () => {
    await open('2026-11-20T10:00:00Z');
    const resets: unknown[] = [];
    town.store.onEvents((events) =>
      resets.push(...events.filter((event) => event.type === 'queue.reset' && event.locationId === 'hall')),
    );
    for (let n = 0; n < 3; n += 1) await town.createTicket('Passports');
    await change('locations', 'hall', { reset_time: '10:05' });
    // The change itself ends no tickets.
    expect(await town.waiting('Passports')).toHaveLength(3);
    expect((await town.createTicket('Passports')).ticket.number).toBe('4');
    expect(resets).toEqual([]);

    town.clock.set('2026-11-20T10:05:00Z');
    expect(await town.waiting('Passports')).toEqual([]);
    // Changes of peers arrive a moment later.
    await expect.poll(() => resets).toHaveLength(1);
    expect((await town.createTicket('Passports')).ticket.number).toBe('1');
    const { total, now, day } = await ask('today?location=hall');
    expect([day, total.issued, now.waiting]).toEqual(['2026-11-20', 5, 1]);

    town.clock.set('2026-11-21T10:05:00Z');
    expect(await town.waiting('Passports')).toEqual([]);
    await expect.poll(() => resets).toHaveLength(2);
  });

  it('to a time that has passed today ends nothing before tomorrow', async () => {
    await open('2026-11-20T10:00:00Z');
    await town.createTicket('Passports');
    await change('locations', 'hall', { reset_time: '06:00' });
    town.clock.set('2026-11-21T05:59:00Z');
    expect(await town.waiting('Passports')).toHaveLength(1);
    town.clock.set('2026-11-21T06:00:00Z');
    expect(await town.waiting('Passports')).toEqual([]);
  });
});

describe('history', () => {
  it('keeps its days and hours when reset time and zone are changed', async () => {
    await open('2026-11-18T08:30:00Z');
    await town.createTicket('Passports');
    town.clock.set('2026-11-19T01:30:00Z');
    await town.createTicket('Passports');
    const read = () => ask('period?location=hall&from=2026-11-17&to=2026-11-19');
    const before = await read();
    expect(before.by_day.map(({ issued }: Json) => issued)).toEqual([0, 1, 1]);

    town.clock.set('2026-11-20T10:00:00Z');
    await change('locations', 'hall', { reset_time: '04:00' });
    town.clock.set('2026-11-20T11:00:00Z');
    await change('locations', 'hall', { timezone: 'Asia/Tokyo' });
    expect(await read()).toEqual({ ...before, timezone: 'Asia/Tokyo' });
    expect(await ticketsOf('from=2026-11-17&to=2026-11-19')).toEqual(['2026-11-18 A001', '2026-11-19 A001']);

    // New tickets use the new zone: 20:10 in Tokyo.
    town.clock.set('2026-11-20T11:10:00Z');
    await town.createTicket('Passports');
    const today = await ask('period?location=hall&from=2026-11-20&to=2026-11-20');
    expect(today.by_hour[20].issued).toBe(1);
  });

  it('keeps printed labels when tag and width are changed', async () => {
    await open('2026-11-20T10:00:00Z');
    await town.createTicket('Passports');
    await change('services', 'passports', { tag: 'P' });
    await change('locations', 'hall', { number_width: 4 });
    await town.createTicket('Passports');
    expect(await ticketsOf('')).toEqual(['2026-11-20 A001', '2026-11-20 P0002']);
    await town.callNext('Desk 1');
    const { by_desk } = await ask('today?location=hall');
    expect(by_desk[0]).toMatchObject({ id: 'desk-1', ticket: 'A001' });
  });
});

describe('a call that continues over the reset', () => {
  it('is still shown as one', async () => {
    await open('2026-11-20T23:50:00Z');
    await town.createTicket('Passports');
    const call = await town.callNext('Desk 1');
    town.clock.set('2026-11-21T00:10:00Z');
    const today = await ask('today?location=hall');
    expect(today.now).toMatchObject({ desks_serving: 1, desks_open: 1 });
    expect(today.by_desk[0]).toMatchObject({ ticket: 'A001', serving: true, calls: 0 });
    await town.conclude('endcall', call.id);
    expect((await ask('today?location=hall')).now.desks_serving).toBe(0);
  });
});

describe('a number', () => {
  it('is listed once, with its newest call, under the service that issued its number', async () => {
    await open('2026-11-20T10:00:00Z');
    const first = (await town.createTicket('Passports')).ticket;
    const call = await town.callNext('Desk 1', ['Passports']);
    const on = { answer_id: call.id, dst_type: 'service', dst_id: 'taxes', desk_id: 'desk-1' };
    expect((await town.post('transfercall', on)).body.success).toBe(true);
    town.clock.advance(60_000);
    await town.callNext('Desk 2', ['Taxes']);
    const { body } = await town.post('initialstate', {
      location_id: 'hall',
      last_tickets_by_service: true,
      quantity_by_service: 1,
    });
    const byId = Object.fromEntries(
      body.player_info.database.services.map((service: { id: string }) => [service.id, service]),
    );
    expect(byId.passports).toMatchObject({ last_call_number: 1, desk_id: 'desk-2', dst_service_id: 'taxes' });
    expect(byId.taxes).toMatchObject({ last_call_number: 0, desk_id: '', last_print_ticket: 0 });
    expect(body.lastTickets.byservice).toMatchObject([
      { ticket_id: first.id, ticketServiceTag: 'A', ticketNumber: 1, ticketDeskTag: '2' },
    ]);
    const { lastTickets } = (await (
      await fetch(`${town.address}/restapi/ticket/lastTickets?location=hall`)
    ).json()) as { lastTickets: object[] };
    expect(lastTickets.map((entry) => Object.keys(entry)[0])).toEqual(['passports']);
  });
});
