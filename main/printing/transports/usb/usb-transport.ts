/**
 * Transport to a USB printer without a system driver.
 *
 * For printers without `/dev/usb/lp*` on Linux, and for macOS. The package `usb` is optional, and loaded when a printer
 * is first opened.
 */
import { adviceFor, isForbidden, ownerOf } from '../../../lib/ports/permission.ts';
import { fail, ok, type Result } from '../../../lib/result.ts';
import type { DeviceAccess } from '../../../site/rules/device-address.ts';
import { type ConnectionEvents, reasonOf, type Transport, type TransportConnection } from '../transport.ts';

export interface UsbLibrary {
  getDevices(): Promise<readonly UsbDevice[]>;
}

export interface UsbDevice {
  readonly vendorId: number;
  readonly productId: number;
  readonly serialNumber?: string | null | undefined;
  readonly bus: string;
  readonly address: number;
  readonly configurations: readonly {
    readonly configurationValue: number;
    readonly interfaces: readonly UsbInterface[];
  }[];
  open(): Promise<void>;
  close(): Promise<void>;
  claimInterface(interfaceNumber: number): Promise<void>;
  releaseInterface(interfaceNumber: number): Promise<void>;
  selectAlternateInterface(interfaceNumber: number, alternateSetting: number): Promise<void>;
  detachKernelDriver(interfaceNumber: number): Promise<void>;
  attachKernelDriver(interfaceNumber: number): Promise<void>;
  transferOut(endpoint: number, data: Uint8Array, timeoutMs: number): Promise<UsbWritten>;
  transferIn(endpoint: number, length: number, timeoutMs: number): Promise<UsbRead>;
  clearHalt(direction: 'in' | 'out', endpoint: number): Promise<void>;
}

interface UsbWritten {
  readonly bytesWritten?: number;
  readonly status?: string;
}

interface UsbRead {
  readonly data?: DataView | undefined;
  readonly status?: string;
}

interface UsbInterface {
  readonly interfaceNumber: number;
  readonly alternates: readonly UsbAlternate[];
}

interface UsbAlternate {
  readonly alternateSetting: number;
  readonly interfaceClass: number;
  readonly interfaceProtocol: number;
  readonly endpoints: readonly UsbEndpoint[];
}

interface UsbEndpoint {
  readonly endpointNumber: number;
  readonly direction: string;
  readonly type: string;
  readonly packetSize: number;
}

const isTimeout = (error: unknown): boolean => /cancel|timed? ?out/i.test(reasonOf(error));
const isGone = (error: unknown): boolean => /disconnect|no such device|not found|ENODEV/i.test(reasonOf(error));

/** Null if the package, or its binary for this system, is missing. */
async function loadUsb(): Promise<UsbLibrary | null> {
  try {
    const { usb } = await import('usb');
    return usb as unknown as UsbLibrary;
  } catch {
    return null;
  }
}

const WRITE_MS = 1_000;

const READ_MS = 500;

const READ_BYTES = 512;

const CLOSE_MS = 3_000;

/** Vendor and product as in `lsusb`: four lowercase hexadecimal digits each. */
export interface UsbPlace {
  readonly vendor: string;
  readonly product: string;
  /** Empty: any serial number. */
  readonly serial: string;
}

const WINDOWS =
  'usb: works on Linux and macOS only; on Windows use the serial port of the manufacturer’s driver, such as serial://COM3';

const NOT_LOADED =
  'usb: needs the package "usb" with its binary for this system, which is missing: run "npm install", or use lp:///dev/usb/lp0';

async function advice(reason: string, place: UsbPlace, device: UsbDevice): Promise<string> {
  if (!isForbidden(reason)) return reason;
  const three = (part: string | number): string => String(Number(part)).padStart(3, '0');
  const owner = await ownerOf(`/dev/bus/usb/${three(device.bus)}/${three(device.address)}`);
  const rule = `SUBSYSTEM=="usb", ATTR{idVendor}=="${place.vendor}", ATTR{idProduct}=="${place.product}"`;
  return `${reason}; ${adviceFor(owner, rule, 'lp')}`;
}

export interface UsbSystem {
  readonly platform: NodeJS.Platform;
  readonly load: () => Promise<UsbLibrary | null>;
}

const PRINTER_CLASS = 7;

const VENDOR_CLASS = 255;

/** Interface and endpoints of the printer. */
interface Way {
  readonly number: number;
  readonly alternate: number;
  readonly out: UsbEndpoint;
  /** Null: it cannot answer. */
  readonly in: UsbEndpoint | null;
}

/** @param classes allowed interface classes of printers, the best first */
function wayTo(device: UsbDevice, classes: readonly number[]): Way | null {
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

/** @param access users who edit the site can reach printers only, no other writable USB device */
export function usbTransport(
  place: UsbPlace,
  access: DeviceAccess | null = null,
  { platform, load }: UsbSystem = { platform: process.platform, load: loadUsb },
): Transport {
  const numbers = `${place.vendor}:${place.product}`;
  const name = `usb://${numbers}${place.serial === '' ? '' : `:${place.serial}`}`;
  const isIt = ({ vendorId, productId, serialNumber }: UsbDevice): boolean =>
    vendorId === Number.parseInt(place.vendor, 16) &&
    productId === Number.parseInt(place.product, 16) &&
    (place.serial === '' || serialNumber === place.serial);
  /** A printer can be opened once: waits until the previous connection is released. */
  let free: Promise<void> = Promise.resolve();
  return {
    name,
    twoWay: true,
    bytesPerSecond: null,
    async open(events) {
      await free;
      if (platform === 'win32') return fail(WINDOWS);
      const library = await load();
      if (library === null) return fail(NOT_LOADED);
      let device: UsbDevice | undefined;
      try {
        device = (await library.getDevices()).find(isIt);
        if (device === undefined)
          return fail(`no printer ${numbers} is connected; "lsusb" shows the connected devices`);
        const way = wayTo(device, access === null ? [PRINTER_CLASS, VENDOR_CLASS] : [PRINTER_CLASS]);
        if (way === null) return fail(`${numbers} is not a printer`);
        await device.open();
        const letGo = await claim(device, way);
        const opened = openConnection(device, way, letGo, events);
        free = opened.free;
        return ok(opened);
      } catch (error) {
        await device?.close().catch(() => {});
        const reason = reasonOf(error);
        return fail(device === undefined ? reason : await advice(reason, place, device));
      }
    },
  };
}

/**
 * Claims the printer for this program. Detaches the system's driver meanwhile.
 *
 * @returns function that releases it
 */
async function claim(device: UsbDevice, way: Way): Promise<() => Promise<void>> {
  let detached = false;
  try {
    await device.claimInterface(way.number);
  } catch (error) {
    if (isForbidden(reasonOf(error)) || isGone(error)) throw error;
    await device.detachKernelDriver(way.number);
    detached = true;
    await device.claimInterface(way.number).catch(async (second: unknown) => {
      await device.attachKernelDriver(way.number).catch(() => {});
      throw new Error(
        `another program uses this printer (${reasonOf(second)}); stop that program, or remove the printer from it`,
      );
    });
  }
  const letGo = async (): Promise<void> => {
    // Independent steps: all fail for a disconnected printer.
    await device.releaseInterface(way.number).catch(() => {});
    if (detached) await device.attachKernelDriver(way.number).catch(() => {});
    await device.close().catch(() => {});
  };
  if (way.alternate !== 0) {
    await device.selectAlternateInterface(way.number, way.alternate).catch(async (error: unknown) => {
      await letGo();
      throw error;
    });
  }
  return letGo;
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS);
    timer.unref();
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}

interface UsbConnection extends TransportConnection {
  /** Resolves when the printer is released. */
  readonly free: Promise<void>;
}

/**
 * Connection to a printer on USB. Each transfer is one packet, which is accepted whole or not at all. So a packet that
 * timed out can be sent again without duplicates; of a longer transfer the accepted part is unknown.
 * @param letGo ends everything that was opened for it
 */
function openConnection(
  device: UsbDevice,
  way: Way,
  letGo: () => Promise<void>,
  events: ConnectionEvents,
): UsbConnection {
  let closed = false;
  let writing: Promise<unknown> = Promise.resolve();
  let isFree = (): void => {};
  const free = new Promise<void>((resolve) => {
    isFree = resolve;
  });

  const close = (): Promise<void> => {
    if (!closed) void inTime(Promise.allSettled([reading, writing]).then(letGo)).then(isFree);
    closed = true;
    return free;
  };
  const lose = (error: unknown): string => {
    const reason = isGone(error) ? 'unplugged' : reasonOf(error);
    if (closed) return reason;
    void close();
    events.onLost(reason);
    return reason;
  };

  async function read(): Promise<void> {
    const from = way.in;
    if (from === null) return;
    while (!closed) {
      try {
        const { data, status } = await device.transferIn(from.endpointNumber, READ_BYTES, READ_MS);
        if (status === 'stall') await device.clearHalt('in', from.endpointNumber);
        else if (!closed && data !== undefined && data.byteLength > 0) {
          events.onBytes(new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice());
        }
      } catch (error) {
        if (!isTimeout(error)) return void lose(error);
      }
    }
  }

  /** Number of bytes of one packet that the printer accepted; 0 after a timeout. */
  async function send(packet: Uint8Array): Promise<number> {
    try {
      const { bytesWritten = 0, status } = await device.transferOut(way.out.endpointNumber, packet, WRITE_MS);
      if (status !== 'stall') return bytesWritten;
    } catch (error) {
      if (isTimeout(error)) return 0;
      throw error;
    }
    // Otherwise it would refuse everything, even on the next connection.
    await device.clearHalt('out', way.out.endpointNumber).catch(() => {});
    throw new Error('the printer rejects the data (stall)');
  }

  async function write(bytes: Uint8Array): Promise<Result<void, string>> {
    for (let offset = 0; offset < bytes.length; ) {
      if (closed) return fail('the device was closed during a write');
      try {
        offset += await send(bytes.subarray(offset, offset + way.out.packetSize));
      } catch (error) {
        return fail(lose(error));
      }
    }
    return ok(undefined);
  }

  const reading = read();
  return {
    write(bytes) {
      const written = write(bytes);
      writing = written;
      return written;
    },
    close,
    free,
  };
}
