/** From the address of a reader to a card at the kiosk: a reader that types, heard at its own device. */
import { expect, it, onTestFinished } from 'vitest';
import { type Clock, systemClock } from '../../main/context.ts';
import type { KioskState } from '../../main/contract/kiosk.ts';
import { createEvdevReader } from '../../main/devices/evdev/evdev-reader.ts';
import { parseReaderUrl } from '../../main/devices/reader-url.ts';
import { createKioskHost } from '../../main/host/kiosk-host.ts';
import { inputSockets } from '../devices/played-input.ts';
import { recordingLog } from '../devices/recording-log.ts';
import { openTown } from '../helpers/town.ts';

const STANDING: Clock = { ...systemClock, after: () => () => {} };

it('a card that a grabbed reader types reaches the kiosk, and its value no log', async () => {
  const town = await openTown();
  onTestFinished(() => town.close());
  const usb = inputSockets();
  onTestFinished(() => usb.close());
  const device = usb.plugIn({ vendor: '08ff', product: '0009' });
  const log = recordingLog();
  const host = createKioskHost({
    client: town.client,
    deviceId: 'kiosk-1',
    journalDir: null,
    lang: null,
    printer: 'none:',
    readers: ['evdev:08ff:0009?device=badge-1&number=decimal&from=hex&order=reversed'],
    clock: STANDING,
    log,
    makers: {
      printer: () => ({ ok: false, error: 'none here' }),
      reader(text) {
        const url = parseReaderUrl(text);
        if (!url.ok) return url;
        if (url.value.kind !== 'evdev') throw new Error('another reader was asked for');
        return { ok: true, value: createEvdevReader(url.value, { clock: systemClock, log }, usb.system) };
      },
    },
  });
  onTestFinished(() => host.close());
  let ready = '';
  let screen: KioskState['screen'] | null = null;
  host.subscribe((state) => {
    screen = state.screen;
  });
  host.onReport(({ readers }) => {
    ready = readers;
  });
  await expect.poll(() => ready).toBe('ok');
  await expect.poll(() => screen).toMatchObject({ name: 'idle' });
  await device.card('7A3BA204');
  await expect.poll(() => screen).toMatchObject({ name: 'choose', card: true });
  expect(log.lines.join('\n')).not.toMatch(/7A3BA204|77740922/);
});
