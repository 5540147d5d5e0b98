/**
 * Stores kiosk files and server database of a release as upgrade fixtures (`test/fixtures/kiosks`).
 *
 * Run `KEEP_KIOSK=0.2.0 npm run test:slow -- keep-kiosk` at a release. Without that variable it stores nothing.
 */
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTown } from '../helpers/town.ts';
import { KioskClient } from '../kiosk/host/offline/kiosk-client.ts';
import { keepKiosk } from './kept-kiosks.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

it('a kiosk with a power failure while offline leaves usable files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keep-kiosk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [database, copy] = [join(folder, 'queue.db'), join(folder, 'copy.db')];
  const town = await openTown({ database });
  const kiosk = await KioskClient.at(town);
  onTestFinished(() => kiosk.close());
  await kiosk.start();
  await kiosk.isReady('with its server');
  expect((await kiosk.take('passports')).paper?.number).toBe('A001');
  // Its program is killed between the ticket and the paper.
  kiosk.printing = new Promise(() => {});
  await kiosk.host.call('touchService', { serviceId: 'passports', priority: false });
  await kiosk.until(async () => (await town.waiting('Passports')).length === 2, 'stands');
  await kiosk.until(() => kiosk.state?.screen.name === 'printing', 'stands');
  kiosk.kill();
  const unheld = (await town.waiting('Passports'))[1]?.id ?? '';
  // Its server stays unavailable, and it restarts.
  kiosk.printing = Promise.resolve();
  await kiosk.start();
  await kiosk.isReady('alone');
  const given: string[] = [];
  for (let visitors = 0; visitors < 2; visitors += 1) given.push((await kiosk.take('passports')).paper?.number ?? '');
  expect(given).toEqual(['A9001', 'A9002']);
  const disk = await kiosk.disk();
  kiosk.kill();
  await disk.putBack();
  const at = new Date(town.clock.now()).toISOString();
  await town.close();
  await copyFile(database, copy);
  const { KEEP_KIOSK: name } = process.env;
  if (name !== undefined) await keepKiosk(name, { version, at, unheld, given }, kiosk.dir, copy);
});
