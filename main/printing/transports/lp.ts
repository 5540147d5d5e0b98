/**
 * Transport to a Linux USB printer device (`/dev/usb/lp0`).
 *
 * Opened non-blocking in both directions, because a stalled write would block one of the few threads for file work.
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

/** Without O_CREAT: a missing device must never become a regular file. */
const FLAGS = constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOCTTY;
const WRITE_BYTES = 8192;
const RETRY_MS = 5;
const READ_EVERY_MS = 30;
const READ_BYTES = 512;
/** Nothing to read, or no space to write: retry. */
const AGAIN = ['EAGAIN', 'EINTR'];

function isAgain(error: NodeJS.ErrnoException): boolean {
  return AGAIN.includes(error.code ?? '');
}

function connection(fd: number, events: ConnectionEvents): TransportConnection {
  let closed = false;
  /** Calls in progress: closing the descriptor meanwhile could let them use another file. */
  let busy = 0;
  let whenIdle: (() => void) | null = null;

  // A delayed action checks whether the device was closed meanwhile.
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
      // The device and its descriptor are gone.
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

const ELSEWHERE = 'lp: works on Linux only; use tcp://…:9100, or the serial port of the printer';

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
        // The device may have been replaced by a link since the check.
        const flags = access === null ? FLAGS : FLAGS | constants.O_NOFOLLOW;
        const fd = await openFile(device.value, flags);
        // A file or a pipe would echo written data.
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
