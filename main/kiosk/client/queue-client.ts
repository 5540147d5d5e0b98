/** Interface of a kiosk to its queue server. */

import type { AppointmentLookupAnswer } from '../../appointments/contract/rest/appointments.ts';
import type { CardLookupAnswer } from '../../cards/contract/rest/cards.ts';
import type { ActionEnd, DoneAtKiosk } from '../../devices/contract/device-actions.ts';
import type { DeviceStatus } from '../../devices/contract/device-status.ts';
import type {
  CallStaffAnswer,
  KioskAnswer,
  KioskStatusAnswer,
  LookupAnswer,
} from '../../devices/contract/rest/kiosks.ts';
import type {
  HandOverAnswer,
  HandOverParameters,
  LeaseAnswer,
  LeaseParameters,
} from '../../devices/contract/rest/offline.ts';
import { ERRNO, type Result } from '../../lib/result.ts';
import type { CreateTicketAnswer, DoneAnswer, WaitingCountAnswer } from '../../queue/contract/rest/queue-answers.ts';
import type { CreateTicketParameters, WithdrawTicketAnswer } from '../../queue/contract/rest/queue-parameters.ts';
import type { LocationView, ServiceView } from '../../site/contract/rest/auxiliary.ts';

/** `refused`: the server returned an error. `unreachable`: no response, or an invalid one. */
export type ClientFault =
  | { readonly kind: 'refused'; readonly errno: number; readonly error: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** Errors of a third-party or older server that lacks the operation. */
const UNKNOWN_THERE: ReadonlySet<number> = new Set([
  ERRNO.uriNotSpecified,
  ERRNO.invalidMethod,
  ERRNO.invalidOperation,
]);

export function isUnknownThere(fault: ClientFault): boolean {
  return fault.kind === 'refused' && UNKNOWN_THERE.has(fault.errno);
}

export type ClientResult<T> = Promise<Result<T, ClientFault>>;

/** Result of `createTicket`. */
export interface IssuedTicketAnswer extends CreateTicketAnswer {
  /** URL of the ticket's page for the visitor's phone; null from a server without such pages. */
  readonly page: string | null;
}

export type NewTicket = Pick<CreateTicketParameters, 'service_id'> & Partial<CreateTicketParameters>;

/** Filters of `services`; each is a list of ids. */
export interface ServicesFilter {
  readonly ids?: readonly string[];
  readonly locations?: readonly string[];
  readonly services?: readonly string[];
  readonly text?: string;
}

export interface QueueClient {
  /** Configuration of a kiosk. For third-party servers it is assembled from other responses. */
  kiosk(deviceId: string): ClientResult<KioskAnswer>;
  /** Of one location, or of all with an empty id. */
  waitingTicketsCount(locationId: string): ClientResult<WaitingCountAnswer>;
  /** Idempotent by key: a retry creates no second ticket. */
  createTicket(ticket: NewTicket, options: { readonly idempotencyKey: string }): ClientResult<IssuedTicketAnswer>;
  /**
   * Withdraws a ticket by its key after a missing response, so that no ticket without a holder stays in the queue. It
   * possibly never existed.
   */
  withdrawTicket(serviceId: string, options: { readonly idempotencyKey: string }): ClientResult<WithdrawTicketAnswer>;
  /** The device of a card value. The value is sent in the body, never in the URL. */
  findDeviceByCode(code: string): ClientResult<LookupAnswer>;
  /**
   * What the site's card rules say about a card. Its value, and everything that the reader sent if that is more, are
   * sent in the body, never in the URL.
   */
  findCard(code: string, locationId: string, frame?: string): ClientResult<CardLookupAnswer>;
  /**
   * The appointment of a code at a location (or anywhere). The code is sent in the body. A typed code need not match
   * exactly.
   */
  findAppointment(code: string, locationId?: string, typed?: boolean): ClientResult<AppointmentLookupAnswer>;
  /**
   * The appointment of a visitor without a code, by name or reference and birthday (`yyyy-mm-dd`), sent in the body. A
   * server without this operation returns error 1 to 3.
   */
  findPersonsAppointment(visitor: string, birthday: string, locationId: string): ClientResult<AppointmentLookupAnswer>;
  locations(lang: string): ClientResult<readonly LocationView[]>;
  services(lang: string, filter: ServicesFilter): ClientResult<readonly ServiceView[]>;
  /** Sends the status of this kiosk. A server without this operation returns error 1 to 3. */
  sayStatus(deviceId: string, status: DeviceStatus): ClientResult<KioskStatusAnswer>;
  /** A visitor calls staff. Idempotent: there is one call at a time. */
  callStaff(deviceId: string): ClientResult<CallStaffAnswer>;
  /** Claims a remote action before it runs: refused when it is no longer valid. */
  takeAction(deviceId: string, id: string): ClientResult<DoneAnswer>;
  /** Reports the result of an action; idempotent. */
  endAction(deviceId: string, id: string, end: ActionEnd): ClientResult<DoneAnswer>;
  /** Reports an action of staff at the kiosk; idempotent. A server without this operation returns error 1 to 3. */
  noteDeed(deviceId: string, deed: DoneAtKiosk): ClientResult<DoneAnswer>;
  /** Leases numbers for offline mode. A server without this operation returns error 1 to 3. */
  leaseNumbers(deviceId: string, request: Omit<LeaseParameters, 'device_id'>): ClientResult<LeaseAnswer>;
  /** Syncs offline tickets; idempotent. */
  handOverTickets(deviceId: string, given: Omit<HandOverParameters, 'device_id'>): ClientResult<HandOverAnswer>;
  /** Calls back at every change of a location's queues. Returns the unsubscribe function. */
  watch(locationId: string, onChange: () => void): () => void;
  /** Whether the server pushes changes at present, so that polling can be slow; absent: it does not. */
  isTold?(): boolean;
}
