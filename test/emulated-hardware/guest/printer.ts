/** In the laboratory: a printer that the kernel plays on USB, with the virtual printer behind it, and the driver before it. */
import { constants, mkdtempSync, openSync, readdirSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { systemClock } from '../../../main/lib/context.ts';
import { createPrinter } from '../../../main/printing/driver.ts';
import { parsePrinterUrl } from '../../../main/printing/printer-url.ts';
import type { UsbLibrary } from '../../../main/printing/transports/usb/usb-transport.ts';
import { usbTransport } from '../../../main/printing/transports/usb/usb-transport.ts';
import { createVirtualPrinter } from '../../../main/virtual-printer/virtual-printer.ts';
import { ENGLISH, TICKETS } from '../../printing/sample-tickets.ts';
import { pause, tell, until } from './tell.ts';

const PORT = '/sys/kernel/config/usb_gadget/printer/UDC';
const LOOK_MS = 5;
const NOBODY = 65_534;
const PLACE = { vendor: '04b8', product: '0e15', serial: 'J0001' };

const virtual = createVirtualPrinter();
const device = openSync('/dev/g_printer0', constants.O_RDWR | constants.O_NONBLOCK);
let standsStill = false;
const end = virtual.plugIn({
  send: (bytes) => void writeSync(device, bytes),
  hold: (isHeld) => {
    standsStill = isHeld;
  },
  powerLost() {},
  powerBack: async () => {},
  close: async () => {},
});
end.hostChanged(true);
const buffer = Buffer.alloc(8192);
setInterval(() => {
  if (standsStill) return;
  try {
    const count = readSync(device, buffer, 0, buffer.length, null);
    if (count > 0) end.receive(new Uint8Array(buffer.subarray(0, count)));
  } catch {
    // Nothing there, or nobody.
  }
}, LOOK_MS);

const driverHas = (): boolean => readdirSync('/sys/bus/usb/drivers/usblp').some((name) => name.includes(':'));
const papers = (): readonly string[] => virtual.tickets.map(({ bigText }) => bigText.trim());

const url = parsePrinterUrl('usb://04b8:0e15:J0001');
if (!url.ok) throw new Error(url.error);

/** Packets that the printer did not take in time. */
let givenUp = 0;
async function counting(): Promise<UsbLibrary> {
  const { usb } = await import('usb');
  return {
    async getDevices() {
      const devices = (await usb.getDevices()) as unknown as Awaited<ReturnType<UsbLibrary['getDevices']>>;
      for (const each of devices) {
        const send = each.transferOut.bind(each);
        each.transferOut = (...packet) =>
          send(...packet).catch((error: unknown) => {
            givenUp++;
            throw error;
          });
      }
      return devices;
    },
  };
}

const log = { info() {}, warn() {}, error() {} };
tell('driverBefore', driverHas());
const printer = createPrinter(url.value, {
  log,
  clock: systemClock,
  journalDir: mkdtempSync('/tmp/journal-'),
  transport: () => usbTransport(PLACE, null, { platform: 'linux', load: counting }),
});
const ready = (): Promise<void> => until('the printer', () => printer.status().kind === 'ready');
await ready();
tell('driverMeanwhile', driverHas());
tell('first', await printer.print(ENGLISH));

// For three seconds the printer takes nothing: packets are given up, and sent again.
const drawn = { ...TICKETS.ar, number: 'B001' };
tell('drawn', await printer.print(drawn));
const before = virtual.bytesReceived;
setTimeout(() => {
  standsStill = true;
  setTimeout(() => {
    standsStill = false;
  }, 3_000);
}, 100);
tell('stalled', await printer.print({ ...drawn, number: 'B002' }));
tell('long', virtual.bytesReceived - before > 2_000);
tell('givenUp', givenUp > 0);
tell('faults', virtual.faults());

standsStill = true;
const broken = printer.print({ ...drawn, number: 'B003' });
await pause(500);
writeFileSync(PORT, '\n');
standsStill = false;
await until('the unplugging', () => printer.status().kind !== 'ready');
writeFileSync(PORT, 'dummy_udc.0');
await broken;
await ready();
tell('after', await printer.print({ ...ENGLISH, number: 'B004' }));
tell('papers', papers());
await printer.close();
await until('the driver again', driverHas);

// Whom the driver of the kernel suffices: `lp:`. After the unplugging its device may have another number.
const lp = (): string => readdirSync('/dev/usb').find((name) => name.startsWith('lp')) ?? '';
await until('the device of the driver', () => lp() !== '');
const lpUrl = parsePrinterUrl(`lp:///dev/usb/${lp()}`);
if (!lpUrl.ok) throw new Error(lpUrl.error);
const byDriver = createPrinter(lpUrl.value, { log, clock: systemClock, journalDir: mkdtempSync('/tmp/journal-') });
await until('the printer by its driver', () => byDriver.status().kind === 'ready');
tell('byDriver', await byDriver.print({ ...TICKETS.ar, number: 'B005' }));
tell('papersByDriver', papers().filter((each) => each === 'B005').length);
await byDriver.close();

process.seteuid?.(NOBODY);
const opened = await usbTransport(PLACE).open({ onBytes() {}, onLost() {} });
tell('forbidden', opened.ok ? '' : opened.error);
// The kernel's own printer does not bear that its device ends after it was unplugged.
process.stdout.write('\nLAB-END\n');
await pause(60_000);
