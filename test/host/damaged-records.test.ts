/** What staff hear of files that a kiosk found damaged. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openLastKnown } from '../../main/host/alone/last-known.ts';
import { openLeaseFile } from '../../main/host/alone/lease-file.ts';
import { openDamagedRecords } from '../../main/host/damaged-records.ts';
import { recordingLog } from '../devices/recording-log.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'records-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
});

it('stays for a day, also over a restart and behind a damaged list', async () => {
  const clock = turnedClock('2026-11-20T12:00:00Z');
  const path = join(dir, 'damaged-records.json');
  const open = () => openDamagedRecords({ path, clock, log: recordingLog(), onChange() {} });
  const first = open();
  first.note('offline.jsonl');
  first.note('last-known.json');
  await first.close();
  clock.advance(86_399_000);
  expect(open().current()).toBe('last-known.json offline.jsonl');
  clock.advance(2_000);
  expect(open().current()).toBe('');
  await writeFile(path, 'no JSON');
  expect(open().current()).toBe('');
});

it.each([
  ['halved', '{"kiosk":{"device'],
  ['emptied', ''],
  ['of zeros', '\0'.repeat(64)],
])('last-known.json that is %s is told, and one that was never there is not', async (_how, text) => {
  const path = join(dir, 'last-known.json');
  let told = 0;
  const open = () => openLastKnown(path, recordingLog(), () => void told++);
  open();
  expect(told).toBe(0);
  await writeFile(path, text);
  expect(open().current()).toBeNull();
  expect(told).toBe(1);
});

it('offline.jsonl with a line that cannot be read is told, and gives no number', async () => {
  const path = join(dir, 'offline.jsonl');
  await writeFile(path, `{"state":"alive","at":${Date.now()}}\nspoilt\n{"state":"alive","at":${Date.now()}}\n`);
  let told = 0;
  const file = openLeaseFile({ path, log: recordingLog(), onDamaged: () => void told++ });
  expect([await file.opened, told]).toEqual([false, 1]);
  await file.close();
});
