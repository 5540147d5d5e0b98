/**
 * Transport to a serial port, or to a USB printer with a virtual one.
 *
 * Loads the native module when a port is first opened. There are always listeners for `data` and `error`: without the
 * first, unplugging is not detected; without the second, closing during a write ends the process (serialport 13). The
 * device entry below `/dev` is watched, too: when a line hangs up during a read, serialport loops without an event.
 */
import { stat } from 'node:fs/promises';
import type { SerialPort } from 'serialport';
import { findDevice, openedFault } from '../../lib/ports/device-node.ts';
import { withAdvice } from '../../lib/ports/permission.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { DeviceAccess } from '../../site/rules/device-address.ts';
import { reasonOf, type Transport, type TransportConnection } from './transport.ts';

/** Start bit, eight data bits, stop bit. */
const BITS_PER_BYTE = 10;
const LOOK_EVERY_MS = 500;

/** Calls back once when the file at `path` was deleted or replaced. Windows has no such files. */
function watchDevice(path: string, onGone: () => void): () => void {
  if (!path.startsWith('/')) return () => {};
  let first: number | null = null;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  const look = async (): Promise<void> => {
    const now = await stat(path).then(
      ({ ino }) => ino,
      () => null,
    );
    if (stopped) return;
    first ??= now;
    if (now === null || now !== first) return onGone();
    timer = setTimeout(look, LOOK_EVERY_MS);
    timer.unref();
  };
  void look();
  return () => {
    stopped = true;
    if (timer !== null) clearTimeout(timer);
  };
}

function connection(port: SerialPort, stopWatching: () => void): TransportConnection {
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        const settle = (result: Result<void, string>): void => {
          port.off('close', onClose);
          resolve(result);
        };
        const onClose = (): void => settle(fail('the port was closed during a write'));
        port.once('close', onClose);
        port.write(Buffer.from(bytes), (error) => {
          if (error) settle(fail(reasonOf(error)));
          else port.drain((drainError) => settle(drainError ? fail(reasonOf(drainError)) : ok(undefined)));
        });
      }),
    close: () =>
      new Promise((resolve) => {
        stopWatching();
        port.removeAllListeners('close');
        // Unsent bytes would prevent the port from closing.
        if (port.isOpen) port.flush(() => port.close(() => resolve()));
        else resolve();
      }),
  };
}

export function serialTransport(path: string, baudRate: number, access: DeviceAccess | null = null): Transport {
  return {
    name: `serial://${path}`,
    twoWay: true,
    bytesPerSecond: baudRate / BITS_PER_BYTE,
    async open(events) {
      let port: SerialPort;
      try {
        const device = access === null ? ok(path) : await findDevice(path);
        if (!device.ok) return device;
        const { SerialPort: Port } = await import('serialport');
        port = new Port({ path: device.value, baudRate, autoOpen: false });
      } catch (error) {
        return fail(reasonOf(error));
      }
      let reason = 'the port was disconnected';
      port.on('error', (error) => {
        reason = reasonOf(error);
      });
      port.on('data', (bytes: Buffer) => events.onBytes(new Uint8Array(bytes)));
      return new Promise((resolve) => {
        port.open((error) => {
          if (error) {
            void withAdvice(reasonOf(error), path).then((reason) => resolve(fail(reason)));
            return;
          }
          const wrong = access === null ? null : openedFault(port);
          if (wrong !== null) {
            port.close(() => resolve(fail(`${path}: ${wrong}`)));
            return;
          }
          const stopWatching = watchDevice(path, () => port.close());
          port.once('close', () => {
            stopWatching();
            events.onLost(reason);
          });
          resolve(ok(connection(port, stopWatching)));
        });
      });
    },
  };
}
