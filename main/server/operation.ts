/** One operation of the interface: where it stands, what it takes, what it answers, and who does it. */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import { ERRNO } from '../contract/errno.ts';
import type { Result } from '../contract/result.ts';
import { isForwarded } from '../core/forwarded-headers.ts';
import { acceptedLanguages } from '../core/language.ts';
import type { Idempotency } from '../queue/queue.ts';
import { type CsvTable, sendCsv } from './answers/csv.ts';
import { formatOf, sendAnswer, sendFailure } from './answers/send.ts';
import { audienceOf } from './auth/audience.ts';
import type { Auth } from './auth/auth.ts';
import { type AccessRule, type Caller, callerId } from './auth/caller.ts';
import { siteFor } from './auth/cut-site.ts';
import { missingOrOutside, type Reach, reachFault } from './auth/reach.ts';
import type { RequestContext, ServerDeps } from './deps.ts';
import type { DevicePresence } from './events/device-presence.ts';
import { clientAddress, isTrusted } from './guard/forwarded.ts';
import type { Metrics } from './metrics.ts';
import type { RawParameters } from './parameters/query.ts';
import { parameterReader, secretNames } from './parameters/read-parameters.ts';
import type { PhoneTickets } from './phone/phone-tickets.ts';
import type { Refusal } from './refusal.ts';
import { storeOfRequest } from './request-store.ts';
import type { WorkTurns } from './work-turns.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Operation extends AccessRule {
  /** Short and unique: names the operation in figures and in the idempotency fingerprint. */
  readonly name: string;
  readonly method: Method | readonly Method[];
  /** Answers in JSON whatever the address asks for; `format=xml` is then a format that there is not. */
  readonly jsonOnly?: boolean;
  /** The HTTP method UPDATE does here what PUT does. */
  readonly takesUpdate?: boolean;
  /** In fastify's form: `/restapi/v2/kiosks/:device_id`. */
  readonly path: string;
  /** What the parameters say of the caller, when they say anything. */
  readonly reach?: Reach;
  readonly parameters: TObject;
  /** Takes pairs of any name in its query, and says what they are. */
  readonly pairs?: string;
  /** The body is not parameters but one JSON document of this shape, which the operation checks by itself. */
  readonly document?: TSchema;
  /** The document is a whole site, or as much of it as somebody likes. */
  readonly wholeSite?: boolean;
  readonly answer: TObject;
  /** Takes parameters of the shape of `parameters`. */
  handle(parameters: unknown, context: RequestContext): Promise<Result<object, Refusal>>;
  /** Headers of a good answer. */
  readonly headers?: (answer: unknown, context: RequestContext) => Readonly<Record<string, string>>;
  /** Answers `format=csv`, where there is a table to give. */
  readonly csv?: (parameters: unknown, context: RequestContext) => Promise<Result<CsvTable, Refusal>>;
}

/** Ties the types of an operation together; what comes in has been read by the same schema. */
export function operation<Parameters extends TObject, Answer extends TObject>(
  definition: Omit<Operation, 'handle' | 'headers' | 'csv' | 'parameters' | 'answer'> & {
    readonly parameters: Parameters;
    readonly answer: Answer;
    handle(parameters: Static<Parameters>, context: RequestContext): Promise<Result<Static<Answer> & object, Refusal>>;
    readonly headers?: (answer: Static<Answer>, context: RequestContext) => Readonly<Record<string, string>>;
    readonly csv?: (parameters: Static<Parameters>, context: RequestContext) => Promise<Result<CsvTable, Refusal>>;
  },
): Operation {
  const { csv, headers, ...rest } = definition;
  return {
    ...rest,
    handle: (parameters, context) => definition.handle(parameters as Static<Parameters>, context),
    ...(headers === undefined ? {} : { headers: (answer, context) => headers(answer as Static<Answer>, context) }),
    ...(csv === undefined ? {} : { csv: (parameters, context) => csv(parameters as Static<Parameters>, context) }),
  };
}

/** A whole site holds the pictures of its locations. Only the back office sends such documents. */
const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;
/** What strangers may send: names, passwords and secrets are short, and reading more costs who has a key. */
const MAX_STRANGERS_BYTES = 16 * 1024;
const JSON_ONLY = 'This operation answers in JSON only.';
const IN_ADDRESS = 'A secret belongs in the body: addresses stand in logs.';
/** What may have to do with a whole site, or with months of tickets. */
const LONG_WORK = /^\/restapi\/v2\/(admin|reports)\//;
/** Says that nothing was done, because the answer is that of an earlier request with the same key. */
const REPLAYED_HEADER = 'idempotency-replayed';
/** Longest `Idempotency-Key`, in characters. */
const MAX_KEY = 200;

export function addOperation(
  app: FastifyInstance,
  deps: ServerDeps & {
    readonly auth: Auth;
    readonly phones: PhoneTickets;
    readonly presence: DevicePresence;
    readonly turns: WorkTurns;
  },
  metrics: Metrics,
  op: Operation,
): void {
  const { auth } = deps;
  const takesLong = LONG_WORK.test(op.path);
  const read = parameterReader(op.parameters);
  const secrets = secretNames(op.parameters);
  app.route({
    method: [op.method].flat() as Method[],
    url: op.path,
    config: {
      operation: op.name,
      takesUpdate: op.takesUpdate === true,
      hasTable: op.csv !== undefined,
      ...mostValues(op),
    },
    schema: { response: { 200: op.answer } },
    ...bodyLimit(op),
    // Before the body is read: who may not come in has nothing to send.
    onRequest(request, reply, done) {
      request.operation = op.name;
      const site = deps.site.current();
      const { headers } = request;
      request.keysAsked = auth.isOn(site, isForwarded(headers));
      const admitted = auth.guard.admit(headers.authorization, op, site, deps.clock.now(), request.keysAsked);
      const refusal = admitted.ok ? bodyRefusal(op, headers) : admitted.error;
      if (refusal === null) {
        request.caller = admitted.ok ? admitted.value : null;
        done();
        return;
      }
      const format = op.jsonOnly ? 'json' : (formatOf(request.query as RawParameters) ?? 'json');
      sendFailure(request, reply, refusal, format, site.settings.failure_status === 'ok');
    },
    handler: async (request, reply) => {
      if (takesLong) await deps.turns();
      const query = request.query as RawParameters;
      const whole = deps.site.current();
      const asked = formatOf(query) ?? 'json';
      const format = op.jsonOnly && asked === 'xml' ? 'json' : asked;
      const refused = (refusal: Refusal) =>
        sendFailure(request, reply, refusal, format, whole.settings.failure_status === 'ok');

      if (format !== asked) return refused({ errno: ERRNO.invalidFormat, error: JSON_ONLY });
      const body = (request.body ?? {}) as RawParameters;
      const leaked = secrets.find((name) => Object.hasOwn(query, name));
      if (leaked !== undefined) {
        return refused({ errno: ERRNO.invalidParameters, error: IN_ADDRESS, parameter: leaked });
      }
      const sources = op.document !== undefined || isBodiless(request.method) ? [query] : [query, body];
      const parameters = read([...sources, request.params as RawParameters]);
      if (!parameters.ok) return refused({ errno: ERRNO.invalidParameters, ...parameters.error });
      const key = op.method === 'POST' ? keyOf(request) : '';
      if (key.length > MAX_KEY) {
        const error = `An idempotency key has at most ${MAX_KEY} characters.`;
        return refused({ errno: ERRNO.invalidParameters, error, parameter: 'Idempotency-Key' });
      }

      const caller = request.caller ?? { kind: 'anyone' };
      const { keysAsked } = request;
      const site = keysAsked ? siteFor(caller, whole) : whole;
      const store = storeOfRequest(deps.store, request.id);
      const bounds = { caller, site, whole, store };
      if (op.reach !== undefined && keysAsked) {
        const fault = await reachFault(op.reach, parameters.value, bounds);
        if (fault !== null) return refused(fault);
      }

      const replay = {
        happened: false,
        note() {
          replay.happened = true;
        },
      };
      const context: RequestContext = {
        site,
        whole,
        sites: deps.site,
        store,
        auth,
        caller,
        sees: audienceOf(caller, { publicOnly: false, authOn: keysAsked }),
        address: clientAddress(request.raw, whole.settings.trusted_proxies),
        keysAsked,
        isTrusted: () => isTrusted(request.raw, whole.settings),
        query,
        body,
        now: deps.clock.now(),
        languages: acceptedLanguages(request.headers['accept-language'] ?? ''),
        isGone: () => request.raw.socket?.destroyed === true,
        metrics,
        replay,
        phones: deps.phones,
        presence: deps.presence,
        drawPaper: deps.drawPaper ?? null,
        webhooks: deps.webhooks ?? null,
        ownDevices: deps.ownDevices ?? [],
        log: deps.log,
        ...(key === '' ? {} : { idempotency: fingerprint(op, key, caller, parameters.value) }),
      };
      if (format === 'csv' && op.csv !== undefined) {
        const table = await op.csv(parameters.value, context);
        if (!table.ok) return refused(await missingOrOutside(table.error, parameters.value, bounds));
        return sendCsv(reply, table.value);
      }
      const result = await op.handle(parameters.value, context);
      if (!result.ok) return refused(await missingOrOutside(result.error, parameters.value, bounds));
      if (replay.happened) reply.header(REPLAYED_HEADER, 'true');
      if (op.headers !== undefined) reply.headers(op.headers(result.value, context));
      // What the store reads for many comes in one turn, and to write it all down takes as long as to find it.
      if (takesLong) await deps.turns();
      return sendAnswer(reply, result.value, format);
    },
  });
}

/** A form with all its languages has some thousands, a site of 5,000 services some hundred thousand. */
const MAX_THING_VALUES = 20_000;
const MAX_SITE_VALUES = 200_000;

function mostValues({ document, wholeSite }: Operation): { readonly mostValues?: number } {
  if (document === undefined) return {};
  return { mostValues: wholeSite === true ? MAX_SITE_VALUES : MAX_THING_VALUES };
}

function bodyLimit({ document, withoutKey }: Operation): { readonly bodyLimit?: number } {
  if (withoutKey === true) return { bodyLimit: MAX_STRANGERS_BYTES };
  return document === undefined ? {} : { bodyLimit: MAX_DOCUMENT_BYTES };
}

/** The back office speaks JSON, which no page can send to another site without asking first. Queue operations take forms. */
function bodyRefusal({ path }: Operation, headers: IncomingHttpHeaders): Refusal | null {
  if (!path.startsWith('/restapi/v2/admin/')) return null;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || /^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return null;
  return { errno: ERRNO.invalidParameters, error: 'The body must be JSON (application/json).', parameter: 'body' };
}

function keyOf(request: FastifyRequest): string {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? key : '';
}

/** GET and HEAD read the address only. */
function isBodiless(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Every caller has keys of its own: two who count from 1 do not meet. */
function fingerprint(op: Operation, key: string, caller: Caller, parameters: unknown): Idempotency {
  const owner = `${caller.kind} ${callerId(caller)}`;
  const hash = createHash('sha256').update(`${op.name}\n${owner}\n${JSON.stringify(parameters)}`);
  return { key: `${owner}\n${key}`, fingerprint: hash.digest('base64url') };
}
