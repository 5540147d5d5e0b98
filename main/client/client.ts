/**
 * The typed client of the REST interface. The same for a server in this process and for one far away: only the
 * `fetch` differs.
 */
import type { TSchema } from 'typebox';
import type { Clock } from '../context.ts';
import { ERRNO } from '../contract/errno.ts';
import { TICKET_PAGE_HEADER } from '../contract/phone-line.ts';
import { AppointmentLookupAnswer } from '../contract/rest/appointments.ts';
import { LocationsAnswer, ServicesAnswer } from '../contract/rest/auxiliary.ts';
import { CardLookupAnswer } from '../contract/rest/cards.ts';
import { CallStaffAnswer, KioskAnswer, KioskStatusAnswer, LookupAnswer } from '../contract/rest/kiosks.ts';
import { HandOverAnswer, LeaseAnswer } from '../contract/rest/offline.ts';
import { CreateTicketAnswer, DoneAnswer, WaitingCountAnswer } from '../contract/rest/queue-answers.ts';
import { WithdrawTicketAnswer } from '../contract/rest/queue-parameters.ts';
import { fail, ok, type Result } from '../contract/result.ts';
import { languageTag } from '../core/language.ts';
import { publicUrlFault } from '../core/public-url.ts';
import type { ChangeFeed } from './change-feed.ts';
import { pollingFeed } from './change-feed.ts';
import { buildKiosk } from './foreign-kiosk.ts';
import type { ClientFault, ClientResult, QueueClient, ServicesFilter } from './queue-client.ts';
import { completeAnswer, readFailure } from './read-answer.ts';

/** What the client needs of a `fetch`. Rejects when no answer came. */
export type Fetch = (path: string, request: FetchRequest) => Promise<FetchAnswer>;

export interface FetchRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** It changes nothing, though it is no `GET`: a code does not belong into an address. */
  readonly onlyAsks?: true;
}

export interface FetchAnswer {
  readonly status: number;
  readonly body: string;
  /** A header by its name in small letters; null when it is not there. */
  readonly header?: (name: string) => string | null;
}

export interface QueueClientOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Sent as bearer token; null when there is none. Asked anew for each request. */
  readonly deviceKey?: () => string | null;
  /** Tells changes as they happen; without it the counts are asked for every two seconds. */
  readonly feed?: ChangeFeed;
  /** For servers without a kiosk answer: the languages to offer, and the location where it has several. */
  readonly languages?: readonly string[];
  readonly locationId?: string;
}

const QUEUE = '/restapi/v2/queuemanagement';
/** More would make the squares of a QR code too small. */
const MAX_PAGE_ADDRESS = 400;

/** What is no answer of a queue server, though it says that all is well: something else answers in its place. */
const EMPTY = fail({ kind: 'unreachable', detail: 'the server answered without saying anything' } as const);

export function createQueueClient(options: QueueClientOptions): QueueClient {
  const { clock } = options;
  const auth = (): Record<string, string> => {
    const key = options.deviceKey?.() ?? null;
    return key === null ? {} : { authorization: `Bearer ${key}` };
  };

  async function send(path: string, request: Partial<FetchRequest>): ClientResult<FetchAnswer> {
    try {
      const headers = { accept: 'application/json', ...auth(), ...request.headers };
      return ok(await options.fetch(path, { method: 'GET', ...request, headers }));
    } catch (error) {
      return fail({ kind: 'unreachable', detail: error instanceof Error ? error.message : String(error) });
    }
  }

  async function ask<T>(path: string, schema: TSchema, request: Partial<FetchRequest> = {}): ClientResult<T> {
    const answer = await send(path, request);
    return answer.ok ? understand<T>(answer.value, schema) : answer;
  }

  function posting(body: object, headers: Record<string, string> = {}): Partial<FetchRequest> {
    return {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    };
  }

  function post<T>(path: string, body: object, schema: TSchema, more: Partial<FetchRequest> = {}): ClientResult<T> {
    return ask<T>(path, schema, { ...posting(body), ...more });
  }

  async function appointment(path: 'lookup' | 'find', wanted: object): ClientResult<AppointmentLookupAnswer> {
    const address = `/restapi/v2/appointments/${path}`;
    const answer = await post<AppointmentLookupAnswer>(address, wanted, AppointmentLookupAnswer, { onlyAsks: true });
    return answer.ok && answer.value.appointment.id === '' ? EMPTY : answer;
  }

  const client: QueueClient = {
    async kiosk(deviceId) {
      const answer = await ask<KioskAnswer>(`/restapi/v2/kiosks/${encodeURIComponent(deviceId)}`, KioskAnswer);
      if (answer.ok) return answer.value.location.id === '' ? EMPTY : answer;
      if (answer.error.kind !== 'refused' || answer.error.errno !== ERRNO.invalidOperation) return answer;
      return buildKiosk(client, deviceId, options.languages ?? ['en'], options.locationId);
    },
    waitingTicketsCount: (locationId) =>
      ask(
        `${QUEUE}/waitingticketscount${locationId === '' ? '' : `/${encodeURIComponent(locationId)}`}`,
        WaitingCountAnswer,
      ),
    async createTicket(ticket, { idempotencyKey }) {
      const sent = await send(`${QUEUE}/createticket`, posting(ticket, { 'idempotency-key': idempotencyKey }));
      if (!sent.ok) return sent;
      const answer = understand<CreateTicketAnswer>(sent.value, CreateTicketAnswer);
      if (!answer.ok) return answer;
      if (answer.value.ticket.id === '' || answer.value.ticket.number === '') {
        return EMPTY;
      }
      return ok({ ...answer.value, page: pageAddress(sent.value.header?.(TICKET_PAGE_HEADER) ?? '') });
    },
    async withdrawTicket(serviceId, { idempotencyKey }) {
      const request = posting({ service_id: serviceId }, { 'idempotency-key': idempotencyKey });
      const sent = await send('/restapi/v2/tickets/withdraw', request);
      if (!sent.ok) return sent;
      const answer = understand<WithdrawTicketAnswer>(sent.value, WithdrawTicketAnswer);
      // That there was no ticket has to be said: whoever believes something else leaves one in the queue that nobody holds.
      return answer.ok && !sent.value.body.includes('"ticket_id"') ? EMPTY : answer;
    },
    findAppointment: (code, locationId = '', typed = false) =>
      appointment('lookup', { code, location_id: locationId, typed }),
    findPersonsAppointment: (visitor, birthday, locationId) =>
      appointment('find', { visitor, birthday, location_id: locationId }),
    findCard: (code, locationId, frame = '') =>
      post('/restapi/v2/cards/lookup', { code, frame, location_id: locationId }, CardLookupAnswer, { onlyAsks: true }),
    findDeviceByCode: (code) => post('/restapi/v2/devices/lookup', { code }, LookupAnswer, { onlyAsks: true }),
    sayStatus: (deviceId, status) =>
      post(
        `/restapi/v2/kiosks/${encodeURIComponent(deviceId)}/status`,
        { ...status, clock: new Date(options.clock.now()).toISOString() },
        KioskStatusAnswer,
      ),
    callStaff: (deviceId) => post(`/restapi/v2/kiosks/${encodeURIComponent(deviceId)}/callstaff`, {}, CallStaffAnswer),
    takeAction: (deviceId, id) => post(`${actionPath(deviceId, id)}/take`, {}, DoneAnswer),
    endAction: (deviceId, id, { state, text, ...end }) =>
      post(`${actionPath(deviceId, id)}/end`, { ...end, ended: state, log: text }, DoneAnswer),
    noteDeed: (deviceId, { id, ...deed }) => post(`${actionPath(deviceId, id)}/done`, deed, DoneAnswer),
    leaseNumbers: (deviceId, request) =>
      post(`/restapi/v2/kiosks/${encodeURIComponent(deviceId)}/lease`, request, LeaseAnswer),
    handOverTickets: (deviceId, given) =>
      post(`/restapi/v2/kiosks/${encodeURIComponent(deviceId)}/handover`, given, HandOverAnswer),
    async locations(lang) {
      const answer = await ask<LocationsAnswer>('/restapi/locations', LocationsAnswer, readerOf(lang));
      return answer.ok ? ok(answer.value.locations) : answer;
    },
    async services(lang, filter) {
      const answer = await ask<ServicesAnswer>(`/restapi/services${queryOf(filter)}`, ServicesAnswer, readerOf(lang));
      return answer.ok ? ok(answer.value.services) : answer;
    },
    watch: options.feed ?? pollingFeed((locationId) => client.waitingTicketsCount(locationId), clock),
  };
  return client;
}

function actionPath(deviceId: string, id: string): string {
  return `/restapi/v2/devices/${encodeURIComponent(deviceId)}/actions/${encodeURIComponent(id)}`;
}

function understand<T>({ status, body }: FetchAnswer, schema: TSchema): Result<T, ClientFault> {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    value = null;
  }
  const failure = readFailure(value);
  if (failure !== null) return fail({ kind: 'refused', ...failure });
  const answer = completeAnswer(schema, value);
  if (status !== 200 || answer === null) {
    // A server that knows nothing of this address may say so in words of its own.
    if (status === 404)
      return fail({ kind: 'refused', errno: ERRNO.invalidOperation, error: 'There is no such address.' });
    return fail({ kind: 'unreachable', detail: `the server answered ${status} in a way that makes no sense here` });
  }
  return ok(answer as T);
}

/** Only what a phone can open goes onto paper, whatever a server says. */
function pageAddress(text: string): string | null {
  return text === '' || text.length > MAX_PAGE_ADDRESS || publicUrlFault(text) !== null ? null : text;
}

function readerOf(lang: string): Partial<FetchRequest> {
  return lang === '' ? {} : { headers: { 'accept-language': languageTag(lang) } };
}

function queryOf(filter: ServicesFilter): string {
  const query = new URLSearchParams();
  for (const name of ['ids', 'locations', 'services'] as const) {
    for (const id of filter[name] ?? []) query.append(`filter[${name}][]`, id);
  }
  if (filter.text !== undefined) query.append('filter[text]', filter.text);
  return query.size === 0 ? '' : `?${query}`;
}
