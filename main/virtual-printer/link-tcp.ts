/** TCP port of the virtual printer. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { resetConnection } from '../lib/reset-connection.ts';

/** Interface between the virtual printer and its cable. */
export interface PrinterCable {
  send(bytes: Uint8Array): void;
  /** Stops or resumes reading from the host, whose writes then block. */
  hold(stalled: boolean): void;
  /** Called when the printer loses power. */
  powerLost(): void;
  /** Called when the printer has power again. */
  powerBack(): Promise<void>;
  close(): Promise<void>;
}

/** The printer's side of the cable. */
export interface LinkEnd {
  receive(bytes: Uint8Array): void;
  /** A host has connected or disconnected. */
  hostChanged(present: boolean): void;
}

/** Raw port of a network printer. Like most of them, it serves one host at a time; others are accepted and wait. */
export async function attachTcp(
  end: LinkEnd,
  wantedPort: number,
  host: string,
): Promise<{ readonly link: PrinterCable; readonly port: number }> {
  let port = wantedPort;
  let server: Server | null = null;
  let held = false;
  const sockets: Socket[] = [];

  function serve(socket: Socket): void {
    end.hostChanged(true);
    socket.on('data', (bytes) => end.receive(new Uint8Array(bytes)));
    if (held) socket.pause();
    else socket.resume();
  }

  function accept(socket: Socket): void {
    socket.setNoDelay(true);
    // A host that vanishes is no fault of the printer.
    socket.on('error', () => {});
    socket.on('close', () => {
      const first = sockets[0] === socket;
      sockets.splice(sockets.indexOf(socket), 1);
      if (!first) return;
      end.hostChanged(false);
      if (sockets[0] !== undefined) serve(sockets[0]);
    });
    sockets.push(socket);
    if (sockets[0] === socket) serve(socket);
  }

  async function listen(): Promise<void> {
    const listening = createServer({ pauseOnConnect: true }, accept);
    listening.listen(port, host);
    await once(listening, 'listening');
    server = listening;
    const address = listening.address();
    if (typeof address === 'object' && address !== null) port = address.port;
  }

  function stop(leave: (socket: Socket) => void): void {
    server?.close();
    server = null;
    held = false;
    for (const socket of [...sockets]) leave(socket);
  }

  await listen();
  const link: PrinterCable = {
    send(bytes) {
      const socket = sockets[0];
      if (socket?.writable) socket.write(bytes);
    },
    hold(stalled) {
      held = stalled;
      if (stalled) sockets[0]?.pause();
      else sockets[0]?.resume();
    },
    powerLost: () => stop(resetConnection),
    powerBack: listen,
    async close() {
      const closed = server === null ? null : once(server, 'close');
      stop((socket) => socket.destroy());
      await closed;
    },
  };
  return { link, port };
}
