/**
 * How addresses of printers and readers begin, each with an example that may be written as it is.
 *
 * What saves an address, what opens one, the error messages and the documents take their schemes from here.
 */

export const PRINTER_SCHEMES = {
  tcp: 'tcp://192.168.1.50:9100',
  serial: 'serial:///dev/ttyUSB0?baudRate=19200',
  lp: 'lp:///dev/usb/lp0',
  usb: 'usb://04b8:0e15',
  cups: 'cups:tickets',
  spool: 'spool:Tickets',
  file: 'file:///path',
  none: 'none:',
} as const;

export const READER_SCHEMES = {
  serial: 'serial:///dev/ttyACM0?baudRate=9600',
  evdev: 'evdev:08ff:0009',
  pcsc: 'pcsc:',
  wedge: 'wedge:',
} as const;

export type ReaderScheme = keyof typeof READER_SCHEMES;

/** The examples as one list for an error message: `tcp://…, serial:///… or none:`. */
export function examplesOf(schemes: Readonly<Record<string, string>>): string {
  const all = Object.values(schemes);
  return [all.slice(0, -1).join(', '), ...all.slice(-1)].join(' or ');
}
