/** The lines to a stand-in printer, which can be pulled out and put in again. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPty, type Pty } from '../../main/devices/pty.ts';
import type { BytePrinter } from './byte-printer.ts';

export const TRANSPORTS = ['tcp', 'serial', 'lp'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

export interface Cable {
  /** Without options; the same before and after it was pulled out. */
  readonly url: string;
  plug(): Promise<void>;
  unplug(): Promise<void>;
}

let cables = 0;

/** An address of its own on this machine: nobody else can take the port while the cable is out. */
function tcpCable(printer: BytePrinter): Cable {
  const cable = cables++;
  const host = `127.77.${Math.floor(cable / 250)}.${(cable % 250) + 1}`;
  const port = 9100;
  let server: Server | null = null;
  let socket: Socket | null = null;

  function welcome(next: Socket): void {
    socket?.destroy();
    socket = next;
    next.on('error', () => {});
    next.on('data', (bytes) => {
      printer.take(bytes);
      if (!printer.hasRoom()) next.pause();
    });
  }

  printer.say = (bytes) => void (socket?.writable && socket.write(bytes));
  printer.onRoom = () => void socket?.resume();
  return {
    url: `tcp://${host}:${port}`,
    plug() {
      const opened = createServer(welcome);
      server = opened;
      return new Promise((resolve, reject) => {
        opened.once('error', reject);
        opened.listen(port, host, () => resolve());
      });
    },
    async unplug() {
      const open = server;
      server = null;
      socket?.destroy();
      socket = null;
      if (open !== null) await new Promise((resolve) => open.close(resolve));
    },
  };
}

/** A pseudo terminal below a path that stays the same. */
function ptyCable(printer: BytePrinter, scheme: 'serial' | 'lp'): Cable {
  const folder = mkdtempSync(join(tmpdir(), 'matrix-'));
  const path = join(folder, 'printer');
  let pty: Pty | null = null;
  printer.say = (bytes) => void pty?.write(bytes).catch(() => {});
  printer.onRoom = () => pty?.resume();
  return {
    url: `${scheme}://${path}`,
    async plug() {
      const opened = openPty();
      pty = opened;
      opened.onData((bytes) => {
        if (opened !== pty) return;
        printer.take(bytes);
        if (!printer.hasRoom()) opened.pause();
      });
      symlinkSync(opened.path, path);
    },
    async unplug() {
      rmSync(path, { force: true });
      pty?.close();
      pty = null;
    },
  };
}

export function layCable(transport: TransportName, printer: BytePrinter): Cable {
  return transport === 'tcp' ? tcpCable(printer) : ptyCable(printer, transport);
}
