/** Changes of site and keys at one server: all servers apply them, and no concurrent change is lost. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SiteNews } from '../../main/site/operations/site-changes.ts';
import { listen } from '../helpers/listener.ts';
import { type Database, newDatabase } from '../helpers/postgres-database.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import { openTown, type Posted, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const PATIENT = { timeout: 60_000 };

let database: Database;
let east: Town;
let west: Town;
/** Reads of the site by the second server since its start. */
let read: SiteNews[];

async function open(more: object = {}): Promise<void> {
  database = await newDatabase();
  const shared = { database: database.url, secret: randomBytes(32), hasher: quickHasher(), ...more };
  east = await openTown({ ...shared, site: townSite() });
  read = [];
  west = await openTown({
    ...shared,
    site: null,
    wrapStore: (store) => ({
      ...store,
      async siteSince(since) {
        const news = await store.siteSince(since);
        if (since !== null) read.push(news);
        return news;
      },
    }),
  });
}
afterEach(async () => {
  await Promise.all([east.close(), west.close()]);
  database.drop();
});

async function admin(town: Town, method: string, path: string, body?: unknown, key = ''): Promise<Posted> {
  const response = await fetch(`${town.address}/restapi/v2/admin/${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const deskNames = (town: Town): readonly string[] => town.site.current().file.desks.map(({ name }) => name);
const until = (check: () => void): Promise<void> => vi.waitFor(check, PATIENT);

describe('a change of the site', () => {
  beforeEach(() => open());

  it('reaches the other server, which reads only the changed parts', async () => {
    const other = west.site.current().desk('desk-2');
    expect(await admin(east, 'PUT', 'desks/desk-1', { name: 'First desk', location: 'hall' })).toMatchObject({
      status: 200,
    });
    await until(() => expect(west.site.current().desk('desk-1')?.name).toBe('First desk'));
    expect(west.site.current().desk('desk-2')).toBe(other);
    const items = read.flatMap((news) => news.items.map(({ id }) => id));
    // The settings are written with every change.
    expect([items.toSorted(), read.some(({ whole }) => whole)]).toEqual([['desk-1', 'settings'], false]);
  });

  it('to one appointment reaches the other server at once, without reading the site again', async () => {
    const visit = { service: 'passports', scheduled_to: '2026-11-20 12:20:00', code: 'QR-1' };
    const kiosk = async (): Promise<boolean> => {
      const answer = await west.client.kiosk('kiosk-1');
      return answer.ok && answer.value.check_in;
    };
    const changes: string[] = [];
    west.store.onEvents((events) => {
      for (const { type, locationId } of events) if (type === 'site.changed') changes.push(locationId);
    });
    const site = west.site.current();
    expect(await kiosk()).toBe(false);
    await admin(east, 'POST', 'appointments', { id: 'visit-1', ...visit });
    expect((await admin(west, 'GET', 'appointments/visit-1')).body.item).toMatchObject(visit);
    expect(await kiosk()).toBe(true);
    const ticket = await west.createTicket('Passports', { appointment: 'QR-1' });
    expect(ticket.ticket.app_id).toBe('visit-1');
    const again = await east.post('createticket', { service_id: 'passports', appointment: 'visit-1' });
    expect(again.body).toMatchObject({ errno: 115 });
    expect(west.site.current()).toBe(site);
    // Subscribers to such changes at the other server are notified.
    await until(() => expect(changes).toContain('hall'));
  });

  it('never leaves an appointment without its service, in any order', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = `short-${round}`;
      await admin(east, 'POST', 'services', { id, name: id, tag: `S${round}`, location: 'hall' });
      await until(() => expect(west.site.current().service(id)).toBeDefined());
      const visit = { id, service: id, scheduled_to: '2026-11-20 12:20:00' };
      const [booked, removed] = await Promise.all([
        admin(west, 'POST', 'appointments', visit),
        admin(east, 'DELETE', `services/${id}`),
      ]);
      // Exactly one of the two was done.
      expect([booked.body.success, removed.body.success].toSorted()).toEqual([false, true]);
    }
  });

  it('is kept beside concurrent changes at another server', async () => {
    const towns = [east, west];
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        admin(towns[index % 2]!, 'POST', 'desks', { id: `new-${index}`, name: `New ${index}`, location: 'hall' }),
      ),
    );
    expect(added.map(({ status }) => status)).toEqual(Array(12).fill(200));
    for (const town of towns) await until(() => expect(deskNames(town)).toHaveLength(16));
    expect(deskNames(east).toSorted()).toEqual(deskNames(west).toSorted());
  });

  it('is refused if it is based on data that another server has changed meanwhile', async () => {
    const { revision } = (await admin(west, 'GET', 'desks/desk-1')).body;
    const put = (town: Town, name: string) =>
      admin(town, 'PUT', `desks/desk-1?revision=${revision}`, { name, location: 'hall' });
    const both = await Promise.all([put(east, 'Of the east'), put(west, 'Of the west')]);
    expect(both.map(({ body }) => body.errno ?? 0).toSorted()).toEqual([0, 7]);
    expect(both.find(({ body }) => body.errno === 7)?.body).toMatchObject({ parameter: 'revision' });
    const name = both[0]?.body.errno === 7 ? 'Of the west' : 'Of the east';
    for (const town of [east, west]) await until(() => expect(deskNames(town)[0]).toBe(name));
  });

  it('keeps the order of items, also of one that was removed and added again', async () => {
    await admin(east, 'DELETE', 'desks/desk-2');
    await admin(east, 'POST', 'desks', { id: 'desk-2', name: 'Desk 2', location: 'hall' });
    const order = () => west.site.current().file.desks.map(({ id }) => id);
    await until(() => expect(order()).toEqual(['desk-1', 'desk-3', 'desk-9', 'desk-2']));
    expect(east.site.current().file.desks.map(({ id }) => id)).toEqual(order());
  });

  it('is received after a database outage during its notification', async () => {
    const siteSince = vi.spyOn(west.store, 'siteSince').mockRejectedValueOnce(new Error('away'));
    await admin(east, 'PUT', 'desks/desk-1', { name: 'Told twice', location: 'hall' });
    await until(() => expect(siteSince).toHaveBeenCalled());
    siteSince.mockRestore();
    await until(() => expect(deskNames(west)[0]).toBe('Told twice'));
  });

  it('that a failover has lost is dropped: the site is that of the database', async () => {
    const before = east.site.current().file.desks[0]?.name;
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    const kept = await other.query("SELECT body, revision FROM site_item WHERE collection = 'desks' AND id = 'desk-1'");
    await admin(east, 'PUT', 'desks/desk-1', { name: 'Lost', location: 'hall' });
    await east.auth.revokeUser('rui');
    for (const town of [east, west]) {
      await until(() =>
        expect([deskNames(town)[0], town.site.credentials.user('rui')?.generation]).toEqual(['Lost', 1]),
      );
    }
    await other.query("UPDATE site_item SET body = $1, revision = $2 WHERE collection = 'desks' AND id = 'desk-1'", [
      kept.rows[0]?.body,
      kept.rows[0]?.revision,
    ]);
    await other.query("DELETE FROM credential WHERE kind = 'user'");
    await other.query('UPDATE site_revision SET number = number - 2');
    await other.end();
    for (const town of [east, west]) {
      await until(() => expect([deskNames(town)[0], town.site.credentials.user('rui')]).toEqual([before, undefined]));
    }
    // And continues from there.
    expect(await admin(west, 'PUT', 'desks/desk-1', { name: 'Found', location: 'hall' })).toMatchObject({
      status: 200,
    });
    await until(() => expect(deskNames(east)[0]).toBe('Found'));
  });
});

describe('a key', () => {
  beforeEach(async () => {
    await open({ authentication: 'on' });
    const users = [
      { id: 'ana', username: 'ana.silva', name: 'Ana Silva', roles: ['admin_site'], password: 'sesame 123!' },
    ];
    const loaded = await east.site.load({ users });
    expect(loaded.ok).toBe(true);
    await until(() => expect(west.site.credentials.user('ana')?.secret ?? '').not.toBe(''));
  });

  const keyOfAna = (town: Town): string => town.auth.keyFor(town.site.current().user('ana')!, town.clock.now());
  const errnoAt = async (town: Town, key: string): Promise<number> =>
    (await admin(town, 'GET', 'desks/desk-1', undefined, key)).body.errno ?? 0;

  it('of a user is valid at both servers, until it is revoked at either', async () => {
    const key = keyOfAna(east);
    expect([await errnoAt(east, key), await errnoAt(west, key)]).toEqual([0, 0]);
    const listener = await listen(west.address, 'hall', { key });
    await east.auth.revokeUser('ana');
    expect(await errnoAt(east, key)).toBe(102);
    await vi.waitUntil(async () => (await errnoAt(west, key)) === 102, PATIENT);
    // Subscribers at the other server are disconnected, too.
    await listener.ended;
    const next = keyOfAna(west);
    expect([await errnoAt(east, next), await errnoAt(west, next)]).toEqual([0, 0]);
  });

  it('that was signed out at one server is invalid at the other, and other keys of that user stay valid', async () => {
    const [one, other] = [keyOfAna(east), keyOfAna(west)];
    const signedOut = await fetch(`${east.address}/restapi/v2/session`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${one}` },
    });
    expect(signedOut.status).toBe(200);
    await vi.waitUntil(async () => (await errnoAt(west, one)) === 102, PATIENT);
    expect(await errnoAt(west, other)).toBe(0);
  });

  it('of a device is valid at the other server, and expires there when it gets a new one', async () => {
    const asDevice = (town: Town, key: string): boolean => {
      const admitted = town.auth.guard.admit(`Bearer ${key}`, { devices: [1] }, town.site.current(), 0, true);
      return admitted.ok;
    };
    const key = await east.auth.newDeviceKey('kiosk-1');
    await vi.waitUntil(() => asDevice(west, key), PATIENT);
    const next = await west.auth.newDeviceKey('kiosk-1');
    await vi.waitUntil(() => !asDevice(east, key), PATIENT);
    expect([asDevice(east, next), asDevice(west, next), asDevice(west, key)]).toEqual([true, true, false]);
    await west.auth.revokeDevice('kiosk-1');
    await vi.waitUntil(() => !asDevice(east, next), PATIENT);
  });
});
