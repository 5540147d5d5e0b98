/** Paper usage of a kiosk's printer: counting, paper changes and restarts. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openPaperUsage, type PaperUsage } from '../../../main/kiosk/host/paper-usage.ts';
import type { PrinterStatus } from '../../../main/printing/contract/printing.ts';
import { type TurnedClock, turnedClock } from '../../helpers/turned-clock.ts';
import { type RecordingLog, recordingLog } from '../readers/recording-log.ts';

const FINE: PrinterStatus = { kind: 'ready', paperLow: false, confirms: true };
const TICKET_MM = 100;

let folder: string;
let path: string;
let clock: TurnedClock;
let log: RecordingLog;
let book: PaperUsage;
/** Printed length since the program started, in millimetres. */
let counter: number;

function start(): void {
  counter = 0;
  book = openPaperUsage({ path, clock, log });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roll-'));
  onTestFinished(async () => {
    await book.close();
    await rm(folder, { recursive: true, force: true });
  });
  path = join(folder, 'paper-roll.json');
  clock = turnedClock('2026-11-20T08:00:00Z');
  log = recordingLog();
  start();
});

function print(tickets: number): void {
  for (let count = 0; count < tickets; count += 1) {
    counter += TICKET_MM;
    book.printed(counter);
  }
}

/** The paper runs out, and staff insert a new roll. */
function useUp(): void {
  book.printer({ kind: 'no-paper' });
  book.printer(FINE);
}

async function restart(): Promise<void> {
  await book.close();
  start();
}

const kept = async (): Promise<string> => readFile(path, 'utf8').catch(() => '');

it('counts usage from the first paper change, and the remaining paper after a whole roll', () => {
  print(3);
  expect(book.facts()).toEqual({ paper_used: 0, paper_tickets: 0, paper_left: 0, roll_since: '' });
  useUp();
  print(300);
  expect(book.facts()).toEqual({
    paper_used: 30_000,
    paper_tickets: 300,
    paper_left: 0,
    roll_since: '2026-11-20T08:00:00.000Z',
  });
  useUp();
  print(100);
  expect(book.facts()).toMatchObject({ paper_used: 10_000, paper_tickets: 100, paper_left: 200 });
});

it('adds no usage when the printer is idle or its counter restarts', () => {
  useUp();
  print(2);
  book.printed(counter);
  expect(book.facts()).toMatchObject({ paper_used: 200, paper_tickets: 2 });
  // The printer was reopened: its first ticket since.
  book.printed(TICKET_MM);
  expect(book.facts()).toMatchObject({ paper_used: 300, paper_tickets: 3 });
});

it('continues counting after a restart', async () => {
  useUp();
  print(300);
  useUp();
  print(40);
  const before = book.facts();
  await restart();
  expect(book.facts()).toEqual(before);
  print(1);
  expect(book.facts()).toMatchObject({ paper_used: 4_100, paper_tickets: 41, paper_left: 259 });
});

it('counts from zero after an early paper change, without shortening the roll length', async () => {
  useUp();
  print(300);
  useUp();
  print(120);
  clock.advance(3_600_000);
  book.changed();
  // At once: staff switch machines off when they change paper.
  await expect.poll(kept).toContain(String(clock.now()));
  expect(book.facts()).toEqual({
    paper_used: 0,
    paper_tickets: 0,
    paper_left: 0,
    roll_since: '2026-11-20T09:00:00.000Z',
  });
  print(10);
  expect(book.facts()).toMatchObject({ paper_left: 290 });
});

it('counts one paper change when both printer and staff report it', () => {
  useUp();
  const { roll_since } = book.facts();
  print(1);
  clock.advance(60_000);
  book.changed();
  expect(book.facts()).toMatchObject({ roll_since, paper_tickets: 1 });
});

it('uses the paper changes and lengths that staff report, if the printer has no paper sensor', () => {
  book.printer({ kind: 'mute' });
  book.changed();
  print(10);
  expect(book.facts()).toMatchObject({ paper_tickets: 10, paper_left: 0 });
  expect(book.lasts(80)).toBe(true);
  expect(book.facts()).toMatchObject({ paper_left: 790 });
  expect(book.lasts(80)).toBe(false);
  expect(book.lasts(0)).toBe(true);
  expect(book.facts()).toMatchObject({ paper_left: 0 });
});

it('prefers the roll length from staff to the length of earlier rolls', () => {
  useUp();
  print(300);
  useUp();
  print(100);
  book.lasts(50);
  expect(book.facts()).toMatchObject({ paper_left: 400 });
});

it('starts again with an unusable file, and reports a full disk once', async () => {
  await writeFile(path, '{"usedMm":"many"}');
  await restart();
  useUp();
  print(1);
  expect(book.facts()).toMatchObject({ paper_tickets: 1 });
  await book.close();
  // A folder has the path of the file.
  path = folder;
  start();
  useUp();
  await expect.poll(() => log.events()).toContain('paper-usage.write-failed');
  book.changed();
  print(1);
  await book.close();
  expect(log.events().filter((event) => event === 'paper-usage.write-failed')).toHaveLength(1);
});
