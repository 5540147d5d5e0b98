/** Visitors call staff from a kiosk: what counters, programs and the kiosk itself hear of it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StaffCallNews } from '../../main/staff-calls/contract/staff-call.ts';
import { type Listener, listen } from '../helpers/listener.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { Receiver } from '../helpers/receiver.ts';

const MINUTE_MS = 60_000;
const CALL = '/restapi/v2/kiosks/kiosk-1/staff-call';

let town: LockedTown;
let receiver: Receiver;
let office: Listener;
let hall: Listener;
let kiosk: string;

beforeEach(async () => {
  receiver = await new Receiver().open();
  const site = lockedSite();
  const devices = (site.devices as { id: string }[]).map((device) =>
    device.id === 'kiosk-1' ? { ...device, staff_call: true } : device,
  );
  const settings = { ...(site.settings as object), webhook_networks: ['127.0.0.0/8'] };
  const ears = { url: receiver.url, secret: 'a secret of more than twenty-four', events: ['staff.call'] };
  town = await openLockedTown({
    at: '2026-03-09T09:00:00Z',
    webhooks: true,
    site: { ...site, settings, devices, webhooks: [{ id: 'ears', name: 'Ears', ...ears }] },
  });
  kiosk = await town.deviceKey('kiosk-1');
  office = await listen(town.address, 'hall', { key: await town.keyOf('ana') });
  hall = await listen(town.address, 'hall', { key: kiosk });
});
afterEach(async () => {
  office.socket.terminate();
  hall.socket.terminate();
  await town.close();
  await receiver.close();
});

const press = async () => (await town.ask('POST', CALL, kiosk)).body;
const shown = async () => (await town.ask('GET', '/restapi/v2/kiosks/kiosk-1', kiosk)).body.staff_call;
const counter = async (desk: string) =>
  (await town.ask('GET', `/restapi/v2/counters/${desk}`, await town.keyOf('ana'))).body.staff_calls;
async function come(user: string, desk: string) {
  const parameters = { desk_id: desk, user_id: user, device_id: 'kiosk-1' };
  return (await town.post('answerstaffcall', parameters, { authorization: `Bearer ${await town.keyOf(user)}` })).body;
}
const told = (listener: Listener): readonly (readonly StaffCallNews[])[] =>
  listener.heard.flatMap((each) => (each.type === 'staff.call' ? [each.staff_calls] : []));

it('a call from a kiosk is shown at every counter until the first clerk accepts it, and both sides are notified', async () => {
  expect(await shown()).toBeUndefined();
  expect(await press()).toEqual({
    success: true,
    staff_call: { state: 'asked', since_seconds: 0, left_seconds: 300 },
  });
  // What is on its way when the clock is turned has run out of time, and would be sent again when it is turned once more.
  await expect.poll(() => receiver.arrived.length).toBe(1);
  await expect.poll(async () => (await town.store.query('webhookProgress', {}))[0]?.behind).toBe(0);
  town.clock.advance(2 * MINUTE_MS);
  // Impatience makes no second call.
  expect((await press()).staff_call).toEqual({ state: 'asked', since_seconds: 120, left_seconds: 180 });
  for (const desk of ['desk-1', 'desk-2']) {
    expect(await counter(desk)).toEqual([
      {
        device_id: 'kiosk-1',
        device_name: 'Entrance',
        since: '2026-03-09T09:00:00.000Z',
        until: '2026-03-09T09:05:00.000Z',
      },
    ]);
  }

  expect(await come('rui', 'desk-2')).toEqual({ success: true, own: true, user_name: 'Rui Costa' });
  expect(await counter('desk-1')).toEqual([]);
  expect(await shown()).toEqual({ state: 'coming', since_seconds: 120, left_seconds: 180 });
  // Who is later hears who goes; it stays the first one's.
  expect(await come('ana', 'desk-1')).toEqual({ success: true, own: false, user_name: 'Rui Costa' });

  await expect
    .poll(() =>
      told(office)
        .flat()
        .map(({ change }) => change),
    )
    .toEqual(['asked', 'coming']);
  expect(told(office).flat()[1]).toMatchObject({ device_name: 'Entrance', user_id: 'rui', desk_id: 'desk-2' });
  // Whoever stands in the hall is told of no clerk.
  await expect.poll(() => told(hall)).toEqual([[], []]);
  await expect.poll(() => receiver.arrived.map(({ body }) => body.staff_call?.change)).toEqual(['asked', 'coming']);
  const { body } = receiver.arrived[1] ?? {};
  expect([body.type, body.staff_call.device_id, body.staff_call.user_id]).toEqual(['staff.call', 'kiosk-1', '']);
});

it('a call ends after its timeout, and another one can be made', async () => {
  await press();
  town.clock.advance(5 * MINUTE_MS);
  expect([await counter('desk-1'), await shown()]).toEqual([[], undefined]);
  expect(await come('ana', 'desk-1')).toMatchObject({ errno: 7 });
  expect((await press()).staff_call).toMatchObject({ state: 'asked', since_seconds: 0 });
});

it('is made only by the kiosk, and only if enabled', async () => {
  const other = await town.deviceKey('kiosk-9');
  expect((await town.ask('POST', CALL, other)).body).toMatchObject({ errno: 105 });
  expect((await town.ask('POST', '/restapi/v2/kiosks/kiosk-9/staff-call', other)).body).toMatchObject({
    errno: 7,
    parameter: 'device_id',
  });
  expect(await counter('desk-1')).toEqual([]);
});
