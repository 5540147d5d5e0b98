/** Upgrade of kiosk files from earlier versions: no duplicate, lost or unclaimed tickets. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTown } from '../helpers/town.ts';
import { KioskClient } from '../kiosk/host/offline/kiosk-client.ts';
import { keptKiosks } from './kept-kiosks.ts';
import { releasedVersions } from './released-versions.ts';

const KEPT = keptKiosks();

it('has kiosk files of every released version', () => {
  expect(KEPT.map(({ name }) => name)).toEqual(expect.arrayContaining([...releasedVersions()]));
  expect(KEPT.length).toBeGreaterThan(0);
});

it.each(KEPT)('continues with the files of a kiosk of $name, and syncs its tickets', async (kept) => {
  const folder = await mkdtemp(join(tmpdir(), 'kept-kiosk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = join(folder, 'queue.db');
  await kept.unpackDatabase(database);
  const town = await openTown({ database, site: null, at: kept.at });
  onTestFinished(() => town.close());
  const kiosk = await KioskClient.at(town);
  onTestFinished(() => kiosk.close());
  const numbers = async (): Promise<readonly string[]> => (await town.waiting('Passports')).map(({ number }) => number);
  expect(await town.waiting('Passports')).toMatchObject([{ number: '1' }, { id: kept.unheld }]);

  // Its server is still unavailable: it continues from its last state.
  kiosk.line.set('refused');
  await kept.unpackFiles(kiosk.dir);
  await kiosk.start();
  await kiosk.isReady('alone');
  const next = await kiosk.take('passports');
  expect(next.paper).toMatchObject({ number: 'A9003', siteName: 'Town Hall', serviceName: 'Passports' });

  // Back online: issued tickets are queued, unclaimed ones withdrawn.
  kiosk.line.set('open');
  await kiosk.isHandedOver();
  await kiosk.until(async () => (await town.waiting('Passports')).every(({ id }) => id !== kept.unheld));
  const given = [...kept.given, 'A9003'].map((number) => number.slice(1));
  expect(await numbers()).toEqual(['1', ...given]);
  expect((await kiosk.take('passports')).paper?.number).toBe('A003');
});
