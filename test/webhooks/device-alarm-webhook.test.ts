/** Webhook deliveries of a device alarm: one when it starts, one when it ends, over HTTP. */
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../helpers/listener.ts';
import { lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { Receiver } from '../helpers/receiver.ts';

it('a webhook receives a device alarm when a kiosk runs out of paper, and when paper is loaded', async () => {
  const receiver = await new Receiver().open();
  onTestFinished(() => receiver.close());
  const site = lockedSite();
  const settings = { ...(site.settings as object), webhook_networks: ['127.0.0.0/8'] };
  const ears = { url: receiver.url, secret: 'a secret of more than twenty-four', events: ['device.alarm'] };
  const town = await openLockedTown({
    at: '2026-03-09T09:00:00Z',
    webhooks: true,
    watchesDevices: true,
    site: { ...site, settings, webhooks: [{ id: 'ears', name: 'Ears', ...ears }] },
  });
  onTestFinished(() => town.close());
  const kiosk = await town.deviceKey('kiosk-1');
  const office = await listen(town.address, 'hall', { key: await town.keyOf('chief') });
  onTestFinished(() => office.socket.terminate());
  const says = (printer: string) =>
    town.ask('POST', '/restapi/v2/kiosks/kiosk-1/status', kiosk, { screen: 'idle', printer });
  const alarms = () => office.heard.filter(({ type }) => type === 'device.alarm').length;
  /** Advances the clock until the next alarm event, and then leaves the delivery as much time as it needs. */
  const nextAlarm = async (): Promise<void> => {
    const before = alarms();
    await expect
      .poll(() => {
        if (alarms() === before) town.clock.advance(1_000);
        return alarms();
      })
      .toBeGreaterThan(before);
  };

  await says('no-paper');
  await nextAlarm();
  const [raised] = await receiver.until(1);
  expect(raised?.body).toMatchObject({
    type: 'device.alarm',
    alarm: {
      device_id: 'kiosk-1',
      device_name: 'Entrance',
      kind: 'no-paper',
      todo: 'load-paper',
      since: expect.stringMatching(/^2026-03-09T09:00/),
      ended_at: '',
    },
  });
  await says('ok');
  await nextAlarm();
  const [, ended] = await receiver.until(2);
  expect(ended?.body.alarm).toMatchObject({
    kind: 'no-paper',
    since: raised?.body.alarm.since,
    ended_at: expect.stringContaining('T'),
  });
});
