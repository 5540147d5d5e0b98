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
    tags: ['Watching the server'],
    operationId: id,
    summary,
    description,
    security: keyed ? [{ key: [] }] : [],
    ...(parameters === undefined ? {} : { parameters }),
    responses: {
      200: { description: 'Done.', content: { [type]: { schema } } },
      400: failure('The address asks for a format that there is not, or cannot be read: errno 4, 5.'),
      ...failures,
    },
  },
});

const status = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } as const;

const text = { type: 'string' } as const;

const events = {
  get: {
    tags: ['Watching the server'],
    operationId: 'events',
    summary: 'What happens at a location, as it happens: a WebSocket.',
    description: `First the whole state, then one message a change; each message is a JSON text of the shape EventMessage. \`seq\` grows by one with each change of the location. A browser, which can send no header with a WebSocket, offers the key as its second subprotocol: \`take-a-number\`, \`bearer.<key>\`. A \`GET\` without a handshake tells why somebody would not be let in; errno 5 with the parameter \`upgrade\` means that nothing else is missing.`,
    security: [{ key: [] }],
    parameters: [
      { name: 'location', in: 'query', required: true, description: 'Id of the location.', schema: text },
      {
        name: 'since',
        in: 'query',
        description:
          'The last `seq` that is known: only what came after it is sent, or the whole state if that is too long ago.',
        schema: { type: 'integer', minimum: 0 },
      },
      {
        name: 'view',
        in: 'query',
        description: '`public`: no names, notes and devices, whoever asks.',
        schema: { enum: ['', 'public'] },
      },
      {
        name: 'device',
        in: 'query',
        description: 'Which device this is, while no keys are asked for.',
        schema: text,
      },
    ],
    responses: {
      101: {
        description: 'The connection is open; what follows are messages of this shape.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/EventMessage' } } },
      },
      400: failure('A parameter is wrong, or this was no handshake: errno 5.'),
      401: failure('The key is missing, not valid, or has expired: errno 101, 102, 103.'),
      403: failure('Outside the locations of the key, or a page of another origin: errno 105, 108.'),
      404: failure('No such location or device: errno 6.'),
      409: failure('The device is switched off: errno 119.'),
      503: failure('The store cannot be read just now: errno 131.'),
    },
  },
};

const kioskLine = {
  get: {
    tags: ['Watching the server'],
    operationId: 'kiosk_line',
    summary: 'The line of a kiosk whose program runs elsewhere: a WebSocket.',
    description:
      'Over it the kiosk says how it is, as with `kiosk_status`, and hears when something changed or when staff want something of it; what, it reads by ordinary requests. For the key of that kiosk alone. Closing codes: 1001 the server ends, or the kiosk stands somewhere else now; 1008 what it said was not understood, or came before the last word was answered; 4401 its key has ended.',
    security: [{ key: [] }],
    parameters: [{ name: 'device', in: 'query', required: true, description: 'Id of the kiosk.', schema: text }],
    responses: {
      101: {
        description: 'The connection is open; what the server sends are messages of this shape.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/KioskLineMessage' } } },
      },
      400: failure('No device is named, or this was no handshake: errno 5.'),
      401: failure('The key is missing, not valid, or has expired: errno 101, 102, 103.'),
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
    summary: "A ticket for its visitor's phone, and whatever changes of it: a WebSocket.",
    description: `For whoever has the secret of the ticket; no key is needed. The secret is offered as the second subprotocol, so that it stands in no address: \`take-a-number\`, \`ticket.<secret>\`. First comes the ticket, then a message whenever something changes for it, and a sign of life every ten seconds. The page has nothing to send. Closing codes: 4404 the ticket is gone, 4409 too many lines for one ticket.`,
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
        description: 'The connection is open; what follows are messages of this shape.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/PhoneMessage' } } },
      },
      400: failure('No secret was offered, or this was no handshake: errno 5.'),
      403: failure('A page of another origin: errno 108.'),
      404: failure('No such ticket, or it ended more than a day ago: errno 6.'),
      429: failure('Too many wrong secrets from this address: errno 107.'),
      503: failure('The store cannot be read just now: errno 131.'),
    },
  },
};

export const MACHINE_PATHS: Readonly<Record<string, Record<string, unknown>>> = {
  '/restapi/v2/events': events,
  '/restapi/v2/events/kiosk': kioskLine,
  '/restapi/v2/tickets/live': phoneLine,
  '/healthz': plain({
    id: 'healthz',
    summary: 'Whether the process lives.',
    description: 'Answers as long as the process can answer at all; looks at nothing else. Nobody needs a key.',
    type: 'application/json',
    schema: status,
  }),
  '/readyz': plain({
    id: 'readyz',
    summary: 'Whether the store can be reached.',
    description: 'Asks the store, and waits two seconds at most. Nobody needs a key.',
    type: 'application/json',
    schema: status,
    failures: { 503: { description: 'It cannot, just now.', content: { 'application/json': { schema: status } } } },
  }),
  '/metrics': plain({
    id: 'metrics',
    summary: 'Figures for Prometheus.',
    description:
      'For addresses in `trusted_networks`, and for users with the role reports_view. Figures of services, kiosks and their printers are those of the locations that the caller sees; figures of the process are for whoever sees all locations.',
    type: 'text/plain',
    schema: text,
    keyed: true,
    failures: {
      401: failure('The key is missing, not valid, or has expired: errno 101, 102, 103.'),
      403: failure('The role reports_view is missing: errno 104.'),
      503: failure('The store cannot be read just now: errno 131.'),
    },
  }),
  '/restapi/openapi.json': plain({
    id: 'openapi',
    parameters: [
      {
        name: 'profile',
        in: 'query',
        description: 'Which part: the whole, or the operations of the interface alone, for makers of clients.',
        schema: { enum: PROFILES },
        example: 'interface',
      },
    ],
    summary: 'This description.',
    description: 'OpenAPI 3.1, made from the declarations by which the server reads and answers. Nobody needs a key.',
    type: 'application/json',
    schema: { type: 'object' },
  }),
  '/asyncapi.json': plain({
    id: 'asyncapi',
    summary: 'The messages of the event channel and of webhooks.',
    description: 'AsyncAPI 3.0, made from the schemas by which the server writes them. Nobody needs a key.',
    type: 'application/json',
    schema: { type: 'object' },
  }),
  '/restapi/site.schema.json': plain({
    id: 'site_schema',
    summary: 'The JSON Schema of the site file.',
    description: 'For editors that check a file while it is written. Nobody needs a key.',
    type: 'application/schema+json',
    schema: { type: 'object' },
  }),
};
