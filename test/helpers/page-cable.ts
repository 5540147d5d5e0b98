/**
 * Proxy between page and server that can drop all traffic without closing connections. The browser's offline mode does
 * not simulate that: while the server keeps sending, the browser does nothing but ask whether it may receive.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { pagePort } from './page-port.ts';

export interface PageCable {
  /** Address for the page, in the shape that page helpers expect. */
  readonly program: { readonly address: string };
  pull(): void;
  /** Delivers the held traffic. */
  plug(): void;
}

/** Closed with the test. */
export async function openPageCable(to: { readonly program: { readonly address: string } }): Promise<PageCable> {
  const server = new URL(to.program.address);
  const sockets = new Set<Socket>();
  let isPulled = false;
  const join = (from: Socket, into: Socket): void => {
    sockets.add(from);
    from.on('error', () => undefined);
    from.once('close', () => {
      sockets.delete(from);
      into.destroy();
    });
    from.pipe(into);
    if (isPulled) from.pause();
  };
  const door = createServer((near) => {
    const far = connect(Number(server.port), server.hostname);
    join(near, far);
    join(far, near);
  });
  const { port, leave } = await pagePort();
  await once(door.listen(port, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => door.close(done));
    leave();
  });
  return {
    program: { address: `http://127.0.0.1:${port}` },
    pull() {
      isPulled = true;
      for (const socket of sockets) socket.pause();
    },
    plug() {
      isPulled = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
