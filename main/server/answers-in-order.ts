/**
 * HTTP answers a connection's requests in the order in which they came. Node keeps that order for requests that it can
 * read; whoever writes to a connection by itself, or hands it on, has to wait for the answers that are still due.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export interface AnswersInOrder {
  /** Runs when every whole request that came on this connection has its answer. At once when none is due. */
  whenAnswered(connection: Duplex, run: () => void): void;
}

export function keepAnswersInOrder(server: Server): AnswersInOrder {
  // Answers end in order, so the last one stands for all of them.
  const last = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => {
    last.set(request.socket, response);
  });
  return {
    whenAnswered(connection, run) {
      const response = last.get(connection);
      // What is wrong in the middle of a request's body is that request's answer.
      if (response === undefined || response.closed || !response.req.complete) run();
      else response.once('close', run);
    },
  };
}
