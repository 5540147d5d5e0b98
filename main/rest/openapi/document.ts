/** OpenAPI 3.1 document of the whole API, generated from its operations. */

import { KioskLineMessageSchema } from '../../devices/contract/kiosk-protocol.ts';
import { EventMessageSchema } from '../../events/contract/events.ts';
import { ERRNO, type Errno } from '../../lib/errno.ts';
import { errnoSentence, httpStatus } from '../../lib/error-catalogue.ts';
import type { JsonSchema } from '../../site/rules/site-json-schema.ts';
import { PhoneMessageSchema } from '../../visitor-phone/contract/rest/phone-tickets.ts';
import { WEBHOOK_HEADERS, WebhookBodySchema } from '../../webhooks/contract/webhooks.ts';
import type { Method } from '../contract/endpoint.ts';
import { takesKey } from '../operation/idempotency-key.ts';
import type { Operation } from '../operation.ts';
import { AREAS, type Area } from './areas.ts';
import { withExamples } from './examples.ts';
import { MACHINE_PATHS } from './machine-paths.ts';
import { bodySchema, pathParameters, queryParameters } from './parameters.ts';
import { type Profile, withUsedComponents } from './profiles.ts';
import { DESCRIBED_FAILURE, describedSchema, isObject, namedSchemas } from './schemas.ts';

const INTRODUCTION = `Queue management over HTTP. Every answer carries \`success\`; a failure is \`{"success": false, "errno": n}\` with a sentence for people.

Parameters may stand in the query, in a form, in multipart fields or in a JSON object; they are merged, and the body wins. Bodies are described as JSON, because makers of clients send nothing readable where there is a choice; \`x-body-types\` lists what else is taken. \`x-part\` says what belongs to the interface and what is ours. Texts, numbers and booleans are taken for one another, an empty text counts as not given, and unknown parameters are ignored. Examples are recorded from the demo site; their lists are cut to one entry, and long texts to 160 characters. \`format=xml\` asks for XML: the same names below \`response\`, one \`item\` for each entry of a list.

While API authentication is on, a request carries \`Authorization: Bearer <key>\`, with the key of a user (from login), of a device, or a key for reports.`;

/** Messages that the server sends without a request, described by `MACHINE_PATHS` and `webhookSection`. */
const SENT = [EventMessageSchema, KioskLineMessageSchema, PhoneMessageSchema, WebhookBodySchema];

const AREA_NAMES = Object.keys(AREAS) as readonly Area[];

/** Methods without a request body. */
const BODILESS: ReadonlySet<Method> = new Set(['GET', 'DELETE']);

const HEADERS: Readonly<Record<keyof typeof WEBHOOK_HEADERS, string>> = {
  signature:
    '`t=<seconds since 1970>,v1=<hex>`: HMAC-SHA256, keyed with the secret of the webhook, over `t`, a full stop and the body as it came.',
  delivery: 'Id of the delivery, the same at every try.',
  event: 'Kind of the event.',
  attempt: '1 for the first try.',
};

/** Webhook section of the OpenAPI document. */
export function webhookSection(): JsonSchema {
  return {
    queueEvent: {
      post: {
        operationId: 'webhook_event',
        tags: ['Watching the server'],
        security: [],
        description: 'Whoever takes it proves by the signature that it comes from here; no key is sent.',
        summary: 'Something has happened in the queue. Sent to each webhook of the site that asked for it.',
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
          '2XX': { description: 'Taken; the next one comes.' },
          400: {
            description:
              'This one will never be taken (405, 406, 409, 413, 414, 415, 422 and 501 too): the next one comes.',
          },
          410: { description: 'Nobody is here any more: the webhook is paused.' },
          default: { description: 'It is sent again later, for a day.' },
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
      contact: { name: 'Whoever runs this server' },
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
          description: 'How the answer is written; JSON when left out.',
          schema: { enum: ['json', 'xml'] },
        },
        TableFormat: {
          name: 'format',
          in: 'query',
          description: '`csv`: the table that `table` names, for spreadsheets.',
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
          description: 'Languages of the reader, best first.',
          schema: { type: 'string' },
          example: 'pt-PT, en;q=0.8',
        },
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'The same key with the same parameters within 24 hours gives the first answer and does nothing again.',
          schema: { type: 'string', maxLength: 200 },
        },
      },
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'The key of a user, of a device, or for reports. Needed while API authentication is on.',
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
  const kinds = devices.length === 0 ? '' : ` Devices of the types ${devices.join(', ')} may with their own key.`;
  const readers = reportKeys ? ' So may a key for reports.' : '';
  if (devicesOnly) return `No user may.${kinds} Fails with errno ${errnos.join(', ')}.`;
  const others = orRoles.length === 0 ? '' : ` Or, for what is theirs, one of: ${orRoles.join(', ')}.`;
  const key =
    roles.length === 0 ? 'A user needs a key, and no role.' : `A user needs a key and the roles: ${roles.join(', ')}.`;
  return `${withoutKey ? 'Nobody needs a key.' : key + others + kinds + readers} Fails with errno ${errnos.join(', ')}.`;
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
