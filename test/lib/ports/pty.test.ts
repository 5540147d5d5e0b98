import { closeSync, constants, existsSync, openSync, readSync, writeSync } from 'node:fs';
import { SerialPort } from 'serialport';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openPty, type Pty } from '../../../main/lib/ports/pty.ts';

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

  it('carries simultaneous writes in their order', async () => {
    const { pty, port } = await plugIn();
    const words = Array.from({ length: 500 }, (_, index) => `${index}\n`);
    let heard = '';
    const hostHasAll = new Promise<void>((resolve) => {
      port.on('data', (chunk: Buffer) => {
        heard += chunk.toString('latin1');
        if (heard.length >= words.join('').length) resolve();
      });
    });
    await Promise.all(words.map((word) => pty.write(Buffer.from(word))));
    await hostHasAll;
    expect(heard).toBe(words.join(''));
  });

  it('looks like an unplugged cable at its other end when it is closed', async () => {
    const pty = openPty();
    const held = openSync(pty.path, constants.O_RDWR | constants.O_NOCTTY);
    cleanups.push(() => closeSync(held));
    pty.close();
    // serialport treats the end of the stream as no data yet, so its events do not show this.
    await vi.waitFor(() => expect(existsSync(pty.path)).toBe(false), { timeout: 30_000, interval: 5 });
    expect(readSync(held, Buffer.alloc(1))).toBe(0);
    expect(() => writeSync(held, 'x')).toThrow(/EIO/);
  });
});
