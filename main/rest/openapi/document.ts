/** OpenAPI 3.1 document of the whole API, generated from its operations. */

import { readFileSync } from 'node:fs';
import type { TObject } from 'typebox';
import { KioskLineMessageSchema } from '../../devices/contract/kiosk-protocol.ts';
import { EventMessageSchema } from '../../events/contract/events.ts';
import { assetUrl } from '../../lib/assets.ts';
import { errnoSentence, httpStatus } from '../../lib/error-catalogue.ts';
import { isObject } from '../../lib/parse-json.ts';
import { ERRNO, type Errno } from '../../lib/result.ts';
import type { JsonSchema } from '../../site/rules/site-json-schema.ts';
import { PhoneMessageSchema } from '../../visitor-phone/contract/rest/phone-tickets.ts';
import { WEBHOOK_HEADERS, WebhookBodySchema } from '../../webhooks/contract/webhooks.ts';
import type { Method } from '../contract/endpoint.ts';
import { takesKey } from '../operation/idempotency-key.ts';
import type { Operation } from '../operation.ts';
import { AREAS, type Area } from './areas.ts';
import { MACHINE_PATHS } from './machine-paths.ts';
import { type Profile, withUsedComponents } from './profiles.ts';
import { DESCRIBED_FAILURE, describedSchema, namedSchemas } from './schemas.ts';

interface Field {
  /** Name as in a query: `desk_id`, `filter[text]`. */
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** Names of path parameters: `/forms/:form_id` → `form_id`. */
function pathNames(path: string): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

function pathParameters(path: string, parameters: TObject): readonly JsonSchema[] {
  return pathNames(path).map((name) => {
    const { schema, ...described } = apart(name, parameters.properties[name] ?? {});
    return { ...described, in: 'path', required: true, schema: { ...schema, minLength: 1 } };
  });
}

/** @param alone whether there is no body for them */
function queryParameters(path: string, parameters: TObject, alone: boolean): readonly JsonSchema[] {
  return fieldsOf(parameters, pathNames(path)).flatMap(({ name, schema, required, ...described }) => {
    if (schema.type === 'object' || isSecret(parameters, name)) return [];
    const isList = schema.type === 'array';
    if (isList && isObject(schema.items) && schema.items.type === 'object') return [];
    return [
      {
        ...described,
        name: isList && name.includes('[') ? `${name}[]` : name,
        in: 'query',
        ...(alone && required ? { required: true } : {}),
        ...(isList ? { style: 'form', explode: true } : {}),
        schema,
      },
    ];
  });
}

/** The parameters as a body; null if there are none. */
function bodySchema(path: string, parameters: TObject): JsonSchema | null {
  const outside = new Set(pathNames(path));
  const names = Object.keys(parameters.properties).filter((name) => !outside.has(name));
  if (names.length === 0) return null;
  const required = names.filter((name) => isRequired(parameters, name));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, bare(parameters.properties[name] ?? {})])),
    ...(required.length > 0 ? { required } : {}),
  };
}

function isSecret({ properties }: TObject, name: string): boolean {
  return (properties[name] as JsonSchema | undefined)?.secret === true;
}

function fieldsOf(parameters: TObject, except: readonly string[]): readonly Field[] {
  return Object.entries(parameters.properties)
    .filter(([name]) => !except.includes(name))
    .flatMap(([name, schema]) => {
      const { type, properties } = schema as JsonSchema;
      if (type !== 'object' || !isObject(properties)) {
        return [{ ...apart(name, schema), required: isRequired(parameters, name) }];
      }
      return Object.entries(properties).map(([inner, value]) => ({
        ...apart(`${name}[${inner}]`, value as object),
        required: false,
      }));
    });
}

/** A parameter with a default is optional, and so is an object with only optional members. */
function isRequired(parameters: TObject, name: string): boolean {
  const { default: value, type, needed } = (parameters.properties[name] ?? {}) as JsonSchema;
  const isListed = (parameters.required as readonly string[] | undefined)?.includes(name) ?? false;
  return isListed && value === undefined && (type !== 'object' || needed === true);
}

/** OpenAPI has a parameter's description beside its schema. */
function apart(name: string, schema: object): Pick<Field, 'name' | 'description' | 'schema'> {
  const { description, ...rest } = schema as JsonSchema;
  return { name, ...(typeof description === 'string' ? { description } : {}), schema: bare(rest) };
}

/** Applies the same rule for required members to nested parameters. */
function bare(schema: object): JsonSchema {
  return describedSchema(withoutDefaulted(schema as JsonSchema));
}

function withoutDefaulted(schema: JsonSchema): JsonSchema {
  if (!isObject(schema.properties)) {
    return isObject(schema.items) ? { ...schema, items: withoutDefaulted(schema.items) } : schema;
  }
  const { required: listed, ...rest } = schema;
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>;
  const required = (Array.isArray(listed) ? (listed as string[]) : []).filter((name) => {
    const { default: value, type } = properties[name] ?? {};
    return value === undefined && type !== 'object';
  });
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, withoutDefaulted(value)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/**
 * Example request and response of each operation, recorded from the demo site. `npm run examples` records them;
 * `assets/docs/examples.json` stores them by operation id.
 */

interface Example {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly answer: unknown;
}

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function withExamples(paths: Paths): Paths {
  const examples = JSON.parse(readFileSync(assetUrl('docs/examples.json'), 'utf8')) as Readonly<
    Record<string, Example>
  >;
  return mapped(paths, (item) =>
    mapped(item, (operation) => {
      if (!isObject(operation)) return operation;
      const example = examples[String(operation.operationId)];
      return example === undefined ? operation : withExample(operation, example);
    }),
  );
}

function withExample(operation: JsonSchema, { path = {}, query = {}, body, answer }: Example): JsonSchema {
  const { parameters, requestBody, responses } = operation;
  const sent: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { path, query };
  return {
    ...operation,
    ...(Array.isArray(parameters)
      ? {
          parameters: parameters.map((one: JsonSchema) => {
            const value = sent[String(one.in)]?.[String(one.name)];
            return value === undefined ? one : { ...one, example: value };
          }),
        }
      : {}),
    ...(isObject(requestBody) && body !== undefined ? { requestBody: inJson(requestBody, body) } : {}),
    ...(isObject(responses) && isObject(responses[200])
      ? { responses: { ...responses, 200: inJson(responses[200], answer) } }
      : {}),
  };
}

/** Adds the example to JSON content; responses in other formats have none. */
function inJson(holder: JsonSchema, example: unknown): JsonSchema {
  const { content } = holder;
  if (!isObject(content) || !isObject(content['application/json'])) return holder;
  return { ...holder, content: { ...content, 'application/json': { ...content['application/json'], example } } };
}

function mapped<From, To>(of: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));
}

const INTRODUCTION = `Queue management over HTTP. Every response contains \`success\`; an error is \`{"success": false, "errno": n}\` with a sentence in \`error\`.

Parameters can be in the query, in a form, in multipart fields or in a JSON object; they are merged, and the body takes precedence. Bodies are described as JSON only, because client generators need a single type; \`x-body-types\` lists all accepted types. \`x-part\` is \`interface\` for the standard operations, and \`ours\` for extensions. Strings, numbers and booleans are converted into one another, an empty string counts as missing, and unknown parameters are ignored. Examples are recorded from the demo site; lists are truncated to one entry, and long strings to 160 characters. \`format=xml\` requests XML: the same names below \`response\`, one \`item\` for each entry of a list.

While API authentication is on, a request needs \`Authorization: Bearer <key>\` with the access token of a user (from login), a device key, or a report API key.`;

/** Messages that the server sends without a request, described by `MACHINE_PATHS` and `webhookSection`. */
const SENT = [EventMessageSchema, KioskLineMessageSchema, PhoneMessageSchema, WebhookBodySchema];

const AREA_NAMES = Object.keys(AREAS) as readonly Area[];

/** Methods without a request body. */
const BODILESS: ReadonlySet<Method> = new Set(['GET', 'DELETE']);

const HEADERS: Readonly<Record<keyof typeof WEBHOOK_HEADERS, string>> = {
  signature:
    '`t=<seconds since 1970>,v1=<hex>`: HMAC-SHA256 with the secret of the webhook over `t`, a full stop and the unchanged body.',
  delivery: 'Id of the delivery, the same for every attempt.',
  event: 'Type of the event.',
  attempt: '1 for the first attempt.',
};

/** Webhook section of the OpenAPI document. */
export function webhookSection(): JsonSchema {
  return {
    queueEvent: {
      post: {
        operationId: 'webhook_event',
        tags: ['Monitoring and events'],
        security: [],
        description: 'The receiver verifies the signature; the request contains no key.',
        summary: 'An event of the queue. Sent to each webhook of the site that subscribes to its type.',
        parameters: Object.entries(HEADERS).map(([name, description]) => ({
          name: WEBHOOK_HEADERS[name as keyof typeof WEBHOOK_HEADERS],
          in: 'header',
          required: true,
          description,
          schema: { type: 'string' },
        })),
        requestBody: {
          required: true,
          content: { 'application/json': { schema: describedSchema(WebhookBodySchema) } },
        },
        responses: {
          '2XX': { description: 'Accepted; the next event is sent.' },
          400: {
            description:
              'Rejected permanently (also 405, 406, 409, 413, 414, 415, 422 and 501): the next event is sent.',
          },
          410: { description: 'The receiver no longer exists: the webhook is paused.' },
          default: { description: 'The delivery is retried for one day.' },
        },
      },
    },
  };
}

export function openApiDocument(all: readonly Operation[], profile: Profile = 'whole'): JsonSchema {
  const isWhole = profile === 'whole';
  const operations = isWhole ? all : all.filter(({ part }) => part === 'interface');
  const paths: Record<string, Record<string, unknown>> = isWhole ? structuredClone(MACHINE_PATHS) : {};
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    const item = paths[path] ?? {};
    paths[path] = item;
    [operation.method].flat().forEach((method, place) => {
      // The standard API has one method per operation; the others are extensions.
      if (isWhole || place === 0) item[method.toLowerCase()] = describe(operation, method as Method, place, profile);
    });
  }
  const areas = AREA_NAMES.filter((name) => isWhole || operations.some(({ area }) => area === name));
  return withUsedComponents({
    openapi: '3.1.0',
    info: {
      title: isWhole ? 'Take a Number' : 'Queue management, auxiliary requests and forms',
      version: '2',
      description: INTRODUCTION,
      contact: { name: 'Administrator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    tags: areas.map((area) => ({ name: AREAS[area].title, description: AREAS[area].purpose })),
    paths: withExamples(paths),
    ...(isWhole ? { webhooks: webhookSection() } : {}),
    components: {
      schemas: namedSchemas([
        ...operations.flatMap(({ answer, document = {} }) => [answer, document]),
        ...SENT,
        DESCRIBED_FAILURE,
      ]),
      parameters: {
        Format: {
          name: 'format',
          in: 'query',
          description: 'Format of the response. Default: JSON.',
          schema: { enum: ['json', 'xml'] },
        },
        TableFormat: {
          name: 'format',
          in: 'query',
          description: '`csv`: the table in `table`, for spreadsheets.',
          schema: { enum: ['json', 'csv'] },
        },
        FileFormat: {
          name: 'format',
          in: 'query',
          description: 'JSON, or a file: CSV or JSON Lines.',
          schema: { enum: ['json', 'csv', 'jsonl'] },
        },
        AcceptLanguage: {
          name: 'Accept-Language',
          in: 'header',
          description: 'Preferred languages, best first.',
          schema: { type: 'string' },
          example: 'pt-PT, en;q=0.8',
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'The same key with the same parameters within 24 hours returns the first response, without another effect.',
          schema: { type: 'string', maxLength: 200 },
        },
      },
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Access token of a user, device key, or report API key. Required while API authentication is on.',
        },
      },
    },
  });
}

function describe(operation: Operation, method: Method, place: number, profile: Profile): JsonSchema {
  const errnos = errnosOf(operation, method);
  const withXml = profile === 'whole' && operation.jsonOnly !== true;
  return {
    operationId: place === 0 ? operation.name : `${operation.name}_${method.toLowerCase()}`,
    tags: [AREAS[operation.area].title],
    summary: operation.summary,
    description: wordsFor(operation, errnos),
    parameters: parametersOf(operation, method, profile),
    ...bodyOf(operation, method),
    responses: { 200: good(operation, withXml), ...failures(errnos, withXml, profile === 'whole') },
    security: operation.withoutKey ? [] : [{ key: [] }],
    ...(operation.withoutKey ? {} : { 'x-roles': [...(operation.roles ?? [])] }),
    ...(operation.orRoles === undefined ? {} : { 'x-or-roles': [...operation.orRoles] }),
    ...(operation.devices === undefined ? {} : { 'x-devices': [...operation.devices] }),
    ...(operation.devicesOnly ? { 'x-devices-only': true } : {}),
    ...(operation.reportKeys ? { 'x-report-keys': true } : {}),
    ...(operation.takesUpdate && place === 0 ? { 'x-method': 'UPDATE' } : {}),
    'x-part': operation.part ?? 'ours',
    'x-errno': errnos,
  };
}

/** Access rules and errors of an operation as text, the same as in its fields. */
function wordsFor(
  { withoutKey, roles = [], orRoles = [], devices = [], devicesOnly = false, reportKeys = false }: Operation,
  errnos: readonly Errno[],
): string {
  const kinds = devices.length === 0 ? '' : ` Devices of the types ${devices.join(', ')} can use their own key.`;
  const readers = reportKeys ? ' A report API key is accepted.' : '';
  if (devicesOnly) return `Devices only.${kinds} Fails with errno ${errnos.join(', ')}.`;
  const others = orRoles.length === 0 ? '' : ` For own items, also one of: ${orRoles.join(', ')}.`;
  const key =
    roles.length === 0 ? 'Requires a key, but no role.' : `Requires a key and the roles: ${roles.join(', ')}.`;
  return `${withoutKey ? 'Requires no key.' : key + others + kinds + readers} Fails with errno ${errnos.join(', ')}.`;
}

function parametersOf(operation: Operation, method: Method, profile: Profile) {
  const { path, parameters, pairs, speaks, jsonOnly, csv, jsonLines, document } = operation;
  const alone = BODILESS.has(method) || document !== undefined;
  // Client generators must not see body parameters twice.
  const inQuery = alone || profile === 'whole' ? queryParameters(path, parameters, alone) : [];
  return [
    ...pathParameters(path, parameters),
    ...inQuery,
    ...(pairs === undefined
      ? []
      : [{ name: 'pairs', in: 'query', description: pairs, style: 'form', explode: true, schema: PAIRS }]),
    ...(jsonOnly ? [] : [{ $ref: '#/components/parameters/Format' }]),
    ...(csv === undefined
      ? []
      : [{ $ref: `#/components/parameters/${jsonLines === undefined ? 'TableFormat' : 'FileFormat'}` }]),
    ...(speaks ? [{ $ref: '#/components/parameters/AcceptLanguage' }] : []),
    ...(takesKey(operation) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

const PAIRS = { type: 'object', additionalProperties: { type: 'string' } } as const;

function bodyOf({ path, parameters, document }: Operation, method: Method): JsonSchema {
  if (BODILESS.has(method)) return {};
  if (document !== undefined) {
    return { requestBody: { required: true, content: { 'application/json': { schema: describedSchema(document) } } } };
  }
  const schema = bodySchema(path, parameters);
  if (schema === null) return {};
  return {
    requestBody: { content: { 'application/json': { schema } } },
    'x-body-types': ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  };
}

function good({ answer, csv, jsonLines }: Operation, withXml: boolean): JsonSchema {
  const described = describedSchema(answer);
  const { properties } = described;
  const schema = isObject(properties)
    ? { ...described, properties: { ...properties, success: { type: 'boolean', const: true } } }
    : described;
  return {
    description: 'Done.',
    content: {
      'application/json': { schema },
      ...(withXml ? { 'application/xml': { schema: { ...schema, xml: { name: 'response' } } } } : {}),
      ...(csv === undefined ? {} : { 'text/csv': { schema: { type: 'string' } } }),
      ...(jsonLines === undefined ? {} : { 'application/x-ndjson': { schema: { type: 'string' } } }),
    },
  };
}

function errnosOf(operation: Operation, method: Method): readonly Errno[] {
  const hasBody = !BODILESS.has(method);
  const hasParameters =
    hasBody || operation.pairs !== undefined || Object.keys(operation.parameters.properties).length > 0;
  const errnos: Errno[] = [
    ERRNO.invalidFormat,
    ...(hasParameters ? [ERRNO.invalidParameters] : []),
    ERRNO.unknown,
    ERRNO.misdirected,
    ...(operation.withoutKey ? [] : [ERRNO.keyMissing, ERRNO.keyInvalid, ERRNO.keyExpired, ERRNO.roleMissing]),
    ...(operation.withoutKey ? [] : [ERRNO.outsideLocations]),
    ...(takesKey(operation) ? [ERRNO.idempotencyConflict] : []),
    ...(hasBody ? [ERRNO.tooLarge] : []),
    ERRNO.storeUnreachable,
    ...(operation.errnos ?? []),
  ];
  return [...new Set(errnos)].sort((a, b) => a - b);
}

/** Repeats the meaning of each errno where the schema of a failure is not enough. */
function failures(errnos: readonly Errno[], withXml: boolean, isWhole: boolean): JsonSchema {
  const schema = { $ref: '#/components/schemas/Failure' };
  const byStatus = Map.groupBy(errnos, httpStatus);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group
          .map((errno) => (isWhole ? `${errno}: ${errnoSentence(errno)}` : `errno ${errno}.`))
          .join(' '),
        content: { 'application/json': { schema }, ...(withXml ? { 'application/xml': { schema } } : {}) },
      },
    ]),
  );
}
