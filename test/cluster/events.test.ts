/** Events of several servers: subscribers of one receive all, with common numbers, and can resume at another. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventMessage, TicketMessage } from '../../main/events/contract/events.ts';
import { type Listener, type ListenOptions, listen } from '../helpers/listener.ts';
import { followTicket, PUBLIC_URL, takeTicket } from '../helpers/phone.ts';
import { played } from '../helpers/played-events.ts';
import { type Database, newDatabase } from '../helpers/postgres-database.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let database: Database;
let east: Town;
let west: Town;
let listeners: Listener[];
beforeEach(async () => {
  listeners = [];
  database = await newDatabase();
  const site = townSite();
  const settings = { ...(site.settings as object), public_url: PUBLIC_URL, api_authentication: false };
  east = await openTown({ database: database.url, site: { ...site, settings } });
  west = await openTown({ database: database.url, site: null });
});
afterEach(async () => {
  await Promise.all(listeners.map((listener) => listener.close()));
  await Promise.all([east.close(), west.close()]);
  database.drop();
});

async function at(town: Town, options: ListenOptions = {}, location = 'hall'): Promise<Listener> {
  const listener = await listen(town.address, location, options);
  listeners.push(listener);
  return listener;
}

const isTicket = (message: EventMessage): message is TicketMessage => message.type.startsWith('ticket.');
const labelsOf = (heard: readonly EventMessage[], type: string): string[] =>
  heard.filter(isTicket).flatMap((message) => (message.type === type ? [message.ticket.label] : []));
const seqOf = (listener: Listener): number => listener.heard.at(-1)?.seq ?? 0;
const called = (label: string) => (message: EventMessage) =>
  message.type === 'ticket.called' && message.ticket.label === label;
const counted = (service: string, waiting: number) => (message: EventMessage) =>
  message.type === 'service.changed' &&
  message.services.some(({ service_id, waiting: count }) => service_id === service && count === waiting);

/** All changes with numbers up to this one, from any server. */
const changesOf = ({ heard }: Listener, upTo: number): readonly EventMessage[] =>
  heard.filter(({ type, seq }) => type !== 'state' && seq <= upTo);

/** All except wait times: each server forecasts them itself when it reports a service. */
const withoutWaits = (told: unknown): unknown =>
  JSON.parse(JSON.stringify(told, (name, value) => (name === 'next_wait' ? undefined : value)));

describe('displays at two servers', () => {
  it('receive equal events for a ticket that is issued at one and called at the other', async () => {
    const [here, there] = [await at(east), await at(west)];
    await east.createTicket('Passports', { client_name: 'Joana', custom_field: 'Chair' });
    await west.callNext('Desk 1');
    for (const { until } of [here, there]) await until(counted('passports', 0));
    expect(here.heard.map(({ type }) => type)).toEqual([
      'state',
      'ticket.created',
      'service.changed',
      'ticket.called',
      'service.changed',
    ]);
    expect(withoutWaits(there.heard)).toEqual(withoutWaits(here.heard));
    expect(here.heard[3]).toMatchObject({
      ticket: { label: 'A001', desk_name: 'Desk 1', client_name: 'Joana', custom_field: 'Chair' },
    });
  });

  it('receive all events in one order without gaps, while both servers change one location', async () => {
    const [here, there] = [await at(east), await at(west)];
    const work = async (town: Town, desk: string, user: string): Promise<void> => {
      for (let round = 0; round < 30; round += 1) {
        await town.createTicket(round % 2 === 0 ? 'Passports' : 'Taxes');
        const { body } = await town.post('callnextticket', { desk_id: desk, user_id: user, services: [] });
        if (body.success && round % 3 === 0) await town.post('endcall', { answer_id: body.answer.id });
      }
    };
    const join = async (): Promise<void> => {
      for (let round = 0; round < 8; round += 1) await at(round % 2 === 0 ? west : east);
    };
    await Promise.all([work(east, 'desk-1', 'ana'), work(west, 'desk-2', 'rui'), join()]);
    await west.createTicket('Weddings');
    const last = await Promise.all(listeners.map(({ until }) => until(counted('weddings', 1))));
    expect(new Set(last.map(({ seq }) => seq)).size).toBe(1);
    const { state } = played(here.heard);
    for (const { heard } of listeners) expect(withoutWaits(played(heard).state)).toEqual(withoutWaits(state));
    const end = seqOf(here);
    expect(withoutWaits(changesOf(there, end))).toEqual(withoutWaits(changesOf(here, end)));
  });

  it('receive opening hours, new devices and site changes once', async () => {
    const [here, there] = [await at(east), await at(west)];
    for (const town of [east, west]) town.clock.set('2026-11-20T16:00:05Z');
    const closes = (message: EventMessage): boolean =>
      message.type === 'service.changed' && message.services.some(({ open }) => !open);
    for (const { until } of [here, there]) await until(closes);
    await at(west, { device: 'kiosk-1' });
    for (const { until } of [here, there]) await until(({ type }) => type === 'device.changed');
    await east.site.load({ desks: [{ id: 'desk-1', name: 'Window 1', location: 'hall' }] });
    for (const listener of [here, there]) {
      await listener.until(({ type }) => type === 'site.changed');
      // A server that did not know it yet sends its own state when it does.
      await expect.poll(() => listener.heard.filter(({ type }) => type === 'state').length).toBeGreaterThan(1);
    }
    await expect.poll(() => west.site.current().desk('desk-1')?.name).toBe('Window 1');
    await west.createTicket('Passports');
    await east.callNext('Window 1');
    for (const { until } of [here, there]) await until(called('A001'));
    const end = Math.min(seqOf(here), seqOf(there));
    expect(changesOf(there, end).map(({ type, seq }) => [type, seq])).toEqual(
      changesOf(here, end).map(({ type, seq }) => [type, seq]),
    );
    for (const type of ['device.changed', 'site.changed']) {
      expect(here.heard.filter((message) => message.type === type)).toHaveLength(1);
    }
    for (const { heard } of [here, there]) {
      expect(played(heard).state.calls).toMatchObject([{ label: 'A001', desk_name: 'Window 1' }]);
    }
  });
});

describe('a phone at one server', () => {
  it('receives position and call of its ticket from the other server', async () => {
    for (const service of ['Passports', 'Passports']) await west.createTicket(service);
    // Tickets of one instant have no order.
    for (const { clock } of [east, west]) clock.advance(1000);
    const { secret } = await takeTicket(east, 'passports');
    const phone = await followTicket(east, secret);
    await phone.shows(({ before }) => before === 2);
    await west.callNext('Desk 1');
    await phone.shows(({ before }) => before === 1);
    await west.callNext('Desk 1');
    await west.callNext('Desk 1');
    await phone.shows(({ state }) => state === 'called');
    await phone.close();
  });
});

describe('a client that resumes at another server', () => {
  it('misses no event, with or without other subscribers there', async () => {
    const away = await at(east);
    await east.createTicket('Passports');
    await away.until(counted('passports', 1));
    await away.close();
    const since = seqOf(away);
    await east.createTicket('Passports');
    await west.callNext('Desk 1');
    // No other subscribers: the server sends the events of the database, and then the state.
    const first = await at(west, { since });
    await first.until(({ type }) => type === 'state');
    const second = await at(west, { since });
    await west.createTicket('Taxes');
    for (const { until } of [first, second]) await until(counted('taxes', 1));
    for (const { heard } of [first, second]) {
      expect(labelsOf(heard, 'ticket.created')).toEqual(['A002', 'B001']);
      expect(labelsOf(heard, 'ticket.called')).toEqual(['A001']);
      played([...away.heard, ...heard]);
    }
    const fresh = await at(east);
    const { state } = played([...away.heard, ...second.heard]);
    await expect.poll(() => played(fresh.heard).state).toEqual(state);
  });

  it('gets the whole state when the missed events have been deleted', async () => {
    const away = await at(east);
    await away.close();
    for (const since of [0, seqOf(away) - 1, seqOf(away) + 1, Number.MAX_SAFE_INTEGER]) {
      expect((await at(west, { since })).heard[0]?.type).toBe('state');
    }
  });
});
