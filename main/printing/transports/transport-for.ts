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

/** Address of a printer on a line. */
export type LineAddress = Exclude<PrinterAddress, { kind: 'none' } | SpoolAddress>;

/** Transport to an append-only file, for tests and to inspect a printer's input. It confirms nothing. */
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
 * The transport of a printer address. To add a transport, add a file and a case here.
 *
 * @param access allowed targets; null: any, as on the command line
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
