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

/** How long the rest of an unread request is discarded. */
const UNREAD_MS = 5_000;

export interface Connections extends Pick<AnswersInOrder, 'whenItsTurn'> {
  /** Whether this request, parsed as PUT, was sent as UPDATE. */
  isUpdate(request: IncomingMessage): boolean;
  /**
   * Whether to upgrade: only WebSocket handshakes, at paths that accept them. Other upgrade requests, such as those of
   * `curl --http2`, get an ordinary response.
   */
  isUpgrade(request: IncomingMessage): boolean;
  /** Whether Node has detached this request's connection: the responder must close it. */
  isLetGo(request: IncomingMessage): boolean;
  /** Whether this request addresses a WebSocket path without a valid handshake. */
  isNoUpgrade(request: IncomingMessage): boolean;
  onClientError(error: ClientError, connection: Duplex): void;
}

/** @param alwaysOk whether failures are currently answered with HTTP 200 */
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

  // The server ignores unknown expectations; Node would reject them without a body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Tunnels are not supported. Node has detached the connection; the refusal is an ordinary response.
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
      // Includes a relayed UPDATE connection, which behaves like a socket.
      response.assignSocket(connection as Socket);
      // Here and not in the request handler: an unreadable path never gets there.
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
      // Node would detach the connection during the previous response.
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
 * Half-closes a connection whose last request was not read completely, and discards further bytes. An immediate close
 * would reset it, and the client, which is still writing, would lose the response.
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

/** Checks of RFC 6455, section 4.2.1, that a client can fail. */
export function isWebSocketHandshake({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    /^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? '')
  );
}
