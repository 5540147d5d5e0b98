/**
 * Admission of requests before their operation.
 *
 * Each step that rejects a request states its reason in the response.
 */

import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EVENTS_PATH } from '../events/contract/events-line.ts';
import { type Events, listenRefusal } from '../events/service/events.ts';
import { isForwarded } from '../lib/forwarded-headers.ts';
import { isLoopbackAddress } from '../lib/host-name.ts';
import { addressGroup } from '../lib/network.ts';
import { codedRefusal, type Refusal } from '../lib/refusal.ts';
import { ERRNO } from '../lib/result.ts';
import { MAX_ADDRESS, queryFault } from '../rest/http/address.ts';
import type { Drain } from '../rest/http/drain.ts';
import type { HttpApp } from '../rest/http/open-http.ts';
import { clientAddress } from '../rest/origin-check/forwarded.ts';
import { MAX_SOCKETS, type SocketLimits } from '../rest/origin-check/socket-limits.ts';
import type { RawParameters } from '../rest/parameters/query.ts';
import { REQUEST_ID_HEADER } from '../rest/request-id.ts';
import { formatOf } from '../rest/responses/send.ts';
import type { ServerDeps } from './deps.ts';
import { opensPage, sendNotFoundPage } from './not-found-page.ts';

/** Status 503 makes a load balancer use another server. */
const GOES_SOON = codedRefusal('server_stopping', { retryAfterSeconds: 1 });

/** A newer version has changed the database in ways that this one does not know. */
const OUTDATED = codedRefusal('server_outdated', { retryAfterSeconds: 2 });

const PROBES: ReadonlySet<string> = new Set(['healthz', 'readyz', 'metrics']);

/** Paths that lack an operation. */
const INCOMPLETE = /^\/restapi(\/ticket|\/v2(\/(queuemanagement|admin))?)?$/;

/** Methods for a target without a path, which only a tunnel uses. */
const ANYWHERE = ['GET', 'HEAD', 'OPTIONS', 'POST'];

/** Allows pages of configured origins to read responses; otherwise the browser's same-origin policy applies. */
function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): boolean {
  if (origins.length === 0) return false;
  reply.header('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return false;
  reply.header('access-control-allow-origin', origin);
  reply.header(
    'access-control-expose-headers',
    'Retry-After, Ticket-Label, Ticket-Page, Undoable-Change, X-Request-Id',
  );
  return true;
}

/** Response to a CORS preflight. */
function allowPreflight(reply: FastifyReply, methods: readonly string[]): void {
  reply.header('access-control-allow-methods', methods.join(', '));
  reply.header(
    'access-control-allow-headers',
    'Authorization, Content-Type, Idempotency-Key, Accept-Language, Accept-Profile',
  );
  reply.header('access-control-max-age', '600');
}

/** @param crossOrigin whether it comes from an allowed page of another origin */
function answerUnrouted(
  { addresses, refuse }: Pick<HttpApp, 'addresses' | 'refuse'>,
  request: FastifyRequest,
  reply: FastifyReply,
  crossOrigin: boolean,
): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = path.startsWith('/') ? addresses.methodsOf(path) : ANYWHERE;
  if (methods.length === 0) {
    if (opensPage(request)) return sendNotFoundPage(request, reply, (page) => addresses.methodsOf(page).length > 0);
    return refuse(request, reply, { errno: INCOMPLETE.test(path) ? ERRNO.uriNotSpecified : ERRNO.invalidOperation });
  }
  reply.header('allow', methods.join(', '));
  if (request.method !== 'OPTIONS') return refuse(request, reply, { errno: ERRNO.invalidMethod });
  if (crossOrigin) allowPreflight(reply, methods);
  return reply.code(204).send();
}

export function admitRequests(
  http: HttpApp,
  {
    site,
    drain,
    events,
    limits,
    mostSockets: most = MAX_SOCKETS,
  }: ServerDeps & {
    readonly drain: Drain;
    readonly events: Events;
    readonly limits: SocketLimits;
  },
): void {
  const { app, connections, headers, refuse } = http;

  /** Limit of open WebSockets. A direct connection from this machine has no address limit, only the server's. */
  function hasRoom(request: IncomingMessage): boolean {
    const address = clientAddress(request, site.current().settings.trusted_proxies);
    const isHere = isLoopbackAddress(address) && !isForwarded(request.headers);
    return (
      (isHere || limits.take(request.socket, addressGroup(address), most.ofAddress)) &&
      limits.take(request.socket, 'all', most.ofServer)
    );
  }

  function addressRefusal(request: FastifyRequest): Refusal | null {
    if (request.url.length > MAX_ADDRESS) return { errno: ERRNO.tooLarge };
    const error = queryFault(request.query);
    if (error !== undefined) return { errno: ERRNO.invalidParameters, error, parameter: 'address' };
    return isFormat(request) ? null : { errno: ERRNO.invalidFormat };
  }

  function isUnrouted(request: FastifyRequest): boolean {
    return request.is404 || (connections.isUpdate(request.raw) && request.routeOptions.config.takesUpdate !== true);
  }

  function socketRefusal(request: FastifyRequest, reply: FastifyReply): Refusal | null {
    if (connections.isNoUpgrade(request.raw)) {
      reply.header('sec-websocket-version', '13');
      // A rejected page repeats its request like this, because a browser hides the reason from it.
      const reason = request.routeOptions.url === EVENTS_PATH ? listenRefusal(request, events) : null;
      return reason ?? { errno: ERRNO.invalidParameters, parameter: 'upgrade' };
    }
    if (!connections.isLetGo(request.raw)) return null;
    if (drain.isOn()) return GOES_SOON;
    if (hasRoom(request.raw)) return null;
    return codedRefusal('too_many_connections', { retryAfterSeconds: 30 });
  }

  app.addHook('onRequest', (request, _reply, done) => connections.whenItsTurn(request.raw, done));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header(REQUEST_ID_HEADER, request.id);
    if (drain.isOn()) reply.header('connection', 'close');
    const crossOrigin = allowOrigin(request, reply, site.current().settings.cors_origins);
    const unread = http.guardRefusal(request.raw) ?? addressRefusal(request);
    if (unread !== null) return void refuse(request, reply, unread);
    if (isUnrouted(request)) return void answerUnrouted(http, request, reply, crossOrigin);
    if (drain.isRefusing() && isOperation(request)) return void refuse(request, reply, OUTDATED);
    const refusal = socketRefusal(request, reply);
    if (refusal !== null) return void refuse(request, reply, refusal);
    done();
  });
  // For a route without a resource, such as a folder of files; unknown routes were answered above.
  app.setNotFoundHandler((request, reply) => refuse(request, reply, { errno: ERRNO.invalidOperation }));
}

function isOperation({ routeOptions }: FastifyRequest): boolean {
  const { operation } = routeOptions.config;
  return operation !== undefined && !PROBES.has(operation);
}

function isFormat(request: FastifyRequest): boolean {
  const format = formatOf(request.query as RawParameters);
  if (format === 'json' || format === 'xml') return true;
  // Fastify creates these options at each access.
  const { hasTable, hasLines } = request.routeOptions.config;
  return format !== null && (format === 'csv' ? hasTable : hasLines) === true;
}
