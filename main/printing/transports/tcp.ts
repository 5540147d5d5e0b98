/** Raw TCP, usually port 9100. The connection stays open between tickets. */
import { connect, isIP, type Socket } from 'node:net';
import { checkedLookup } from '../../lib/checked-lookup.ts';
import { resetConnection } from '../../lib/reset-connection.ts';
import { fail, ok } from '../../lib/result.ts';
import { type DeviceAccess, networkRefused } from '../../site/rules/device-address.ts';
import { type ConnectionEvents, reasonOf, type Transport, type TransportConnection } from './transport.ts';

const CONNECT_TIMEOUT_MS = 5000;
const KEEP_ALIVE_MS = 15_000;

interface TcpConnection extends TransportConnection {
  /** Reports the loss of the connection, once. */
  lose(detail: string): void;
}

function connection(socket: Socket, onLost: (detail: string) => void): TcpConnection {
  let isOver = false;
  const lose = (detail: string): void => {
    if (isOver) return;
    isOver = true;
    onLost(detail);
  };
  return {
    write: (bytes) =>
      new Promise((resolve) => {
        socket.write(bytes, (error) => {
          if (!error) return resolve(ok(undefined));
          // The socket reports it later; until then a retry would fail the same way.
          lose(reasonOf(error));
          resolve(fail(reasonOf(error)));
        });
      }),
    lose,
    async close(discard = false) {
      isOver = true;
      if (discard) resetConnection(socket);
      else socket.destroy();
    },
  };
}

export function tcpTransport(host: string, port: number, access: DeviceAccess | null = null): Transport {
  const name = `tcp://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    name,
    twoWay: true,
    bytesPerSecond: null,
    open: (events: ConnectionEvents) =>
      new Promise((resolve) => {
        // The lookup function only sees names: check a literal address here.
        if (access !== null && isIP(host) !== 0 && !access.mayReach(host)) {
          resolve(fail(networkRefused(host)));
          return;
        }
        const socket = connect({
          host,
          port,
          noDelay: true,
          keepAlive: true,
          keepAliveInitialDelay: KEEP_ALIVE_MS,
          ...(access === null ? {} : { lookup: checkedLookup((address) => access.mayReach(address)) }),
        });
        let reason = 'the printer closed the connection';
        const timer = setTimeout(() => {
          reason = `no response within ${CONNECT_TIMEOUT_MS} ms`;
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
          const opened = connection(socket, (detail) => events.onLost(detail));
          socket.once('close', () => opened.lose(reason));
          resolve(ok(opened));
        });
      }),
  };
}
