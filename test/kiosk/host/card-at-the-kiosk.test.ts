/** From the address of a reader to a card at the kiosk: a reader that types, heard at its own device. */
import { expect, it, onTestFinished } from 'vitest';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { createEvdevReader } from '../../../main/kiosk/readers/evdev/evdev-reader.ts';
import { parseReaderUrl } from '../../../main/kiosk/rules/reader-url.ts';
import { inputSockets } from '../readers/played-input.ts';
import { kioskWithReader } from './kiosk-with-reader.ts';

it('a card that a grabbed reader types reaches the kiosk, and its value no log', async () => {
  const usb = inputSockets();
  onTestFinished(() => usb.close());
  const device = usb.plugIn({ vendor: '08ff', product: '0009' });
  const address = 'evdev:08ff:0009?device=badge-1&number=decimal&from=hex&order=reversed';
  const { host, log } = await kioskWithReader(address, (text, context) => {
    const url = parseReaderUrl(text);
    if (!url.ok) return url;
    if (url.value.kind !== 'evdev') throw new Error('another reader was asked for');
    return { ok: true, value: createEvdevReader(url.value, context, usb.system) };
  });
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
