/** Transport for a printer address. */
import { open } from 'node:fs/promises';
import { fail, ok } from '../../lib/result.ts';
import { type DeviceAccess, FILE_REFUSED } from '../../site/rules/device-address.ts';
import type { PrinterAddress, SpoolAddress } from '../printer-url.ts';
import { lpTransport } from './lp.ts';
import { serialTransport } from './serial.ts';
import { tcpTransport } from './tcp.ts';
import { reasonOf, refusedTransport, type Transport } from './transport.ts';
import { usbTransport } from './usb/usb-transport.ts';

/** A printer at the end of a line. */
export type LineAddress = Exclude<PrinterAddress, { kind: 'none' } | SpoolAddress>;

/**
 * Transport to an append-only file, for tests.
 *
 * For tests, and to see what a printer would get. It confirms nothing.
 */
function fileTransport(path: string): Transport {
  return {
    name: `file://${path}`,
    twoWay: false,
    bytesPerSecond: null,
    async open() {
      try {
        const file = await open(path, 'a', 0o600);
        return ok({
          async write(bytes) {
            try {
              await file.appendFile(bytes);
              return ok(undefined);
            } catch (error) {
              return fail(reasonOf(error));
            }
          },
          close: () => file.close().catch(() => {}),
        });
      } catch (error) {
        return fail(reasonOf(error));
      }
    },
  };
}

/**
 * The transport of a printer address. A new one is one file and one line here.
 *
 * @param access what the address may lead to; null for one of the command line, which may lead anywhere
 */
export function transportFor(address: LineAddress, access: DeviceAccess | null = null): Transport {
  switch (address.kind) {
    case 'tcp':
      return tcpTransport(address.host, address.port, access);
    case 'serial':
      return serialTransport(address.path, address.baudRate, access);
    case 'lp':
      return lpTransport(address.path, access);
    case 'usb':
      return usbTransport(address.place, access);
    case 'file':
      return access === null ? fileTransport(address.path) : refusedTransport(FILE_REFUSED);
  }
}
