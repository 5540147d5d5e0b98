/** Print texts of an offline kiosk over restarts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { KioskAnswer } from '../../../../main/devices/contract/rest/kiosks.ts';
import { openSnapshotFile } from '../../../../main/kiosk/host/offline/offline-mode.ts';
import { openTown } from '../../../helpers/town.ts';
import { recordingLog } from '../../readers/recording-log.ts';

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'known-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'last-known.json');
}

async function answerOfTown(): Promise<KioskAnswer> {
  const town = await openTown();
  onTestFinished(() => town.close());
  const answer = await town.client.kiosk('kiosk-1');
  if (!answer.ok) throw new Error('The town does not answer.');
  return answer.value;
}

const WORDS = { en: { extra_text: 'Bring your passport.', footer_text: 'Thank you.' } };

it('keeps the texts of services over a restart, however soon the server responds', async () => {
  const path = await newFile();
  const kiosk = await answerOfTown();
  const [service] = kiosk.services;
  const before = openSnapshotFile(path, recordingLog());
  before.heard(kiosk);
  const lease = { service_id: service?.id ?? '', first: 1, last: 2, leased_at: '', texts: WORDS };
  await before.lent({ success: true, slot: 0, turn: 1, now: '', until: '', leases: [lease] });
  await before.close();

  const after = openSnapshotFile(path, recordingLog());
  after.heard({ ...kiosk, check_in: !kiosk.check_in });
  await after.close();

  const texts = { [service?.id ?? '']: WORDS };
  expect(openSnapshotFile(path, recordingLog()).current()).toMatchObject({
    kiosk: { check_in: !kiosk.check_in },
    texts,
  });
});

it('treats an unreadable file as missing', async () => {
  const path = await newFile();
  await writeFile(path, '{"kiosk":{"success":tr');
  expect(openSnapshotFile(path, recordingLog()).current()).toBeNull();
});
