/** Keys for reports: what they read, where they end, and that nothing else opens with them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { contentOf } from '../helpers/town-store.ts';

const REPORTS = '/restapi/v2/reports';
const KEYS = '/restapi/v2/admin/report_keys';
const MAY = ['report_today', 'report_period', 'report_tables'];

interface Reader {
  readonly id: string;
  readonly locations?: readonly string[];
  readonly valid_until?: string;
}

interface Readers {
  readonly town: LockedTown;
  readonly chief: string;
  /** Sets a reader up and makes its key. */
  keyFor(reader: Reader): Promise<string>;
}

async function openReaders(options: Parameters<typeof openLockedTown>[0] = {}): Promise<Readers> {
  const town = await openLockedTown({ authentication: 'on', ...options });
  const chief = await town.keyOf('chief');
  return {
    town,
    chief,
    async keyFor(reader) {
      const added = await town.ask('POST', KEYS, chief, { name: reader.id, ...reader });
      if (added.body.success !== true) throw new Error(JSON.stringify(added.body));
      return (await town.ask('POST', `${KEYS}/${reader.id}/key`, chief)).body.key;
    },
  };
}

describe('every operation', () => {
  let readers: Readers;
  let key: string;
  beforeAll(async () => {
    readers = await openReaders();
    key = await readers.keyFor({ id: 'night' });
  });
  afterAll(() => readers.town.close());

  const locked = OPERATIONS.filter(({ withoutKey }) => withoutKey !== true);
  const ways = locked.flatMap((op) => [op.method].flat().map((method) => [method, op.path, op.name] as const));

  it('has exactly three that a key for reports opens, all of them GET', () => {
    expect(locked.filter(({ reportKeys }) => reportKeys).map(({ name, method }) => [name, method])).toEqual(
      MAY.map((name) => [name, 'GET']),
    );
  });

  it.each(ways)('%s %s opens with it or not, as it should', async (method, path, name) => {
    const { status, body } = await readers.town.ask(method, path.replace(/:\w+/g, 'x'), key);
    if (MAY.includes(name)) expect([101, 102, 103, 104]).not.toContain(body.errno);
    else expect([body.errno, status]).toEqual([104, 403]);
  });

  it('keeps it from the figures of the machine', async () => {
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${readers.town.address}/metrics`, { headers })).status).toBe(403);
  });

  it('keeps it from the events of a location', async () => {
    const { hostname, port } = new URL(readers.town.address);
    const { WebSocket } = await import('ws');
    const socket = new WebSocket(`ws://${hostname}:${port}/restapi/v2/events?location=hall`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const status = await new Promise<number | undefined>((settle, fail) => {
      socket.on('unexpected-response', (request, response) => {
        settle(response.statusCode);
        request.destroy();
      });
      socket.on('open', () => fail(new Error('It was let in')));
      socket.on('error', () => {});
    });
    expect(status).toBe(403);
  });
});

describe('a key for reports', () => {
  let readers: Readers;
  beforeEach(async () => {
    readers = await openReaders();
  });
  afterEach(() => readers.town.close());
  const get = (path: string, key: string) => readers.town.ask('GET', path, key);
  const errno = async (key: string, path = `${REPORTS}/today?location=hall`): Promise<number | undefined> =>
    (await get(path, key)).body.errno;

  it('reads several tables of several locations in one request, as JSON and as CSV', async () => {
    const key = await readers.keyFor({ id: 'night' });
    const { body } = await get(`${REPORTS}/tables?tables[]=days&tables[]=services`, key);
    expect(body.periods.map(({ location }: { location: string }) => location).sort()).toEqual(['clinic', 'hall']);
    expect(body.tables.map(({ table }: { table: string }) => table)).toEqual(['days', 'services']);
    const csv = await fetch(`${readers.town.address}${REPORTS}/tables?tables=days&format=csv`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/csv')]);
    expect(await csv.text()).toMatch(/clinic[\s\S]*hall|hall[\s\S]*clinic/);
  });

  it('reads only its own locations, which are also the default', async () => {
    const key = await readers.keyFor({ id: 'night', locations: ['clinic'] });
    expect(await errno(key)).toBe(105);
    expect(await errno(key, `${REPORTS}/period?location=hall`)).toBe(105);
    expect(await errno(key, `${REPORTS}/tables?tables=days&locations=hall`)).toBe(105);
    const { body } = await get(`${REPORTS}/tables?tables=days`, key);
    expect(body.periods.map(({ location }: { location: string }) => location)).toEqual(['clinic']);
    // What it may read is asked at every request.
    await readers.town.ask('PUT', `${KEYS}/night`, readers.chief, { name: 'Night', locations: ['hall'] });
    expect(await errno(key)).toBeUndefined();
  });

  it('reveals only the data of a visitor that a report contains', async () => {
    const key = await readers.keyFor({ id: 'night' });
    const { settings } = readers.town.site.current();
    await readers.town.site.load({ settings: { ...settings, names_on_displays: true } });
    const created = { service_id: 'passports', user_id: 'ana', client_name: 'Zoe Zander' };
    const drawn = await readers.town.ask('POST', '/restapi/v2/queuemanagement/createticket', readers.chief, created);
    expect(drawn.body.success).toBe(true);
    for (const table of ['tickets', 'calls']) {
      const { body } = await get(`${REPORTS}/tables?tables=${table}`, key);
      expect(body.success).toBe(true);
      expect(JSON.stringify(body)).not.toContain('Zander');
    }
    expect(JSON.stringify((await get(`${REPORTS}/today?location=hall`, key)).body)).not.toContain('Zander');
  });

  it('ends when it is revoked, replaced, or loses its reader, and is never valid again', async () => {
    const first = await readers.keyFor({ id: 'night' });
    const { body } = await readers.town.ask('POST', `${KEYS}/night/key`, readers.chief);
    expect([await errno(first), await errno(body.key)]).toEqual([102, undefined]);
    await readers.town.ask('DELETE', `${KEYS}/night/key`, readers.chief);
    expect(await errno(body.key)).toBe(102);
    const last = (await readers.town.ask('POST', `${KEYS}/night/key`, readers.chief)).body.key;
    expect(await errno(last)).toBeUndefined();
    await readers.town.ask('DELETE', `${KEYS}/night`, readers.chief);
    expect(await errno(last)).toBe(102);
    await readers.town.ask('POST', KEYS, readers.chief, { id: 'night', name: 'Night' });
    expect(await errno(last)).toBe(102);
  });

  it('is good through its last day, and not a moment longer', async () => {
    const { clock } = readers.town;
    clock.set('2026-11-20T12:00:00Z');
    const key = await readers.keyFor({ id: 'night', valid_until: '2026-11-21' });
    clock.set('2026-11-21T23:59:59Z');
    expect(await errno(key)).toBeUndefined();
    clock.set('2026-11-22T00:00:00Z');
    expect(await errno(key)).toBe(103);
  });

  it('takes only a day that there is, and locations that there are', async () => {
    const add = async (more: object) =>
      (await readers.town.ask('POST', KEYS, readers.chief, { id: 'x', name: 'X', ...more })).body.errno;
    expect(await add({ valid_until: '2026-02-30' })).toBe(5);
    expect(await add({ valid_until: 'soon' })).toBe(5);
    expect(await add({ locations: ['nowhere'] })).toBe(5);
  });

  it('shows the day of its last use in the back office; a new one is unused', async () => {
    const state = async () => (await readers.town.ask('GET', `${KEYS}/night/key`, readers.chief)).body;
    const key = await readers.keyFor({ id: 'night' });
    expect(await state()).toEqual({ success: true, id: 'night', has_key: true, last_used_on: '' });
    readers.town.clock.set('2026-11-20T12:00:00Z');
    await errno(key);
    await expect.poll(async () => (await state()).last_used_on).toBe('2026-11-20');
    readers.town.clock.set('2026-11-23T12:00:00Z');
    await errno(key);
    await expect.poll(async () => (await state()).last_used_on).toBe('2026-11-23');
    await readers.town.ask('POST', `${KEYS}/night/key`, readers.chief);
    expect((await state()).last_used_on).toBe('');
    await readers.town.ask('DELETE', `${KEYS}/night/key`, readers.chief);
    expect(await state()).toMatchObject({ has_key: false, last_used_on: '' });
  });

  it('has its making and its end in the change log, with who did it', async () => {
    await readers.keyFor({ id: 'night' });
    await readers.town.ask('DELETE', `${KEYS}/night/key`, readers.chief);
    const { body } = await readers.town.ask(
      'GET',
      '/restapi/v2/admin/audit?collection=report_keys&item_id=night',
      readers.chief,
    );
    expect(body.entries.map(({ action, by, fields }: never) => [action, (by as { id: string }).id, fields])).toEqual([
      ['changed', 'chief', [{ field: 'key', before: '', after: 'removed', hidden: true }]],
      ['changed', 'chief', [{ field: 'key', before: '', after: 'set', hidden: true }]],
      ['added', 'chief', expect.any(Array)],
    ]);
  });

  it('appears in no log and in no export; what it may read does', async () => {
    const key = await readers.keyFor({ id: 'night', locations: ['hall'] });
    await errno(key, KEYS);
    await errno(`${key.slice(0, -2)}AA`);
    await expect.poll(() => readers.town.logged.filter(({ event }) => event === 'auth.denied').length).toBe(2);
    expect(JSON.stringify(readers.town.logged)).not.toContain('tanr_');
    const { body } = await readers.town.ask('GET', '/restapi/v2/admin/site', readers.chief);
    expect(body.site.report_keys).toEqual([
      { id: 'night', name: 'night', locations: ['hall'], valid_until: '', scope: 'reports' },
    ]);
    expect(JSON.stringify(body)).not.toContain(key.slice(5));
    // Taken in again, it goes on: the key was never part of the document.
    await readers.town.ask('PUT', '/restapi/v2/admin/site?mode=replace', readers.chief, body.site);
    expect(await errno(key)).toBeUndefined();
  });
});

it('is kept as a hash only, and outlives a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'report-keys-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = join(folder, 'queue.db');
  const before = await openReaders({ database });
  const key = await before.keyFor({ id: 'night' });
  await before.town.close();
  const content = await contentOf(database);
  expect(content).toContain('night');
  expect(content).not.toContain(key.slice(5));
  const after = await openReaders({ database, site: null });
  onTestFinished(() => after.town.close());
  expect((await after.town.ask('GET', `${REPORTS}/today?location=hall`, key)).body.success).toBe(true);
});
