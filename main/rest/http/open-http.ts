/**
 * Fastify instance with limits, URL rules and error answers.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Clock, Log } from '../../lib/context.ts';
import { isLoopbackAddress } from '../../lib/host-name.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { ERRNO } from '../../lib/result.ts';
import { type AddressBook, keepAddressBook } from '../address-book.ts';
import { type Connections, tendConnections } from '../connections.ts';
import type { RestDeps } from '../deps.ts';
import { endConnection } from '../end-connection.ts';
import { createLogLimit } from '../log-limit.ts';
import { refusalOf } from '../map-errors.ts';
import { answerHeaders } from '../origin-check/answer-headers.ts';
import { createRequestGuard, type RequestGuard } from '../origin-check/check-request.ts';
import { limitConnections, MAX_CONNECTIONS } from '../origin-check/connection-limits.ts';
import { type GuardedRouting, guardedRouting } from '../origin-check/guarded-routing.ts';
import { inNetworks } from '../origin-check/networks.ts';
import { transportOf } from '../origin-check/transport.ts';
import type { RawParameters } from '../parameters/query.ts';
import { proxyRequestId } from '../request-id.ts';
import { jsonWriter } from '../responses/json-writer.ts';
import { formatOf, sendFailure } from '../responses/send.ts';
import { RelayedConnection } from '../update-method/relayed-connection.ts';
import { MAX_ADDRESS, readQuery, withoutLastSlash } from './address.ts';
import { addRequestFields } from './request-fields.ts';

const MAX_BODY_BYTES = 256 * 1024;

const MAX_HEADER_BYTES = 16 * 1024;

/** Timeout until a request is received completely. */
const REQUEST_TIMEOUT_MS = 30_000;

/** Timeout of an inactive connection, such as one whose client does not read its response. */
const QUIET_TIMEOUT_MS = 300_000;

/** Sends a refusal in the requested format, with the status that the site configures. */
export type Refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => FastifyReply;

export interface HttpApp {
  readonly app: FastifyInstance;
  readonly addresses: AddressBook;
  readonly connections: Connections;
  /** Must run first, in the first `onRequest` hook. */
  readonly guardRefusal: GuardedRouting['refusal'];
  /** Whether the request names a host that is not this server's. */
  readonly isByOtherName: RequestGuard['isByOtherName'];
  /** Headers of every response, for browsers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly refuse: Refuse;
}

/** Time for responses in progress. The whole shutdown has 4.5 s; one client must not take that time from the store. */
const ENDING_MS = 2_000;

/** A connection younger than this may have its first request on the way. */
const FIRST_REQUEST_MS = 500;

type Connection = Socket | RelayedConnection;

/** State of one connection. */
interface Talk {
  readonly openedMs: number;
  /** Requests without a complete response. */
  due: number;
  /** Bytes read when the last response was complete; null before the first request. */
  readWhenAnswered: number | null;
  /** A WebSocket or a relayed connection: its owner closes it. */
  isTaken: boolean;
}

/**
 * Graceful close of HTTP connections at shutdown.
 *
 * Received requests are answered. An idle connection is half-closed, never reset: a request may be on its way, and a
 * reset could also discard the previous response. No client can delay the shutdown: the store must be closed in time.
 */
function endConnections(app: FastifyInstance, { clock, log }: { clock: Clock; log: Log }): void {
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

  // One shared function: a closure per request would be kept until V8 collects the old space.
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
  // With TLS, requests arrive on TLS sockets, which wrap the TCP sockets.
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
  // Node would destroy them with their unread bytes.
  server.closeIdleConnections = () => {
    for (const [connection, talk] of talks) endIdle(connection, talk);
  };
  app.addHook('preClose', (done) => {
    isEnding = true;
    clock.after(ENDING_MS, () => {
      if (open.size > 0) log.warn('http.connections-dropped', { count: open.size });
      for (const connection of open) connection.destroy();
    });
    // After accepting pending connections: closing a listener resets those in its backlog.
    setImmediate(done);
  });
}

export function openHttp({ site, clock, log, tls, listensAt, maxConnections }: RestDeps): HttpApp {
  const settings = () => site.current().settings;
  const headers = answerHeaders(tls !== undefined);
  const alwaysOk = (): boolean => settings().failure_status === 'ok';
  const refuse: Refuse = (request, reply, refusal) =>
    sendFailure(request, reply, refusal, formatOf((request.query ?? {}) as RawParameters) ?? 'json', alwaysOk());
  const guard = createRequestGuard({
    listensAt: listensAt ?? '127.0.0.1',
    isTls: tls !== undefined,
    settings,
    isPage: (path) => addresses.isPage(path),
    log,
  });
  const routing = guardedRouting(guard, withoutLastSlash);
  const newId = requestIds();
  // Fastify can call back before the server exists.
  let connections: Connections | null = null;

  const app: FastifyInstance = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: QUIET_TIMEOUT_MS,
    ...transportOf(tls, {
      maxHeaderSize: MAX_HEADER_BYTES,
      // Node would reject it without a body.
      requireHostHeader: false,
      shouldUpgradeCallback: (request) => connections?.isUpgrade(request) ?? false,
    }),
    return503OnClosing: false,
    genReqId: (request) => proxyRequestId(request, settings().trusted_proxies) ?? newId(),
    routerOptions: { maxParamLength: MAX_ADDRESS, querystringParser: readQuery },
    rewriteUrl: routing.rewriteUrl,
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers);
      refuse(request, reply, refusalOf(error) ?? { errno: ERRNO.invalidParameters, parameter: 'address' });
    },
    clientErrorHandler: (error, socket) => connections?.onClientError(error, socket),
  });
  app.setSerializerCompiler<object>(({ schema }) => jsonWriter(schema));
  addRequestFields(app);
  endConnections(app, { clock, log });
  const mayLogRefused = createLogLimit(clock, (count) => log.warn('http.connections-rejected', { count }));
  limitConnections(app.server, {
    max: maxConnections ?? MAX_CONNECTIONS,
    isBound: (address) => !isLoopbackAddress(address) && !inNetworks(settings().trusted_proxies, address),
    refused: () => {
      if (mayLogRefused()) log.warn('http.connections-rejected', { count: 1 });
    },
  });
  const addresses = keepAddressBook(app);
  const tended = tendConnections(app.server, addresses, alwaysOk);
  connections = tended;
  return {
    app,
    addresses,
    connections: tended,
    guardRefusal: routing.refusal,
    isByOtherName: guard.isByOtherName,
    headers,
    refuse,
  };
}

/** Request ids: consecutive, with a random prefix per program run. */
function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let requests = 0;
  return () => `${prefix}-${(requests++).toString(36)}`;
}
