/**
 * Limits of plain HTTP connections per address.
 *
 * Silent ones, half requests and those kept alive are bounded together.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '../../lib/network.ts';
import { createSocketLimits } from './socket-limits.ts';

/** Of an IPv4 address or an IPv6 network (/64); a hall behind one address has some of each phone at a time. */
export const MAX_CONNECTIONS = 400;

export interface ConnectionLimitOptions {
  /** Whether an address is bound at all: this machine and trusted proxies speak for many. */
  readonly isBound: (address: string) => boolean;
  readonly max: number;
  /** A connection was ended at once. */
  readonly refused: () => void;
}

/** A connection counts from its first byte, and no more once it is a WebSocket, which has limits of its own. */
export function limitConnections(server: Server, { isBound, max, refused }: ConnectionLimitOptions): void {
  const limits = createSocketLimits();
  /** By address and port: with TLS a request has another socket than the connection that was accepted. */
  const releases = new Map<string, () => void>();
  const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

  server.prependListener('connection', (connection: Socket) => {
    const { remoteAddress } = connection;
    const key = keyOf(connection);
    if (remoteAddress === undefined || releases.has(key) || !isBound(remoteAddress)) return;
    const release = limits.takeUntil(addressGroup(remoteAddress), max);
    if (release === null) {
      connection.destroy();
      refused();
      return;
    }
    const end = (): void => {
      if (releases.get(key) !== end) return;
      releases.delete(key);
      release();
    };
    releases.set(key, end);
    connection.once('close', end);
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => releases.get(keyOf(socket))?.());
}
