/** The paper of a kiosk's printer: what is counted, what a change does to it, and what is still known after a restart. */
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
/** What the printer has printed since the program started, in millimetres. */
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

/** The paper comes to its end, and there is a new roll. */
function useUp(): void {
  book.printer({ kind: 'no-paper' });
  book.printer(FINE);
}

async function restart(): Promise<void> {
  await book.close();
  start();
}

const kept = async (): Promise<string> => readFile(path, 'utf8').catch(() => '');

it('counts what is printed from the first change that it sees, and how much is left once a whole roll was used', () => {
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

it('a printer that prints nothing, or counts from the beginning again, adds nothing that was not printed', () => {
  useUp();
  print(2);
  book.printed(counter);
  expect(book.facts()).toMatchObject({ paper_used: 200, paper_tickets: 2 });
  // The printer was opened anew: its first ticket since.
  book.printed(TICKET_MM);
  expect(book.facts()).toMatchObject({ paper_used: 300, paper_tickets: 3 });
});

it('goes on after a restart where it was', async () => {
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

it('a roll that somebody has changed before its end begins at nothing, and does not make rolls short', async () => {
  useUp();
  print(300);
  useUp();
  print(120);
  clock.advance(3_600_000);
  book.changed();
  // At once: who changes paper switches machines off.
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

it('a change that the printer has seen by itself is not another one when somebody says so too', () => {
  useUp();
  const { roll_since } = book.facts();
  print(1);
  clock.advance(60_000);
  book.changed();
  expect(book.facts()).toMatchObject({ roll_since, paper_tickets: 1 });
});

it('a printer that says nothing of its paper has the rolls that people tell of, as long as they say', () => {
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

it('what staff say of the length counts more than what earlier rolls were', () => {
  useUp();
  print(300);
  useUp();
  print(100);
  book.lasts(50);
  expect(book.facts()).toMatchObject({ paper_left: 400 });
});

it('a file that says nothing of a roll is begun anew, and a disk that takes nothing is told once', async () => {
  await writeFile(path, '{"usedMm":"many"}');
  await restart();
  useUp();
  print(1);
  expect(book.facts()).toMatchObject({ paper_tickets: 1 });
  await book.close();
  // A folder stands where the file would be.
  path = folder;
  start();
  useUp();
  await expect.poll(() => log.events()).toContain('paper-usage.write-failed');
  book.changed();
  print(1);
  await book.close();
  expect(log.events().filter((event) => event === 'paper-usage.write-failed')).toHaveLength(1);
});
