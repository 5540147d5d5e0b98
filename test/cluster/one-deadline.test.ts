/** A hanging database connection: each request ends at its deadline. */
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../main/lib/context.ts';
import { createServer } from '../../main/server/server.ts';
import { openSiteHolder } from '../../main/site/service/site-holder.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openDatabaseLine } from '../helpers/database-line.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { serverParts } from '../helpers/server-parts.ts';
import { townSite } from '../helpers/town-site.ts';

/** Far below the timeout of a single store call. */
const REQUEST_MS = 1_000;

async function openSilencedServer() {
  const { url } = await newDatabase();
  const line = await openDatabaseLine(url);
  const logged: string[] = [];
  const note = (event: string): void => void logged.push(event);
  const log = { info: note, warn: note, error: note };
  const store = await openPostgresStore({ url: line.url, log, connections: 3, connectMs: 4_000 });
  const site = await openSiteHolder(store);
  const loaded = await site.load(townSite());
  if (!loaded.ok) throw new Error(loaded.error.faults.join('\n'));
  const deps = { store, site, clock: systemClock, log };
  const server = await createServer({
    ...deps,
    ...serverParts(deps, { wanted: 'off' }),
    ownDevices: [],
    requestMs: REQUEST_MS,
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await line.close();
    await server.close();
    await store.close();
  });
  const issue = async (more: object): Promise<{ errno?: number; success: boolean }> => {
    const answer = await fetch(`${address}/restapi/v2/queuemanagement/createticket`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ service_id: 'passports', ...more }),
    });
    return (await answer.json()) as { errno?: number; success: boolean };
  };
  return { store, line, issue, logged };
}

it('refuses a ticket with a forecast before a single store call times out', async () => {
  const { store, line, issue } = await openSilencedServer();
  const fromKiosk = { device_id: 'kiosk-1' };
  expect(await issue(fromKiosk)).toMatchObject({ success: true });
  line.freeze();
  const alone = store.query('openLimitAlarms', {}).catch(() => 'a call without a deadline');
  expect(await Promise.race([issue(fromKiosk), alone])).toMatchObject({ success: false, errno: 131 });
  await alone;
});

it('reports an unreachable database, not a busy one, when all connections hang', async () => {
  const { store, line, issue, logged } = await openSilencedServer();
  expect(await issue({})).toMatchObject({ success: true });
  line.freeze();
  await Promise.all(Array.from({ length: 12 }, () => store.query('openLimitAlarms', {}).catch(() => undefined)));
  expect(logged).toContain('store.unavailable');
  expect(logged).not.toContain('store.overloaded');
});
