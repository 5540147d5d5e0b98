/**
 * OpenAPI paths outside the operations.
 *
 * For other programs, browsers, and this description itself.
 */
import { PROFILES } from './profiles.ts';

const failure = (description: string): object => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

interface Plain {
  readonly id: string;
  readonly summary: string;
  readonly description: string;
  readonly type: string;
  readonly schema: object;
  readonly parameters?: readonly object[];
  readonly failures?: object;
  /** Whether a key is required. */
  readonly keyed?: boolean;
}

const plain = ({
  id,
  summary,
  description,
  type,
  schema,
  failures,
  parameters,
  keyed = false,
}: Plain): Record<string, unknown> => ({
  get: {
    tags: ['Monitoring and events'],
    operationId: id,
    summary,
    description,
    security: keyed ? [{ key: [] }] : [],
    ...(parameters === undefined ? {} : { parameters }),
    responses: {
      200: { description: 'Done.', content: { [type]: { schema } } },
      400: failure('Unknown format, or an invalid address: errno 4, 5.'),
      ...failures,
    },
  },
});

const status = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } as const;

const text = { type: 'string' } as const;

const events = {
  get: {
    tags: ['Monitoring and events'],
    operationId: 'events',
    summary: 'Event stream of a location: a WebSocket.',
    description: `First the whole state, then one message for each change; each message is JSON with the schema EventMessage. \`seq\` increases by one with each change of the location. Browsers cannot send headers with a WebSocket, so they send the key as the second subprotocol: \`take-a-number\`, \`bearer.<key>\`. A \`GET\` without a handshake returns the reason of a refusal; errno 5 with the parameter \`upgrade\` means that only the handshake is missing.`,
    security: [{ key: [] }],
    parameters: [
      { name: 'location', in: 'query', required: true, description: 'Id of the location.', schema: text },
      {
        name: 'since',
        in: 'query',
        description:
          'The last received `seq`: the server sends later messages only, or the whole state if it is too old.',
        schema: { type: 'integer', minimum: 0 },
      },
      {
        name: 'view',
        in: 'query',
        description: '`public`: without names, notes and devices, for every caller.',
        schema: { enum: ['', 'public'] },
      },
      {
        name: 'device',
        in: 'query',
        description: 'Id of the device, while API authentication is off.',
        schema: text,
      },
    ],
    responses: {
      101: {
        description: 'The connection is open; the server sends messages of this schema.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/EventMessage' } } },
      },
      400: failure('A parameter is invalid, or the request was no handshake: errno 5.'),
      401: failure('The key is missing, invalid or expired: errno 101, 102, 103.'),
      403: failure('Outside the locations of the key, or a page of another origin: errno 105, 108.'),
      404: failure('No such location or device: errno 6.'),
      409: failure('The device is switched off: errno 119.'),
      503: failure('The database is unavailable: errno 131.'),
    },
  },
};

const kioskLine = {
  get: {
    tags: ['Monitoring and events'],
    operationId: 'kiosk_line',
    summary: 'Connection of a kiosk client to its server: a WebSocket.',
    description:
      'The kiosk sends its status, as with `kiosk_status`. The server notifies it of changes and remote actions, which the kiosk then reads by ordinary requests. Only the key of the kiosk is accepted. Close codes: 1001 the server is stopping, or the kiosk has another location; 1008 the message was invalid, or was sent before the response to the previous one; 4401 the key is no longer valid.',
    security: [{ key: [] }],
    parameters: [{ name: 'device', in: 'query', required: true, description: 'Id of the kiosk.', schema: text }],
    responses: {
      101: {
        description: 'The connection is open; the server sends messages of this schema.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/KioskLineMessage' } } },
      },
      400: failure('`device` is missing, or the request was no handshake: errno 5.'),
      401: failure('The key is missing, invalid or expired: errno 101, 102, 103.'),
      403: failure('A key of a user or of another device, or a page of another origin: errno 104, 105, 108.'),
      404: failure('No such kiosk: errno 6.'),
      409: failure('The kiosk is switched off: errno 119.'),
    },
  },
};

const phoneLine = {
  get: {
    tags: ['Tickets on phones'],
    operationId: 'phone_line',
    summary: 'A ticket on the phone of its visitor, with all changes: a WebSocket.',
    description: `Requires the secret of the ticket, and no key. The secret is sent as the second subprotocol, so that no address contains it: \`take-a-number\`, \`ticket.<secret>\`. The server sends the ticket, then each change, and a heartbeat every ten seconds. The client must not send messages. Close codes: 4404 the ticket was deleted, 4409 too many connections for one ticket.`,
    security: [],
    parameters: [
      {
        name: 'Sec-WebSocket-Protocol',
        in: 'header',
        required: true,
        description: '`take-a-number, ticket.<secret>`.',
        schema: text,
      },
    ],
    responses: {
      101: {
        description: 'The connection is open; the server sends messages of this schema.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/PhoneMessage' } } },
      },
      400: failure('The secret is missing, or the request was no handshake: errno 5.'),
      403: failure('A page of another origin: errno 108.'),
      404: failure('No such ticket, or it ended more than a day ago: errno 6.'),
      429: failure('Too many wrong secrets from this address: errno 107.'),
      503: failure('The database is unavailable: errno 131.'),
    },
  },
};

export const MACHINE_PATHS: Readonly<Record<string, Record<string, unknown>>> = {
  '/restapi/v2/events': events,
  '/restapi/v2/events/kiosk': kioskLine,
  '/restapi/v2/tickets/live': phoneLine,
  '/healthz': plain({
    id: 'healthz',
    summary: 'Liveness: whether the process responds.',
    description: 'Responds as long as the process runs, and checks nothing else. Requires no key.',
    type: 'application/json',
    schema: status,
  }),
  '/readyz': plain({
    id: 'readyz',
    summary: 'Readiness: whether the database is available.',
    description: 'Queries the database, for at most two seconds. Requires no key.',
    type: 'application/json',
    schema: status,
    failures: { 503: { description: 'The server is not ready.', content: { 'application/json': { schema: status } } } },
  }),
  '/metrics': plain({
    id: 'metrics',
    summary: 'Metrics for Prometheus.',
    description:
      'For addresses in `trusted_networks`, and for users with the role reports_view. Metrics of services, kiosks and printers are limited to the locations of the caller; metrics of the process need access to all locations.',
    type: 'text/plain',
    schema: text,
    keyed: true,
    failures: {
      401: failure('The key is missing, invalid or expired: errno 101, 102, 103.'),
      403: failure('The role reports_view is missing: errno 104.'),
      503: failure('The database is unavailable: errno 131.'),
    },
  }),
  '/restapi/openapi.json': plain({
    id: 'openapi',
    parameters: [
      {
        name: 'profile',
        in: 'query',
        description: 'The whole API, or the standard operations only, for client generators.',
        schema: { enum: PROFILES },
        example: 'interface',
      },
    ],
    summary: 'This description.',
    description: 'OpenAPI 3.1, generated from the schemas with which the server validates requests. Requires no key.',
    type: 'application/json',
    schema: { type: 'object' },
  }),
  '/asyncapi.json': plain({
    id: 'asyncapi',
    summary: 'The messages of the event channel and of webhooks.',
    description: 'AsyncAPI 3.0, generated from the schemas with which the server writes the messages. Requires no key.',
    type: 'application/json',
    schema: { type: 'object' },
  }),
  '/restapi/site.schema.json': plain({
    id: 'site_schema',
    summary: 'The JSON Schema of the site file.',
    description: 'For editors that validate the file. Requires no key.',
    type: 'application/schema+json',
    schema: { type: 'object' },
  }),
};
