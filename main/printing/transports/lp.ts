/**
 * Transport to a Linux USB printer device (`/dev/usb/lp0`).
 *
 * `/dev/usb/lp0`, opened for both directions and without waiting, because a stalled write would take one of the few
 * threads that all file work shares.
 */
import { close, constants, open, read, write } from 'node:fs';
import { promisify } from 'node:util';
import { findDevice, nodeFault, printerFault } from '../../lib/ports/device-node.ts';
import { withAdvice } from '../../lib/ports/permission.ts';
import { fail, ok } from '../../lib/result.ts';
import type { DeviceAccess } from '../../site/rules/device-address.ts';
import { type ConnectionEvents, reasonOf, type Transport, type TransportConnection } from './transport.ts';

const openFile = promisify(open);
const closeFile = promisify(close);

/** Without O_CREAT: a missing device must never become a plain file of that name. */
const FLAGS = constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY;
const WRITE_BYTES = 8192;
const RETRY_MS = 5;
const READ_EVERY_MS = 30;
const READ_BYTES = 512;
/** Nothing there to read, or no room to write: try again. */
const AGAIN = ['EAGAIN', 'EINTR'];

function isAgain(error: NodeJS.ErrnoException): boolean {
  return AGAIN.includes(error.code ?? '');
}

function connection(fd: number, events: ConnectionEvents): TransportConnection {
  let closed = false;
  /** Calls in flight: the number must not be closed, and given to another file, below them. */
  let busy = 0;
  let whenIdle: (() => void) | null = null;

  // Whatever was put off finds out by itself that the device was closed meanwhile.
  const later = (ms: number, action: () => void): void => void setTimeout(action, ms).unref();
  const done = (): void => {
    busy--;
    if (busy === 0) whenIdle?.();
  };
  const lost = (error: NodeJS.ErrnoException): void => {
    if (closed) return;
    void shut();
    events.onLost(reasonOf(error));
  };

  function listen(): void {
    if (closed) return;
    const buffer = new Uint8Array(READ_BYTES);
    busy++;
    read(fd, buffer, 0, READ_BYTES, null, (error, count) => {
      done();
      if (closed) return;
      if (error === null || isAgain(error)) {
        if (error === null && count > 0) events.onBytes(buffer.subarray(0, count));
        later(READ_EVERY_MS, listen);
      } else lost(error);
    });
  }

  async function shut(): Promise<void> {
    if (closed) return;
    closed = true;
    if (busy > 0) await new Promise<void>((resolve) => (whenIdle = resolve));
    await closeFile(fd).catch(() => {
      // The device is gone; so is its number.
    });
  }

  listen();
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        const step = (offset: number): void => {
          if (closed || offset >= bytes.length) {
            resolve(closed ? fail('the device was closed during a write') : ok(undefined));
            return;
          }
          busy++;
          write(fd, bytes, offset, Math.min(WRITE_BYTES, bytes.length - offset), null, (error, count) => {
            done();
            if (error === null) step(offset + count);
            else if (isAgain(error)) later(RETRY_MS, () => step(offset));
            else {
              resolve(fail(reasonOf(error)));
              lost(error);
            }
          });
        };
        step(0);
      }),
    close: shut,
  };
}

const ELSEWHERE = 'lp: is a device of Linux; here, write tcp://…:9100, or the serial port of the printer';

export function lpTransport(
  path: string,
  access: DeviceAccess | null = null,
  platform: NodeJS.Platform = process.platform,
): Transport {
  return {
    name: `lp://${path}`,
    twoWay: true,
    bytesPerSecond: null,
    async open(events) {
      if (platform === 'win32' || platform === 'darwin') return fail(ELSEWHERE);
      try {
        const device = access === null ? ok(path) : await findDevice(path);
        if (!device.ok) return device;
        // What was a device a moment ago must not be a link by now.
        const flags = access === null ? FLAGS : FLAGS | constants.O_NOFOLLOW;
        const fd = await openFile(device.value, flags);
        // A file or a pipe would say back what is written to it.
        const wrong = access === null ? nodeFault(fd) : printerFault(device.value, fd);
        if (wrong === null) return ok(connection(fd, events));
        await closeFile(fd);
        return fail(`${path}: ${wrong}`);
      } catch (error) {
        return fail(await withAdvice(reasonOf(error), path));
      }
    },
  };
}
