/** The PIN of the operator panel, and whoever guesses it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { CardValue } from '../../../main/kiosk/contract/reader.ts';
import { openPinGate, type PinGate } from '../../../main/kiosk/panel/pin-gate.ts';
import { manualClock } from '../readers/manual-clock.ts';
import { recordingLog } from '../readers/recording-log.ts';

const HASH = 'of 482915';
const RIGHT = new CardValue('482915');
const WRONG = new CardValue('482916');

let path: string;
let clock: ReturnType<typeof manualClock>;
let log: ReturnType<typeof recordingLog>;
/** What the file said each time that a PIN was looked at. */
let seen: string[];

beforeEach(async () => {
  const dir = await mkdtemp(join(tmpdir(), 'pin-gate-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  path = join(dir, 'kiosk', 'tries.json');
  clock = manualClock();
  log = recordingLog();
  seen = [];
});

/** The program starts. */
function start(where: string | null = path): PinGate {
  return openPinGate({
    path: where,
    async verify(pin, hash) {
      seen.push(where === null ? '' : await readFile(where, 'utf8'));
      return hash === `of ${pin}`;
    },
    shared: null,
    clock,
    log,
  });
}

it('opens with the right one, and forgets the wrong ones before it', async () => {
  const gate = start();
  await gate.check(WRONG, HASH);
  await gate.check(WRONG, HASH);
  expect(await gate.check(RIGHT, HASH)).toEqual({ isRight: true, waitMs: 0 });
  expect(await gate.check(WRONG, HASH)).toEqual({ isRight: false, waitMs: 0 });
});

it('makes whoever guesses wait, and looks at nothing meanwhile, not even at the right one', async () => {
  const gate = start();
  for (let guess = 0; guess < 3; guess += 1) await gate.check(WRONG, HASH);
  expect(gate.waitMs()).toBe(30_000);
  expect((await gate.check(RIGHT, HASH)).isRight).toBe(false);
  expect(seen).toHaveLength(3);
  clock.advance(30_000);
  expect((await gate.check(RIGHT, HASH)).isRight).toBe(true);
});

it('goes on waiting when the program starts anew, and counts a guess before it is looked at', async () => {
  const gate = start();
  for (let guess = 0; guess < 3; guess += 1) await gate.check(WRONG, HASH);
  expect(seen.map((text) => JSON.parse(text.split('\n')[0] ?? '').wrong)).toEqual([1, 2, 3]);
  await gate.close();
  const next = start();
  expect(await next.check(RIGHT, HASH)).toEqual({ isRight: false, waitMs: 30_000 });
  expect(seen).toHaveLength(3);
});

it('takes guesses that come at the same time one after the other', async () => {
  const gate = start();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => gate.check(WRONG, HASH)));
  expect(seen).toHaveLength(3);
  expect(answers.at(-1)).toEqual({ isRight: false, waitMs: 30_000 });
});

it('lets nobody in without a PIN, and keeps counting where the disk keeps nothing', async () => {
  expect((await start().check(new CardValue(''), '')).isRight).toBe(false);
  const memory = start(null);
  for (let guess = 0; guess < 3; guess += 1) await memory.check(WRONG, HASH);
  expect(memory.waitMs()).toBe(30_000);
});

it('says in the log that the disk failed, and goes on', async () => {
  await start().check(WRONG, HASH);
  // A file where there should be a folder.
  const verify = async (pin: string, hash: string): Promise<boolean> => hash === `of ${pin}`;
  const gate = openPinGate({ shared: null, path: join(path, 'tries.json'), verify, clock, log });
  expect((await gate.check(RIGHT, HASH)).isRight).toBe(true);
  expect(log.events()).toContain('panel.pin-attempts-write-failed');
});
