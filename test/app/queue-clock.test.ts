/** The built program with a jumping wall clock (libfaketime): no duplicate numbers, no lost tickets. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hearChild } from '../helpers/hear-child.ts';
import { itInProofs } from '../helpers/whole.ts';

const PROGRAM = resolve(import.meta.dirname, '../../dist/main/serve.js');
const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((file) => existsSync(file));
const DAY_SECONDS = 86_400;
const TWENTY_YEARS = 20 * 365 * DAY_SECONDS;
const SITE = {
  settings: { languages: ['en'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Hall', timezone: 'UTC' }],
  services: [{ id: 'passports', name: 'Passports', tag: 'D', location: 'hall' }],
  devices: [{ id: 'kiosk', name: 'Kiosk', type: 1, location: 'hall' }],
};

async function machine() {
  const data = await mkdtemp(join(tmpdir(), 'queue-clock-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const [offset, site] = [join(data, 'offset'), join(data, 'site.json')];
  await writeFile(site, JSON.stringify(SITE));
  let child: ChildProcess | null = null;
  let address = '';
  let errors = '';

  /** Atomically: the program reads it whenever it reads its clock. */
  async function setClock(seconds: number): Promise<void> {
    await writeFile(`${offset}.new`, `${seconds < 0 ? '' : '+'}${seconds}`);
    await rename(`${offset}.new`, offset);
  }

  async function start(): Promise<void> {
    const flags = ['--port', '0', '--data', join(data, 'queue'), '--site', site, '--printer', 'none:'];
    const started = spawn(process.execPath, [PROGRAM, ...flags], {
      env: {
        ...process.env,
        LD_PRELOAD: LIBRARY,
        FAKETIME_TIMESTAMP_FILE: offset,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    const { said, ended } = hearChild(started);
    started.stderr.on('data', (text: string) => {
      errors += text;
    });
    onTestFinished(() => void started.kill('SIGKILL'));
    void ended.catch(() => {});
    await expect.poll(said, { timeout: 20_000 }).toMatch(/^ready http/m);
    address = /^ready (\S+)/m.exec(said())?.[1] ?? '';
  }

  async function stop(): Promise<void> {
    if (child === null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  async function post<T>(operation: string, parameters: object): Promise<T> {
    const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    });
    return (await response.json()) as T;
  }

  await setClock(0);
  return {
    data: join(data, 'queue'),
    setClock,
    start,
    stop,
    events: () => errors.split('\n').flatMap((line) => (/"event":"(clock\.[\w-]+)"/.exec(line) ?? []).slice(1)),
    async ticket(): Promise<string> {
      const answer = await post<{ ticket?: { number: string } }>('createticket', { service_id: 'passports' });
      return answer.ticket?.number ?? JSON.stringify(answer);
    },
    async waiting(): Promise<readonly { readonly number: string; readonly print_hour: string }[]> {
      const { tickets } = await post<{ tickets: { number: string; print_hour: string }[] }>('waitingticketslist', {
        service_id: 'passports',
      });
      return tickets;
    },
    metrics: async (): Promise<string> => (await fetch(`${address}/metrics`)).text(),
  };
}

type Machine = Awaited<ReturnType<typeof machine>>;

async function tickets(one: Machine, count: number): Promise<readonly string[]> {
  const numbers: string[] = [];
  for (let each = 0; each < count; each += 1) numbers.push(await one.ticket());
  return numbers;
}

const numbers = async (one: Machine): Promise<readonly string[]> => (await one.waiting()).map(({ number }) => number);

describe.skipIf(LIBRARY === undefined)('a machine with a local queue', () => {
  it('keeps numbers, tickets and their order after a boot in the past and a later time sync, with correct times', async () => {
    const one = await machine();
    await one.setClock(-TWENTY_YEARS);
    await one.start();
    expect(await tickets(one, 3)).toEqual(['1', '2', '3']);
    await one.setClock(0);
    expect(await tickets(one, 2)).toEqual(['4', '5']);
    expect(await numbers(one)).toEqual(['1', '2', '3', '4', '5']);
    const year = String(new Date().getUTCFullYear());
    expect((await one.waiting()).map((each) => JSON.stringify(each).includes(`"${year}-`))).toEqual(
      Array(5).fill(true),
    );
    expect(one.events()).toContain('clock.times-corrected');
  });

  it('issues no number twice and loses no ticket if its clock is repeatedly a day ahead for a moment', async () => {
    const one = await machine();
    await one.start();
    expect(await tickets(one, 3)).toEqual(['1', '2', '3']);
    for (const seconds of [DAY_SECONDS, 0, -DAY_SECONDS, 0, 3 * DAY_SECONDS, 0]) {
      await one.setClock(seconds);
      await one.ticket();
    }
    expect(await numbers(one)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
    expect(one.events()).toContain('clock.jump-detected');
    await expect.poll(() => one.metrics()).toContain('tan_device_alarms{kind="clock-jumped"} 1');
  });

  itInProofs('continues day, numbers and queue after a restart with a corrected clock', async () => {
    const one = await machine();
    await one.start();
    expect(await tickets(one, 2)).toEqual(['1', '2']);
    for (const seconds of [DAY_SECONDS, -TWENTY_YEARS, 0]) {
      await one.stop();
      await one.setClock(seconds);
      await one.start();
      await one.ticket();
    }
    expect(await numbers(one)).toEqual(['1', '2', '3', '4', '5']);
  });

  itInProofs('continues from the last known time after a reboot in the past', async () => {
    const one = await machine();
    await one.start();
    expect(await tickets(one, 2)).toEqual(['1', '2']);
    await one.stop();
    const file = join(one.data, 'clock.json');
    const kept = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...kept, bootId: 'another boot' }));
    await one.setClock(-TWENTY_YEARS);
    await one.start();
    expect(await tickets(one, 2)).toEqual(['3', '4']);
    await one.setClock(0);
    expect(await tickets(one, 1)).toEqual(['5']);
    expect(await numbers(one)).toEqual(['1', '2', '3', '4', '5']);
  });
});
