import type { Duplex } from 'node:stream';

/** Time for a client to hear its answer and go: destroyed at once, with bytes unread, it might not hear it. */
const LINGER_MS = 1_000;

/**
 * Ends a connection on which no further request is read: says the last words, throws away what still comes, and does
 * not wait for the other side, which might never go.
 */
export function endConnection(connection: Duplex, lastWords = '', lingerMs = LINGER_MS): void {
  connection.end(lastWords);
  connection.resume();
  const late = setTimeout(() => connection.destroy(), lingerMs);
  connection.once('close', () => clearTimeout(late));
}
