/**
 * Limits of plain HTTP connections per address.
 *
 * Idle, incomplete and kept-alive connections count together.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '../../lib/network.ts';
import { createSocketLimits } from './socket-limits.ts';

/** Per IPv4 address or IPv6 network (/64); all phones at a location can share one address. */
export const MAX_CONNECTIONS = 400;

export interface ConnectionLimitOptions {
  /** Whether an address is limited: this machine and trusted proxies carry many clients. */
  readonly isBound: (address: string) => boolean;
  readonly max: number;
  /** Called for each rejected connection. */
  readonly refused: () => void;
}

/** Counts a connection from its first byte until it becomes a WebSocket, which has separate limits. */
export function limitConnections(server: Server, { isBound, max, refused }: ConnectionLimitOptions): void {
  const limits = createSocketLimits();
  /** By address and port: with TLS, requests have another socket than the accepted connection. */
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
