/**
 * Schemes of printer and reader addresses, each with an example.
 *
 * All code that parses an address uses these lists.
 */

interface DeviceScheme {
  /** Complete address as an example. */
  readonly example: string;
  /**
   * Which of its addresses a site can name: `network`: those in `printer_networks`; `device`: a device path; `none`: it
   * is for the command line only.
   */
  readonly inSite: 'any' | 'device' | 'network' | 'none';
}

export type DeviceSchemes = Readonly<Record<string, DeviceScheme>>;

export const PRINTER_SCHEMES = {
  tcp: { example: 'tcp://192.168.1.50:9100', inSite: 'network' },
  serial: { example: 'serial:///dev/ttyUSB0?baudRate=19200', inSite: 'device' },
  lp: { example: 'lp:///dev/usb/lp0', inSite: 'device' },
  usb: { example: 'usb://04b8:0e15', inSite: 'any' },
  cups: { example: 'cups:tickets', inSite: 'any' },
  spool: { example: 'spool:Tickets', inSite: 'any' },
  file: { example: 'file:///path', inSite: 'none' },
  none: { example: 'none:', inSite: 'any' },
} as const satisfies DeviceSchemes;

export const READER_SCHEMES = {
  serial: { example: 'serial:///dev/ttyACM0?baudRate=9600', inSite: 'device' },
  evdev: { example: 'evdev:08ff:0009', inSite: 'none' },
  pcsc: { example: 'pcsc:', inSite: 'any' },
  wedge: { example: 'wedge:', inSite: 'any' },
} as const satisfies DeviceSchemes;

export type ReaderScheme = keyof typeof READER_SCHEMES;

/** The examples as one list for an error message: `tcp://…, serial:///… or none:`. */
export function examplesOf(schemes: DeviceSchemes): string {
  const all = Object.values(schemes).map(({ example }) => example);
  return [all.slice(0, -1).join(', '), ...all.slice(-1)].join(' or ');
}
