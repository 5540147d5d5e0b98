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
import type { RequestedAction } from '../../devices/contract/device-actions.ts';
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
    answer_id: text('Id of its newest call; empty before the first.'),
    label: text('Ticket number as printed and spoken: tag and padded number, `A043`.'),
    tag: text('Tag of the service that issued its number.'),
    number: integer('Number without tag and padding.'),
    service_id: text('The service that issued its number.'),
    dst_service_id: text('Its current service.'),
    dst_desk_id: text('The desk for which it waits; empty: any.'),
    dst_user_id: text('The user for whom it waits; empty: any. Staff only.'),
    desk_id: text('Desk of its newest call; empty before the first.'),
    desk_name: text('Name of that desk.'),
    desk_tag: text('Label at that desk, such as `4`.'),
    user_id: text('User of its newest call. Staff only.'),
    state: integer('1 waiting, 2 in service, 3 paused, 4 cancelled, 5 ended.'),
    transferred: flag('Whether it has been transferred at least once.'),
    flags: integer('Bits: 1 priority, 2 appointment, 4 virtual, 8 from card, 16 issued offline, 32 walk-in by staff.'),
    lang: text('Language of the visitor, `pt_PT`.'),
    issued_at: text('Time of issue.'),
    waiting_since: text('Start of its wait: issue, transfer, or the booked time.'),
    scheduled_at: text('Booked time of an appointment; otherwise empty.'),
    called_at: text('Time of its newest call; empty before the first.'),
    ended_at: text('End of that call; empty while it is open.'),
    client_name: text('Name of the visitor. Staff only, and displays and kiosks if `names_on_displays` is set.'),
    note: text('Note of staff. Staff only.'),
    custom_field: text('Custom field of the ticket. Staff only.'),
    app_displayname: text('Appointment text for staff. Staff only.'),
  },
  { title: 'EventTicket' },
);

export const EventServiceSchema = object(
  {
    service_id: text('Id of the service.'),
    name: text('Name in the default language; translations are at `/restapi/services`.'),
    tag: text('Prefix of its ticket numbers.'),
    colour: text('`#rrggbb`, or empty.'),
    group: text('Id of its group, or empty.'),
    open: flag('Whether it is open.'),
    opens_at: text('Next opening time; empty when it is open or the time is unknown.'),
    waiting: integer('Number of waiting tickets.'),
    waiting_priority: integer('Waiting tickets with priority.'),
    avg_waiting_time: integer(
      'Mean wait of the last 20 called today in seconds; before the first call the configured estimate.',
    ),
    next_wait: integer('Estimated wait of the next ticket in seconds; 0: unknown.'),
    last_issued_number: integer('Last issued number of this round; 0 before the first.'),
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
    connected: flag('Whether it is connected: a page of it is open, or its remote program sends heartbeats.'),
    changed_at: text('Start of its connection, or last contact; empty when it never connected.'),
    silent_since: text('Start of its silence; empty while there is contact, and when it never connected.'),
    said_at: text('Time of its last status report; empty without one.'),
    /** Last report, also of a disconnected device. */
    status: DeviceStatusSchema,
    alarms: Type.Array(DeviceAlarmSchema, { description: 'Active alarms, most severe first.' }),
  },
  { title: 'EventDevice' },
);

/** Full state of a location. */
export const LiveStateSchema = object(
  {
    services: Type.Array(EventServiceSchema, { description: 'Services with a queue, by name, including closed ones.' }),
    calls: Type.Array(EventTicketSchema, { description: 'Open calls, newest first: at most one per desk.' }),
    last_calls: Type.Array(EventTicketSchema, {
      description: 'Last calls, newest first, at most 20; each ticket once, with its newest call.',
    }),
    devices: Type.Array(EventDeviceSchema, {
      description: 'Devices, by name. For users only: displays and kiosks get none.',
    }),
  },
  { title: 'LiveState' },
);

const head = {
  seq: integer('Sequence number of the location.'),
  at: text('Time of the event.'),
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
      'Correction by staff: `undone`: the last step was undone, `continued`: the visit continues, `requeued`: it waits again in its queue position, `corrected`: it has another service or priority, `taken_over`: another user serves it at its desk.',
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
  since: text('Start of this state.'),
  reason: text('Id of the break reason. Staff only.'),
  user_id: text('User who takes the break or closed the desk. Staff only.'),
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
  readonly actions: readonly RequestedAction[];
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
