/** Sync of offline tickets, with refusals of the server and damaged files of the kiosk. */
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueueClient, type Fetch } from '../../../../main/kiosk/client/client.ts';
import { embeddedFetch } from '../../../../main/kiosk/client/embedded.ts';
import { type OfflineNumbers, openOfflineNumbers } from '../../../../main/kiosk/host/offline/offline-numbers.ts';
import { type Clock, systemClock } from '../../../../main/lib/context.ts';
import { openTown, type Town } from '../../../helpers/town.ts';
import { townSite } from '../../../helpers/town-site.ts';
import { type RecordingLog, recordingLog } from '../../readers/recording-log.ts';

const DAY_MS = 86_400_000;

let town: Town;
let dir: string;
let log: RecordingLog;
let numbers: OfflineNumbers;
/** Overrides the response of the server to a request of the kiosk. */
let says: (what: string, asked: string) => object | string | null;

beforeEach(async () => {
  town = await openTown();
  dir = await mkdtemp(join(tmpdir(), 'numbers-'));
  log = recordingLog();
  says = () => null;
  numbers = start();
  await numbers.renew();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await numbers.close();
  await town.close();
  await rm(dir, { recursive: true, force: true });
});

function start(): OfflineNumbers {
  const toServer = embeddedFetch(town.server);
  const fetch: Fetch = async (path, request) => {
    const said = says(path.split('/').at(-1) ?? '', request.body ?? '');
    if (said === null) return toServer(path, request);
    return { status: 200, body: typeof said === 'string' ? said : JSON.stringify(said) };
  };
  // The file's interval uses the machine's clock: if the test clock skipped a day, it would write a line for each minute.
  const clock: Clock = { now: () => town.clock.now(), after: (ms, callback) => systemClock.after(ms, callback) };
  const client = createQueueClient({ fetch, clock });
  return openOfflineNumbers({ client, deviceId: 'kiosk-1', dir, clock, log, onTexts: async () => {}, onChange() {} });
}

async function restart(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  await numbers.close();
  await meanwhile();
  numbers = start();
  await numbers.opened;
}

/** Visitors take a number and leave. */
async function give(count = 1): Promise<readonly number[]> {
  const given: number[] = [];
  for (let visitor = 0; visitor < count; visitor += 1) {
    town.clock.advance(1_000);
    const ticket = await numbers.give({ service: 'passports', lang: 'en', priority: false });
    if (ticket === null) throw new Error('There was no number.');
    await numbers.held(ticket.id);
    given.push(ticket.number);
  }
  return given;
}

/** Advances by a minute, as at every interval of the kiosk. */
async function handOver(): Promise<void> {
  town.clock.advance(60_000);
  await numbers.handOver();
}

const queue = async (): Promise<readonly number[]> =>
  (await town.waiting('Passports')).map(({ number }) => Number(number));

async function passportsAre(there: boolean): Promise<void> {
  const { services, ...rest } = townSite();
  const kept = (services as readonly { readonly id: string }[]).filter(({ id }) => there || id !== 'passports');
  const replaced = await town.site.replace({ ...rest, services: kept });
  if (!replaced.ok) throw new Error(replaced.error.faults.join('\n'));
}

describe('a ticket that the server refuses', () => {
  it('is kept and reported, also after a restart, and is queued when the server accepts it', async () => {
    await give(2);
    await passportsAre(false);
    await handOver();
    expect(numbers.figures()).toMatchObject({ toHandOver: 2, refused: 2 });
    await restart();
    expect(numbers.figures()).toMatchObject({ toHandOver: 2, refused: 2 });
    await handOver();
    await passportsAre(true);
    await handOver();
    expect(await queue()).toEqual([9001, 9002]);
    expect(numbers.figures()).toMatchObject({ toHandOver: 0, refused: 0 });
    expect(log.events().filter((event) => event === 'offline.ticket-rejected')).toHaveLength(2);
  });

  it('delays no other tickets, and is not retried all the time', async () => {
    const [bad] = await give();
    let asked = 0;
    says = (what, body) => {
      if (what !== 'offline-tickets' || !body.includes(`"number":${bad}`)) return null;
      asked += 1;
      return { success: true, tickets: JSON.parse(body).tickets.map(({ id }: { id: string }) => ({ id, errno: 6 })) };
    };
    await handOver();
    const good = await give();
    for (let beats = 0; beats < 3; beats += 1) {
      town.clock.advance(10_000);
      await numbers.handOver();
    }
    expect(await queue()).toEqual(good);
    expect(asked).toBe(1);
  });

  it('is dropped after six days, with a log event', async () => {
    await give();
    await passportsAre(false);
    for (let days = 0; days < 6; days += 1) {
      await handOver();
      expect(numbers.figures()).toMatchObject({ toHandOver: 1, refused: 1 });
      town.clock.advance(DAY_MS);
    }
    await handOver();
    expect(numbers.figures()).toMatchObject({ toHandOver: 0, refused: 0 });
    expect(log.events()).toContain('offline.ticket-abandoned');
  });
});

it('syncs the other tickets when one makes the server refuse a whole request', async () => {
  await give(5);
  says = (what, body) =>
    what === 'offline-tickets' && body.includes('"number":9002')
      ? { success: false, errno: 5, error: 'No such number.' }
      : null;
  await handOver();
  expect(await queue()).toEqual([9001, 9003, 9004, 9005]);
  expect(numbers.figures()).toMatchObject({ toHandOver: 1, refused: 1 });
  says = () => null;
  await handOver();
  expect(await queue()).toEqual([9001, 9002, 9003, 9004, 9005]);
});

it.each<[string, (ids: readonly string[]) => object | string]>([
  ['nothing else', () => ({ success: true })],
  ['no word about any ticket', (ids) => ({ success: true, tickets: ids.map((id) => ({ id })) })],
  ['a word about other tickets', () => ({ success: true, tickets: [{ id: 'another', taken: true, errno: 0 }] })],
  ['a foreign page', () => '<!doctype html><title>Sign in</title>'],
])('syncs nothing with a response of status 200 and %s', async (_, answer) => {
  await give(2);
  says = (what, body) =>
    what === 'offline-tickets' ? answer(JSON.parse(body).tickets.map(({ id }: { id: string }) => id)) : null;
  await handOver();
  expect(numbers.figures()).toMatchObject({ toHandOver: 2, refused: 0 });
  says = () => null;
  await handOver();
  expect(await queue()).toEqual([9001, 9002]);
});

it('ignores a lease without a number range', async () => {
  await restart(() => rm(join(dir, 'offline.jsonl')));
  const times = { now: '2026-11-20T12:00:00Z', until: '2026-11-21T00:00:00Z' };
  says = () => ({ success: true, slot: 0, turn: 1, ...times, leases: [{ service_id: 'passports' }] });
  await numbers.renew();
  expect(numbers.canGive()).toBe(false);
});

describe('a damaged line of the offline file', () => {
  it.each<[string, object]>([
    ['no service', { service: undefined }],
    ['a number that is none', { number: 1.5 }],
    ['an invalid number', { number: 0 }],
    ['no holder', { holder: undefined }],
    ['an id that is none', { id: 'x'.repeat(36) }],
    ['a language that is none', { lang: 7 }],
  ])('with %s delays no other tickets, and no number is issued twice', async (_, change) => {
    const given = await give(3);
    await restart(() =>
      spoil((line) => (line.state === 'given' && line.number === 9002 ? { ...line, ...change } : line)),
    );
    expect(log.events()).toContain('offline.records-corrupt');
    await handOver();
    expect(await queue()).toEqual([9001, 9003]);
    expect(numbers.figures().toHandOver).toBe(0);
    expect(numbers.canGive()).toBe(false);
    await numbers.renew();
    expect(given).not.toContain((await give())[0]);
  });

  it('with a lease requests a new lease', async () => {
    const given = await give(2);
    await restart(() => spoil((line) => (line.state === 'leased' ? { ...line, leases: [null] } : line)));
    expect(numbers.canGive()).toBe(false);
    await numbers.renew();
    expect(given).not.toContain((await give())[0]);
    await handOver();
    expect(await queue()).toEqual([9001, 9002, 9201]);
  });

  type Line = Readonly<Record<string, unknown>>;

  async function spoil(change: (line: Line) => object): Promise<void> {
    const path = join(dir, 'offline.jsonl');
    const lines = (await readFile(path, 'utf8')).trim().split('\n');
    await writeFile(path, lines.map((line) => `${JSON.stringify(change(JSON.parse(line) as Line))}\n`).join(''));
  }
});

it('does not queue or reissue a number that could not be written to disk', async () => {
  const handle = await open(join(dir, 'other'), 'w');
  vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'appendFile').mockImplementationOnce(async () => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  expect(await numbers.give({ service: 'passports', lang: 'en', priority: false })).toBeNull();
  await handle.close();
  expect(await give()).toEqual([9002]);
  expect(numbers.givenOf('passports')).toBe(1);
});
