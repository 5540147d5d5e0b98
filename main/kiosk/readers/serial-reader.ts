/** Card reader on a serial port, real or USB. */

import { stat } from 'node:fs/promises';
import type { SerialPort } from 'serialport';
import { findDevice, openedFault } from '../../lib/ports/device-node.ts';
import { withAdvice } from '../../lib/ports/permission.ts';
import { fail, ok } from '../../lib/result.ts';
import type { DeviceAccess } from '../../site/rules/device-address.ts';
import type { CardReader } from '../contract/reader.ts';
import type { SerialReaderUrl } from '../rules/reader-url.ts';
import type { ReaderContext } from './reader-context.ts';
import type { Dial } from './reconnecting-device.ts';
import { createLinkedReader } from './reconnecting-reader.ts';

/** Opens the serial port of a reader. */
interface SerialPlace {
  readonly path: string;
  readonly baudRate: number;
  /** Null for a path of the command line, which has no limits. */
  readonly access: DeviceAccess | null;
}

/** Identity of the device at the path; null without one, or on systems without such files (Windows). */
async function identity(path: string): Promise<string | null> {
  if (!path.startsWith('/')) return null;
  return stat(path).then(
    ({ dev, ino, rdev }) => `${dev} ${ino} ${rdev}`,
    () => null,
  );
}

function closePort(port: SerialPort): Promise<void> {
  return new Promise((resolve) => {
    if (port.isOpen) port.close(() => resolve());
    else resolve();
  });
}

function serialDial({ path, baudRate, access }: SerialPlace, onBytes: (bytes: Uint8Array) => void): Dial {
  return async (session) => {
    // Loaded on demand: the native module is slow to load, and many kiosks have no reader.
    const serial = await import('serialport');
    const device = await identity(path);
    const real = access === null ? ok(path) : await findDevice(path);
    if (!real.ok) return real;
    const port = new serial.SerialPort({ path: real.value, baudRate, autoOpen: false });
    // Without these listeners a fault ends the process, and unplugging is never noticed.
    port.on('error', (error) => session.lost(error.message));
    port.on('data', (chunk: Buffer) => session.isOn() && onBytes(new Uint8Array(chunk)));
    port.on('close', () => session.lost('unplugged'));
    const fault = await new Promise<Error | null>((resolve) => port.open(resolve));
    if (fault !== null) return fail(await withAdvice(fault.message, real.value));
    const close = (): Promise<void> => closePort(port);
    const wrong = access === null ? null : openedFault(port);
    if (wrong !== null) {
      await close();
      return fail(`${path}: ${wrong}`);
    }
    // serialport can miss a hang-up between two reads, so the path is checked too.
    return ok(device === null ? { close } : { close, isThere: async () => (await identity(path)) === device });
  };
}

export function createSerialReader(url: SerialReaderUrl, context: ReaderContext): CardReader {
  const { path, baudRate } = url;
  return createLinkedReader(url, `serial:${path}`, context, (heard) =>
    serialDial({ path, baudRate, access: context.access ?? null }, heard.bytes),
  );
}
