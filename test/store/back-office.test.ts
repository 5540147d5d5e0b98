/** The audit log in the SQLite file, and a file of before there was one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import type { StoredItem } from '../../main/site/operations/site-changes.ts';
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

it('compares with the stored site, from whichever server', async () => {
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

it('keeps the newest 200,000 changes and, separately, the newest 50,000 entries about appointments', async () => {
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

it('drops the oldest entries of a device above 1,000, and none of users or other devices', async () => {
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
