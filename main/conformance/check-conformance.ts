/**
 * Conformance check of all API operations, against any server.
 *
 * It creates and calls tickets, and creates and deletes a form template: use it on test servers only.
 */

import { Ajv, type ValidateFunction } from 'ajv';
import { LoginAnswer } from '../access/contract/rest/login.ts';
import { AnswerTypesAnswer, FormAnswer, FormIdAnswer, FormsAnswer } from '../forms/contract/rest/forms.ts';
import { ERRNO } from '../lib/result.ts';
import {
  CallResponse,
  CreateTicketAnswer,
  DoneAnswer,
  TicketsAnswer,
  WaitingCountAnswer,
} from '../queue/contract/rest/queue-answers.ts';
import { TicketDetailsAnswer } from '../queue/contract/rest/ticket-details.ts';
import {
  InitialStateAnswer,
  LastTicketsAnswer,
  LocationsAnswer,
  ServerServicesAnswer,
  ServicesAnswer,
  UsersAnswer,
} from '../site/contract/rest/auxiliary.ts';

/** HTTP client for the server under test. */

interface Target {
  /** `http://host:port`, without a path. */
  readonly url: string;
}

interface Received {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** The parsed body; undefined without JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the answers of a foreign server have any shape
  readonly body: any;
}

interface ServerRequest {
  readonly method: string;
  /** From the root, with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Empty: none. */
  readonly key: string;
}

const DEADLINE_MS = 15_000;

/** @throws when there is no response within 15 seconds */
async function askServer({ url }: Target, { method, path, body, key }: ServerRequest): Promise<Received> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type') ?? '', text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Options extends Target {
  readonly user: string;
  /** Empty: no password is sent. */
  readonly password: string;
  /** Ids of the service and desk to use; empty: the first open service, and the first desk of its location. */
  readonly service: string;
  readonly desk: string;
}

export interface ConformanceResult {
  readonly operation: string;
  /** Empty: the operation conforms. */
  readonly deviations: readonly string[];
}

/** Ends a step: the response lacks data for the next checks. */
class Deviation extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: the answers of a foreign server have any shape
type Json = any;

const QUEUE = '/restapi/v2/queuemanagement/';

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });

const checks = new Map<object, ValidateFunction>();

/** Fields with a wall time of the location. */
const TIMES = new Set(['date', 'call_date', 'end_date', 'scheduled_to', 'answer_date', 'arrival_date', 'callDate']);

const TIMESTAMP = /^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/;

type JsonObject = Readonly<Record<string, unknown>>;

/** One text per deviation, with the path of the field; empty for a conforming response. */
function shapeDeviations(answer: unknown, schema: object): readonly string[] {
  const check = checks.get(schema) ?? ajv.compile(closed(schema) as object);
  checks.set(schema, check);
  if (check(answer)) return wrongTimes(answer, []);
  return (check.errors ?? []).map(({ instancePath, keyword, params, message }) => {
    const path = instancePath.split('/').slice(1);
    const at = (...inner: string[]): string => [...path, ...inner].join('.');
    if (keyword === 'required') return `${at(String(params.missingProperty))} is missing`;
    if (keyword === 'additionalProperties')
      return `${at(String(params.additionalProperty))} is not a field of the interface`;
    return `${at() || 'the response'} ${message ?? 'is invalid'}`;
  });
}

/** The schema with additional properties forbidden. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = 'patternProperties' in inner || 'additionalProperties' in inner;
  return 'properties' in inner && inner.type === 'object' && !isOpen
    ? { ...inner, additionalProperties: false }
    : inner;
}

function wrongTimes(value: unknown, path: readonly string[]): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as JsonObject).flatMap(([name, inner]) => {
    const at = [...path, name];
    if (!TIMES.has(name)) return wrongTimes(inner, at);
    const isTime = typeof inner === 'string' && TIMESTAMP.test(inner);
    return isTime ? [] : [`${at.join('.')} is not a timestamp such as 2026-11-20 12:00:00`];
  });
}

/** @param report called after each operation */
export async function checkConformance(options: Options, report: (line: ConformanceResult) => void): Promise<void> {
  let key = '';
  let found: string[] = [];

  async function step(operation: string, run: () => Promise<unknown>): Promise<void> {
    found = [];
    try {
      await run();
    } catch (error) {
      if (error instanceof Deviation) found.push(error.message);
      // A TypeError is caused by a missing field, which is already among the deviations.
      else if (!(error instanceof TypeError) || found.length === 0) throw error;
    }
    report({ operation, deviations: found });
  }
  const expected = (is: boolean, deviation: string): void => void (is || found.push(deviation));

  const ask = (method: string, path: string, body?: unknown): Promise<Received> => {
    const asked: ServerRequest = { method, path, key, ...(body === undefined ? {} : { body }) };
    return askServer(options, asked).catch((error: Error) => {
      throw new Deviation(`no answer: ${causeOf(error)}`);
    });
  };
  /** Sends a request that must succeed, and adds deviations of the response to the step. */
  async function good(method: string, path: string, schema: object, body?: unknown): Promise<Json> {
    const received = await ask(method, path, body);
    if (received.body === undefined) throw new Deviation(`the response is not JSON (HTTP ${received.status})`);
    if (!isObject(received.body)) throw new Deviation(`the response is not a JSON object (HTTP ${received.status})`);
    if (received.body.success !== true) throw new Deviation(`refused: ${refusalOf(received)}`);
    expected(received.type.startsWith('application/json'), `Content-Type is ${received.type || 'missing'}`);
    found = found.concat(shapeDeviations(received.body, schema));
    return received.body;
  }
  const post = (operation: string, schema: object, body: object): Promise<Json> =>
    good('POST', QUEUE + operation, schema, body);
  async function failure(errno: number, method: string, path: string, body?: unknown): Promise<void> {
    const { body: answer } = await ask(method, path, body);
    if (!isObject(answer)) throw new Deviation('the error response is not a JSON object');
    expected(answer.success === false, 'success of an error response is not false');
    expected(answer.errno === errno, `errno is ${JSON.stringify(answer.errno)} instead of ${errno}`);
  }

  // Login and configuration.
  let user_id = '';
  await step('login', async () => {
    const { user, password } = options;
    const body = { user_id: user, ...(password === '' ? {} : { password }) };
    const answer = await post('login', LoginAnswer, body);
    key = answer.authtoken ?? '';
    user_id = answer.user_id ?? '';
    expected(/^[\w-]+\.[\w-]+\.[\w-]+$/.test(key), 'authtoken is not a JWT');
  });
  let service: Json = null;
  let location = '';
  await step('locations', () => good('GET', '/restapi/locations', LocationsAnswer));
  await step('services', async () => {
    const { services } = await good('GET', '/restapi/services', ServicesAnswer);
    const isWanted = (one: Json): boolean => (options.service === '' ? one.state === 1 : one.id === options.service);
    service = services.find(isWanted) ?? null;
    location = service?.location ?? '';
    expected(service !== null, 'no service can issue a ticket');
  });
  const inLocation = encodeURIComponent(location);
  await step('serverservices', () => good('GET', '/restapi/serverservices', ServerServicesAnswer));
  await step('users', () => good('GET', '/restapi/users', UsersAnswer));
  await step('services/metadata', () => good('GET', '/restapi/services/metadata', ServicesAnswer));
  let desk_id = options.desk;
  await step('initialstate', async () => {
    const asked = { location_id: location, all_services: true, all_desks: true, last_tickets_by_service: true };
    const { player_info, lastTickets } = await post('initialstate', InitialStateAnswer, asked);
    expected(Array.isArray(player_info?.byService), 'player_info.byService was requested and is missing');
    expected(Array.isArray(lastTickets?.byservice), 'lastTickets.byservice was requested and is missing');
    desk_id ||= player_info?.byDesk?.[0]?.id ?? '';
    expected(desk_id !== '', 'no desk can call a ticket');
  });
  await step('waitingticketscount', () => good('GET', `${QUEUE}waitingticketscount`, WaitingCountAnswer));
  await step('waitingticketscount of a location', () =>
    good('GET', `${QUEUE}waitingticketscount/${inLocation}`, WaitingCountAnswer),
  );

  // Visits.
  const tickets: string[] = [];
  const seat = { desk_id, user_id };
  let open = '';
  const service_id = service?.id ?? '';
  async function list(operation: string, body: object, holds: string | undefined): Promise<void> {
    const { tickets: listed = [] } = await post(operation, TicketsAnswer, body);
    const isThere = listed.some(({ id }: Json) => id === holds);
    if (holds !== undefined) expected(isThere, 'the ticket is not in the list');
  }
  async function call(operation: string, ticket: string | undefined, more: object): Promise<void> {
    const { answer } = await post(operation, CallResponse, { ...seat, ...more });
    open = answer?.id ?? '';
    expected(answer?.ticket?.state === '2', `state of the called ticket is ${answer?.ticket?.state} instead of 2`);
    if (ticket !== undefined) expected(answer?.ticket?.id === ticket, 'another ticket was called');
  }
  const conclude = (operation: string): Promise<void> =>
    step(operation, () => post(operation, DoneAnswer, { answer_id: open }));

  await step('createticket', async () => {
    const names = ['Ana', 'Ben', 'Caro'];
    for (const client_name of names) {
      const { ticket } = await post('createticket', CreateTicketAnswer, { service_id, client_name });
      tickets.push(ticket?.id ?? '');
      expected(ticket?.state === '1', `state of a new ticket is ${ticket?.state} instead of 1`);
      expected(ticket?.client_name === client_name, 'client_name differs from the one that was sent');
    }
  });
  const [, second, third] = tickets;
  await step('waitingticketslist', () => list('waitingticketslist', { service_id }, second));
  await step('callnextticket', () => call('callnextticket', undefined, { services: [service_id] }));
  await conclude('recall');
  await conclude('endcall');
  await step('callticket', () => call('callticket', second, { ticket_id: second }));
  await conclude('pausecall');
  await step('pausedticketslist', () => list('pausedticketslist', { desk_id }, second));
  await step('callpausedticket', () => call('callpausedticket', second, { ticket_id: second }));
  await step('transfercall', () =>
    post('transfercall', DoneAnswer, { answer_id: open, dst_type: 'service', dst_id: service_id, desk_id }),
  );
  await step('callticket after a transfer', () => call('callticket', third, { ticket_id: third }));
  await conclude('cancelcall');
  // A tolerance of 0 lists no cancelled tickets and allows no calls of them.
  let isListed = false;
  await step('cancellededticketslist', async () => {
    const { tickets: listed } = await post('cancellededticketslist', TicketsAnswer, { desk_id });
    isListed = listed.some(({ id }: Json) => id === third);
  });
  await step('callcancelledticket', async () => {
    if (isListed) return call('callcancelledticket', third, { ticket_id: third });
    const { body } = await ask('POST', `${QUEUE}callcancelledticket`, { ...seat, ticket_id: third });
    expected(body?.success === false && body.errno > 100, 'a ticket beyond the tolerance is not rejected');
  });
  if (isListed) await step('endcall after a no-show', () => post('endcall', DoneAnswer, { answer_id: open }));
  await step('ticket/lastTickets', async () => {
    const path = `/restapi/ticket/lastTickets?location=${inLocation}&number=50`;
    const { lastTickets } = await good('GET', path, LastTicketsAnswer);
    const ids = lastTickets.flatMap((one: object) => Object.values(one).map((entry: Json) => entry?.ticket_id));
    expected(ids.includes(second), 'a called ticket is not listed');
  });
  await step('ticket/details', async () => {
    const path = `/restapi/ticket/details/${encodeURIComponent(second ?? '')}`;
    const { ticket } = await good('GET', path, TicketDetailsAnswer);
    expected(ticket?.state === 1, `state of a transferred ticket is ${ticket?.state} instead of 1`);
  });

  // Forms.
  const forms = '/restapi/v2/forms';
  let form = '';
  let question = '';
  const template = (name: string, before: object[]): object => ({
    name,
    selected: false,
    questions: { before, during: [], end: [] },
  });
  await step('forms', () => good('GET', forms, FormsAnswer));
  let types: Json[] = [];
  await step('qats', async () => {
    types = (await good('GET', '/restapi/v2/qats', AnswerTypesAnswer)).question_answer_types ?? [];
  });
  await step('create a form', async () => {
    const one = { question: 'Conformance?', qat_id: types[0]?.id ?? '', question_order: 0 };
    form = (await good('POST', forms, FormIdAnswer, template('Conformance', [one]))).id ?? '';
  });
  const ofForm = `${forms}/${encodeURIComponent(form)}`;
  await step('read a form', async () => {
    const { role } = await good('GET', ofForm, FormAnswer);
    question = role?.questions?.before?.['0']?.id ?? '';
    expected(question !== '', 'questions.before has no entry under "0"');
  });
  await step('delete a question', () =>
    good('DELETE', `${ofForm}/questions/${encodeURIComponent(question)}`, DoneAnswer),
  );
  await step('update a form', () => good('UPDATE', ofForm, FormIdAnswer, template('Conformance 2', [])));
  await step('delete a form', () => good('DELETE', ofForm, DoneAnswer));

  // Failures and formats.
  await step('errno 2: wrong method', () => failure(ERRNO.invalidMethod, 'GET', `${QUEUE}createticket`));
  await step('errno 3: unknown operation', () =>
    failure(ERRNO.invalidOperation, 'POST', `${QUEUE}nosuchoperation`, {}),
  );
  await step('errno 4: unknown format', () => failure(ERRNO.invalidFormat, 'GET', '/restapi/locations?format=yaml'));
  await step('errno 5: missing parameter', () => failure(ERRNO.invalidParameters, 'POST', `${QUEUE}createticket`, {}));
  await step('format=xml', async () => {
    const { type, text } = await ask('GET', '/restapi/locations?format=xml');
    expected(/\bxml\b/.test(type), `Content-Type is ${type || 'missing'}`);
    expected(text.trimStart().startsWith('<'), 'the response is not XML');
  });
  // Transferred tickets leave the queue.
  await step('endcall of the last ticket', async () => {
    await call('callticket', second, { ticket_id: second });
    await post('endcall', DoneAnswer, { answer_id: open });
  });
}

const isObject = (body: Json): boolean => typeof body === 'object' && body !== null;

function refusalOf({ status, body }: Received): string {
  const { errno, error } = body;
  return `errno ${JSON.stringify(errno)}, HTTP ${status}${typeof error === 'string' ? `: ${error}` : ''}`;
}

function causeOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
