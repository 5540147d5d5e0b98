/**
 * Records of tickets and calls.
 *
 * Internal shape of a ticket and of an answer (one call), before conversion to the shapes of the REST API. Instants are
 * epoch milliseconds; `null` means "none".
 *
 * Glossary: a *ticket* waits for a *service* at a *location*. A clerk calls it to a *desk*, which creates an *answer*
 * (one call, open until it ends). A *round* is one run of a service's numbers from first to last.
 */
import type { AlarmKind } from '../../devices/contract/alarms.ts';
import type { LimitAlarm, LimitChange } from '../../queue-alerts/contract/limits.ts';
import type { StaffCallRecord } from '../../staff-calls/contract/staff-call.ts';

export const TICKET_STATE = { waiting: 1, inService: 2, paused: 3, cancelled: 4, ended: 5 } as const;
export type TicketState = (typeof TICKET_STATE)[keyof typeof TICKET_STATE];

export const CALL_STATE = { inService: 2, paused: 3, cancelled: 4, ended: 5, transferred: 6 } as const;
export type CallState = (typeof CALL_STATE)[keyof typeof CALL_STATE];

/** Bits of a ticket's `flags`. */
export const FLAG = { priority: 1, appointment: 2, virtual: 4, card: 8, offline: 16, walkIn: 32 } as const;

export interface TicketRecord {
  readonly id: string;
  readonly locationId: string;
  /** The service that issued the ticket and its number. */
  readonly serviceId: string;
  /** The service that the ticket waits for; differs from `serviceId` after a transfer. */
  readonly dstServiceId: string;
  readonly dstDeskId: string;
  readonly dstUserId: string;
  readonly deviceId: string;
  readonly number: number;
  /** As printed: tag and number in the width that applied at issue. */
  readonly label: string;
  readonly state: TicketState;
  readonly transferred: boolean;
  readonly flags: number;
  readonly note: string;
  readonly lang: string;
  readonly customField: string;
  readonly clientName: string;
  readonly appId: string;
  readonly appDisplayName: string;
  readonly scheduledAt: number | null;
  readonly issuedAt: number;
  /** Start of the wait: issue, transfer, or the booked time of an appointment. */
  readonly waitingSince: number;
}

/**
 * Kind of personal data in a field. `plain`: none. `name`: the visitor's name. `visitor`: other data from the visitor.
 * `staff`: notes of staff about the visitor. `colleague`: a member of staff. `card`: the visitor's card. The device id
 * of a ticket can identify that card (`FLAG.card`); on all other tickets it is plain.
 */
export type TicketPrivacy = 'plain' | 'name' | 'visitor' | 'staff' | 'colleague' | 'card';

/**
 * Privacy kind of every field: a new field does not compile until it is listed here. Only texts can be hidden or
 * erased.
 */
export const TICKET_PRIVACY = {
  id: 'plain',
  locationId: 'plain',
  serviceId: 'plain',
  dstServiceId: 'plain',
  dstDeskId: 'plain',
  dstUserId: 'colleague',
  deviceId: 'card',
  number: 'plain',
  label: 'plain',
  state: 'plain',
  transferred: 'plain',
  flags: 'plain',
  note: 'staff',
  lang: 'plain',
  customField: 'visitor',
  clientName: 'name',
  appId: 'plain',
  appDisplayName: 'visitor',
  scheduledAt: 'plain',
  issuedAt: 'plain',
  waitingSince: 'plain',
} as const satisfies {
  readonly [Field in keyof TicketRecord]-?: TicketRecord[Field] extends string ? TicketPrivacy : 'plain';
};

/**
 * Fields about the visitor. They are erased after their retention time (`card`: only if there was a card), and never
 * copied.
 */
export type PersonalField = {
  [Field in keyof TicketRecord]: (typeof TICKET_PRIVACY)[Field] extends 'name' | 'visitor' | 'staff' | 'card'
    ? Field
    : never;
}[keyof TicketRecord];

/** Personal fields of a ticket without a visitor, in the order of the index `ticket_personal`. */
export const NO_VISITOR = {
  clientName: '',
  customField: '',
  note: '',
  appDisplayName: '',
  deviceId: '',
} as const satisfies Readonly<Record<PersonalField, ''>>;

export const PERSONAL_FIELDS = Object.keys(NO_VISITOR) as readonly PersonalField[];

/** Device that issued the ticket; empty for a card, because its id would identify the visitor. */
export function placeOfIssue({ flags, deviceId }: Pick<TicketRecord, 'flags' | 'deviceId'>): string {
  return (flags & FLAG.card) === 0 ? deviceId : '';
}

export interface CallRecord {
  readonly id: string;
  readonly ticketId: string;
  readonly locationId: string;
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly state: CallState;
  readonly calledAt: number;
  readonly endedAt: number | null;
}

/**
 * Privacy kind of every field of a call: a new field does not compile until it is listed here. Personal data of the
 * visitor belongs to the ticket and is erased there.
 */
export const CALL_PRIVACY = {
  id: 'plain',
  ticketId: 'plain',
  locationId: 'plain',
  serviceId: 'plain',
  deskId: 'plain',
  userId: 'colleague',
  state: 'plain',
  calledAt: 'plain',
  endedAt: 'plain',
} as const satisfies {
  readonly [Field in keyof CallRecord]-?: CallRecord[Field] extends string ? 'plain' | 'colleague' : 'plain';
};

/** State of a service's queue that is read without counting tickets. */
export interface ServiceQueue {
  readonly serviceId: string;
  readonly waiting: number;
  readonly waitingPriority: number;
  /** Mean wait in seconds of the last 20 tickets called today; `null` before the first call of the day. */
  readonly averageWaitSeconds: number | null;
  /** Recent seconds per place in the queue (sum of waits / sum of places); `null` before the first call. */
  readonly secondsPerPlace: number | null;
  /** The number issued last in this round; 0 before the first. */
  readonly lastIssuedNumber: number;
}

/**
 * Kinds of corrections by staff. `undone`: their last step was undone; `continued`: the visit continues without a new
 * call; `requeued`: the ticket is back in its former place; `corrected`: its service or priority changed; `taken_over`:
 * another user serves it at its desk.
 */
export const TICKET_CHANGES = ['undone', 'continued', 'requeued', 'corrected', 'taken_over'] as const;
export type TicketChange = (typeof TICKET_CHANGES)[number];

/** Why a desk in use has no clerk: its clerk is on a break, or the desk is closed for now. */
export const DESK_AWAY = ['break', 'closed'] as const;

/** Since when a desk has no clerk, and why. */
export interface DeskAway {
  readonly kind: (typeof DESK_AWAY)[number];
  /** Id of a break reason of the organisation; empty if none was given. */
  readonly reason: string;
  readonly userId: string;
  readonly since: number;
}

/** Outcome of a call: a code of its service, and a count. */
export interface CallResult {
  readonly code: string;
  readonly count: number;
}

/**
 * Queue event for displays, counters and kiosks. Its records contain the visitor's name and notes; the publisher must
 * check each subscriber's permissions.
 */
export interface QueueEvent {
  readonly type:
    | 'ticket.created'
    | 'ticket.called'
    | 'ticket.recalled'
    | 'ticket.paused'
    | 'ticket.cancelled'
    | 'ticket.transferred'
    | 'ticket.ended'
    | 'ticket.changed'
    | 'desk.changed'
    | 'queue.reset'
    | 'device.alarm'
    | 'limit.alarm'
    | 'staff.call'
    | 'site.changed';
  readonly at: number;
  /** Of `site.changed`: the location whose appointments changed; empty for any other change of the site. */
  readonly locationId: string;
  readonly serviceId: string;
  readonly ticketId: string;
  readonly deskId: string;
  /** The ticket after the change; can be absent for changes made by another server. */
  readonly ticket?: TicketRecord;
  /** The call that changed; for `ticket.changed` the ticket's newest call. */
  readonly answer?: CallRecord;
  /** Of `ticket.changed`. */
  readonly change?: TicketChange;
  /** Of `device.alarm`. */
  readonly alarm?: AlarmRecord;
  /** Of `desk.changed`: null when the desk has a clerk again. */
  readonly away?: DeskAway | null;
  /** Of `limit.alarm`. */
  readonly limit?: { readonly change: LimitChange; readonly alarm: LimitAlarm };
  /** Of `staff.call`. */
  readonly staffCall?: StaffCallRecord;
}

/** A device alarm that was raised or has ended. */
export interface AlarmRecord {
  readonly deviceId: string;
  readonly kind: AlarmKind;
  readonly since: number;
  /** Null for an alarm that was just raised. */
  readonly endedAt: number | null;
}
