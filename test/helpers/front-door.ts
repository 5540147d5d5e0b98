/**
 * TCP load balancer for several servers. It skips servers that are down; a connection ends with its server.
 */
import { connect, createServer, type Socket } from 'node:net';
import { resetConnection } from '../../main/lib/reset-connection.ts';
import { type LocalDoor, openLocalDoor } from './local-door.ts';

/** @param servers addresses of the servers that are up, used in turn */
export async function openFrontDoor(servers: () => readonly string[]): Promise<LocalDoor> {
  const sockets = new Set<Socket>();
  let turn = 0;

  function pass(client: Socket, tries: number): void {
    const doors = servers();
    const address = doors[turn++ % doors.length];
    if (address === undefined || tries === 0) return void client.destroy();
    const server = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true });
    const another = (): void => pass(client, tries - 1);
    server.once('error', another);
    server.once('connect', () => {
      server.off('error', another);
      sockets.add(server);
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        one.on('error', () => resetConnection(other));
        one.on('close', (broken) => (broken ? other.destroy() : other.end()));
        one.pipe(other);
      }
      server.once('close', () => sockets.delete(server));
    });
  }

  const door = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    client.on('error', () => client.destroy());
    pass(client, servers().length);
  });
  return openLocalDoor(door, sockets);
}
