/** Reports to staff about damaged files of a kiosk. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openDamagedRecords } from '../../../main/kiosk/host/damaged-records.ts';
import { openKioskMaintenance } from '../../../main/kiosk/host/maintenance/kiosk-maintenance.ts';
import { openLeaseFile } from '../../../main/kiosk/host/offline/lease-journal.ts';
import { openSnapshotFile } from '../../../main/kiosk/host/offline/offline-mode.ts';
import { type KioskEvent, startModel } from '../../../main/kiosk/machine/model.ts';
import { openJournal } from '../../../main/printing/journal.ts';
import { readKept, writeKept } from '../../../main/printing/json-file.ts';
import { memoryFile } from '../../../main/printing/printer-memory.ts';
import { turnedClock } from '../../helpers/turned-clock.ts';
import { recordingLog } from '../readers/recording-log.ts';

let dir: string;
const neverAsked = (): never => {
  throw new Error('Nothing is printed here.');
};
const NO_EQUIPMENT = { printer: neverAsked, logo: neverAsked };
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'records-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
});

it('keeps the report for a day, also over a restart and with a damaged list', async () => {
  const clock = turnedClock('2026-11-20T12:00:00Z');
  const path = join(dir, 'damaged-records.json');
  const open = () => openDamagedRecords({ dir, clock, log: recordingLog(), onChange() {} });
  const first = open();
  first.note('offline.jsonl');
  first.note('last-known.json');
  await first.close();
  clock.advance(86_399_000);
  expect(open().current()).toBe('last-known.json offline.jsonl');
  clock.advance(2_000);
  expect(open().current()).toBe('');
  await writeFile(path, 'no JSON');
  const last = open();
  expect(last.current()).toBe('damaged-records.json');
  await last.close();
});

it.each([
  ['empty', () => ''],
  ['halved', (text: string) => text.slice(0, text.length / 2)],
  ['of zeros', (text: string) => '\0'.repeat(text.length)],
  ['with a flipped bit', (text: string) => text.replace('"step":3', '"step":7')],
  ['with a flipped bit in its checksum', (text: string) => text.replace('# crc32', '# crc36')],
])('reports a stored file that is %s at the start, and not one of an earlier version', async (_how, damage) => {
  const path = join(dir, 'speech-volume.json');
  const open = () =>
    openDamagedRecords({ dir, clock: turnedClock('2026-11-20T12:00:00Z'), log: recordingLog(), onChange() {} });
  await writeFile(path, '{"step":3}\n');
  expect(open().current()).toBe('');
  await writeKept(path, { step: 3 });
  expect([open().current(), readKept(path)]).toEqual(['', { step: 3 }]);
  await writeFile(path, damage(await readFile(path, 'utf8')));
  const records = open();
  expect([records.current(), readKept(path)]).toEqual(['speech-volume.json', null]);
  await records.close();
});

it.each<[string, (path: string, text: string) => Promise<void>]>([
  ['without its last lines', (path, text) => writeFile(path, text.split('\n').slice(0, 2).join('\n'))],
  ['empty', (path) => writeFile(path, '')],
  ['missing', (path) => rm(path)],
])(
  'reports a print journal that is %s at the start, and not one truncated by a power failure',
  async (_how, damage) => {
    const clock = turnedClock('2026-11-20T12:00:00Z');
    const open = () => openDamagedRecords({ dir, clock, log: recordingLog(), onChange() {} });
    const journal = await openJournal({ dir, clock, log: recordingLog() });
    for (const ticketId of ['t-1', 't-2']) {
      const job = journal.asked({ ticketId, number: 'A001' });
      await journal.created(job);
      journal.ended(job, { ok: true, value: { confirmed: 'status' } });
    }
    await journal.close();
    expect(open().current()).toBe('');
    const path = join(dir, 'journal-2026-11-20-0001.jsonl');
    const text = await readFile(path, 'utf8');
    // The last line is written in the background.
    await writeFile(path, text.slice(0, -8));
    expect(open().current()).toBe('');
    await damage(path, text);
    const records = open();
    expect(records.current()).toBe('print-journal');
    await records.close();
  },
);

it('reports a printer journal with a flipped bit, and that each printer may hold half a ticket', async () => {
  const printers = memoryFile(dir, 'tcp://192.0.2.1', () => {});
  printers.write({ ...(await printers.read()), maker: 'Maker', answers: [1, 4] });
  await printers.settled();
  expect(await printers.read()).toMatchObject({ answers: [1, 4], isSoiled: false });
  const path = join(dir, 'printers.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace('[1,4]', '[1,5]'));
  const records = openDamagedRecords({
    ...{ dir, clock: turnedClock('2026-11-20T12:00:00Z'), log: recordingLog() },
    onChange() {},
  });
  expect(records.current()).toBe('printers.json');
  expect(await memoryFile(dir, 'tcp://192.0.2.1', () => {}).read()).toMatchObject({ answers: [], isSoiled: true });
  await records.close();
});

it('keeps a kiosk closed that staff closed, when its file is damaged', async () => {
  await writeFile(join(dir, 'shut.json'), '{"mess');
  const shut: KioskEvent[] = [];
  const care = openKioskMaintenance({
    ...{ deviceId: 'kiosk', dir, clock: turnedClock('2026-11-20T12:00:00Z'), log: recordingLog() },
    ...{ equipment: NO_EQUIPMENT, model: () => startModel('en'), onPrinted() {} },
    dispatch: (event) => void shut.push(event),
  });
  care.restore();
  expect(shut).toEqual([{ kind: 'shut', message: {} }]);
});

it.each([
  ['halved', '{"kiosk":{"device'],
  ['emptied', ''],
  ['of zeros', '\0'.repeat(64)],
])('reports a last-known.json that is %s, and not one that never existed', async (_how, text) => {
  const path = join(dir, 'last-known.json');
  let told = 0;
  const open = () => openSnapshotFile(path, recordingLog(), () => void told++);
  open();
  expect(told).toBe(0);
  await writeFile(path, text);
  expect(open().current()).toBeNull();
  expect(told).toBe(1);
});

it('reports an unreadable line in offline.jsonl, and issues no number from it', async () => {
  const path = join(dir, 'offline.jsonl');
  await writeFile(path, `{"state":"alive","at":${Date.now()}}\nspoilt\n{"state":"alive","at":${Date.now()}}\n`);
  let told = 0;
  const file = openLeaseFile({ path, log: recordingLog(), onDamaged: () => void told++ });
  expect([await file.opened, told]).toEqual(['damaged', 1]);
  await file.close();
});
