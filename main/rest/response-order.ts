/**
 * HTTP answers a connection's requests in the order in which they came. Node keeps that order for requests that it can
 * read; whoever writes to a connection by itself, or hands it on, has to wait for the answers that are still due.
 *
 * Node hands out all requests of a connection at once, however many came in one packet, and keeps their answers until
 * the client has read those before. Here each has its turn: a few kilobytes would open thousands of files otherwise.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface AnswersInOrder {
  /**
   * Runs when the request before this one has its answer on the way. Not at all when the client is gone by then, when
   * it sent so many without waiting that the connection is ended, and when the connection carries no further answer:
   * the client could not tell a request that was done from one that was not.
   */
  whenItsTurn(request: IncomingMessage, run: () => void): void;
  /** Runs when every whole request that came on this connection has its answer. At once when none is due. */
  whenAnswered(connection: Duplex, run: () => void): void;
  /** Whether a request that came on this connection has no whole answer yet. */
  isDue(connection: Duplex): boolean;
  /** Lets the answers that are due be written on a connection of which Node has let go. */
  continueWriting(connection: Duplex): void;
  /** Whether a part of the last request on this connection was not read. */
  isUnread(connection: Duplex): boolean;
}

/** Requests of one connection that may wait for their turn; each costs some memory. Browsers send one at a time. */
const MAX_WAITING = 100;

export function keepAnswersInOrder(server: Server): AnswersInOrder {
  // Answers end in order, so the last one stands for all of them.
  const last = new WeakMap<Duplex, ServerResponse>();
  /** The answer before that of this request, where it was still due when the request came. */
  const before = new WeakMap<IncomingMessage, ServerResponse>();
  const waiting = new WeakMap<Duplex, number>();
  // An idle connection would keep the whole request in memory. A request that was not read to its end stays: `isUnread` asks for it.
  function forget(this: ServerResponse): void {
    const { req } = this;
    if (req.complete && last.get(req.socket) === this) last.delete(req.socket);
  }
  server.prependListener('request', (request, response) => {
    const previous = last.get(request.socket);
    if (previous !== undefined && !previous.closed) before.set(request, previous);
    last.set(request.socket, response);
    response.on('close', forget);
  });
  function firstDue(connection: Duplex): ServerResponse | undefined {
    let first = last.get(connection);
    for (let next = first; next !== undefined && !next.closed; next = before.get(next.req)) first = next;
    return first;
  }

  return {
    whenItsTurn(request, run) {
      const { socket } = request;
      if (socket.writableEnded) return;
      const previous = before.get(request);
      if (previous === undefined || previous.closed) return run();
      const others = waiting.get(socket) ?? 0;
      if (others >= MAX_WAITING) {
        socket.destroy();
        return;
      }
      waiting.set(socket, others + 1);
      previous.once('close', () => {
        waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
        if (!socket.destroyed && !socket.writableEnded) run();
      });
    },
    whenAnswered(connection, run) {
      const newest = last.get(connection);
      // What is wrong in the middle of a request's body is that request's answer.
      const due = newest === undefined || newest.req.complete ? newest : before.get(newest.req);
      if (due === undefined || due.closed) run();
      else due.once('close', run);
    },
    isDue: (connection) => last.get(connection)?.closed === false,
    continueWriting(connection) {
      // Node has stopped telling the answer that is being written when it can go on.
      connection.on('drain', () => firstDue(connection)?.emit('drain'));
    },
    isUnread: (connection) => last.get(connection)?.req.complete === false,
  };
}
