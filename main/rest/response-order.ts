/**
 * Order of HTTP responses on a connection.
 *
 * Node keeps the order for requests that it can parse; code that writes to a connection directly, or relays it, must
 * wait for pending responses.
 *
 * Node also emits all pipelined requests at once, and buffers their responses. Here each request waits for the previous
 * one: otherwise a few kilobytes could open thousands of files.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface AnswersInOrder {
  /**
   * Runs when the response to the previous request has been sent. Does not run if the client has disconnected, has
   * pipelined too many requests, or cannot get further responses on this connection: it could not distinguish executed
   * requests from others.
   */
  whenItsTurn(request: IncomingMessage, run: () => void): void;
  /** Runs when all complete requests of this connection have responses. At once if none is pending. */
  whenAnswered(connection: Duplex, run: () => void): void;
  /** Whether a request of this connection lacks a complete response. */
  isDue(connection: Duplex): boolean;
  /** Lets pending responses be written on a connection that Node has detached. */
  continueWriting(connection: Duplex): void;
  /** Whether part of the last request on this connection was not read. */
  isUnread(connection: Duplex): boolean;
}

/** Maximum pipelined requests of a connection; each uses memory. Browsers send one at a time. */
const MAX_WAITING = 100;

export function keepAnswersInOrder(server: Server): AnswersInOrder {
  // Responses end in order, so the last one represents all.
  const last = new WeakMap<Duplex, ServerResponse>();
  /** The previous response, if it was pending when the request arrived. */
  const before = new WeakMap<IncomingMessage, ServerResponse>();
  const waiting = new WeakMap<Duplex, number>();
  // An idle connection would keep the whole request in memory. Keeps a partially read request for `isUnread`.
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
      // An error within a request's body belongs to that request's response.
      const due = newest === undefined || newest.req.complete ? newest : before.get(newest.req);
      if (due === undefined || due.closed) run();
      else due.once('close', run);
    },
    isDue: (connection) => last.get(connection)?.closed === false,
    continueWriting(connection) {
      // Node no longer emits `drain` on the response being written.
      connection.on('drain', () => firstDue(connection)?.emit('drain'));
    },
    isUnread: (connection) => last.get(connection)?.req.complete === false,
  };
}
