/** Whoever shortens the time for which tickets are kept reads first what will go. */

import { expect, it, onTestFinished } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';
import { newPostgresStore } from '../helpers/postgres-store.ts';
import { siteFile } from '../helpers/site-file.ts';
import { Hall } from '../store/queue-hall.ts';

const DAY_MS = 86_400_000;
const FIELD = 'Keep tickets for (days)';
const TOWN = {
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
  services: [{ id: 'hall-a', name: 'Permits', location: 'hall', tag: 'A' }],
  desks: [{ id: 'desk-1', name: 'Desk 1', tag: '1', location: 'hall' }],
};

/** A database in which three came forty days ago, of whom two were called, and one ten days ago. */
async function keptDatabase(): Promise<string> {
  const { store, url } = await newPostgresStore();
  const hall = new Hall(store);
  const goBack = (days: number): void => {
    hall.now = Date.now() - days * DAY_MS;
    hall.day = new Date(hall.now).toISOString().slice(0, 10);
  };
  goBack(40);
  for (let visitor = 0; visitor < 3; visitor += 1) await hall.create();
  for (let call = 0; call < 2; call += 1) await hall.tryAnswer('endCall', (await hall.next()).answer.id);
  goBack(10);
  await hall.create();
  await store.close();
  return url;
}

it('tells how many tickets and calls go, at each number that is written, and nothing when none is kept shorter', async () => {
  const site = await siteFile(TOWN);
  const machine = await openMachine({ site, printer: 'none', database: await keptDatabase() });
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const admin = await Administrator.at(machine, browser);
  await admin.look('#/settings');

  await admin.fill(FIELD, '30');
  await admin.sees('Older tickets: 3, calls: 2');
  expect(await admin.barriers()).toEqual([]);
  await admin.fill(FIELD, '7');
  await admin.sees('Older tickets: 4, calls: 2');
  await admin.save();
  // It was shortened; to keep them longer again takes nothing away.
  await admin.fill(FIELD, '30');
  await expect.poll(() => admin.page.getByText('Older tickets:').count()).toBe(0);
  expect(admin.faults).toEqual([]);
});
