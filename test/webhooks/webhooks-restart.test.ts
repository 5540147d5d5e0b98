/** Pending webhook deliveries across restarts and kills of the program. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Clock, silentLog, systemClock } from '../../main/lib/context.ts';
import { openSiteHolder } from '../../main/site/service/site-holder.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { startWebhooks } from '../../main/webhooks/service/webhooks.ts';
import { type Arrived, answer, hang, Receiver } from '../helpers/receiver.ts';
import { townSite } from '../helpers/town-site.ts';
import { turnedClock } from '../helpers/turned-clock.ts';
import { Hall } from '../store/queue-hall.ts';

let folder: string;
let receiver: Receiver;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
  receiver = await new Receiver().open();
});
afterEach(async () => {
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const databaseFile = (): string => join(folder, 'queue.db');

async function start(clock: Clock) {
  const store = await openSqliteStore({ file: databaseFile(), log: silentLog, clock });
  const site = await openSiteHolder(store);
  if (site.current().locations.length === 0) {
    const given = townSite();
    const loaded = await site.load({
      ...given,
      settings: { ...(given.settings as object), webhook_networks: ['127.0.0.1'] },
      webhooks: [{ id: 'ears', name: 'Ears', url: receiver.url, secret: 'a secret of more than twenty-four' }],
    });
    expect(loaded.ok).toBe(true);
  }
  const webhooks = await startWebhooks({ store, site, clock, log: silentLog, random: () => 1 });
  const hall = new Hall(store);
  return {
    store,
    hall,
    view: async () => (await webhooks.views())[0],
    async close() {
      await webhooks.close();
      site.close();
      await store.close();
    },
  };
}

it('webhooks continue after a restart, with the same ids, on time and in order', async () => {
  const clock = turnedClock('2026-11-20T09:00:00Z');
  let program = await start(clock);
  receiver.next.push(answer(500), hang);
  await program.hall.create();
  await program.hall.create();
  await receiver.until(1);
  await vi.waitUntil(async () => (await program.view())?.pending?.attempts === 1, { timeout: 30_000 });
  clock.advance(5_000);
  // The second attempt hangs when the program ends: it is not logged, and is repeated.
  await receiver.until(2);
  await program.close();
  clock.advance(60_000);
  program = await start(clock);
  await receiver.until(4);
  await vi.waitUntil(async () => (await program.view())?.behind === 0, { timeout: 30_000 });
  const numbers = receiver.arrived.map(({ body }) => body.ticket.number);
  expect(numbers).toEqual([1, 1, 1, 2]);
  expect(new Set(receiver.arrived.slice(0, 3).map(({ text }) => text)).size).toBe(1);
  expect(receiver.arrived.map(({ headers }) => headers['take-a-number-attempt'])).toEqual(['1', '2', '2', '1']);
  await program.close();
});

it('webhooks do not repeat deliveries after a restart', async () => {
  const clock = turnedClock('2026-11-20T09:00:00Z');
  let program = await start(clock);
  for (let count = 0; count < 30; count += 1) await program.hall.create();
  await receiver.until(30);
  // Delivered means that the response has arrived, not only that the receiver has the request.
  await vi.waitUntil(async () => (await program.view())?.behind === 0, { timeout: 30_000 });
  await program.close();
  program = await start(clock);
  expect(await program.view()).toMatchObject({ state: 'on', behind: 0, missed: 0 });
  await program.hall.create();
  await receiver.until(31);
  await program.close();
  expect(receiver.arrived.map(({ body }) => body.ticket.number)).toEqual(Array.from({ length: 31 }, (_, n) => n + 1));
});

it('webhooks store no copy of names and notes of a ticket', async () => {
  const clock = turnedClock('2026-11-20T09:00:00Z');
  const program = await start(clock);
  receiver.behaviour = answer(500);
  const { ticket } = await program.hall.create({ clientName: 'Visitor-QXZW', note: 'Note-QXZW' });
  await vi.waitUntil(async () => (await program.view())?.state === 'failing', { timeout: 30_000 });
  await program.hall.run('anonymise', {
    limit: 10,
    tickets: [{ locationId: 'hall', issuedBefore: Number.MAX_SAFE_INTEGER }],
    appointments: [],
  });
  await program.close();
  const bytes = await readFile(databaseFile(), 'latin1');
  expect(bytes).toContain(ticket.id);
  expect(bytes).not.toMatch(/-QXZW/);
});

it('webhooks deliver every confirmed ticket at least once after the process is killed, with one id', async () => {
  await (await start(systemClock)).close();
  const child = spawn(process.execPath, [fileURLToPath(new URL('webhook-child.ts', import.meta.url)), databaseFile()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const confirmed: string[] = [];
  for await (const id of createInterface({ input: child.stdout })) {
    confirmed.push(id);
    // Killed while some deliveries have arrived, and others have not.
    if (confirmed.length >= 300 && receiver.arrived.length >= 50) child.kill('SIGKILL');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  const before = receiver.arrived.length;
  expect(before).toBeLessThan(confirmed.length);

  const program = await start(systemClock);
  await vi.waitUntil(async () => (await program.view())?.behind === 0, { timeout: 30_000 });
  await program.close();
  const told = new Set(receiver.arrived.map(({ body }) => body.ticket.ticket_id));
  expect(confirmed.filter((id) => !told.has(id))).toEqual([]);
  const bySequence = Map.groupBy(receiver.arrived, ({ body }: Arrived) => body.sequence as number);
  for (const [sequence, same] of bySequence) {
    expect([sequence, new Set(same.map(({ text }) => text)).size]).toEqual([sequence, 1]);
  }
  // A Map keeps the order in which its keys were added.
  expect([...bySequence.keys()]).toEqual([...bySequence.keys()].toSorted((a, b) => a - b));
  // Only deliveries that were not recorded yet are repeated.
  expect(receiver.arrived.length - bySequence.size).toBeLessThanOrEqual(21);
}, 60_000);
