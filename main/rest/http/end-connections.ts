/**
 * The end of HTTP connections when the server closes.
 *
 * A request that has come in is answered. A connection without one is half-closed, never reset: its client may have sent
 * a request that is still on its way, and a reset would take the answer before it from the client too. No client can
 * hold up the end: the store has to be closed in time.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Clock, Log } from '../../lib/context.ts';
import { endConnection } from '../end-connection.ts';
import { RelayedConnection } from '../update-method/relayed-connection.ts';

/** For answers that are being given. The whole program has 4.5 s to end; one client must not take them from the store. */
const ENDING_MS = 2_000;
/** A connection that was opened so short a time ago has its first request on the way. */
const FIRST_REQUEST_MS = 500;

type Connection = Socket | RelayedConnection;

/** State of one connection. */
interface Talk {
  readonly openedMs: number;
  /** Requests without their whole answer. */
  due: number;
  /** Bytes read when the last answer was complete; null before the first request. */
  readWhenAnswered: number | null;
  /** A WebSocket, or a connection that another reader has: it has an owner that ends it. */
  isTaken: boolean;
}

export function endConnections(app: FastifyInstance, { clock, log }: { clock: Clock; log: Log }): void {
  const { server } = app;
  const open = new Set<Socket>();
  const talks = new Map<Connection, Talk>();
  let isEnding = false;

  function talkOf(connection: Connection): Talk {
    let talk = talks.get(connection);
    if (talk === undefined) {
      talk = { openedMs: performance.now(), due: 0, readWhenAnswered: null, isTaken: false };
      talks.set(connection, talk);
      connection.once('close', () => talks.delete(connection));
    }
    return talk;
  }

  function endIdle(connection: Connection, talk: Talk): void {
    if (talk.due > 0 || talk.isTaken || connection.writableEnded) return;
    if (connection.bytesRead > (talk.readWhenAnswered ?? 0)) return;
    const youngMs = talk.readWhenAnswered === null ? talk.openedMs + FIRST_REQUEST_MS - performance.now() : 0;
    if (youngMs > 0) setTimeout(() => endIdle(connection, talk), youngMs).unref();
    else endConnection(connection);
  }

  // One function for all requests: a closure of each would keep all of it alive until V8 collects the old space.
  function noteAnswered(this: ServerResponse): void {
    const connection = this.req.socket;
    const talk = talks.get(connection);
    if (talk === undefined) return;
    talk.due -= 1;
    talk.readWhenAnswered = connection.bytesRead;
    if (isEnding) endIdle(connection, talk);
  }

  server.on('connection', (connection: Socket) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
  // Requests over TLS come on TLS sockets, which wrap those of above.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (connection: Connection) => {
    talkOf(connection);
    if (connection instanceof RelayedConnection) talkOf(connection.real).isTaken = true;
  });
  server.prependListener('upgrade', (request: IncomingMessage) => {
    talkOf(request.socket).isTaken = true;
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    talkOf(request.socket).due += 1;
    response.on('close', noteAnswered);
  });
  // Node would destroy them, with what lies unread in them.
  server.closeIdleConnections = () => {
    for (const [connection, talk] of talks) endIdle(connection, talk);
  };
  app.addHook('preClose', (done) => {
    isEnding = true;
    clock.after(ENDING_MS, () => {
      if (open.size > 0) log.warn('http.connections-dropped', { count: open.size });
      for (const connection of open) connection.destroy();
    });
    // After what came in until now was accepted and read: whatever waits at a listener that closes is reset.
    setImmediate(done);
  });
}
