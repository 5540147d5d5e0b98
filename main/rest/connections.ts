/** Connection handling outside HTTP requests. */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import type { AddressBook } from './address-book.ts';
import { answerClientError, type ClientError } from './client-error.ts';
import { endConnection } from './end-connection.ts';
import { type AnswersInOrder, keepAnswersInOrder } from './response-order.ts';
import { acceptUpdateMethod } from './update-method/update-method.ts';

/** For the rest of a request that is not read. */
const UNREAD_MS = 5_000;

export interface Connections extends Pick<AnswersInOrder, 'whenItsTurn'> {
  /** Whether this request, which looks like a PUT, came as UPDATE. */
  isUpdate(request: IncomingMessage): boolean;
  /**
   * Only WebSockets are upgrades, and only where one can be opened. Everything else that asks for one, such as
   * `curl --http2`, gets an ordinary answer.
   */
  isUpgrade(request: IncomingMessage): boolean;
  /** Whether Node has let go of this request's connection: whoever answers has to close it. */
  isLetGo(request: IncomingMessage): boolean;
  /** Whether this request asks for a WebSocket's address without a handshake that could open one. */
  isNoUpgrade(request: IncomingMessage): boolean;
  onClientError(error: ClientError, connection: Duplex): void;
}

/** @param alwaysOk whether failures are answered with HTTP 200 just now. */
export function tendConnections(server: Server, book: AddressBook, alwaysOk: () => boolean): Connections {
  const answers = keepAnswersInOrder(server);
  const waiting = new WeakSet<Duplex>();
  const letGo = new WeakSet<IncomingMessage>();

  function refuse(error: ClientError, connection: Duplex): void {
    if (waiting.has(connection)) return;
    waiting.add(connection);
    answers.whenAnswered(connection, () => {
      waiting.delete(connection);
      answerClientError(error, connection, book, alwaysOk());
    });
  }

  // Nobody has to know what a client expects; Node would refuse it without a word.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Nobody tunnels through here. Node has let go of the connection; the refusal is an answer like any other.
  server.on('connect', (request, connection) => {
    connection.on('error', () => connection.destroy());
    answers.continueWriting(connection);
    answers.whenAnswered(connection, () => {
      if (!connection.writable) {
        connection.destroy();
        return;
      }
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      // Also a connection that was an UPDATE before, which is no socket, but is like one.
      response.assignSocket(connection as Socket);
      // Here, not where requests are answered: an address that cannot be read never gets so far.
      response.once('finish', () => endConnection(connection));
      server.emit('request', request, response);
    });
  });
  lingerUnread(server, answers);
  const update = acceptUpdateMethod(server, answers, refuse);
  return {
    whenItsTurn: answers.whenItsTurn,
    isUpdate: update.isUpdate,
    isUpgrade(request) {
      if (!isWebSocketHandshake(request) || !book.takesWebSocket(pathOf(request))) return false;
      // Node would let go of the connection in the middle of the answer before.
      if (answers.isDue(request.socket)) return false;
      letGo.add(request);
      return true;
    },
    isLetGo: (request) => letGo.has(request),
    isNoUpgrade: (request) => !letGo.has(request) && book.takesWebSocket(pathOf(request)),
    onClientError(error, connection) {
      if (!update.takeOver(error, connection)) refuse(error, connection);
    },
  };
}

/**
 * A connection that ends with an answer whose request was not read to its end is half-closed, and what still comes is thrown away.
 * Closed at once it would be reset, and its client, which is still writing, would lose the answer.
 */
function lingerUnread(server: Server, answers: AnswersInOrder): void {
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (connection: Socket) => {
    const destroySoon = connection.destroySoon?.bind(connection);
    if (destroySoon === undefined) return;
    connection.destroySoon = () => {
      if (answers.isUnread(connection)) endConnection(connection, '', UNREAD_MS);
      else destroySoon();
    };
  });
}

function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split('?', 1)[0] ?? '';
}

/** What RFC 6455, section 4.2.1, asks of a handshake, as far as a client can get it wrong. */
function isWebSocketHandshake({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')
  );
}
