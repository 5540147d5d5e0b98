/**
 * The package `usb` with one printer plugged in, and what can go wrong on the way. What reaches the printer goes to a stand-in
 * printer on a socket, and what that says comes back.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { UsbDevice, UsbLibrary } from '../../main/printing/transports/usb/usb-transport.ts';

export const PACKET_BYTES = 64;
const PLACE = { vendorId: 0x04b8, productId: 0x0e15, serialNumber: 'J0001' };

export interface PlayedUsb {
  readonly library: UsbLibrary;
  plugIn(): void;
  unplug(): void;
  /** The next transfers out, one for each word. `gone`: the printer takes the packet and is pulled out before it can say so. */
  trouble(...words: readonly ('late' | 'half' | 'stall' | 'gone')[]): void;
  /** The system's own driver has it, or nobody. */
  readonly driver: () => 'attached' | 'detached';
  /** Another program has it, or the user may not. */
  refuse(how: 'busy' | 'forbidden' | null): void;
  readonly isOpen: () => boolean;
  /** How often it was let go. */
  readonly closings: () => number;
  /** Longest transfer so far. */
  readonly longest: () => number;
}

export interface Shape {
  readonly interfaceClass?: number;
}

export function playedUsb(printerPort: number, { interfaceClass = 7 }: Shape = {}): PlayedUsb {
  let plugged = true;
  let driver: 'attached' | 'detached' = 'attached';
  let refusal: 'busy' | 'forbidden' | null = null;
  let claimed = false;
  let open = false;
  let closings = 0;
  let longest = 0;
  let words: ('late' | 'half' | 'stall' | 'gone')[] = [];
  let wire: Socket | null = null;
  let heard: Buffer[] = [];
  let wake = (): void => {};
  onTestFinished(() => void wire?.destroy());

  const goneError = (): Error => new Error('transfer failed: device disconnected');
  const here = (): void => {
    if (!plugged) throw goneError();
  };
  const busy = (): Error => new Error('interface is busy');
  const unplug = (): void => {
    plugged = false;
    wire?.destroy();
    wire = null;
    wake();
  };

  const endpoint = (direction: string, endpointNumber: number) => ({
    endpointNumber,
    direction,
    type: 'bulk',
    packetSize: PACKET_BYTES,
  });

  const device: UsbDevice = {
    ...PLACE,
    bus: '1',
    address: 4,
    configurations: [
      {
        configurationValue: 1,
        interfaces: [
          {
            interfaceNumber: 0,
            alternates: [{ alternateSetting: 0, interfaceClass: 3, interfaceProtocol: 1, endpoints: [] }],
          },
          {
            interfaceNumber: 1,
            alternates: [
              { alternateSetting: 0, interfaceClass, interfaceProtocol: 1, endpoints: [endpoint('out', 1)] },
              {
                alternateSetting: 1,
                interfaceClass,
                interfaceProtocol: 2,
                endpoints: [endpoint('out', 1), endpoint('in', 2)],
              },
            ],
          },
        ],
      },
    ],
    async open() {
      here();
      if (refusal === 'forbidden') throw new Error('Permission denied (os error 13)');
      open = true;
    },
    async close() {
      open = false;
      closings++;
      wire?.destroy();
      wire = null;
    },
    async claimInterface() {
      here();
      if (driver === 'attached' || refusal === 'busy') throw busy();
      const next = connect(printerPort, '127.0.0.1');
      next.setNoDelay(true);
      next.on('error', () => {});
      next.on('data', (bytes) => {
        heard.push(bytes);
        wake();
      });
      await once(next, 'connect');
      wire = next;
      heard = [];
      claimed = true;
    },
    async releaseInterface() {
      claimed = false;
    },
    async selectAlternateInterface() {
      here();
    },
    async detachKernelDriver() {
      driver = 'detached';
    },
    async attachKernelDriver() {
      if (claimed) throw busy();
      driver = 'attached';
    },
    async transferOut(_, data) {
      here();
      longest = Math.max(longest, data.length);
      const word = words.shift();
      if (word === 'late') throw new Error('transfer was cancelled');
      if (word === 'stall') return { status: 'stall', bytesWritten: 0 };
      const taken = word === 'half' ? data.subarray(0, Math.ceil(data.length / 2)) : data;
      const sent = wire;
      if (sent === null) throw goneError();
      await new Promise<void>((resolve) => void sent.write(Buffer.from(taken), () => resolve()));
      if (word === 'gone') {
        unplug();
        throw goneError();
      }
      return { status: 'ok', bytesWritten: taken.length };
    },
    async transferIn(_, length, timeoutMs) {
      here();
      if (heard.length === 0) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          timer.unref();
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      here();
      const bytes = heard.shift();
      if (bytes === undefined) throw new Error('transfer was cancelled');
      if (bytes.length > length) heard.unshift(bytes.subarray(length));
      return { status: 'ok', data: new DataView(Uint8Array.from(bytes.subarray(0, length)).buffer) };
    },
    async clearHalt() {},
  };

  return {
    library: { getDevices: async () => (plugged ? [device] : []) },
    plugIn() {
      plugged = true;
      // The system takes what comes new.
      driver = 'attached';
      claimed = false;
    },
    unplug,
    trouble(...next) {
      words = [...next];
    },
    driver: () => driver,
    refuse(how) {
      refusal = how;
    },
    isOpen: () => open,
    closings: () => closings,
    longest: () => longest,
  };
}
