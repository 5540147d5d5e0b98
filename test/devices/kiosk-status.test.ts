/** The heartbeat of a kiosk whose program runs elsewhere: who may send it, and what the staff see of it. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventDevice, EventMessage } from '../../main/events/contract/events.ts';
import { type Listener, listen } from '../helpers/listener.ts';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';

let town: LockedTown;
let office: Listener;
beforeEach(async () => {
  town = await openLockedTown();
  office = await listen(town.address, 'hall', { key: await town.keyOf('chief') });
});
afterEach(async () => {
  office.socket.terminate();
  await town.close();
});

const path = (device: string): string => `/restapi/v2/kiosks/${device}/status`;
const errno = async (key: string, device: string, status: object = {}): Promise<number | undefined> =>
  (await town.ask('POST', path(device), key, status)).body.errno;

type Fits = (device: EventDevice) => boolean;

/** The first news of the kiosk that fits. */
async function heard(fits: Fits): Promise<EventDevice> {
  const kioskOf = (message: EventMessage): EventDevice | undefined =>
    message.type === 'device.changed'
      ? message.devices.find((device) => device.device_id === 'kiosk-1' && fits(device))
      : undefined;
  return kioskOf(await office.until((each) => kioskOf(each) !== undefined))!;
}

/** The same of what is not the first that happens: staff are told once a second at most. */
async function heardInTime(fits: Fits): Promise<EventDevice> {
  const turning = setInterval(() => town.clock.advance(100), 5);
  return heard(fits).finally(() => clearInterval(turning));
}

it('is seen by the staff as that of a kiosk inside the server is, and in the figures', async () => {
  const key = await town.deviceKey('kiosk-1');
  const status = {
    printer: 'no-paper',
    printer_model: 'EPSON TM-T88VI',
    printer_dots: 512,
    printer_confirms: 'process-id',
    last_print: 'not-printed',
    readers: 'absent',
    screen: 'choose',
    failed_prints: 2,
    open_intents: 1,
    paper_left: 40,
    version: '0.1.0',
    disk_free: 12_000,
    paper_used: 8_250,
    paper_tickets: 75,
    offline_numbers: 95,
    offline_tickets: 3,
    offline_refused: 1,
    clock: new Date(town.clock.now() + 60_000).toISOString(),
  };
  expect((await town.ask('POST', path('kiosk-1'), key, status)).body).toMatchObject({ success: true });
  const { clock: _clock, ...said } = status;
  expect(await heard(({ connected }) => connected)).toMatchObject({ status: said });
  const figures = await fetch(`${town.address}/metrics`, {
    headers: { authorization: `Bearer ${await town.keyOf('chief')}` },
  });
  const text = await figures.text();
  expect(text).toContain('tan_device_connected{device="kiosk-1"} 1');
  expect(text).toContain('tan_printer_state{device="kiosk-1",state="no-paper"} 1');
  expect(text).toContain('tan_printer_state{device="kiosk-1",state="ok"} 0');
  expect(text).toContain('tan_reader_state{device="kiosk-1",state="absent"} 1');
  expect(text).toContain('tan_last_print{device="kiosk-1",outcome="not-printed"} 1');
  expect(text).toContain('tan_device_info{device="kiosk-1",version="0.1.0",model="EPSON TM-T88VI"} 1');
  const amounts = [...text.matchAll(/^tan_device_(\w+)\{device="kiosk-1"\} (.+)$/gm)].map(([, name, value]) => [
    name,
    Number(value),
  ]);
  expect(Object.fromEntries(amounts)).toEqual({
    connected: 1,
    in_touch: 1,
    failed_prints: 2,
    open_intents: 1,
    paper_used_meters: 8.25,
    roll_tickets: 75,
    tickets_left: 40,
    offline_numbers: 95,
    offline_tickets: 3,
    offline_refused: 1,
    disk_free_bytes: 12_000_000_000,
    clock_off_seconds: 60,
  });
  // What it does not say any more is not known any more.
  await town.ask('POST', path('kiosk-1'), key, { printer: 'ok' });
  expect((await heardInTime(({ status: { printer } }) => printer === 'ok')).status).toMatchObject({
    readers: '',
    printer_dots: 0,
  });
});

it('counts until a second beat could have come, whatever became of the first', async () => {
  const key = await town.deviceKey('kiosk-1');
  const from = town.clock.now();
  const said = { printer: 'ok', screen: 'idle' };
  await town.ask('POST', path('kiosk-1'), key, said);
  await heard(({ connected }) => connected);
  town.clock.set(new Date(from + 44_000).toISOString());
  await town.ask('POST', path('kiosk-1'), key, said);
  town.clock.set(new Date(from + 88_999).toISOString());
  const gone = await heardInTime(({ connected }) => !connected);
  const heardLast = new Date(from + 44_000).toISOString();
  expect(gone).toMatchObject({ changed_at: heardLast, silent_since: heardLast, status: { printer: 'ok' } });
});

it('that nobody can see is not connected, though its program asks and says how it is', async () => {
  const key = await town.deviceKey('kiosk-1');
  await town.ask('POST', path('kiosk-1'), key, { printer: 'ok', screen: 'idle' });
  await heard(({ connected }) => connected);
  await town.ask('POST', path('kiosk-1'), key, { printer: 'ok', screen: '' });
  await town.ask('GET', '/restapi/v2/kiosks/kiosk-1', key);
  const hidden = await heardInTime(({ connected }) => !connected);
  expect(hidden).toMatchObject({ silent_since: '', status: { printer: 'ok' } });
});

it('tells by how much its clock is wrong', async () => {
  const key = await town.deviceKey('kiosk-1');
  const clock = new Date(town.clock.now() - 95_000).toISOString();
  await town.ask('POST', path('kiosk-1'), key, { screen: 'idle', clock });
  expect((await heard(({ connected }) => connected)).status.clock_off).toBe(-90);
});

describe('is taken', () => {
  it('from the device itself alone', async () => {
    const key = await town.deviceKey('kiosk-1');
    expect(await errno(key, 'kiosk-1')).toBeUndefined();
    expect(await errno(key, 'kiosk-9')).toBe(105);
    // The cards of its place, for which it may ask for tickets, are no kiosks.
    expect(await errno(key, 'reader-1')).toBe(105);
    expect(await errno(key, 'nowhere')).toBe(6);
    expect(await errno(await town.deviceKey('pad-1'), 'pad-1')).toBe(104);
  });

  it('from no user, whatever the roles', async () => {
    expect(await errno(await town.keyOf('chief'), 'kiosk-1')).toBe(104);
  });

  it('in the words of the interface alone', async () => {
    const key = await town.deviceKey('kiosk-1');
    expect(await errno(key, 'kiosk-1', { printer: 'green' })).toBe(5);
    expect(await errno(key, 'kiosk-1', { printer_dots: -1 })).toBe(5);
    expect(await errno(key, 'kiosk-1', { screen: 'x'.repeat(41) })).toBe(5);
  });
});
