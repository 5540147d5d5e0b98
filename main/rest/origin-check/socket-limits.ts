/**
 * Limits of open WebSockets.
 *
 * Each uses memory for as long as its client keeps it open.
 */
import type { Duplex } from 'node:stream';

export interface MostSockets {
  /** Of one caller: an IPv4 address, or all of a network of IPv6 (/64). */
  readonly ofAddress: number;
  readonly ofServer: number;
}

/** Everybody in a hall may come from one address, with a phone each and a page that was loaded anew. */
export const MAX_SOCKETS: MostSockets = { ofAddress: 1_000, ofServer: 10_000 };
/** Of one ticket, those that are being closed included. */
export const MAX_OF_TICKET = 16;

export interface SocketLimits {
  /** Counts a connection as long as it lives, under that name; false, and not counted, when there are as many as may be. */
  take(connection: Duplex, name: string, most: number): boolean;
  /** Counts one under that name until it is released; null when there are as many as may be. */
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
