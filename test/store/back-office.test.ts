/** The audit log in the SQLite file, and a file of before there was one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { silentLog } from '../../main/context.ts';
import type { StoredItem } from '../../main/store/site-changes.ts';
import { Db } from '../../main/store/sqlite/db.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';
import { MIGRATIONS } from '../../main/store/sqlite/migrations/index.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { NO_APPOINTMENT } from '../helpers/no-appointment.ts';

const folder = mkdtempSync(join(tmpdir(), 'take-a-number-back-office-'));
const fileOf = (name: string): string => join(folder, `${name}.db`);
const open = (name: string) => openSqliteStore({ file: fileOf(name), log: silentLog });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const desk = (id: string, name: string): StoredItem => ({
  collection: 'desks',
  id,
  body: JSON.stringify({ id, name }),
});
const ana = { kind: 'user', id: 'ana' } as const;

it('writes the log with the change or not at all', async () => {
  const store = await open('whole');
  await store.writeSite({ put: [desk('d1', 'One')], remove: [], by: ana });
  const broken = { ...desk('d2', 'Two'), collection: null as never };
  await expect(store.writeSite({ put: [desk('d1', 'Uno'), broken], remove: [], by: ana })).rejects.toThrow();
  expect(await store.readSite()).toEqual([desk('d1', 'One')]);
  expect(await store.query('audit', { limit: 10 })).toMatchObject([
    { collection: 'desks', itemId: 'd1', itemName: 'One', action: 'added', by: ana },
  ]);
  await store.close();
});

it('compares with what is stored, whoever stored it', async () => {
  const [one, other] = [await open('two'), await open('two')];
  await one.writeSite({ put: [desk('d1', 'One')], remove: [], by: ana });
  await other.writeSite({ put: [desk('d1', 'Uno')], remove: [] });
  const [newest] = await one.query('audit', { limit: 1 });
  expect(newest).toMatchObject({
    by: { kind: 'program', id: '' },
    fields: [{ field: 'name', before: 'One', after: 'Uno' }],
  });
  await one.writeSite({ put: [], remove: [{ collection: 'desks', id: 'gone' }] });
  expect((await one.query('audit', { limit: 10 })).length).toBe(2);
  await Promise.all([one.close(), other.close()]);
});

it('keeps the newest 200,000 changes and the newest 50,000 entries about appointments, each apart', async () => {
  const store = await open('bounded');
  /** As if so many entries had been written to that part since. */
  const later = (part: string, count: number): void => {
    const database = new DatabaseSync(fileOf('bounded'));
    database.exec(`UPDATE audit SET seq = seq + ${count} WHERE part = '${part}' AND item_id IN ('d2', 'v2')`);
    database.close();
  };
  const kept = async () => (await store.query('audit', { limit: 10 })).map(({ itemId }) => itemId);
  const booked = (id: string) => ({
    locationId: 'hall',
    appointment: { ...NO_APPOINTMENT, id, service: 's', scheduled_to: '2026-11-20 10:00:00' },
  });
  const put = [booked('v1'), booked('v2')];
  await store.writeSite({ put: [desk('d1', 'One')], remove: [], appointments: { put, only: false, moved: [] } });
  await store.writeSite({ put: [desk('d2', 'Two')], remove: [] });
  expect(await kept()).toEqual(['d2', 'v2', 'v1', 'd1']);
  later('appointments', 49_998);
  const third = { put: [booked('v3')], only: false, moved: [] };
  await store.writeSite({ put: [], remove: [], appointments: third });
  expect(await kept()).toEqual(['v3', 'd2', 'v2', 'd1']);
  later('changes', 199_998);
  await store.writeSite({ put: [desk('d4', 'Four')], remove: [] });
  expect(await kept()).toEqual(['d4', 'v3', 'd2', 'v2']);
  await store.close();
});

it('drops of a device its own oldest entries past 1,000, and nothing that people or other devices did', async () => {
  const store = await open('devices');
  const deed = (deviceId: string) =>
    store.run(
      'noteDeed',
      {
        ...{ id: crypto.randomUUID(), deviceId, deviceName: deviceId, at: Date.now() },
        ...{ action: 'restart-program', ticket: '', outcome: '' },
      },
      { now: Date.now() },
    );
  const entries = async () => (await store.query('audit', { limit: 10 })).map(({ itemId, id }) => `${itemId} ${id}`);
  await store.writeSite({ put: [desk('d1', 'One')], remove: [], by: ana });
  await deed('kiosk-1');
  await deed('kiosk-2');
  await deed('kiosk-2');
  const database = new DatabaseSync(fileOf('devices'));
  // As if the second kiosk had reported all that was ever kept.
  database.exec('UPDATE audit SET seq = 1000 WHERE id = 4');
  database.exec("UPDATE sqlite_sequence SET seq = 500000 WHERE name = 'audit'");
  database.close();
  await deed('kiosk-2');
  expect(await entries()).toEqual(['kiosk-2 500001', 'kiosk-2 4', 'kiosk-1 2', 'd1 1']);
  await store.close();
});

it('knows of calls of before how long the visitor had waited for the first of them', async () => {
  const db = new Db({ file: fileOf('old'), busyTimeoutMs: 1000 });
  migrate(db, MIGRATIONS.slice(0, 5));
  const at = Date.parse('2026-11-20T09:00:00Z');
  const id = (n: number): string => `019aa0b8-7700-7000-8000-00000000000${n}`;
  const ticket = (n: number, scheduledAt: number | null): void => {
    db.run(
      `INSERT INTO ticket (id, location_id, service_id, round, number, dst_service_id, dst_desk_id, dst_user_id, lane,
         priority, device_id, state, transferred, flags, note, lang, custom_field, client_name, app_id,
         app_display_name, scheduled_at, issued_at, waiting_since, places, changed_at)
       VALUES (?, 'hall', 's', 1, ?, 's', '', '', '', 0, '', 5, 0, 0, '', '', '', '', '', '', ?, ?, ?, 1, ?)`,
      id(n),
      n,
      scheduledAt,
      at,
      at,
      at,
    );
  };
  const call = (n: number, ticketNumber: number, seconds: number): void => {
    db.run(
      `INSERT INTO answer (id, ticket_id, location_id, service_id, desk_id, user_id, state, called_at, ended_at)
       VALUES (?, ?, 'hall', 's', 'd', 'u', 5, ?, ?)`,
      id(n),
      id(ticketNumber),
      at + seconds * 1000,
      at + seconds * 1000 + 1000,
    );
  };
  const item = (collection: string, itemId: string, body: object): void => {
    db.run(
      'INSERT INTO site_item (collection, id, body, position) VALUES (?, ?, ?, 1)',
      collection,
      itemId,
      JSON.stringify(body),
    );
  };
  item('locations', 'hall', { id: 'hall', timezone: 'Asia/Tokyo', reset_time: '04:00', number_width: 4 });
  item('services', 's', { id: 's', location: 'hall', tag: 'A' });
  ticket(1, null);
  ticket(2, at + 60_000);
  call(3, 1, 100);
  call(4, 2, 100);
  call(5, 1, 500);
  db.close();

  const store = await open('old');
  const day = '2026-11-20';
  const { total } = await store.report('period', {
    locationId: 'hall',
    from: Date.parse(day),
    until: Date.parse(day) + 86_400_000,
    rules: {
      from: day,
      to: day,
      dayRules: [{ since: 0, zone: 'UTC', resetTime: '00:00', firstDay: '' }],
      services: [],
      desks: [],
      users: [],
    },
  });
  // The one with an appointment waited since its hour: 40 seconds.
  expect(total).toMatchObject({ calls: 3, neverCalled: 0, waiting: { count: 2, mean: 70, max: 100 } });
  // Labels and days of before are those of the site as it was when they began to be kept.
  expect((await store.query('ticket', { ticketId: id(1) }))?.label).toBe('A0001');
  const rules = [{ since: 0, zone: 'Asia/Tokyo', resetTime: '04:00', firstDay: '' }];
  expect(await store.query('dayRules', { locationId: 'hall' })).toEqual(rules);
  const called = await store.query('lastCalls', { locationId: 'hall', serviceId: 's', limit: 10 });
  expect(called.map(({ answer }) => answer.id)).toEqual([id(5), id(4), id(3)]);
  await store.close();
});
