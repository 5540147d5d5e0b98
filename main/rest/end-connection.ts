import type { Duplex } from 'node:stream';

/** Time for a client to read its answer and go: destroyed at once, with bytes unread, it might not read it. */
const LINGER_MS = 1_000;
/** Time to take the answers that are still to be sent. */
const SENDING_MS = 10_000;

/**
 * Ends a connection on which no further request is read: says the last words, throws away what still comes, and does
 * not wait for the other side, which might never go.
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
