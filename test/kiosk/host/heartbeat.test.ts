/** Heartbeats of a kiosk client, and its operation while they fail. */
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { RequestedAction } from '../../../main/devices/contract/device-actions.ts';
import { type DeviceStatus, UNKNOWN_STATUS } from '../../../main/devices/contract/device-status.ts';
import { createQueueClient, type Fetch } from '../../../main/kiosk/client/client.ts';
import type { QueueClient } from '../../../main/kiosk/client/queue-client.ts';
import { remoteFetch } from '../../../main/kiosk/client/remote.ts';
import { createHeartbeat, type KioskHeartbeat } from '../../../main/kiosk/host/heartbeat.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import { type RecordingLog, recordingLog } from '../readers/recording-log.ts';

const READY: DeviceStatus = {
  ...UNKNOWN_STATUS,
  printer: 'ok',
  printer_model: '',
  printer_dots: 0,
  printer_confirms: 'none',
  last_print: '',
  readers: 'none',
  offline_since: '',
  offline_numbers: 0,
  offline_tickets: 0,
  offline_refused: 0,
  can: '',
  screen: 'choose',
};
const SOON = { timeout: 30_000, interval: 5 };

let town: Town;
let log: RecordingLog;
let kiosk: KioskHeartbeat;
/** How often the server was told, and what it did instead of answering. */
let told: number;
/** What it heard that staff want it to do. */
let asked: string[];
/** By how much its own clock is ahead, and what it heard of that. */
let aheadMs: number;
let clockOff: number[];
let server: 'there' | 'before' | 'older' | 'away';
/** Settles when the answer to what it said last has been heard. */
let said: () => Promise<void>;

beforeEach(async () => {
  town = await openTown();
  onTestFinished(() => town.close());
  log = recordingLog();
  told = 0;
  server = 'there';
  const ask = remoteFetch({ baseUrl: town.address });
  const fetch: Fetch = async (path, request) => {
    told += 1;
    if (server === 'away') throw new Error('no way there');
    const answer = await ask(server === 'older' ? '/restapi/v2/kiosks/kiosk-1/unheard-of' : path, request);
    return server === 'before' ? { ...answer, body: answer.body.replace(/,"next_in":\d+/, '') } : answer;
  };
  aheadMs = 0;
  clockOff = [];
  const onClock = (secondsOff: number): void => void clockOff.push(secondsOff);
  const clock = { ...town.clock, now: () => town.clock.now() + aheadMs };
  const all = createQueueClient({ fetch, clock });
  let last: Promise<unknown> = Promise.resolve();
  const client: Pick<QueueClient, 'sayStatus'> = {
    sayStatus(deviceId, status) {
      const answer = all.sayStatus(deviceId, status);
      last = answer;
      return answer;
    },
  };
  said = async () => void (await last);
  asked = [];
  const onActions = (actions: readonly RequestedAction[]): void =>
    void asked.push(...actions.map(({ action }) => action));
  kiosk = createHeartbeat({ client, deviceId: 'kiosk-1', onActions, onClock, clock: town.clock, log });
  onTestFinished(() => kiosk.close());
});

async function figures(): Promise<string> {
  return (await fetch(`${town.address}/metrics`)).text();
}
const staffRead = (line: string): Promise<void> =>
  vi.waitFor(async () => expect(await figures()).toContain(`${line}\n`), SOON);
const CONNECTED = 'tan_device_connected{device="kiosk-1"} 1';
const AWAY = 'tan_device_connected{device="kiosk-1"} 0';
const printerIs = (state: string): string => `tan_printer_state{device="kiosk-1",state="${state}"} 1`;

/** Turns the clock by one beat, and waits until it was said. */
async function beat(): Promise<void> {
  const before = told;
  await vi.waitFor(() => {
    // The answer to the one before may still be on its way: the beat counts from there.
    if (told === before) town.clock.advance(10_000);
    expect(told).toBeGreaterThan(before);
  }, SOON);
}

it('is told at once when something changes, and again and again while nothing does', async () => {
  kiosk.says(READY);
  await staffRead(CONNECTED);
  kiosk.says({ ...READY, printer: 'no-paper' });
  await staffRead(printerIs('no-paper'));
  kiosk.says(READY);
  await staffRead(printerIs('ok'));
  for (let beats = 0; beats < 5; beats += 1) await beat();
  await staffRead(CONNECTED);
  kiosk.close();
  town.clock.advance(45_000);
  await staffRead(AWAY);
  expect(await figures()).not.toContain('tan_printer_state{');
});

it('hears with each beat by how much its clock is wrong', async () => {
  aheadMs = 95_000;
  kiosk.says(READY);
  await vi.waitFor(() => expect(clockOff).toEqual([90]), SOON);
  aheadMs = 0;
  await beat();
  await vi.waitFor(() => expect(clockOff.at(-1)).toBe(0), SOON);
});

it('hears with the next beat what staff want it to do, from a server over the network', async () => {
  kiosk.says({ ...READY, can: 'test-print' });
  await staffRead(CONNECTED);
  const wish = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"action":"test-print"}' };
  const answer = await fetch(`${town.address}/restapi/v2/admin/devices/kiosk-1/actions`, wish);
  expect(await answer.json()).toMatchObject({ success: true });
  expect(asked).toEqual([]);
  await beat();
  await vi.waitFor(() => expect(asked).toEqual(['test-print']), SOON);
});

it('says how it is twice a minute while nothing changes, and is in touch all the time', async () => {
  kiosk.says(READY);
  await staffRead(CONNECTED);
  for (let beats = 1; beats <= 4; beats += 1) {
    town.clock.advance(29_999);
    expect(told).toBe(beats);
    town.clock.advance(1);
    await vi.waitFor(() => expect(told).toBe(beats + 1), SOON);
    await said();
    expect(await figures()).toContain(CONNECTED);
  }
});

it('of which one beat is lost says it again before anybody believes that it is away', async () => {
  kiosk.says(READY);
  await staffRead(CONNECTED);
  server = 'away';
  town.clock.advance(30_000);
  await vi.waitFor(() => expect(log.events()).toEqual(['heartbeat.failed']), SOON);
  server = 'there';
  town.clock.advance(4_999);
  expect(told).toBe(2);
  town.clock.advance(1);
  await vi.waitFor(() => expect(log.events()).toEqual(['heartbeat.failed', 'heartbeat.recovered']), SOON);
  town.clock.advance(29_999);
  expect(await figures()).toContain(CONNECTED);
});

it('tells what every visitor changes together, a few seconds later', async () => {
  kiosk.says(READY);
  await staffRead(CONNECTED);
  await said();
  for (const screen of ['issuing', 'printing', 'take-ticket', 'idle'])
    kiosk.says({ ...READY, screen, paper_tickets: 1 });
  town.clock.advance(9_999);
  expect(told).toBe(1);
  town.clock.advance(1);
  await vi.waitFor(() => expect(told).toBe(2), SOON);
  await said();
  kiosk.says({ ...READY, screen: 'idle', paper_tickets: 1, printer: 'cover-open' });
  expect(told).toBe(3);
});

it('fetches at once what the server has for it', async () => {
  kiosk.says(READY);
  await staffRead(CONNECTED);
  await said();
  kiosk.fetch();
  expect(told).toBe(2);
});

it('keeps to ten seconds with a server that does not say how often', async () => {
  server = 'before';
  kiosk.says(READY);
  await staffRead(CONNECTED);
  await said();
  town.clock.advance(9_999);
  expect(told).toBe(1);
  town.clock.advance(1);
  expect(told).toBe(2);
});

it('says the newest when much happens while it speaks', async () => {
  for (const printer of ['low', 'no-paper', 'cover-open', 'absent', 'ok', 'silent'] as const) {
    kiosk.says({ ...READY, printer });
  }
  await staffRead(printerIs('silent'));
  expect(told).toBe(2);
});

it('asks a server that does not know of it once in ten minutes', async () => {
  server = 'older';
  kiosk.says(READY);
  await vi.waitFor(() => expect(log.events()).toEqual(['heartbeat.failed']), SOON);
  for (const printer of ['low', 'no-paper', 'ok'] as const) kiosk.says({ ...READY, printer });
  town.clock.advance(599_999);
  expect(told).toBe(1);
  server = 'there';
  town.clock.advance(1);
  await staffRead(printerIs('ok'));
  await vi.waitFor(() => expect(log.events()).toEqual(['heartbeat.failed', 'heartbeat.recovered']), SOON);
});

it('goes on through a server that is away, asks it at its beat alone, and is heard when it is back', async () => {
  server = 'away';
  kiosk.says(READY);
  await vi.waitFor(() => expect(log.events()).toEqual(['heartbeat.failed']), SOON);
  for (const printer of ['low', 'no-paper'] as const) kiosk.says({ ...READY, printer });
  expect(told).toBe(1);
  await beat();
  await beat();
  expect(log.events()).toEqual(['heartbeat.failed']);
  server = 'there';
  await beat();
  await staffRead(printerIs('no-paper'));
});

it('speaks at once when its server asks, although it was not heard before', async () => {
  server = 'older';
  kiosk.says(READY);
  await vi.waitFor(() => expect(log.events()).toEqual(['heartbeat.failed']), SOON);
  server = 'there';
  kiosk.fetch();
  await staffRead(printerIs('ok'));
});

it('keeps a pace with a server that wants none', async () => {
  let words = 0;
  const sayStatus: QueueClient['sayStatus'] = async () => {
    words += 1;
    return { ok: true, value: { success: true, actions: [], next_in: -1, clock_off: 0 } };
  };
  const hasty = createHeartbeat({ client: { sayStatus }, deviceId: 'kiosk-1', clock: town.clock, log });
  onTestFinished(() => hasty.close());
  hasty.says(READY);
  for (let times = 0; times < 10; times += 1) {
    await new Promise(setImmediate);
    town.clock.advance(1);
  }
  expect(words).toBe(1);
});
