/** How many WebSockets may be open at once: each costs memory for as long as it lives, and whoever opens it decides how long. */
import type { Duplex } from 'node:stream';

/** Everybody in a hall may come from one address, with a phone each and a page that was loaded anew. */
export const MOST_OF_ADDRESS = 1_000;
export const MOST_OF_SERVER = 10_000;
/** Of one ticket, those that are being closed included. */
export const MOST_OF_TICKET = 16;

export interface SocketLimits {
  /** Counts a connection as long as it lives, under that name; false, and not counted, when there are as many as may be. */
  take(connection: Duplex, name: string, most: number): boolean;
}

export function createSocketLimits(): SocketLimits {
  const open = new Map<string, number>();
  return {
    take(connection, name, most) {
      const count = open.get(name) ?? 0;
      if (count >= most) return false;
      open.set(name, count + 1);
      connection.once('close', () => {
        const left = (open.get(name) ?? 1) - 1;
        if (left > 0) open.set(name, left);
        else open.delete(name);
      });
      return true;
    },
  };
}
