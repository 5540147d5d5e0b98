/**
 * The REST server over a store and a site. It does not listen by itself: `inject` serves the kiosk in the same
 * process, `listen` everyone else.
 */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ERRNO } from '../contract/errno.ts';
import { EVENTS_PATH } from '../contract/events.ts';
import { isForwarded } from '../core/forwarded-headers.ts';
import { isLoopbackName } from '../core/host-name.ts';
import { addressGroup } from '../core/network.ts';
import { keepAddressBook } from './address-book.ts';
import { jsonWriter } from './answers/json-writer.ts';
import { formatOf, sendFailure } from './answers/send.ts';
import { callerId } from './auth/caller.ts';
import { noteReportKeys } from './auth/report-key-use.ts';
import { inOpenDays } from './business-days.ts';
import { type Connections, tendConnections } from './connections.ts';
import { allowOrigin, allowPreflight } from './cors.ts';
import type { ServerDeps } from './deps.ts';
import { createEvents } from './events/events.ts';
import { acceptWebSockets, addEventsRoute, listenRefusal } from './events/events-route.ts';
import { refusalOf } from './failures.ts';
import { answerHeaders } from './guard/answer-headers.ts';
import { clientAddress } from './guard/forwarded.ts';
import { guardedRouting } from './guard/guarded-routing.ts';
import { createRequestGuard } from './guard/request-guard.ts';
import { createSocketLimits, MOST_SOCKETS } from './guard/socket-limits.ts';
import { transportOf } from './guard/transport.ts';
import { createMetrics } from './metrics.ts';
import { addOperation } from './operation.ts';
import { addBodyParsers } from './parameters/body.ts';
import { parseFields, type RawParameters } from './parameters/query.ts';
import { addPhoneRoute } from './phone/phone-route.ts';
import { createPhoneTickets } from './phone/phone-tickets.ts';
import type { Refusal } from './refusal.ts';
import { createRefusalLog } from './refusal-log.ts';
import { givenRequestId, REQUEST_ID_HEADER } from './request-id.ts';
import { createRequestLog } from './request-log.ts';
import { addDescriptionRoutes } from './routes/descriptions.ts';
import { addHealthRoutes } from './routes/health.ts';
import { OPERATIONS } from './routes/operations.ts';
import { followedStore, followRequests } from './traced.ts';
import { createWorkTurns } from './work-turns.ts';

export type { ServerDeps } from './deps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Name of the operation, also found in the route's config, which fastify puts together anew for each look. */
    operation: string;
    /** Why it was not done; null while it is, and when it was. */
    refusal: Refusal | null;
  }
  interface FastifyContextConfig {
    /** Name of the operation, for figures. */
    operation?: string;
    /** The method UPDATE does here what PUT does. */
    takesUpdate?: boolean;
    /** There is a table that can be had as CSV. */
    hasTable?: boolean;
    /** Values that may stand in its JSON; as many as a form has fields when nothing is said. */
    mostValues?: number;
    /** A page: links from everywhere may lead to it. It shows nothing before it has asked for it. */
    isPage?: boolean;
  }
}

const MAX_BODY_BYTES = 256 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_ADDRESS = 8 * 1024;
/** A request that has not come in whole by then is given up. */
const REQUEST_TIMEOUT_MS = 30_000;
/** A connection on which nothing moved for so long, such as one whose client does not read its answer, is given up. */
const QUIET_TIMEOUT_MS = 300_000;

/** Where an operation is still missing. */
const INCOMPLETE = /^\/restapi(\/ticket|\/v2(\/(queuemanagement|admin))?)?$/;

/** Stands in the place of a query that cannot be read; never a name that a caller can send. */
const QUERY_FAULT = Symbol('query fault');

export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const metrics = createMetrics(deps.version ?? 'unknown');
  const followed = deps.tracing === undefined ? deps.store : followedStore(deps.store, deps.tracing);
  const log = createRequestLog(deps.log, deps.logsRequests === true);
  const timed = { ...deps, store: inOpenDays({ ...deps, store: metrics.timed(followed, log.noteWork) }) };
  const noteReportKey = noteReportKeys(deps.store, deps.site.credentials, () =>
    deps.log.warn('store.unreachable', { request: 'report_key_use' }),
  );
  const phones = createPhoneTickets({ ...timed, secrets: deps.ticketSecrets });
  const events = createEvents(timed);
  const refusals = createRefusalLog(deps);
  const prefix = randomBytes(6).toString('base64url');
  let requests = 0;
  let connections: Connections | null = null;

  const alwaysOk = (): boolean => deps.site.current().settings.failure_status === 'ok';
  const guard = createRequestGuard({
    listensAt: deps.listensAt ?? '127.0.0.1',
    isTls: deps.tls !== undefined,
    settings: () => deps.site.current().settings,
    isPage: (path) => addresses.isPage(path),
    log: deps.log,
  });
  const routing = guardedRouting(guard, withoutLastSlash);

  const transport = transportOf(deps.tls, {
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node would refuse it without a word.
    requireHostHeader: false,
    shouldUpgradeCallback: (request) => connections?.isUpgrade(request) ?? false,
  });
  const everyAnswer = answerHeaders(deps.tls !== undefined);
  const limits = createSocketLimits();
  const turns = createWorkTurns();
  const most = deps.mostSockets ?? MOST_SOCKETS;

  const app: FastifyInstance = Fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: QUIET_TIMEOUT_MS,
    ...transport,
    return503OnClosing: false,
    genReqId: (request) =>
      givenRequestId(request, deps.site.current().settings.trusted_proxies) ?? `${prefix}-${(requests++).toString(36)}`,
    routerOptions: { maxParamLength: MAX_ADDRESS, querystringParser: parseQuery },
    rewriteUrl: routing.rewriteUrl,
    frameworkErrors: (error, request, reply) => {
      reply.headers(everyAnswer);
      fail(request, reply, refusalOf(error) ?? { errno: ERRNO.invalidParameters, parameter: 'address' });
    },
    clientErrorHandler: (error, socket) => connections?.onClientError(error, socket),
  });
  app.setSerializerCompiler<object>(({ schema }) => jsonWriter(schema));
  const addresses = keepAddressBook(app);
  const tended = tendConnections(app.server, addresses, alwaysOk);
  connections = tended;

  function fail(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
    const format = formatOf((request.query ?? {}) as RawParameters) ?? 'json';
    return sendFailure(request, reply, refusal, format, alwaysOk());
  }

  function answerUnrouted(request: FastifyRequest, reply: FastifyReply, crossOrigin: boolean): FastifyReply {
    const path = request.url.split('?', 1)[0] ?? '';
    // Only a tunnel names something else than a path.
    const methods = !path.startsWith('/') ? ['GET', 'HEAD', 'OPTIONS', 'POST'] : addresses.methodsOf(path);
    if (methods.length === 0) {
      return fail(request, reply, { errno: INCOMPLETE.test(path) ? ERRNO.uriNotSpecified : ERRNO.invalidOperation });
    }
    reply.header('allow', methods.join(', '));
    if (request.method !== 'OPTIONS') return fail(request, reply, { errno: ERRNO.invalidMethod });
    if (crossOrigin) allowPreflight(reply, methods);
    return reply.code(204).send();
  }

  function isMisplacedUpdate(request: FastifyRequest): boolean {
    return tended.isUpdate(request.raw) && request.routeOptions.config.takesUpdate !== true;
  }

  /** Whoever connects from this machine alone, and speaks for nobody, is bound by what the server can bear, not as an address. */
  function hasRoom(request: IncomingMessage): boolean {
    const address = clientAddress(request, deps.site.current().settings.trusted_proxies);
    const isHere = isLoopbackName(address === '::1' ? '[::1]' : address) && !isForwarded(request.headers);
    return (
      (isHere || limits.take(request.socket, addressGroup(address), most.ofAddress)) &&
      limits.take(request.socket, 'all', most.ofServer)
    );
  }

  function isFormat(request: FastifyRequest): boolean {
    const format = formatOf(request.query as RawParameters);
    return format === 'csv' ? request.routeOptions.config.hasTable === true : format !== null;
  }

  const nameOf = (request: FastifyRequest): string =>
    request.operation || (request.routeOptions.config.operation ?? 'other');
  const traceOf = deps.tracing === undefined ? null : followRequests(app, deps.tracing, nameOf);
  function whereOf(request: FastifyRequest): { readonly request: string; readonly trace?: string } {
    const trace = traceOf?.(request);
    return { request: request.id, ...(trace === undefined ? {} : { trace: trace.id }) };
  }
  app.addHook('onRequest', (request, _reply, done) => tended.whenItsTurn(request.raw, done));
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everyAnswer);
    reply.header(REQUEST_ID_HEADER, request.id);
    const crossOrigin = allowOrigin(request, reply, deps.site.current().settings.cors_origins);
    const refusal = routing.refusal(request.raw);
    const query = request.query as { readonly [QUERY_FAULT]?: string };
    if (refusal !== null) fail(request, reply, refusal);
    else if (request.url.length > MAX_ADDRESS) fail(request, reply, { errno: ERRNO.tooLarge });
    else if (query[QUERY_FAULT] !== undefined) {
      fail(request, reply, { errno: ERRNO.invalidParameters, error: query[QUERY_FAULT], parameter: 'address' });
    } else if (!isFormat(request)) fail(request, reply, { errno: ERRNO.invalidFormat });
    else if (request.is404 || isMisplacedUpdate(request)) answerUnrouted(request, reply, crossOrigin);
    else if (tended.isNoUpgrade(request.raw)) {
      reply.header('sec-websocket-version', '13');
      // A page that was not let in asks again like this, because a browser does not tell it why.
      const reason = request.routeOptions.url === EVENTS_PATH ? listenRefusal(request, events) : null;
      fail(request, reply, reason ?? { errno: ERRNO.invalidParameters, parameter: 'upgrade' });
    } else if (tended.isLetGo(request.raw) && !hasRoom(request.raw)) {
      fail(request, reply, { errno: ERRNO.tooMany, error: 'Too many connections are open.', retryAfterSeconds: 30 });
    } else done();
  });
  const addressOf = ({ raw }: FastifyRequest): string =>
    clientAddress(raw, deps.site.current().settings.trusted_proxies);

  app.addHook('onResponse', (request, reply, done) => {
    const name = nameOf(request);
    const { refusal, caller } = request;
    const ms = reply.elapsedTime;
    metrics.countRequest(name, reply.statusCode, ms / 1000);
    log.answered(
      () => ({
        ...whereOf(request),
        operation: name,
        status: reply.statusCode,
        caller: caller === null ? '' : callerId(caller),
      }),
      ms,
    );
    if (refusal !== null) {
      const by = refusal.by ?? (caller === null ? '' : callerId(caller));
      refusals.note({ errno: refusal.errno, operation: name, caller: by, address: addressOf(request) });
    }
    // A kiosk of this process asks all the time, also while nobody looks at it.
    if (caller?.kind === 'device' && !caller.inside) deps.presence.seen(caller.device.id);
    if (request.caller?.kind === 'report_key') noteReportKey(request.caller.reportKey.id, deps.clock.now());
    if (tended.isLetGo(request.raw)) request.raw.socket.destroySoon();
    done();
  });
  app.setNotFoundHandler((request, reply) => answerUnrouted(request, reply, false));
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    const where = whereOf(request);
    if (refusal === null) {
      const detail = error instanceof Error ? error.stack : String(error);
      deps.log.error('request.fault', { ...where, route: request.routeOptions.url, detail });
    } else if (refusal.errno === ERRNO.storeUnreachable) {
      deps.log.warn('store.unreachable', where);
    }
    return fail(request, reply, refusal ?? { errno: ERRNO.unknown });
  });

  app.addHook('preClose', (done) => {
    events.close();
    phones.close();
    done();
  });
  await acceptWebSockets(app);
  app.decorateRequest('caller', null);
  app.decorateRequest('operation', '');
  app.decorateRequest('keysAsked', false);
  app.decorateRequest('refusal', null);
  addBodyParsers(app, turns);
  for (const operation of OPERATIONS) addOperation(app, { ...timed, phones, turns }, metrics, operation);
  addDescriptionRoutes(app, OPERATIONS);
  addHealthRoutes(app, timed, metrics);
  addEventsRoute(app, events);
  addPhoneRoute(app, phones, limits, () => deps.site.current().settings.trusted_proxies);
  return app;
}

function parseQuery(source: string): RawParameters {
  // The address is refused for its length in a moment.
  if (source.length > MAX_ADDRESS) return {};
  const fields = parseFields(source);
  return fields.ok ? fields.value : { [QUERY_FAULT]: fields.error };
}

/** `/restapi/locations/` is the same address as without its last slash. Pages below other addresses keep theirs. */
function withoutLastSlash(address: string): string {
  if (!address.startsWith('/restapi/')) return address;
  const end = address.indexOf('?');
  let last = end < 0 ? address.length : end;
  const query = address.slice(last);
  // Not by a pattern: one that looks for the slashes at the end tries it from each slash before them.
  while (address[last - 1] === '/') last -= 1;
  return address.slice(0, last) + query;
}
