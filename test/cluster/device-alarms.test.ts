/** Device alarms with two servers of one database: each is raised once, and survives its server. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Listener, listen } from '../helpers/listener.ts';
import { type Database, newDatabase } from '../helpers/postgres-database.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const PATIENT = { timeout: 60_000, interval: 20 };

let database: Database;
let east: Town;
let west: Town;
beforeEach(async () => {
  database = await newDatabase();
  east = await openTown({ database: database.url, site: townSite(), watchesDevices: true });
  west = await openTown({ database: database.url, site: null, watchesDevices: true });
});
afterEach(async () => {
  await Promise.allSettled([east.close(), west.close()]);
  database.drop();
});

const told = (office: Listener) =>
  office.heard.flatMap((message) =>
    message.type === 'device.alarm' ? message.alarms.map(({ kind, ended_at }) => `${kind} ${ended_at !== ''}`) : [],
  );

it('raises an alarm once at any server, and ends it by the remaining one', async () => {
  const says = (town: Town, printer: string) =>
    fetch(`${town.address}/restapi/v2/kiosks/kiosk-1/status`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ printer, screen: 'idle' }),
    });
  const office = await listen(west.address, 'hall');
  const shows = (kinds: readonly string[]) =>
    vi.waitFor(() => {
      for (const { clock } of [east, west]) clock.advance(500);
      expect(told(office)).toEqual(kinds);
    }, PATIENT);
  // Either of them monitors: it raises the alarm, and both receive it.
  await says(west, 'no-paper');
  await shows(['no-paper false']);
  await says(east, 'no-paper');
  await east.close();
  await says(west, 'ok');
  await shows(['no-paper false', 'no-paper true']);
  office.socket.terminate();
});
