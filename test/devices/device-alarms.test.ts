/** Device alarms of a disconnected or empty kiosk: status, events and audit log. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { EventDevice, EventMessage } from '../../main/events/contract/events.ts';
import { type Listener, listen } from '../helpers/listener.ts';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';

let folder: string;
let town: LockedTown;
let office: Listener;
let chief: string;
let kiosk: string;
let turning: NodeJS.Timeout;

async function open(site?: null): Promise<void> {
  town = await openLockedTown({
    database: join(folder, 'town.db'),
    watchesDevices: true,
    ...(site === null ? { site, at: new Date(town.clock.now()).toISOString() } : {}),
  });
  chief = await town.keyOf('chief');
  office = await listen(town.address, 'hall', { key: chief });
}

async function close(): Promise<void> {
  clearInterval(turning);
  office.socket.terminate();
  await town.close();
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alarms-'));
  await open();
  kiosk = await town.deviceKey('kiosk-1');
});
afterEach(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

/** Advances the clock, a second every few milliseconds, until the test ends. */
function letTimePass(): void {
  turning = setInterval(() => town.clock.advance(1_000), 4);
}

const says = (status: object): Promise<unknown> =>
  town.ask('POST', '/restapi/v2/kiosks/kiosk-1/status', kiosk, { screen: 'idle', ...status });

type AlarmMessage = Extract<EventMessage, { type: 'device.alarm' }>;
const told = (): readonly AlarmMessage['alarms'][number][] =>
  office.heard.flatMap((message) => (message.type === 'device.alarm' ? message.alarms : []));
const alarm = async (fits: (each: AlarmMessage['alarms'][number]) => boolean) =>
  office.until((message) => message.type === 'device.alarm' && message.alarms.some(fits));

async function kioskNow(listener: Listener, fits: (device: EventDevice) => boolean = () => true): Promise<EventDevice> {
  const isIt = (message: EventMessage): EventDevice | undefined =>
    message.type === 'device.changed' || message.type === 'state'
      ? (message.type === 'state' ? message.state : message).devices.find(
          (device) => device.device_id === 'kiosk-1' && fits(device),
        )
      : undefined;
  const device = isIt(await listener.until((message) => isIt(message) !== undefined));
  if (device === undefined) throw new Error('It was there a moment ago.');
  return device;
}

it('reports a disconnected kiosk once with its last status, and once when it is back', async () => {
  const heardAt = town.clock.now();
  await says({ printer: 'low', offline_numbers: 74 });
  letTimePass();
  await alarm(({ kind, ended_at }) => kind === 'silent' && ended_at === '');
  const silent = await kioskNow(office, ({ alarms }) => alarms[0]?.kind === 'silent');
  expect(silent).toMatchObject({
    connected: false,
    silent_since: new Date(heardAt).toISOString(),
    changed_at: new Date(heardAt).toISOString(),
    status: { printer: 'low', offline_numbers: 74 },
    alarms: [
      { kind: 'silent', todo: 'check-power', since: new Date(heardAt).toISOString() },
      { kind: 'paper-low', todo: 'bring-paper' },
    ],
  });
  await says({ printer: 'ok' });
  await alarm(({ kind, ended_at }) => kind === 'silent' && ended_at !== '');
  expect(told().filter(({ kind }) => kind === 'silent')).toMatchObject([
    { device_id: 'kiosk-1', device_name: 'Entrance', ended_at: '' },
    { device_id: 'kiosk-1', ended_at: expect.stringContaining('T') },
  ]);
});

it('reports a kiosk without paper after some seconds, and not to displays', async () => {
  const hall = await listen(town.address, 'hall', { key: chief, view: 'public' });
  await says({ printer: 'no-paper' });
  letTimePass();
  await alarm(({ kind }) => kind === 'no-paper');
  const heard = await hall.until(({ type }) => type === 'device.alarm');
  expect(heard).toMatchObject({ alarms: [] });
  hall.socket.terminate();
});

it('reports two machines with one key, with the remedy, until one of them is gone', async () => {
  letTimePass();
  let turns = 0;
  const speaking = setInterval(() => {
    turns += 1;
    void says({ printer: 'ok', run: turns % 2 === 0 ? 'first' : 'second' });
  }, 20);
  onTestFinished(() => clearInterval(speaking));
  const begun = await alarm(({ kind, ended_at }) => kind === 'shared-key' && ended_at === '');
  expect(begun).toMatchObject({ alarms: [{ kind: 'shared-key', todo: 'pair-again' }] });
  clearInterval(speaking);
  await alarm(({ kind, ended_at }) => kind === 'shared-key' && ended_at !== '');
});

it('does not report a restarted machine as a second one', async () => {
  for (const run of ['first', 'second', 'third']) {
    await says({ printer: 'no-paper', run });
    await kioskNow(office, ({ status }) => status.run === run);
    town.clock.advance(2_000);
  }
  letTimePass();
  await alarm(({ kind }) => kind === 'no-paper');
  expect(told().filter(({ kind }) => kind === 'shared-key')).toEqual([]);
});

it('keeps last status and alarms over a restart, without raising them again', async () => {
  await says({ printer: 'no-paper', offline_numbers: 12 });
  letTimePass();
  await alarm(({ kind }) => kind === 'silent');
  const before = await kioskNow(office, ({ alarms }) => alarms.length === 2);
  await close();
  await open(null);
  expect(office.state().devices.find(({ device_id }) => device_id === 'kiosk-1')).toMatchObject({
    connected: false,
    silent_since: before.silent_since,
    said_at: before.said_at,
    status: { printer: 'no-paper', offline_numbers: 12 },
    alarms: before.alarms,
  });
  kiosk = await town.deviceKey('kiosk-1');
  letTimePass();
  await says({ printer: 'ok' });
  await alarm(({ kind }) => kind === 'silent');
  expect(told().every(({ ended_at }) => ended_at !== '')).toBe(true);
});

it('ends the alarms of a disabled device', async () => {
  await says({ printer: 'no-paper' });
  letTimePass();
  await alarm(({ kind }) => kind === 'no-paper');
  await town.ask('PUT', '/restapi/v2/admin/devices/kiosk-1', chief, {
    id: 'kiosk-1',
    name: 'Entrance',
    type: 1,
    location: 'hall',
    state: 0,
  });
  await alarm(({ kind, ended_at }) => kind === 'no-paper' && ended_at !== '');
});

it('ends the alarms of a deleted device, and starts a new one of its name without alarms', async () => {
  await says({ printer: 'no-paper' });
  letTimePass();
  await alarm(({ kind }) => kind === 'no-paper');
  const path = '/restapi/v2/admin/devices';
  expect((await town.ask('DELETE', `${path}/kiosk-1`, chief)).body).toMatchObject({ success: true });
  await alarm(({ kind, ended_at }) => kind === 'no-paper' && ended_at !== '');
  clearInterval(turning);
  const device = { id: 'kiosk-1', name: 'Entrance', type: 1, location: 'hall' };
  expect((await town.ask('POST', path, chief, device)).body).toMatchObject({ success: true });
  const later = await listen(town.address, 'hall', { key: chief });
  // New subscribers may receive the new device a moment later.
  expect(await kioskNow(later)).toMatchObject({ alarms: [] });
  await later.close();
});

it('moves the alarms of a moved device to its new location', async () => {
  const clinic = await listen(town.address, 'clinic', { key: chief });
  await says({ printer: 'no-paper' });
  letTimePass();
  await alarm(({ kind }) => kind === 'no-paper');
  const device = { id: 'kiosk-1', name: 'Entrance', type: 1, location: 'clinic' };
  await town.ask('PUT', '/restapi/v2/admin/devices/kiosk-1', chief, device);
  await alarm(({ kind, ended_at }) => kind === 'no-paper' && ended_at !== '');
  await clinic.until(
    (message) => message.type === 'device.alarm' && message.alarms.some(({ kind }) => kind === 'no-paper'),
  );
  await clinic.close();
});
