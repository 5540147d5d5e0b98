/**
 * Event messages of `/restapi/v2/events?location=<id>`: full state first, then changes.
 *
 * One JSON text per WebSocket message. Every key is always present; unknown values are `""`, `0`, `false` or `[]`.
 * Instants (`at`, `…_at`, `waiting_since`) are ISO 8601 in UTC with milliseconds, `2026-03-09T08:15:30.250Z`, because
 * pages count seconds from them; the REST API uses the location's local time for the same instants.
 * `seq` belongs to the location: it increases by one with each change message, is the same for every subscriber, and
 * continues to increase after a restart of the server. `state` and `alive` carry the `seq` of the last change that they
 * include.
 */
import Type, { type Static } from 'typebox';
import type { AskedAction } from '../../devices/contract/device-actions.ts';
import { AlarmNewsSchema, DeviceAlarmSchema } from '../../devices/contract/device-alarms.ts';
import { DeviceStatusSchema } from '../../devices/contract/device-status.ts';
import { TICKET_CHANGES } from '../../queue/contract/records.ts';
import { LimitNewsSchema } from '../../queue-alerts/contract/limits.ts';
import { StaffCallNewsSchema } from '../../staff-calls/contract/staff-call.ts';

const text = (description: string) => Type.String({ description });
const integer = (description: string) => Type.Integer({ description });
const flag = (description: string) => Type.Boolean({ description });
const object = <T extends Record<string, Type.TSchema>>(properties: T, options: { readonly title?: string } = {}) =>
  Type.Object(properties, options);

/** Maximum last calls in a state. */
export const EVENTS_LAST_CALLS = 20;

export const EventTicketSchema = object(
  {
    ticket_id: text('Id of the ticket.'),
    answer_id: text('Id of its newest call; empty while it was never called.'),
    label: text('As on paper and in speech: tag and padded number, `A043`.'),
    tag: text('Tag of the service whose number it bears.'),
    number: integer('The bare number.'),
    service_id: text('The service whose number it bears.'),
    dst_service_id: text('The service that it waits for, or is served by.'),
    dst_desk_id: text('The desk that it is meant for; empty: any.'),
    dst_user_id: text('The user whom it is meant for; empty: anyone. Staff only.'),
    desk_id: text('Desk of its newest call; empty while it was never called.'),
    desk_name: text('Name of that desk.'),
    desk_tag: text('What stands at that desk, such as `4`.'),
    user_id: text('Who called it last. Staff only.'),
    state: integer('1 waiting, 2 in service, 3 paused, 4 cancelled, 5 ended.'),
    transferred: flag('Whether it has been handed on at least once.'),
    flags: integer('Bits: 1 priority, 2 appointment, 4 virtual, 8 from card, 16 issued offline, 32 walk-in by staff.'),
    lang: text('Language of the visitor, `pt_PT`.'),
    issued_at: text('When it was issued.'),
    waiting_since: text('Since when it counts as waiting: issue, transfer, or the booked time.'),
    scheduled_at: text('The booked time of an appointment; else empty.'),
    called_at: text('When it was called last; empty while it was never called.'),
    ended_at: text('When that call ended; empty while it is open.'),
    client_name: text('Name of the visitor. Staff only, and displays and kiosks if `names_on_displays` is set.'),
    note: text('Note of the staff. Staff only.'),
    custom_field: text('As given with the ticket. Staff only.'),
    app_displayname: text('What staff reads of the appointment. Staff only.'),
  },
  { title: 'EventTicket' },
);

export const EventServiceSchema = object(
  {
    service_id: text('Id of the service.'),
    name: text('In the default language; translations are at `/restapi/services`.'),
    tag: text('Letter or letters before its numbers.'),
    colour: text('`#rrggbb`, or empty.'),
    group: text('Id of its group, or empty.'),
    open: flag('Whether it takes people now.'),
    opens_at: text('When a closed service opens; empty when it is open or nobody knows.'),
    waiting: integer('How many wait.'),
    waiting_priority: integer('How many of them have priority.'),
    avg_waiting_time: integer('Seconds: mean wait of the last 20 called today; before that what the site expects.'),
    next_wait: integer('Seconds that who takes a ticket now can expect to wait; 0 when nothing is known.'),
    last_issued_number: integer('The number issued last in this round; 0 before the first.'),
  },
  { title: 'EventService' },
);

export const EventDeviceSchema = object(
  {
    device_id: text('Id of the device.'),
    name: text('Its name.'),
    type: integer(
      '1 kiosk, 2 virtual ticket, 3 appointments, 4 concierge, 5 extender, 6 counter, 7 reader, 8 eticket, 9 display.',
    ),
    state: integer('1 in use, 0 switched off.'),
    connected: flag(
      'Whether it is in touch with this server now: a page of it is open, or a program elsewhere says how it is.',
    ),
    changed_at: text('Since when it is connected, or was seen last; empty when it was never seen.'),
    silent_since: text('Since when nothing of it is heard; empty while something is, and when it was never seen.'),
    said_at: text('When it said how it is; empty when it never did.'),
    /** Last report, also of a disconnected device. */
    status: DeviceStatusSchema,
    alarms: Type.Array(DeviceAlarmSchema, { description: 'What somebody has to look after, the worst first.' }),
  },
  { title: 'EventDevice' },
);

/** Full state of a location. */
export const LiveStateSchema = object(
  {
    services: Type.Array(EventServiceSchema, { description: 'Those of the queue, by name; also closed ones.' }),
    calls: Type.Array(EventTicketSchema, { description: 'Calls in progress, newest first: at most one a desk.' }),
    last_calls: Type.Array(EventTicketSchema, {
      description: 'Last calls, newest first, at most 20; each ticket once, with its newest call.',
    }),
    devices: Type.Array(EventDeviceSchema, { description: 'By name. Users only: displays and kiosks get none.' }),
  },
  { title: 'LiveState' },
);

const head = {
  seq: integer('Of the location; see above.'),
  at: text('When it happened.'),
  location: text('Id of the location.'),
};

/** First message, and sent whenever single changes are not available: it replaces everything. */
export const StateMessageSchema = object({ type: Type.Literal('state'), ...head, state: LiveStateSchema });

export const TICKET_EVENTS = [
  'ticket.created',
  'ticket.called',
  'ticket.recalled',
  'ticket.paused',
  'ticket.cancelled',
  'ticket.transferred',
  'ticket.ended',
  'ticket.changed',
] as const;

/** In `ticket.changed` only: no call is announced, and the client replaces the ticket and its call. */
export const TicketChangeSchema = Type.Optional(
  Type.Enum([...TICKET_CHANGES], {
    description:
      'How staff put it right: `undone`: their last step was taken back, `continued`: it is served on, `requeued`: it waits again where it stood, `corrected`: it has another service or priority, `taken_over`: somebody else serves it at its desk.',
  }),
);

/** The ticket right after the change, with its newest call. */
export const TicketMessageSchema = object({
  type: Type.Enum([...TICKET_EVENTS]),
  ...head,
  ticket: EventTicketSchema,
  change: TicketChangeSchema,
});

/** Counts, wait times, hours or names; one message contains all services that changed together, in full. */
export const ServiceMessageSchema = object({
  type: Type.Literal('service.changed'),
  ...head,
  services: Type.Array(EventServiceSchema),
});

/** Devices that connected, disconnected or sent a new status. Displays and kiosks get an empty list. */
export const DeviceMessageSchema = object({
  type: Type.Literal('device.changed'),
  ...head,
  devices: Type.Array(EventDeviceSchema),
});

/** Alarms that were raised or ended, each once. Displays and kiosks get an empty list. */
export const AlarmMessageSchema = object({
  type: Type.Literal('device.alarm'),
  ...head,
  alarms: Type.Array(AlarmNewsSchema),
});

/** State of a desk that is paused, closed or open again. */
export const EventDeskSchema = object({
  desk_id: text('Id of the desk.'),
  state: text('`open`, `break` or `closed`.'),
  since: text('Since when it is so.'),
  reason: text('Id of the reason of a break. Staff only.'),
  user_id: text('Whose break it is, or who closed it. Staff only.'),
});

/** A desk was paused, closed or opened again. */
export const DeskMessageSchema = object({ type: Type.Literal('desk.changed'), ...head, desk: EventDeskSchema });

/** Queue alerts that were raised, acknowledged or ended. Displays and kiosks get an empty list. */
export const LimitMessageSchema = object({
  type: Type.Literal('limit.alarm'),
  ...head,
  limits: Type.Array(LimitNewsSchema),
});

/** A visitor at a kiosk calls staff, or staff have answered. Displays and kiosks get an empty list. */
export const StaffCallMessageSchema = object({
  type: Type.Literal('staff.call'),
  ...head,
  staff_calls: Type.Array(StaffCallNewsSchema),
});

/** A new business day: no ticket waits, numbers restart, and the last calls are cleared; open calls continue. */
export const ResetMessageSchema = object({ type: Type.Literal('queue.reset'), ...head });

/** An administrator changed names, desks or texts. Clients that show data outside the state must read it again. */
export const SiteMessageSchema = object({ type: Type.Literal('site.changed'), ...head });

/** Keepalive with the server's time; `seq` does not increase. It also shows that no change was missed. */
export const AliveMessageSchema = object({ type: Type.Literal('alive'), ...head });

export const EventMessageSchema = Type.Union(
  [
    StateMessageSchema,
    TicketMessageSchema,
    ServiceMessageSchema,
    DeviceMessageSchema,
    AlarmMessageSchema,
    DeskMessageSchema,
    LimitMessageSchema,
    StaffCallMessageSchema,
    ResetMessageSchema,
    SiteMessageSchema,
    AliveMessageSchema,
  ],
  { title: 'EventMessage' },
);

/** Messages of a device: its status. Any other message closes the connection. */
export const DeviceReportSchema = Type.Object(
  { type: Type.Literal('device.status'), status: Type.Partial(DeviceStatusSchema) },
  { additionalProperties: false },
);

/**
 * For a device that reports actions in `can`: its requested remote actions, each to be accepted first (`POST
 * /restapi/v2/devices/<id>/actions/<id>/claim`). Not a change of the location: it has no `seq`, and other clients do
 * not get it.
 */
export interface DeviceActionsMessage {
  readonly type: 'device.actions';
  readonly actions: readonly AskedAction[];
}

export type EventTicket = Static<typeof EventTicketSchema>;
export type EventService = Static<typeof EventServiceSchema>;
export type EventDesk = Static<typeof EventDeskSchema>;
export type EventDevice = Static<typeof EventDeviceSchema>;
export type LiveState = Static<typeof LiveStateSchema>;
export type TicketEventType = (typeof TICKET_EVENTS)[number];
export type StateMessage = Static<typeof StateMessageSchema>;
export type TicketMessage = Static<typeof TicketMessageSchema>;
export type EventMessage = Static<typeof EventMessageSchema>;
/** Change messages: each has the next `seq`. */
export type ChangeMessage = Exclude<EventMessage, { readonly type: 'state' | 'alive' }>;
