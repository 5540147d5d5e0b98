import type { Duplex } from 'node:stream';

/** Time for a client to read its response: an immediate destroy with unread bytes could discard it. */
const LINGER_MS = 1_000;
/** Time to send pending responses. */
const SENDING_MS = 10_000;

/**
 * Ends a connection without further requests: sends the last bytes, discards incoming ones, and does not wait for the
 * peer to close.
 */
export function endConnection(connection: Duplex, lastWords = '', lingerMs = LINGER_MS): void {
  const destroyAfter = (ms: number): NodeJS.Timeout => setTimeout(() => connection.destroy(), ms);
  let late = destroyAfter(SENDING_MS + lingerMs);
  connection.once('close', () => clearTimeout(late));
  connection.end(lastWords, () => {
    clearTimeout(late);
    if (!connection.destroyed) late = destroyAfter(lingerMs);
  });
  connection.resume();
}
