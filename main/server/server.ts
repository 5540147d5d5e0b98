/**
 * REST server over a store and a site.
 *
 * Does not listen: `inject` serves the kiosk in the same process, `listen` all other clients.
 */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createPasswordResets } from '../access/service/password-resets.ts';
import { addKioskLineRoute, createKioskLines } from '../devices/service/connections/kiosk-lines.ts';
import { createPairings } from '../devices/service/pairings.ts';
import { asyncApiDocument } from '../events/asyncapi/document.ts';
import { acceptWebSockets, addEventsRoute, createEvents } from '../events/service/events.ts';
import { REQUEST_MS } from '../lib/request-deadline.ts';
import { ERRNO } from '../lib/result.ts';
import { inOpenDays } from '../queue/service/business-days.ts';
import { locationChanges } from '../queue/service/subscribe-location.ts';
import { createBranchBoard } from '../reports/service/branch-board.ts';
import { createWorkTurns } from '../rest/heavy-task-queue.ts';
import { createHeavyWork } from '../rest/heavy-work.ts';
import { boundRequests } from '../rest/http/bound-requests.ts';
import { createDrain, type Drain } from '../rest/http/drain.ts';
import { openHttp } from '../rest/http/open-http.ts';
import { boundUnreadAnswers } from '../rest/http/unread-answers.ts';
import { createMetrics } from '../rest/metrics.ts';
import { openApiDocument } from '../rest/openapi/document.ts';
import { PROFILES } from '../rest/openapi/profiles.ts';
import { addOperation } from '../rest/operation/add-operation.ts';
import { createReadLog } from '../rest/operation/read-log.ts';
import type { Operation } from '../rest/operation.ts';
import { createSocketLimits } from '../rest/origin-check/socket-limits.ts';
import { addBodyParsers } from '../rest/parameters/body.ts';
import type { RawParameters } from '../rest/parameters/query.ts';
import { createRequestLog } from '../rest/request-log.ts';
import { sendFailure } from '../rest/responses/send.ts';
import { followedStore, followRequests } from '../rest/tracing-hooks.ts';
import { siteJsonSchema } from '../site/rules/site-json-schema.ts';
import type { Store } from '../store/contract/store.ts';
import { addLogoRoute } from '../visitor-phone/service/location-logos.ts';
import { addPhoneRoute } from '../visitor-phone/service/phone-route.ts';
import { createPhoneTickets } from '../visitor-phone/service/phone-tickets.ts';
import { createWaits } from '../wait-times/service/waits.ts';
import { admitRequests } from './admit-requests.ts';
import type { ServerDeps } from './deps.ts';
import { addMetricsRoute } from './metrics-route.ts';
import { operationsOf } from './operations.ts';
import { noteAnswers } from './record-responses.ts';

const UNKNOWN_PROFILE = {
  errno: ERRNO.invalidParameters,
  parameter: 'profile',
  error: `It must be one of: ${PROFILES.join(', ')}.`,
} as const;

const gzipped = promisify(gzip);

const brotlied = promisify(brotliCompress);

/** Output a tenth larger than with the best quality, in a hundredth of its time. */
const BROTLI_QUALITY = 5;

type Encoding = 'br' | 'gzip' | 'identity';

/** In order of preference. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

interface Form {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Sends the document in the best encoding that the client accepts. */
type SendKept = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * @param type media type with charset
 * @param make called at the first request; a failure is not cached
 */
function keptDocument(type: string, make: () => Promise<string | Buffer> | string | Buffer): SendKept {
  let forms: Promise<ReadonlyMap<Encoding, Form>> | null = null;

  async function prepare(): Promise<ReadonlyMap<Encoding, Form>> {
    const bytes = Buffer.from(await make());
    const name = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const form = (encoding: Encoding, encoded: Buffer): [Encoding, Form] => [
      encoding,
      { bytes: encoded, etag: `"${name}-${encoding}"` },
    ];
    return new Map([
      form('identity', bytes),
      form('gzip', await gzipped(bytes)),
      form('br', await brotlied(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })),
    ]);
  }

  return async (request, reply) => {
    forms ??= prepare();
    const known = await forms.catch((error: unknown) => {
      forms = null;
      throw error;
    });
    const { headers } = request;
    const encoding = acceptedEncoding(headers['accept-encoding']);
    const form = known.get(encoding);
    if (form === undefined) throw new Error(`The document is not available in the encoding ${encoding}.`);
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: form.etag });
    if (isKnown(headers['if-none-match'], form.etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(form.bytes);
  };
}

/** Content negotiation by RFC 9110, section 12.5.3, reduced to named encodings: a weight of 0 rejects one. */
function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '').split(',', 20)) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='));
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return ENCODINGS.find((each) => (weights.get(each) ?? 0) > 0) ?? 'identity';
}

function isKnown(header: string | undefined, etag: string): boolean {
  const given = (header ?? '').split(',', 50).map((each) => each.trim().replace(/^W\//, ''));
  return given.includes(etag) || given.includes('*');
}

function addDescriptionRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  { site }: Pick<ServerDeps, 'site'>,
): void {
  const keep = (type: string, make: () => object) =>
    keptDocument(`${type}; charset=utf-8`, () => JSON.stringify(make()));
  const config = { operation: 'description' };
  const profiles = new Map<unknown, ReturnType<typeof keep>>(
    PROFILES.map((profile) => [profile, keep('application/json', () => openApiDocument(operations, profile))]),
  );
  app.get('/restapi/openapi.json', { config }, (request, reply) => {
    const send = profiles.get((request.query as RawParameters).profile || 'whole');
    if (send !== undefined) return send(request, reply);
    const alwaysOk = site.current().settings.failure_status === 'ok';
    return sendFailure(request, reply, UNKNOWN_PROFILE, 'json', alwaysOk);
  });
  app.get('/asyncapi.json', { config }, keep('application/json', asyncApiDocument));
  app.get('/restapi/site.schema.json', { config }, keep('application/schema+json', siteJsonSchema));
}

const READY_DEADLINE_MS = 2_000;
/** A server that could not write for this long is not ready, even if the database answers reads. */
const MAX_UNWRITTEN_MS = 5_000;

/** Why this server is not ready, most important reason first; null: ready. */
function unready(reached: boolean, { clock, sinceWritten }: Store['peers']): string | null {
  if (!reached) return 'store unreachable';
  if (sinceWritten() > MAX_UNWRITTEN_MS) return 'store takes no writes';
  return clock === null || clock.isTrusted ? null : 'clock differs from the database';
}

function addHealthRoutes(
  app: FastifyInstance,
  deps: Pick<ServerDeps, 'store' | 'clock'> & { readonly drain: Drain },
): void {
  app.get('/healthz', { config: { operation: 'healthz' } }, async (request) => {
    // Set directly, because probes are frequent.
    request.operation = 'healthz';
    return { status: 'ok' };
  });

  app.get('/readyz', { config: { operation: 'readyz' } }, async (_request, reply) => {
    if (deps.drain.isOn()) {
      reply.code(503).header('retry-after', '2');
      return { status: deps.drain.isOutdated() ? 'older than the database' : 'ending' };
    }
    let cancel = (): void => {};
    const late = new Promise<boolean>((resolve) => {
      cancel = deps.clock.after(READY_DEADLINE_MS, () => resolve(false));
    });
    const reached = await Promise.race([
      late,
      deps.store.ping().then(
        () => true,
        () => false,
      ),
    ]);
    cancel();
    const reason = unready(reached, deps.store.peers);
    if (reason !== null) reply.code(503).header('retry-after', '2');
    return { status: reason ?? 'ok' };
  });
}

export type { ServerDeps } from './deps.ts';

export async function createServer(given: ServerDeps): Promise<FastifyInstance> {
  const { tracing } = given;
  const { metrics = createMetrics(given.version ?? 'unknown'), drain = createDrain(given.clock) } = given;
  const requestLog = createRequestLog(given.log, given.logsRequests === true);
  // Store wrappers, innermost first: tracing, timing, business days.
  const followed = tracing === undefined ? given.store : followedStore(given.store, tracing);
  const store = inOpenDays({ ...given, store: metrics.timed(followed, requestLog.noteWork) });
  const deps = { ...given, store, drain };
  const { guesses } = given.auth;
  const waits = createWaits({ ...deps, site: () => deps.site.current() });
  const phones = createPhoneTickets({ ...deps, guesses, waits, secrets: deps.ticketSecrets });
  const events = createEvents({ ...deps, waits });
  const kioskLines = createKioskLines({ ...deps, changes: locationChanges(store) });
  const pairings = createPairings(deps.clock, store.peers.bulletin);
  const passwordResets = createPasswordResets({
    ...deps,
    sites: deps.site,
    passwords: deps.auth.passwords,
    post: deps.mail?.post ?? null,
  });
  const limits = createSocketLimits();
  const turns = createWorkTurns();
  const heavy = createHeavyWork();
  const readLog = createReadLog(deps);

  const http = openHttp(deps);
  const { app } = http;
  // Before all other hooks, so that their work is traced.
  const whereOf = followRequests(app, tracing);
  // Only stores with connections need a deadline.
  boundRequests(app, store.connections === null ? null : (given.requestMs ?? REQUEST_MS));
  boundUnreadAnswers(app);
  admitRequests(http, { ...deps, events, limits });
  noteAnswers(http, { ...given, metrics, requestLog, whereOf });
  app.addHook('preClose', (done) => {
    events.close();
    kioskLines.close();
    phones.close();
    pairings.close();
    passwordResets.close();
    guesses.close();
    waits.close();
    done();
  });

  app.addHook('onClose', () => readLog.close());

  await acceptWebSockets(app);
  drain.closes(app.websocketServer.clients);
  addBodyParsers(app, turns, heavy);
  const operations = operationsOf({
    ...deps,
    sites: deps.site,
    phones,
    branchBoard: createBranchBoard(deps),
    pairings,
    passwordResets,
    guesses,
    waits,
    metrics,
    drawPaper: deps.drawPaper ?? null,
    writeReport: deps.writeReport ?? null,
    webhooks: deps.webhooks ?? null,
    mail: deps.mail ?? null,
    ownDevices: deps.ownDevices ?? [],
    newerVersion: deps.newerVersion ?? (() => null),
  });
  for (const operation of operations) addOperation(app, { ...deps, turns, heavy, readLog }, operation);
  addDescriptionRoutes(app, operations, deps);
  addHealthRoutes(app, deps);
  const { readAll } = addMetricsRoute(app, deps, metrics, http.isByOtherName);
  const exported = given.exportMetrics?.(readAll);
  app.addHook('preClose', async () => exported?.close());
  addEventsRoute(app, events);
  addKioskLineRoute(app, kioskLines);
  addPhoneRoute(app, phones, limits, () => deps.site.current().settings.trusted_proxies);
  addLogoRoute(app, deps.site);
  return app;
}
