/**
 * The method UPDATE, which Node's HTTP parser does not know. Requests of other methods never come here: only where the
 * parser stumbles over UPDATE is the connection taken over and handed back to the same server, from that request on,
 * with PUT in its place. Node's own parser finds where each request ends, so that nothing here has to understand
 * lengths and chunks; a further UPDATE makes it stumble again, and the connection is taken over again.
 */
import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ClientError } from '../client-error.ts';
import type { AnswersInOrder } from '../response-order.ts';
import { watchMethods } from './method-start.ts';
import { RelayedConnection } from './relayed-connection.ts';
import { updateRequestIn } from './update-token.ts';

export interface UpdateMethod {
  /** Whether this request, which looks like a PUT, came as UPDATE. */
  isUpdate(request: IncomingMessage): boolean;
  /** Takes a connection over if it is an UPDATE that could not be read. */
  takeOver(error: ClientError, connection: Duplex): boolean;
}

/** @param refuse answers a connection whose next request is of no method at all */
export function acceptUpdateMethod(
  server: Server,
  answers: AnswersInOrder,
  refuse: (error: ClientError, connection: Duplex) => void,
): UpdateMethod {
  const methods = watchMethods(server);
  const updates = new WeakSet<IncomingMessage>();
  /** Connections that their parser lost. It goes on measuring their time. */
  const lost = new WeakSet<Duplex>();
  server.prependListener('request', (request) => {
    const connection: unknown = request.socket;
    if (connection instanceof RelayedConnection && connection.takeUpdate()) updates.add(request);
  });

  function begin(connection: RelayedConnection, previous: Duplex): void {
    const { real } = connection;
    if (previous instanceof RelayedConnection) previous.destroy();
    if (!real.writable) {
      real.destroySoon();
      return;
    }
    real.setTimeout(server.timeout);
    server.emit(connection.encrypted ? 'secureConnection' : 'connection', connection);
  }

  return {
    isUpdate: (request) => updates.has(request),
    takeOver(error, connection) {
      if (lost.has(connection)) return true;
      const { code, rawPacket, bytesParsed } = error;
      if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket) || bytesParsed === undefined) return false;
      const first = updateRequestIn(rawPacket, bytesParsed, methods.readBefore(connection));
      if (first === null) return false;
      const real = connection instanceof RelayedConnection ? connection.real : connection;
      if (!(real instanceof Socket)) return false;
      if (connection instanceof RelayedConnection) connection.relieve();
      lost.add(connection);
      const next = new RelayedConnection(real, first, (bytes) =>
        answers.whenAnswered(connection, () => refuse(Object.assign(error, { rawPacket: bytes }), real)),
      );
      answers.whenAnswered(connection, () => begin(next, connection));
      return true;
    },
  };
}
