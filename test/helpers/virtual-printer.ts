/** Virtual printers that are closed with the test. */
import { onTestFinished } from 'vitest';
import {
  createVirtualPrinter,
  type VirtualPrinter,
  type VirtualPrinterOptions,
} from '../../main/virtual-printer/virtual-printer.ts';

export { CLONE, EPSON, EPSON_CHINESE, MUTE, NARROW_CLONE } from '../../main/printing/picture/decoder/models.ts';
export type { PrintedTicket } from '../../main/printing/picture/paper.ts';
export { decodeBytes, toRgba } from '../../main/printing/picture/printed-ticket.ts';
export type { VirtualPrinter, VirtualPrinterOptions };
export { createVirtualPrinter };

/** A printer that is closed when the test ends. */
export function testPrinter(options: VirtualPrinterOptions = {}): VirtualPrinter {
  const printer = createVirtualPrinter(options);
  onTestFinished(() => printer.close());
  return printer;
}

/** A network printer with its URL. */
export async function tcpPrinter(
  options: VirtualPrinterOptions = {},
): Promise<{ readonly printer: VirtualPrinter; readonly url: string; readonly port: number }> {
  const printer = testPrinter(options);
  const port = await printer.listenTcp();
  return { printer, url: `tcp://127.0.0.1:${port}`, port };
}

/** A serial printer with its URL. */
export async function serialPrinter(
  options: VirtualPrinterOptions = {},
): Promise<{ readonly printer: VirtualPrinter; readonly url: string; readonly path: string }> {
  const printer = testPrinter(options);
  const path = await printer.listenPty();
  return { printer, url: `serial://${path}`, path };
}
