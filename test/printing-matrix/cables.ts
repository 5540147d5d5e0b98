/** The lines to a stand-in printer, which can be pulled out and put in again. */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPty, type Pty } from '../../main/lib/ports/pty.ts';
import type { BytePrinter } from './byte-printer.ts';

export const TRANSPORTS = ['tcp', 'serial', 'lp'] as const;
export type TransportName = (typeof TRANSPORTS)[number];

export interface Cable {
  /** Without options; the same before and after it was pulled out. */
  readonly url: string;
  readonly isPlugged: boolean;
  /** The other end is told by itself when it is pulled out; else only by a write that fails. */
  readonly showsUnplugging: boolean;
  /** The printer takes nothing for now, so bytes wait on the way. */
  readonly isBlocked: boolean;
  /** Hooks of the test: so many bytes have come to the printer; it has said so many. */
  onTaken: (bytes: number) => void;
  onSaid: (bytes: number) => void;
  plug(): Promise<void>;
  unplug(): Promise<void>;
  /** Pulls it out for good. */
  close(): Promise<void>;
}

/** An address of its own on this machine, so that hardly anybody takes the port while the cable is out. */
function ownHost(): string {
  return `127.${randomInt(64, 128)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

function tcpCable(printer: BytePrinter): Cable {
  let isBlocked = false;
  const host = ownHost();
  let port = 0;
  let server: Server | null = null;
  let socket: Socket | null = null;

  function welcome(next: Socket): void {
    socket?.destroy();
    socket = next;
    next.on('error', () => {});
    next.on('data', (bytes) => {
      printer.take(bytes);
      isBlocked = !printer.hasRoom();
      if (isBlocked) next.pause();
      cable.onTaken(bytes.length);
    });
  }

  printer.say = (bytes) => {
    if (socket?.writable !== true) return;
    cable.onSaid(bytes.length);
    socket.write(bytes);
  };
  printer.onRoom = () => {
    isBlocked = false;
    socket?.resume();
  };
  const cable: Cable = {
    get url() {
      return `tcp://${host}:${port}`;
    },
    get isPlugged() {
      return server !== null;
    },
    get isBlocked() {
      return isBlocked;
    },
    showsUnplugging: true,
    onTaken() {},
    onSaid() {},
    plug() {
      const opened = createServer(welcome);
      server = opened;
      return new Promise((resolve, reject) => {
        opened.once('error', reject);
        opened.listen(port, host, () => {
          port = (opened.address() as AddressInfo).port;
          resolve();
        });
      });
    },
    async unplug() {
      const open = server;
      server = null;
      socket?.destroy();
      socket = null;
      if (open !== null) await new Promise((resolve) => open.close(resolve));
    },
    close: () => cable.unplug(),
  };
  return cable;
}

/** A pseudo terminal below a path that stays the same. */
function ptyCable(printer: BytePrinter, scheme: 'serial' | 'lp'): Cable {
  const folder = mkdtempSync(join(tmpdir(), 'matrix-'));
  const path = join(folder, 'printer');
  let pty: Pty | null = null;
  let isBlocked = false;
  printer.say = (bytes) => {
    if (pty === null) return;
    cable.onSaid(bytes.length);
    pty.write(bytes).catch(() => {});
  };
  printer.onRoom = () => {
    isBlocked = false;
    pty?.resume();
  };
  const cable: Cable = {
    url: `${scheme}://${path}`,
    get isPlugged() {
      return pty !== null;
    },
    get isBlocked() {
      return isBlocked;
    },
    showsUnplugging: scheme === 'serial',
    onTaken() {},
    onSaid() {},
    async plug() {
      const opened = openPty();
      pty = opened;
      opened.onData((bytes) => {
        if (opened !== pty) return;
        printer.take(bytes);
        isBlocked = !printer.hasRoom();
        if (isBlocked) opened.pause();
        cable.onTaken(bytes.length);
      });
      symlinkSync(opened.path, path);
    },
    async unplug() {
      rmSync(path, { force: true });
      pty?.close();
      pty = null;
    },
    async close() {
      await cable.unplug();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return cable;
}

export function layCable(transport: TransportName, printer: BytePrinter): Cable {
  return transport === 'tcp' ? tcpCable(printer) : ptyCable(printer, transport);
}
