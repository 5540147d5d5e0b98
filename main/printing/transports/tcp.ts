/** Raw TCP, usually port 9100. The connection stays open between tickets. */
import { connect, type Socket } from 'node:net';
import { fail, ok } from '../../contract/result.ts';
import { type Connection, type ConnectionEvents, reasonOf, type Transport } from './transport.ts';

const CONNECT_TIMEOUT_MS = 5000;
const KEEP_ALIVE_MS = 15_000;

function connection(socket: Socket): Connection {
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        socket.write(bytes, (error) => resolve(error ? fail(reasonOf(error)) : ok(undefined)));
      }),
    async close() {
      socket.removeAllListeners('close');
      socket.destroy();
    },
  };
}

export function tcpTransport(host: string, port: number): Transport {
  const name = `tcp://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    name,
    twoWay: true,
    bytesPerSecond: null,
    open: (events: ConnectionEvents) =>
      new Promise((resolve) => {
        const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
        let reason = 'the printer closed the connection';
        const timer = setTimeout(() => {
          reason = `no answer within ${CONNECT_TIMEOUT_MS} ms`;
          socket.destroy();
        }, CONNECT_TIMEOUT_MS);
        socket.on('error', (error) => {
          reason = reasonOf(error);
        });
        socket.on('data', (bytes) => events.onBytes(new Uint8Array(bytes)));
        socket.once('close', () => {
          clearTimeout(timer);
          resolve(fail(reason));
        });
        socket.once('connect', () => {
          clearTimeout(timer);
          socket.removeAllListeners('close');
          socket.once('close', () => events.onLost(reason));
          resolve(ok(connection(socket)));
        });
      }),
  };
}
