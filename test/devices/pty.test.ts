import { once } from 'node:events';
import { SerialPort } from 'serialport';
import { afterEach, describe, expect, it } from 'vitest';
import { openPty, type Pty } from '../../main/devices/pty.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

async function plugIn(): Promise<{ pty: Pty; port: SerialPort }> {
  const pty = openPty();
  cleanups.push(() => pty.close());
  const port = new SerialPort({ path: pty.path, baudRate: 19_200, autoOpen: false });
  port.on('error', () => {});
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  cleanups.push(() => port.isOpen && port.close());
  return { pty, port };
}

describe('a pseudo terminal', () => {
  it('carries every byte value both ways as a serial port does', async () => {
    const { pty, port } = await plugIn();
    const all = Uint8Array.from({ length: 256 }, (_, value) => value);

    const toHost: Buffer[] = [];
    const hostHasAll = new Promise<void>((resolve) => {
      port.on('data', (chunk: Buffer) => {
        toHost.push(chunk);
        if (Buffer.concat(toHost).length >= 256) resolve();
      });
    });
    await pty.write(all);
    await hostHasAll;
    expect(Buffer.concat(toHost)).toEqual(Buffer.from(all));

    const toDevice: Uint8Array[] = [];
    const deviceHasAll = new Promise<void>((resolve) => {
      pty.onData((chunk) => {
        toDevice.push(chunk);
        if (Buffer.concat(toDevice).length >= 256) resolve();
      });
    });
    port.write(Buffer.from(all));
    await deviceHasAll;
    expect(Buffer.concat(toDevice)).toEqual(Buffer.from(all));
  });

  it('looks like a pulled cable to the other side when it is closed', async () => {
    const { pty, port } = await plugIn();
    port.on('data', () => {});
    // A round trip, so that the port is waiting for bytes: serialport overlooks a hang-up between two of its reads.
    const heard = new Promise<void>((resolve) => pty.onData(() => resolve()));
    port.write(Buffer.of(1));
    await heard;
    const closed = once(port, 'close');
    pty.close();
    await closed;
    expect(port.isOpen).toBe(false);
  });
});
