/**
 * Records of tickets and calls.
 *
 * What a ticket and an answer (a call) are inside, before they are written in the shapes of the interface. Instants
 * are epoch milliseconds; `null` stands for "not there".
 *
 * Glossary: a *ticket* waits for a *service* at a *location*; a clerk calls it to a *desk*, which makes an *answer*
 * (one call, open until it ends); *round*: one run of a service's numbers from first to last.
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
  /** The service whose number the ticket bears. */
  readonly serviceId: string;
  /** The service it waits for now; another one after a transfer. */
  readonly dstServiceId: string;
  readonly dstDeskId: string;
  readonly dstUserId: string;
  readonly deviceId: string;
  readonly number: number;
  /** As on paper, with the tag and the width of then. */
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
  /** Since when it counts as waiting: issue, transfer, or the booked time of an appointment. */
  readonly waitingSince: number;
}

/**
 * What a field says of a person. `plain`: nothing. `name`: who the visitor is. `visitor`: what else is the visitor's own.
 * `staff`: what staff wrote of the visitor. `colleague`: who of the staff is meant. `card`: which card the visitor has, on a ticket
 * that came from one (`FLAG.card`), as the device may be that card itself; on all others nothing.
 */
export type TicketPrivacy = 'plain' | 'name' | 'visitor' | 'staff' | 'colleague' | 'card';

/** Of every field: a new one does not compile until it stands here. What can be hidden or erased is a text. */
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

/** The fields that are about the visitor: erased when their time is over (`card`: where there was one), and kept in no second place. */
export type PersonalField = {
  [Field in keyof TicketRecord]: (typeof TICKET_PRIVACY)[Field] extends 'name' | 'visitor' | 'staff' | 'card'
    ? Field
    : never;
}[keyof TicketRecord];

/** The personal fields of a ticket without a visitor, in the order of the index `ticket_personal`. */
export const NO_VISITOR = {
  clientName: '',
  customField: '',
  note: '',
  appDisplayName: '',
  deviceId: '',
} as const satisfies Readonly<Record<PersonalField, ''>>;

export const PERSONAL_FIELDS = Object.keys(NO_VISITOR) as readonly PersonalField[];

/** Where the ticket was taken; empty when it came from a card, which is the visitor's own. */
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
 * Of every field of a call: a new one does not compile until it stands here. None is about the visitor: that belongs to the
 * ticket, which is where it is erased.
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

/** What is known of a service's queue without counting anything. */
export interface ServiceQueue {
  readonly serviceId: string;
  readonly waiting: number;
  readonly waitingPriority: number;
  /** Mean wait in seconds of the last 20 tickets called today; `null` before the first call of the day. */
  readonly averageWaitSeconds: number | null;
  /** Seconds that one place in the queue has cost lately (sum of waits / sum of places); `null` before the first call. */
  readonly secondsPerPlace: number | null;
  /** The number issued last in this round, 0 before the first. */
  readonly lastIssuedNumber: number;
}

/**
 * How staff put a ticket right. `undone`: their last step was taken back; `continued`: it is served on, without a call;
 * `requeued`: it waits again where it stood; `corrected`: it has another service or priority; `taken_over`: somebody else
 * serves it at its desk.
 */
export const TICKET_CHANGES = ['undone', 'continued', 'requeued', 'corrected', 'taken_over'] as const;
export type TicketChange = (typeof TICKET_CHANGES)[number];

/** Why nobody works at a desk that is in use: a break of who sits there, or it is closed for now. */
export const DESK_AWAY = ['break', 'closed'] as const;

/** Since when nobody works at a desk, and why. */
export interface DeskAway {
  readonly kind: (typeof DESK_AWAY)[number];
  /** Id of a reason of the house; empty: none was given. */
  readonly reason: string;
  readonly userId: string;
  readonly since: number;
}

/** What a call was about or came to: a code of its service, and how many times. */
export interface CallResult {
  readonly code: string;
  readonly count: number;
}

/**
 * What happened, for displays, counters and kiosks. Its records hold the visitor's name and notes: whoever hands them on
 * looks at who may see them.
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
  /** Of `site.changed`: where appointments have changed; empty when it is something else of the site. */
  readonly locationId: string;
  readonly serviceId: string;
  readonly ticketId: string;
  readonly deskId: string;
  /** The ticket right after the change; a store that only hears of changes elsewhere may leave it out. */
  readonly ticket?: TicketRecord;
  /** The call that the change concerns; of `ticket.changed` the newest that there is. */
  readonly answer?: CallRecord;
  /** Of `ticket.changed`. */
  readonly change?: TicketChange;
  /** Of `device.alarm`. */
  readonly alarm?: AlarmRecord;
  /** Of `desk.changed`: null when somebody works there again. */
  readonly away?: DeskAway | null;
  /** Of `limit.alarm`. */
  readonly limit?: { readonly change: LimitChange; readonly alarm: LimitAlarm };
  /** Of `staff.call`. */
  readonly staffCall?: StaffCallRecord;
}

/** An alarm of a device that was raised, or has ended. */
export interface AlarmRecord {
  readonly deviceId: string;
  readonly kind: AlarmKind;
  readonly since: number;
  /** Null when it has just been raised. */
  readonly endedAt: number | null;
}
