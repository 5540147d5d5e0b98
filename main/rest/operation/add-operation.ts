/**
 * Route of an operation: admission, parameters, scope, handler.
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { audienceOf } from '../../access/service/audience.ts';
import { type Caller, callerName } from '../../access/service/caller.ts';
import { missingOrOutside, reachFault } from '../../access/service/scope.ts';
import { siteFor } from '../../access/service/scoped-site.ts';
import { Abandoned } from '../../database/store-errors.ts';
import { isForwarded } from '../../lib/forwarded-headers.ts';
import { acceptedLanguages } from '../../lib/language.ts';
import { codedRefusal, type Refusal, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { MAX_THING_VALUES } from '../../site/rules/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { LongStoreRequest, Store } from '../../store/contract/store.ts';
import type { Method } from '../contract/endpoint.ts';
import { UNDOABLE_HEADER } from '../contract/undoable-header.ts';
import type { RestDeps } from '../deps.ts';
import type { WorkTurns } from '../heavy-task-queue.ts';
import { type HeavyWork, TooMuchAtOnce } from '../heavy-work.ts';
import type { Operation } from '../operation.ts';
import { clientAddress, isTrusted } from '../origin-check/forwarded.ts';
import { hasBody } from '../parameters/body.ts';
import type { RawParameters } from '../parameters/query.ts';
import { parameterReader, secretNames } from '../parameters/read-parameters.ts';
import type { RequestAsking, RequestContext } from '../request-context.ts';
import { sendCsv } from '../responses/csv.ts';
import { sendJsonLines } from '../responses/json-lines.ts';
import { type Format, formatOf, sendAnswer, sendFailure } from '../responses/send.ts';
import { fingerprint, keyOf } from './idempotency-key.ts';
import type { ReadLog } from './read-log.ts';

interface ParsedRequest {
  /** Parameters in the shape of the operation's schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Raw query parameters. */
  readonly query: RawParameters;
  readonly body: RawParameters;
  /** Idempotency key; empty: none. */
  readonly key: string;
}

type Request = Pick<FastifyRequest, 'query' | 'body' | 'params' | 'method' | 'headers'>;

/** Format of its responses and refusals. An unknown format was refused in JSON before. */
function answerFormat({ jsonOnly }: Operation, { query }: Pick<Request, 'query'>): Format {
  const format = formatOf(query as RawParameters) ?? 'json';
  return jsonOnly && format === 'xml' ? 'json' : format;
}

function requestReader(op: Operation): (request: Request) => Result<ParsedRequest, Refusal> {
  const read = parameterReader(op.parameters);
  const secrets = secretNames(op.parameters);
  return (request) => {
    const query = request.query as RawParameters;
    if (op.jsonOnly && formatOf(query) === 'xml') return refuseAs('json_only');
    const leaked = secrets.find((name) => Object.hasOwn(query, name));
    if (leaked !== undefined) return refuseAs('secret_in_address', { parameter: leaked });
    const body = (request.body ?? {}) as RawParameters;
    const sources = op.document !== undefined || isBodiless(request.method) ? [query] : [query, body];
    const parameters = read([...sources, request.params as RawParameters]);
    if (!parameters.ok) return fail({ errno: ERRNO.invalidParameters, ...parameters.error });
    const key = keyOf(op, request);
    return key.ok ? ok({ parameters: parameters.value, query, body, key: key.value }) : key;
  };
}

/** GET and HEAD only read the URL. */
function isBodiless(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** A whole site contains the images of its locations. Only the back office sends such documents. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;

/** Limit for callers without a key: names, passwords and secrets are short. */
const MAX_STRANGERS_BYTES = 16 * 1024;

/** A site of 2,000 locations has about 400,000 values. */
const MAX_SITE_VALUES = 500_000;

export interface OperationDeps extends Pick<RestDeps, 'auth' | 'clock' | 'site' | 'store'> {
  readonly turns: WorkTurns;
  readonly heavy: HeavyWork;
  /** Log of personal-data reads. */
  readonly readLog: Pick<ReadLog, 'note'>;
}

/** Marks a repeated response to the same idempotency key: no operation ran. */
const REPLAYED_HEADER = 'idempotency-replayed';

/** The caller, and the scope of the caller's access. */
type Bounds = Pick<RequestContext, 'caller' | 'site' | 'whole' | 'store' | 'asking'>;

/**
 * @param request id of the request, added to store calls that accept one
 * @param asking the same with caller and deadline; called for the first report
 */
function storeOfRequest(store: Store, request: string, asking: () => LongStoreRequest): Store {
  let long: LongStoreRequest | undefined;
  const own: Pick<Store, 'run' | 'query' | 'report'> = {
    run: (operation, input, options) => store.run(operation, input, { ...options, request }),
    query: (query, input) => store.query(query, input, { request }),
    report(report, input) {
      long ??= asking();
      return store.report(report, input, long);
    },
  };
  // Not a copy: one object per request is created.
  return Object.assign(Object.create(store) as Store, own);
}

/** @param whole the site, unchanged for the whole request */
function boundsOf(
  request: FastifyRequest,
  reply: FastifyReply,
  whole: Site,
  { store }: Pick<RestDeps, 'store'>,
): Bounds {
  const caller: Caller = request.caller ?? { kind: 'anyone' };
  const { id } = request;
  let known: RequestAsking | undefined;
  const asking = (): RequestAsking => {
    if (known === undefined) {
      const from = caller.kind === 'anyone' ? clientAddress(request.raw, whole.settings.trusted_proxies) : '';
      known = { request: id, caller: `${callerName(caller)}${from}`, signal: untilClosed(reply.raw) };
    }
    return known;
  };
  return {
    caller,
    site: request.keysAsked ? siteFor(caller, whole) : whole,
    whole,
    asking,
    store: storeOfRequest(store, id, asking),
  };
}

/** Parses `Accept-Profile`, a list like `Accept`. */
function asksForLabels(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return false;
  const profiles = [header].flat().join().split(',');
  return profiles.some((profile) => profile.split(';', 1)[0]?.trim().toLowerCase() === 'label');
}

/** Aborted when the connection closes before the response is sent. */
function untilClosed(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  const end = (): void => {
    if (!response.writableFinished) gone.abort(new Abandoned());
  };
  if (response.closed) end();
  else response.once('close', end);
  return gone.signal;
}

function contextOf(
  op: Operation,
  request: FastifyRequest,
  { parameters, query, body, key }: ParsedRequest,
  { caller, site, whole, store, asking }: Bounds,
  { clock }: Pick<RestDeps, 'clock'>,
): RequestContext {
  const { keysAsked } = request;
  const replay = {
    happened: false,
    note() {
      replay.happened = true;
    },
  };
  const undoable = {
    changeId: '',
    note(changeId: string) {
      undoable.changeId = changeId;
    },
  };
  return {
    site,
    whole,
    store,
    caller,
    undoable,
    sees: audienceOf(caller, { publicOnly: false, authOn: keysAsked }),
    address: clientAddress(request.raw, whole.settings.trusted_proxies),
    keysAsked,
    isTrusted: () => isTrusted(request.raw, whole.settings),
    query,
    body,
    now: clock.now(),
    labels: asksForLabels(request.headers['accept-profile']),
    languages: acceptedLanguages(request.headers['accept-language'] ?? ''),
    isGone: () => request.raw.socket?.destroyed === true,
    replay,
    asking,
    ...(key === '' ? {} : { idempotency: fingerprint(op, key, caller, parameters) }),
  };
}

export function addOperation(app: FastifyInstance, deps: OperationDeps, op: Operation): void {
  const refusalOf = admission(op, deps);
  // Most operations of a server are never called.
  let read: ReturnType<typeof requestReader> | null = null;

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (op.isHeavy === true && !(await deps.heavy.enter(request))) throw new TooMuchAtOnce();
    if (op.takesLong) await deps.turns();
    const whole = deps.site.current();
    const format = answerFormat(op, request);
    const refused = (refusal: Refusal) =>
      sendFailure(request, reply, refusal, format, whole.settings.failure_status === 'ok');

    read ??= requestReader(op);
    const asked = read(request);
    if (!asked.ok) return refused(asked.error);
    const { parameters } = asked.value;
    const bounds = boundsOf(request, reply, whole, deps);
    if (op.reach !== undefined && request.keysAsked) {
      const fault = await reachFault(op.reach, parameters, bounds);
      if (fault !== null) return refused(fault);
    }
    const context = contextOf(op, request, asked.value, bounds, deps);
    if (format === 'csv' && op.csv !== undefined) {
      const table = await op.csv(parameters, context);
      return table.ok ? sendCsv(reply, table.value) : refused(await missingOrOutside(table.error, parameters, bounds));
    }
    if (format === 'jsonl' && op.jsonLines !== undefined) {
      const list = await op.jsonLines(parameters, context);
      return list.ok
        ? sendJsonLines(reply, list.value)
        : refused(await missingOrOutside(list.error, parameters, bounds));
    }
    const result = await op.handle(parameters, context);
    if (!result.ok) return refused(await missingOrOutside(result.error, parameters, bounds));
    if (whole.settings.record_reads && context.caller.kind === 'user') {
      const subject = readSubject(op, parameters, context);
      if (subject !== null) deps.readLog.note(context.caller.user.id, op.name, subject);
    }
    addHeaders(reply, op, result.value, context);
    // Store results of many requests arrive in one turn, and serialising them takes as long as reading them.
    if (op.takesLong) await deps.turns();
    return sendAnswer(reply, result.value, format, op.answer);
  }

  app.route({
    method: [op.method].flat() as Method[],
    url: op.path,
    config: {
      operation: op.name,
      takesUpdate: op.takesUpdate === true,
      hasTable: op.csv !== undefined,
      hasLines: op.jsonLines !== undefined,
      ...mostValues(op),
    },
    schema: { response: { 200: op.answer } },
    ...bodyLimit(op),
    onRequest(request, reply, done) {
      const site = deps.site.current();
      const refusal = refusalOf(request, site);
      if (refusal === null) done();
      else sendFailure(request, reply, refusal, answerFormat(op, request), site.settings.failure_status === 'ok');
    },
    handler: handle,
  });
}

function addHeaders(reply: FastifyReply, op: Operation, answer: object, context: RequestContext): void {
  if (context.replay.happened) reply.header(REPLAYED_HEADER, 'true');
  if (context.undoable.changeId !== '') reply.header(UNDOABLE_HEADER, context.undoable.changeId);
  if (op.headers !== undefined) reply.headers(op.headers(answer, context));
}

/** Subject of a read of personal data, for the read log; null if the operation shows the caller no personal data. */
function readSubject(
  { personalRead }: Pick<Operation, 'personalRead'>,
  parameters: Readonly<Record<string, unknown>>,
  { sees }: Pick<RequestContext, 'sees'>,
): string | null {
  if (personalRead === undefined || (personalRead.toStaff === true && sees !== 'staff')) return null;
  const subject = personalRead.subject === null ? '' : parameters[personalRead.subject];
  return typeof subject === 'string' ? subject : '';
}

/** Maximum number of JSON values for the route's config; absent: the default. */
function mostValues({ document, wholeSite }: Operation): { readonly mostValues?: number } {
  if (document === undefined) return {};
  return { mostValues: wholeSite === true ? MAX_SITE_VALUES : MAX_THING_VALUES };
}

/** Maximum body size for the route in bytes; absent: the default. */
function bodyLimit({ document, withoutKey, mostBytes }: Operation): { readonly bodyLimit?: number } {
  if (withoutKey === true) return { bodyLimit: MAX_STRANGERS_BYTES };
  if (mostBytes !== undefined) return { bodyLimit: mostBytes };
  return document === undefined ? {} : { bodyLimit: MAX_DOCUMENT_BYTES };
}

/**
 * Admission, decided before the body is read.
 * Stores the caller and the key requirement on the request. Returns the refusal; null if admitted.
 */
function admission(
  op: Operation,
  { auth, clock }: Pick<RestDeps, 'auth' | 'clock'>,
): (request: FastifyRequest, site: Site) => Refusal | null {
  return (request, site) => {
    const { headers } = request;
    request.operation = op.name;
    request.keysAsked = auth.isOn(site, isForwarded(headers));
    const admitted = auth.guard.admit(headers.authorization, op, site, clock.now(), request.keysAsked);
    if (!admitted.ok) return admitted.error;
    const refusal = bodyRefusal(op, headers);
    if (refusal === null) request.caller = admitted.value;
    return refusal;
  };
}

/**
 * Requires JSON in the back office, which a page cannot send cross-site without a preflight. Queue operations accept
 * forms.
 */
function bodyRefusal({ jsonBody }: Operation, headers: IncomingHttpHeaders): Refusal | null {
  if (!jsonBody || !hasBody(headers)) return null;
  if (/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return null;
  return codedRefusal('json_body_required', { parameter: 'body' });
}
