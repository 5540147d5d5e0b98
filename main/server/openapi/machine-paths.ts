/** Addresses that are no operations of the interface: for other programs, for browsers, and this description itself. */
const plain = (summary: string, type: string, schema: object, more: object = {}): Record<string, unknown> => ({
  get: {
    tags: ['Watching the server'],
    summary,
    security: [],
    responses: { 200: { description: 'Done.', content: { [type]: { schema } } }, ...more },
  },
});

const status = { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] } as const;

const text = { type: 'string' } as const;
const failure = (description: string): object => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
});

const events = {
  get: {
    tags: ['Watching the server'],
    operationId: 'events',
    summary: 'What happens at a location, as it happens: a WebSocket.',
    description: `First the whole state, then one message a change; each message is a JSON text of the shape EventMessage. \`seq\` grows by one with each change of the location. A browser, which can send no header with a WebSocket, offers the key as its second subprotocol: \`take-a-number\`, \`bearer.<key>\`. A \`GET\` without a handshake tells why somebody would not be let in; errno 5 with the parameter \`upgrade\` means that nothing else is missing.`,
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
  '/restapi/v2/tickets/live': phoneLine,
  '/healthz': plain('Whether the process lives.', 'application/json', status),
  '/readyz': plain('Whether the store can be reached.', 'application/json', status, {
    503: { description: 'It cannot, just now.', content: { 'application/json': { schema: status } } },
  }),
  '/metrics': plain('Figures for Prometheus; for trusted networks, and users with reports_view.', 'text/plain', {
    type: 'string',
  }),
  '/restapi/openapi.json': plain('This description.', 'application/json', { type: 'object' }),
  '/restapi/site.schema.json': plain('The JSON Schema of the site file.', 'application/schema+json', {
    type: 'object',
  }),
};
