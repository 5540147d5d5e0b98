/**
 * Limits of open WebSockets.
 *
 * Each uses memory as long as its client keeps it open.
 */
import type { Duplex } from 'node:stream';

export interface MostSockets {
  /** Per client: an IPv4 address, or an IPv6 network (/64). */
  readonly ofAddress: number;
  readonly ofServer: number;
}

/** All visitors at a location can share one address, each with a phone and a reloaded page. */
export const MAX_SOCKETS: MostSockets = { ofAddress: 1_000, ofServer: 10_000 };
/** Per ticket, including connections that are closing. */
export const MAX_OF_TICKET = 16;

export interface SocketLimits {
  /** Counts a connection under a name until it closes; false if the limit is reached. */
  take(connection: Duplex, name: string, most: number): boolean;
  /** Counts one under a name until released; null if the limit is reached. */
  takeUntil(name: string, most: number): (() => void) | null;
}

export function createSocketLimits(): SocketLimits {
  const open = new Map<string, number>();
  function takeUntil(name: string, most: number): (() => void) | null {
    const count = open.get(name) ?? 0;
    if (count >= most) return null;
    open.set(name, count + 1);
    return () => {
      const left = (open.get(name) ?? 1) - 1;
      if (left > 0) open.set(name, left);
      else open.delete(name);
    };
  }
  return {
    takeUntil,
    take(connection, name, most) {
      const release = takeUntil(name, most);
      if (release === null) return false;
      connection.once('close', release);
      return true;
    },
  };
}
