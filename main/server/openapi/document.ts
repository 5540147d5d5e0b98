/** The description of the whole interface, OpenAPI 3.1, made from the declarations of its operations. */
import { ERRNO, type Errno, failureText, httpStatus } from '../../contract/errno.ts';
import type { JsonSchema } from '../../core/site-json-schema.ts';
import type { Method, Operation } from '../operation.ts';
import { MACHINE_PATHS } from './machine-paths.ts';
import { AREA_NOTES, AREAS, type Area, type OperationNote, operationNote } from './operation-notes.ts';
import { bodySchema, pathParameters, queryParameters } from './parameters.ts';
import { describedSchema, isObject, namedSchemas } from './schemas.ts';
import { webhookSection } from './webhook-section.ts';

const INTRODUCTION = `Queue management over HTTP. Every answer carries \`success\`; a failure is \`{"success": false, "errno": n}\` with a sentence for people.

Parameters may stand in the query, in a form, in multipart fields or in a JSON object; they are merged, and the body wins. Texts, numbers and booleans are taken for one another, an empty text counts as not given, and unknown parameters are ignored. \`format=xml\` asks for XML: the same names below \`response\`, one \`item\` for each entry of a list.

While API authentication is on, a request carries \`Authorization: Bearer <key>\`, with the key of a user (from login), of a device, or a key for reports.`;

const AREA_NAMES = Object.keys(AREAS) as readonly Area[];

/** Methods without a body that is read. */
const BODILESS: ReadonlySet<Method> = new Set(['GET', 'DELETE']);

export function openApiDocument(operations: readonly Operation[]): JsonSchema {
  const paths: Record<string, Record<string, unknown>> = structuredClone(MACHINE_PATHS);
  for (const operation of operations) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    const item = paths[path] ?? {};
    paths[path] = item;
    [operation.method].flat().forEach((method, place) => {
      item[method.toLowerCase()] = describe(operation, method as Method, place);
    });
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Take a Number',
      version: '2',
      description: INTRODUCTION,
      contact: { name: 'Whoever runs this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/' }],
    tags: AREA_NAMES.map((area) => ({ name: AREAS[area], description: AREA_NOTES[area] })),
    paths,
    webhooks: webhookSection(),
    components: {
      schemas: namedSchemas(),
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
  };
}

function describe(operation: Operation, method: Method, place: number): JsonSchema {
  const note: OperationNote = operationNote(operation.name) ?? { area: 'admin', summary: operation.name };
  const errnos = errnosOf(operation, method, note);
  return {
    operationId: place === 0 ? operation.name : `${operation.name}_${method.toLowerCase()}`,
    tags: [AREAS[note.area]],
    summary: note.summary,
    description: wordsFor(operation, errnos),
    parameters: parametersOf(operation, method, note),
    ...bodyOf(operation, method),
    responses: { 200: good(operation), ...failures(errnos, operation.jsonOnly === true) },
    security: operation.withoutKey ? [] : [{ key: [] }],
    ...(operation.withoutKey ? {} : { 'x-roles': [...(operation.roles ?? [])] }),
    ...(operation.orRoles === undefined ? {} : { 'x-or-roles': [...operation.orRoles] }),
    ...(operation.devices === undefined ? {} : { 'x-devices': [...operation.devices] }),
    ...(operation.devicesOnly ? { 'x-devices-only': true } : {}),
    ...(operation.reportKeys ? { 'x-report-keys': true } : {}),
    ...(operation.takesUpdate && place === 0 ? { 'x-method': 'UPDATE' } : {}),
    'x-errno': errnos,
  };
}

/** Who may, and what may go wrong: the same that the fields say, for people. */
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

function parametersOf(
  { path, parameters, pairs, jsonOnly, csv, document }: Operation,
  method: Method,
  note: OperationNote,
) {
  const alone = BODILESS.has(method) || document !== undefined;
  return [
    ...pathParameters(path, parameters),
    ...queryParameters(path, parameters, alone),
    ...(pairs === undefined
      ? []
      : [{ name: 'pairs', in: 'query', description: pairs, style: 'form', explode: true, schema: PAIRS }]),
    ...(jsonOnly ? [] : [{ $ref: '#/components/parameters/Format' }]),
    ...(csv === undefined ? [] : [{ $ref: '#/components/parameters/TableFormat' }]),
    ...(note.speaks ? [{ $ref: '#/components/parameters/AcceptLanguage' }] : []),
    ...(takesKey(path, method) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

const PAIRS = { type: 'object', additionalProperties: { type: 'string' } } as const;

function takesKey(path: string, method: Method): boolean {
  if (path.endsWith('/tickets/withdraw')) return true;
  return method === 'POST' && path.startsWith('/restapi/v2/queuemanagement/') && !path.endsWith('/login');
}

function bodyOf({ path, parameters, document }: Operation, method: Method): JsonSchema {
  if (BODILESS.has(method)) return {};
  if (document !== undefined) {
    return { requestBody: { required: true, content: { 'application/json': { schema: describedSchema(document) } } } };
  }
  const schema = bodySchema(path, parameters);
  if (schema === null) return {};
  return {
    requestBody: {
      content: {
        'application/json': { schema },
        'application/x-www-form-urlencoded': { schema },
        'multipart/form-data': { schema },
      },
    },
  };
}

function good({ answer, jsonOnly, csv }: Operation): JsonSchema {
  const described = describedSchema(answer);
  const { properties } = described;
  const schema = isObject(properties)
    ? { ...described, properties: { ...properties, success: { type: 'boolean', const: true } } }
    : described;
  return {
    description: 'Done.',
    content: {
      'application/json': { schema },
      ...(jsonOnly ? {} : { 'application/xml': { schema: { ...schema, xml: { name: 'response' } } } }),
      ...(csv === undefined ? {} : { 'text/csv': { schema: { type: 'string' } } }),
    },
  };
}

function errnosOf(operation: Operation, method: Method, note: OperationNote): readonly Errno[] {
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
    ...(takesKey(operation.path, method) ? [ERRNO.idempotencyConflict] : []),
    ...(hasBody ? [ERRNO.tooLarge] : []),
    ERRNO.storeUnreachable,
    ...(note.errnos ?? []),
  ];
  return [...new Set(errnos)].sort((a, b) => a - b);
}

function failures(errnos: readonly Errno[], jsonOnly: boolean): JsonSchema {
  const schema = { $ref: '#/components/schemas/Failure' };
  const byStatus = Map.groupBy(errnos, httpStatus);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((errno) => `${errno}: ${failureText(errno)}`).join(' '),
        content: { 'application/json': { schema }, ...(jsonOnly ? {} : { 'application/xml': { schema } }) },
      },
    ]),
  );
}
