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
import { ERRNO } from '../../lib/errno.ts';
import type { Result } from '../../lib/result.ts';
import type { CreateTicketAnswer, DoneAnswer, WaitingCountAnswer } from '../../queue/contract/rest/queue-answers.ts';
import type { CreateTicketParameters, WithdrawTicketAnswer } from '../../queue/contract/rest/queue-parameters.ts';
import type { LocationView, ServiceView } from '../../site/contract/rest/auxiliary.ts';

/** `refused`: the server said no. `unreachable`: no answer, or none that can be understood. */
export type ClientFault =
  | { readonly kind: 'refused'; readonly errno: number; readonly error: string }
  | { readonly kind: 'unreachable'; readonly detail: string };

/** What a server answers that does not know the operation: another maker's, or one of an earlier version. */
const UNKNOWN_THERE: ReadonlySet<number> = new Set([
  ERRNO.uriNotSpecified,
  ERRNO.invalidMethod,
  ERRNO.invalidOperation,
]);

export function isUnknownThere(fault: ClientFault): boolean {
  return fault.kind === 'refused' && UNKNOWN_THERE.has(fault.errno);
}

export type ClientResult<T> = Promise<Result<T, ClientFault>>;

/** What `createTicket` gives. */
export interface IssuedTicketAnswer extends CreateTicketAnswer {
  /** Address of the ticket's page for the visitor's phone; null from a server that has none. */
  readonly page: string | null;
}

export type NewTicket = Pick<CreateTicketParameters, 'service_id'> & Partial<CreateTicketParameters>;

/** The filters of `services`; each is a list of ids. */
export interface ServicesFilter {
  readonly ids?: readonly string[];
  readonly locations?: readonly string[];
  readonly services?: readonly string[];
  readonly text?: string;
}

export interface QueueClient {
  /** All that a kiosk needs to know. From a server that has no such answer, it is put together from what it has. */
  kiosk(deviceId: string): ClientResult<KioskAnswer>;
  /** Of one location, or of all with an empty id. */
  waitingTicketsCount(locationId: string): ClientResult<WaitingCountAnswer>;
  /** Safe to ask again with the same key: there will be one ticket. */
  createTicket(ticket: NewTicket, options: { readonly idempotencyKey: string }): ClientResult<IssuedTicketAnswer>;
  /**
   * Takes back a ticket whose answer never came, by its key: nothing stands in the queue that nobody holds. It may be
   * that there never was one.
   */
  withdrawTicket(serviceId: string, options: { readonly idempotencyKey: string }): ClientResult<WithdrawTicketAnswer>;
  /** The device that a card's value stands for. The value travels in the body, never in an address. */
  findDeviceByCode(code: string): ClientResult<LookupAnswer>;
  /**
   * What the rules of the site say of a card. Its value and all that the reader sent, where that is more, travel in the body, never in
   * an address.
   */
  findCard(code: string, locationId: string, frame?: string): ClientResult<CardLookupAnswer>;
  /**
   * The appointment of a code at a location (anywhere without one). The code travels in the body as well. One that
   * somebody typed need not be the same to the letter.
   */
  findAppointment(code: string, locationId?: string, typed?: boolean): ClientResult<AppointmentLookupAnswer>;
  /**
   * The appointment of a visitor without a code, by name or number and birthday (`yyyy-mm-dd`). All of it travels in the
   * body. A server that does not know of this refuses with 1 to 3.
   */
  findPersonsAppointment(visitor: string, birthday: string, locationId: string): ClientResult<AppointmentLookupAnswer>;
  locations(lang: string): ClientResult<readonly LocationView[]>;
  services(lang: string, filter: ServicesFilter): ClientResult<readonly ServiceView[]>;
  /** Tells the staff how this kiosk is. A server that does not know of this refuses with 1 to 3. */
  sayStatus(deviceId: string, status: DeviceStatus): ClientResult<KioskStatusAnswer>;
  /** A visitor wants somebody of the staff to come; safe to ask again: one call stands. */
  callStaff(deviceId: string): ClientResult<CallStaffAnswer>;
  /** Before what staff ask of the kiosk is done: refused when it is not to be done any more. */
  takeAction(deviceId: string, id: string): ClientResult<DoneAnswer>;
  /** What became of it; may be told again. */
  endAction(deviceId: string, id: string, end: ActionEnd): ClientResult<DoneAnswer>;
  /** What somebody did at the kiosk; may be told again. A server that does not know of this refuses with 1 to 3. */
  noteDeed(deviceId: string, deed: DoneAtKiosk): ClientResult<DoneAnswer>;
  /** Numbers to give while the server is away. A server that does not know of this refuses with 1 to 3. */
  leaseNumbers(deviceId: string, request: Omit<LeaseParameters, 'device_id'>): ClientResult<LeaseAnswer>;
  /** Tickets that this kiosk gave by itself; each may be sent again. */
  handOverTickets(deviceId: string, given: Omit<HandOverParameters, 'device_id'>): ClientResult<HandOverAnswer>;
  /** Calls back at every change of a location's queues. Returns how to stop. */
  watch(locationId: string, onChange: () => void): () => void;
  /** Whether the server tells by itself now what changes, so that it need not be asked often; left out: it does not. */
  isTold?(): boolean;
}
