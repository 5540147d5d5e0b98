/**
 * Ports of page servers. A browser caches compiled scripts by origin, and compiling takes longer than most of a test,
 * so the next server reuses an earlier port. These ports are below the system's ephemeral range, so no other program
 * gets them
 * between two tests.
 */
import { channel } from 'node:diagnostics_channel';
import { createServer, type Socket } from 'node:net';

const FIRST = 10_000;
const MANY = 20_000;

/** Released ports, the latest last. */
const left: number[] = [];
/** Starts at a different port in each process. */
let next = (process.pid * 61) % MANY;

export interface PagePort {
  readonly port: number;
  /**
   * For a server that is about to close after its pages: otherwise it would wait for connections that browsers opened
   * in advance.
   */
  hangUp(): void;
  /** Releases the port once nothing listens there. */
  leave(): void;
}

/** A port without a listener, preferably one that was used before. */
export async function pagePort(): Promise<PagePort> {
  const port = await freePort();
  const sockets = new Set<Socket>();
  let isOver = false;
  const came = channel('net.server.socket');
  const note = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    if (socket.localPort !== port) return;
    if (isOver) return void setImmediate(() => socket.destroy());
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  came.subscribe(note);
  return {
    port,
    hangUp() {
      isOver = true;
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    },
    leave() {
      came.unsubscribe(note);
      left.push(port);
    },
  };
}

async function freePort(): Promise<number> {
  for (let tries = 0; tries < MANY; tries += 1) {
    const port = left.pop() ?? FIRST + (next++ % MANY);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port between ${FIRST} and ${FIRST + MANY} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((tell) => {
    const server = createServer();
    server.once('error', () => tell(false));
    server.listen(port, '127.0.0.1', () => server.close(() => tell(true)));
  });
}
