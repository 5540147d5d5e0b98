/**
 * Ports for servers of pages. A browser keeps what it made of a script under the address that it came from, and to make it
 * anew takes longer than most of what a test does with a page: so the next server is where one was before. These ports lie
 * below those that a system gives to whoever wants any, so that nobody is found there between two tests.
 */
import { channel } from 'node:diagnostics_channel';
import { createServer, type Socket } from 'node:net';

const FIRST = 10_000;
const MANY = 20_000;

/** Those that were left, the last one last. */
const left: number[] = [];
/** Not everyone begins at the same one. */
let next = (process.pid * 61) % MANY;

export interface PagePort {
  readonly port: number;
  /**
   * For a server that is about to end, whose pages have gone: it would wait a while for what browsers have to say on
   * connections that they made in advance.
   */
  hangUp(): void;
  /** When nobody listens there any more. */
  leave(): void;
}

/** One where nobody listens now: best one where a server was before. */
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
