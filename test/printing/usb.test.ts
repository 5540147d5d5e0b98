/** A printer on USB without a driver of the system: whatever happens on the way, nothing is printed twice and nobody is told a lie. */
import { describe, expect, it, vi } from 'vitest';
import { type UsbSystem, usbTransport } from '../../main/printing/transports/usb/usb-transport.ts';
import { misbehavingPrinter } from './misbehaving-printer.ts';
import { openPrinter } from './open-printer.ts';
import { PACKET_BYTES, playedUsb, type Shape } from './played-usb.ts';
import { ENGLISH } from './sample-tickets.ts';

const URL_TEXT = 'usb://04b8:0e15';
const PLACE = { vendor: '04b8', product: '0e15', serial: '' };
const NOBODY = { onBytes() {}, onLost() {} };
const SITE = { mayReach: () => true };
const seen = (condition: () => void): Promise<void> => vi.waitFor(condition, { timeout: 30_000, interval: 5 });

async function kiosk(shape: Shape = {}) {
  const device = await misbehavingPrinter();
  const usb = playedUsb(Number(new URL(device.url).port), shape);
  const system: UsbSystem = { platform: 'linux', load: async () => usb.library };
  const opened = await openPrinter(URL_TEXT, { transport: () => usbTransport(PLACE, null, system) });
  return { device, usb, system, ...opened };
}

describe('a printer on USB', () => {
  it('prints, confirms, and is given back to the system', async () => {
    const { device, usb, printer, becomes } = await kiosk();
    await becomes('ready');
    expect(usb.driver()).toBe('detached');
    expect(await printer.print(ENGLISH)).toEqual({ ok: true, value: { confirmed: 'process-id' } });
    expect(device.papers.map(({ number }) => number)).toEqual(['A043']);
    expect(usb.longest()).toBe(PACKET_BYTES);
    await printer.close();
    expect(usb.driver()).toBe('attached');
    expect(usb.isOpen()).toBe(false);
  });

  it.each([
    ['packets that are not taken in time', ['late', 'late', 'late']],
    ['packets of which only a part is taken', ['half', 'half']],
    ['both', ['half', 'late', 'half', 'late']],
  ] as const)('prints one whole ticket over %s', async (_, words) => {
    const { device, usb, printer, becomes } = await kiosk();
    await becomes('ready');
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: true });
    usb.trouble(...words);
    expect(await printer.print({ ...ENGLISH, number: 'A044' })).toMatchObject({ ok: true });
    const [first, second] = device.papers;
    expect(device.papers).toHaveLength(2);
    expect(second?.bytes.length).toBe(first?.bytes.length);
  });

  it.each(['gone', 'stall'] as const)(
    'prints nothing twice when the way breaks in mid-ticket (%s), and goes on when it is back',
    async (word) => {
      const { device, usb, printer, becomes } = await kiosk();
      await becomes('ready');
      // The third packet of the ticket.
      usb.trouble('half', 'half', word);
      const printing = printer.print(ENGLISH);
      await seen(() => expect(usb.closings()).toBe(1));
      if (word === 'gone') usb.plugIn();
      await printing;
      const outcome = await printer.print({ ...ENGLISH, number: 'A044' });
      expect(outcome).toMatchObject({ ok: true });
      const first = device.papers.filter(({ number }) => number === 'A043');
      expect(first.filter(({ isCopy }) => !isCopy).length).toBeLessThanOrEqual(1);
      expect(device.papers.filter(({ number }) => number === 'A044')).toHaveLength(1);
    },
  );

  it('is waited for, and found again after it was pulled out', async () => {
    const { usb, printer, becomes } = await kiosk();
    await becomes('ready');
    usb.unplug();
    await becomes('absent');
    usb.plugIn();
    await becomes('ready');
    expect(await printer.print(ENGLISH)).toMatchObject({ ok: true });
  });
});

describe('an unavailable USB printer', () => {
  async function reason(
    change: (usb: ReturnType<typeof playedUsb>) => void,
    options: { place?: typeof PLACE; shape?: Shape; site?: boolean; system?: Partial<UsbSystem> } = {},
  ): Promise<string> {
    const usb = playedUsb(1, options.shape);
    change(usb);
    const system: UsbSystem = { platform: 'linux', load: async () => usb.library, ...options.system };
    const transport = usbTransport(options.place ?? PLACE, options.site === true ? SITE : null, system);
    const opened = await transport.open(NOBODY);
    expect(usb.isOpen()).toBe(false);
    return opened.ok ? 'open' : opened.error;
  }
  const asItIs = (): void => {};

  it('says what is wrong and what to type', async () => {
    expect(await reason((usb) => usb.unplug())).toContain('no printer 04b8:0e15 is connected; "lsusb"');
    expect(await reason(asItIs, { place: { ...PLACE, serial: 'J0002' } })).toContain('is connected');
    expect(await reason((usb) => usb.refuse('busy'))).toContain('another program uses this printer');
    const forbidden = await reason((usb) => usb.refuse('forbidden'));
    expect(forbidden).toMatch(/Permission denied.*ATTR\{idVendor\}=="04b8".*MODE="0660".*usermod -aG lp /);
    expect(await reason(asItIs, { system: { load: async () => null } })).toMatch(/run "npm install", or use lp:/);
    expect(await reason(asItIs, { system: { platform: 'win32' } })).toContain('serial://COM3');
  });

  it('leaves the printer to the driver of the system when another program has it', async () => {
    const usb = playedUsb(1);
    usb.refuse('busy');
    const system: UsbSystem = { platform: 'linux', load: async () => usb.library };
    expect(await usbTransport(PLACE, null, system).open(NOBODY)).toMatchObject({ ok: false });
    expect(usb.driver()).toBe('attached');
  });

  it('in the site must be a printer: no other device can be written to', async () => {
    expect(await reason(asItIs, { shape: { interfaceClass: 8 }, site: true })).toBe('04b8:0e15 is not a printer');
    expect(await reason(asItIs, { shape: { interfaceClass: 8 } })).toBe('04b8:0e15 is not a printer');
    expect(await reason(asItIs, { shape: { interfaceClass: 255 }, site: true })).toBe('04b8:0e15 is not a printer');
  });
});
