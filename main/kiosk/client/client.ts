/**
 * Typed client of the REST API, for an embedded or a remote server.
 *
 * Only the `fetch` differs.
 */

import type { Static, TObject } from 'typebox';
import { FIND_APPOINTMENT, LOOKUP_APPOINTMENT } from '../../appointments/contract/endpoints.ts';
import { AppointmentLookupAnswer } from '../../appointments/contract/rest/appointments.ts';
import { LOOKUP_CARD } from '../../cards/contract/endpoints.ts';
import { CardLookupAnswer } from '../../cards/contract/rest/cards.ts';
import { END_DEVICE_ACTION, RECORD_LOCAL_ACTION, TAKE_DEVICE_ACTION } from '../../devices/contract/action-endpoints.ts';
import {
  CALL_STAFF,
  HAND_OVER_TICKETS,
  LEASE_NUMBERS,
  READ_KIOSK,
  SAY_KIOSK_STATUS,
} from '../../devices/contract/kiosk-endpoints.ts';
import { CallStaffAnswer, KioskAnswer, KioskStatusAnswer, LookupAnswer } from '../../devices/contract/rest/kiosks.ts';
import { HandOverAnswer, LeaseAnswer } from '../../devices/contract/rest/offline.ts';
import type { Clock } from '../../lib/context.ts';
import { messageOf } from '../../lib/error-message.ts';
import { languageTag } from '../../lib/language.ts';
import { publicUrlFault } from '../../lib/public-url.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import {
  COUNT_WAITING_TICKETS,
  COUNT_WAITING_TICKETS_OF,
  CREATE_TICKET,
  WITHDRAW_TICKET,
} from '../../queue/contract/endpoints.ts';
import { CreateTicketAnswer, DoneAnswer, WaitingCountAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { WithdrawTicketAnswer } from '../../queue/contract/rest/queue-parameters.ts';
import { type CallerParameters, type Endpoint, requestOf } from '../../rest/contract/endpoint.ts';
import { LIST_LOCATIONS, LIST_SERVICES, LOOKUP_DEVICE } from '../../site/contract/endpoints.ts';
import { LocationsAnswer, ServicesAnswer } from '../../site/contract/rest/auxiliary.ts';
import { TICKET_PAGE_HEADER } from '../../visitor-phone/contract/phone-protocol.ts';
import { buildKiosk } from './foreign-kiosk.ts';
import type { ClientFault, ClientResult, QueueClient } from './queue-client.ts';
import { completeAnswer, readFailure } from './read-answer.ts';

/** The part of `fetch` that the client needs. Rejects without a response. */
export type Fetch = (path: string, request: FetchRequest) => Promise<FetchAnswer>;

export interface FetchRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Read-only although it is not a `GET`, because a code must not be in a URL. */
  readonly onlyAsks?: true;
}

export interface FetchAnswer {
  readonly status: number;
  readonly body: string;
  /** A header by its lower-case name; null when missing. */
  readonly header?: (name: string) => string | null;
}

/** Calls back at every change; returns the unsubscribe function. */
type ChangeFeed = (locationId: string, onChange: () => void) => () => void;

const POLL_MS = 2_000;

/** Change feed by polling; also reports when the server becomes unavailable and available again. */
function pollingFeed(read: (locationId: string) => Promise<unknown>, clock: Clock): ChangeFeed {
  return (locationId, onChange) => {
    let stopped = false;
    let before: string | null = null;
    let cancel = (): void => {};

    async function poll(): Promise<void> {
      const now = JSON.stringify(await read(locationId));
      if (stopped) return;
      cancel = clock.after(POLL_MS, () => void poll());
      const changed = before !== null && before !== now;
      before = now;
      if (changed) onChange();
    }

    void poll();
    return () => {
      stopped = true;
      cancel();
    };
  };
}

export interface QueueClientOptions {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** Sent as bearer token; null without one. Called for each request. */
  readonly deviceKey?: () => string | null;
  /** Change feed; without it the client polls the counts every two seconds. */
  readonly feed?: ChangeFeed;
  /** For third-party servers without a kiosk configuration: languages, and the location if there are several. */
  readonly languages?: readonly string[];
  readonly locationId?: string;
}

/** A longer URL would make the modules of the QR code too small. */
const MAX_PAGE_ADDRESS = 400;

/** Not a response of a queue server, despite its success status: another program answers at this address. */
const EMPTY = fail({ kind: 'unreachable', detail: 'the server sent an empty response' } as const);

export function createQueueClient(options: QueueClientOptions): QueueClient {
  const { clock } = options;
  const auth = (): Record<string, string> => {
    const key = options.deviceKey?.() ?? null;
    return key === null ? {} : { authorization: `Bearer ${key}` };
  };

  async function send<Taken extends TObject, Answer extends TObject>(
    endpoint: Endpoint<Taken, Answer>,
    given: CallerParameters<Taken>,
    more: Partial<FetchRequest> = {},
  ): ClientResult<FetchAnswer> {
    const [method, path, others] = requestOf(endpoint, given);
    const query = method === 'GET' ? queryOf(others) : '';
    try {
      return ok(
        await options.fetch(`/restapi/${path}${query}`, {
          ...more,
          ...(method === 'GET' ? { method } : { method: 'POST', body: JSON.stringify(others) }),
          headers: {
            accept: 'application/json',
            ...auth(),
            ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
            ...more.headers,
          },
        }),
      );
    } catch (error) {
      return fail({ kind: 'unreachable', detail: messageOf(error) });
    }
  }

  async function call<Taken extends TObject, Answer extends TObject>(
    endpoint: Endpoint<Taken, Answer>,
    answer: Answer,
    given: CallerParameters<Taken>,
    more: Partial<FetchRequest> = {},
  ): ClientResult<Static<Answer>> {
    const sent = await send(endpoint, given, more);
    return sent.ok ? understand(sent.value, answer) : sent;
  }

  async function appointment<Taken extends TObject>(
    endpoint: Endpoint<Taken, typeof AppointmentLookupAnswer>,
    wanted: CallerParameters<Taken>,
  ): ClientResult<AppointmentLookupAnswer> {
    const answer = await call(endpoint, AppointmentLookupAnswer, wanted, { onlyAsks: true });
    return answer.ok && answer.value.appointment.id === '' ? EMPTY : answer;
  }

  const client: QueueClient = {
    async kiosk(deviceId) {
      const answer = await call(READ_KIOSK, KioskAnswer, { device_id: deviceId });
      if (answer.ok) return answer.value.location.id === '' ? EMPTY : answer;
      if (answer.error.kind !== 'refused' || answer.error.errno !== ERRNO.invalidOperation) return answer;
      return buildKiosk(client, deviceId, options.languages ?? ['en'], options.locationId);
    },
    waitingTicketsCount: (locationId) =>
      locationId === ''
        ? call(COUNT_WAITING_TICKETS, WaitingCountAnswer, {})
        : call(COUNT_WAITING_TICKETS_OF, WaitingCountAnswer, { location_id: locationId }),
    async createTicket(ticket, { idempotencyKey }) {
      const sent = await send(CREATE_TICKET, ticket, { headers: { 'idempotency-key': idempotencyKey } });
      if (!sent.ok) return sent;
      const answer = understand(sent.value, CreateTicketAnswer);
      if (!answer.ok) return answer;
      if (answer.value.ticket.id === '' || answer.value.ticket.number === '') {
        return EMPTY;
      }
      return ok({ ...answer.value, page: pageAddress(sent.value.header?.(TICKET_PAGE_HEADER) ?? '') });
    },
    async withdrawTicket(serviceId, { idempotencyKey }) {
      const headers = { 'idempotency-key': idempotencyKey };
      const sent = await send(WITHDRAW_TICKET, { service_id: serviceId }, { headers });
      if (!sent.ok) return sent;
      const answer = understand(sent.value, WithdrawTicketAnswer);
      // A withdrawal without `ticket_id` is no valid response: the ticket could still be in the queue without a holder.
      return answer.ok && !sent.value.body.includes('"ticket_id"') ? EMPTY : answer;
    },
    findAppointment: (code, locationId = '', typed = false) =>
      appointment(LOOKUP_APPOINTMENT, { code, location_id: locationId, typed }),
    findPersonsAppointment: (visitor, birthday, locationId) =>
      appointment(FIND_APPOINTMENT, { visitor, birthday, location_id: locationId }),
    findCard: (code, locationId, frame = '') =>
      call(LOOKUP_CARD, CardLookupAnswer, { code, frame, location_id: locationId }, { onlyAsks: true }),
    findDeviceByCode: (code) => call(LOOKUP_DEVICE, LookupAnswer, { code }, { onlyAsks: true }),
    sayStatus: (deviceId, status) =>
      call(SAY_KIOSK_STATUS, KioskStatusAnswer, {
        device_id: deviceId,
        ...status,
        clock: new Date(options.clock.now()).toISOString(),
      }),
    callStaff: (deviceId) => call(CALL_STAFF, CallStaffAnswer, { device_id: deviceId }),
    takeAction: (deviceId, id) => call(TAKE_DEVICE_ACTION, DoneAnswer, { device_id: deviceId, action_id: id }),
    endAction: (deviceId, id, { state, text, ...end }) =>
      call(END_DEVICE_ACTION, DoneAnswer, { device_id: deviceId, action_id: id, ...end, ended: state, log: text }),
    noteDeed: (deviceId, { id, ...deed }) =>
      call(RECORD_LOCAL_ACTION, DoneAnswer, { device_id: deviceId, action_id: id, ...deed }),
    leaseNumbers: (deviceId, request) => call(LEASE_NUMBERS, LeaseAnswer, { device_id: deviceId, ...request }),
    handOverTickets: (deviceId, given) => call(HAND_OVER_TICKETS, HandOverAnswer, { device_id: deviceId, ...given }),
    async locations(lang) {
      const answer = await call(LIST_LOCATIONS, LocationsAnswer, {}, readerOf(lang));
      return answer.ok ? ok(answer.value.locations) : answer;
    },
    async services(lang, filter) {
      const answer = await call(LIST_SERVICES, ServicesAnswer, { filter }, readerOf(lang));
      return answer.ok ? ok(answer.value.services) : answer;
    },
    watch: options.feed ?? pollingFeed((locationId) => client.waitingTicketsCount(locationId), clock),
  };
  return client;
}

function understand<Answer extends TObject>(
  { status, body }: FetchAnswer,
  schema: Answer,
): Result<Static<Answer>, ClientFault> {
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
    // An unknown address can return an error in another format.
    if (status === 404)
      return fail({ kind: 'refused', errno: ERRNO.invalidOperation, error: 'The server does not have this address.' });
    return fail({ kind: 'unreachable', detail: `the server sent an unexpected response (HTTP ${status})` });
  }
  return ok(answer as Static<Answer>);
}

/** Only addresses that a phone can open are printed, whatever a server sends. */
function pageAddress(text: string): string | null {
  return text === '' || text.length > MAX_PAGE_ADDRESS || publicUrlFault(text) !== null ? null : text;
}

function readerOf(lang: string): Partial<FetchRequest> {
  return lang === '' ? {} : { headers: { 'accept-language': languageTag(lang) } };
}

/** Lists as `name[]`, parameters of a group as `group[name]`. */
function queryOf(parameters: object): string {
  const query = new URLSearchParams();
  const write = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) write(`${name}[]`, each);
    else if (typeof value !== 'object' || value === null) query.append(name, String(value));
    else for (const [inner, each] of Object.entries(value)) write(`${name}[${inner}]`, each);
  };
  for (const [name, value] of Object.entries(parameters)) write(name, value);
  return query.size === 0 ? '' : `?${query}`;
}
