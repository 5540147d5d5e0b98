import type { UsbDevice, UsbEndpoint } from './usb-library.ts';

export const PRINTER_CLASS = 7;
export const VENDOR_CLASS = 255;

/** Where in the device its printer is. */
export interface Way {
  readonly number: number;
  readonly alternate: number;
  readonly out: UsbEndpoint;
  /** Null: it can say nothing. */
  readonly in: UsbEndpoint | null;
}

/** @param classes of interfaces that may be a printer's, the best first */
export function wayTo(device: UsbDevice, classes: readonly number[]): Way | null {
  const [configuration] = device.configurations;
  const ways = (configuration?.interfaces ?? []).flatMap(({ interfaceNumber, alternates }) =>
    alternates.flatMap((each) => {
      const bulk = (direction: string): UsbEndpoint | undefined =>
        each.endpoints.find((one) => one.type === 'bulk' && one.direction === direction);
      const [out, back] = [bulk('out'), bulk('in')];
      if (out === undefined || !classes.includes(each.interfaceClass)) return [];
      const way: Way = { number: interfaceNumber, alternate: each.alternateSetting, out, in: back ?? null };
      return [{ way, rank: classes.indexOf(each.interfaceClass) * 2 + (back === undefined ? 1 : 0) }];
    }),
  );
  return ways.sort((a, b) => a.rank - b.rank)[0]?.way ?? null;
}
