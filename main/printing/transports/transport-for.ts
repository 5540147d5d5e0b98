import type { PrinterAddress } from '../printer-url.ts';
import { fileTransport } from './file.ts';
import { lpTransport } from './lp.ts';
import { serialTransport } from './serial.ts';
import { tcpTransport } from './tcp.ts';
import type { Transport } from './transport.ts';

/** The transport of a printer address. A new one is one file and one line here. */
export function transportFor(address: Exclude<PrinterAddress, { kind: 'none' }>): Transport {
  switch (address.kind) {
    case 'tcp':
      return tcpTransport(address.host, address.port);
    case 'serial':
      return serialTransport(address.path, address.baudRate);
    case 'lp':
      return lpTransport(address.path);
    case 'file':
      return fileTransport(address.path);
  }
}
