import { type DeviceAccess, FILE_REFUSED } from '../../site/rules/device-address.ts';
import type { PrinterAddress, SpoolAddress } from '../printer-url.ts';
import { fileTransport } from './file.ts';
import { lpTransport } from './lp.ts';
import { serialTransport } from './serial.ts';
import { tcpTransport } from './tcp.ts';
import { refusedTransport, type Transport } from './transport.ts';
import { usbTransport } from './usb/usb-transport.ts';

/** A printer at the end of a line. */
export type LineAddress = Exclude<PrinterAddress, { kind: 'none' } | SpoolAddress>;

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
