/**
 * Bytes to and from a printer on USB. They go in transfers of one packet each. A packet is taken whole or not at all, so one that the
 * printer did not take in time can be sent again without a byte twice; of longer transfers nobody says how much of them was taken.
 */
import { fail, ok, type Result } from '../../../lib/result.ts';
import { type ConnectionEvents, reasonOf, type TransportConnection } from '../transport.ts';
import { isGone, isTimeout, type UsbDevice } from './usb-library.ts';
import type { Way } from './way-to-printer.ts';

const WRITE_MS = 1_000;
const READ_MS = 500;
const READ_BYTES = 512;
const CLOSE_MS = 3_000;

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS);
    timer.unref();
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}

export interface UsbConnection extends TransportConnection {
  /** When the printer is let go. */
  readonly free: Promise<void>;
}

/** @param letGo ends all that was opened for it */
export function openConnection(
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

  /** How many of these bytes, which fit into one packet, the printer took; it may take none in time. */
  async function send(packet: Uint8Array): Promise<number> {
    try {
      const { bytesWritten = 0, status } = await device.transferOut(way.out.endpointNumber, packet, WRITE_MS);
      if (status !== 'stall') return bytesWritten;
    } catch (error) {
      if (isTimeout(error)) return 0;
      throw error;
    }
    // Else it would refuse everything, also on the next connection.
    await device.clearHalt('out', way.out.endpointNumber).catch(() => {});
    throw new Error('the printer refuses what it is sent (stall)');
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
