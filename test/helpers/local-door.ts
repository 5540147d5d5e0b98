import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

export interface LocalDoor {
  /** `http://…` */
  readonly address: string;
  /** Closes all its connections. */
  close(): Promise<void>;
}

/**
 * Starts a server on a free local port.
 * @param sockets its connections, and further sockets to close with it
 */
export async function openLocalDoor(door: Server, sockets: Set<Socket> = new Set()): Promise<LocalDoor> {
  door.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(door.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => door.close(() => resolve()));
    },
  };
}
