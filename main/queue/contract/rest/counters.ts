/**
 * REST schemas of the counter page: complete state of a desk.
 *
 * Tickets have the shape of the event stream, so that the page knows only one kind of ticket. Instants are ISO 8601 in
 * UTC.
 */
import Type, { type Static } from 'typebox';
import { EventTicketSchema } from '../../../events/contract/events.ts';
import { described, deskId, omittable, optionalUserId, serviceIds } from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';

/** Maximum number of tickets in each list; the counts include all tickets. */
export const COUNTER_LIST_LIMIT = 100;

/**
 * Lists of a desk. `own`: callable, and addressed to the desk or its clerk; `next`: the other callable ones; `others`:
 * addressed to another desk or user; `later`: not due yet; `cancelled`: no-shows that can still be called.
 */
export const COUNTER_LISTS = ['own', 'next', 'others', 'later', 'paused', 'cancelled'] as const;

export type CounterList = (typeof COUNTER_LISTS)[number];

export const CounterDeskSchema = Type.Object({
  id: text,
  name: text,
  tag: text,
  location: text,
  /** User with an open call at the desk; empty if there is none. */
  user_id: text,
  user_name: text,
});

export const CountersAnswer = Type.Object({
  success,
  locations: Type.Array(Type.Object({ id: text, name: text })),
  /** Open desks at which the caller can work. */
  desks: Type.Array(CounterDeskSchema),
});

export const CounterParameters = Type.Object({
  desk_id: deskId,
  /** The clerk at the desk: tickets addressed to this user wait for this desk too. */
  user_id: optionalUserId,
  /** Only tickets that wait for these services of the desk; empty: all services. */
  services: serviceIds,
});

export const CounterTicketsParameters = Type.Object({
  ...CounterParameters.properties,
  list: described(
    Type.Enum([...COUNTER_LISTS]),
    '`own`, `next`, `others` or `later` of the waiting tickets, `paused`, or `cancelled`.',
  ),
  skip: described(
    omittable(Type.Integer({ minimum: 0, maximum: 10_000, default: 0 })),
    'Number of tickets that earlier pages have.',
  ),
});

export const CounterServiceSchema = Type.Object({
  id: text,
  name: text,
  tag: text,
  /** `#rrggbb`, or empty. */
  colour: text,
  /** Whether this desk serves it. */
  served: flag,
  open: flag,
  priority_allowed: flag,
  waiting: integer,
  /** Estimated wait in seconds from the site's settings; 0: not set. */
  expected_wait: integer,
  /** Estimated wait in seconds of a ticket issued now; 0: unknown. */
  next_wait: integer,
  /** Whether its forms have questions. */
  asks: flag,
  /** Outcome codes for the end of a visit, in the organisation's order; empty: none. */
  outcomes: Type.Array(Type.Object({ code: text, name: text, kind: text })),
  outcome_required: flag,
});

export const CounterTicketSchema = Type.Object({
  ...EventTicketSchema.properties,
  /**
   * `next`: callable here, in this order; `others`: addressed to another desk or user; `later`: not due yet; empty: not
   * waiting.
   */
  turn: text,
  /** Addressed to this desk, or to its clerk. */
  own: flag,
  /** Position among the next calls here, 1 is next; 0 if it comes after the listed tickets or is not callable. */
  place: integer,
  /** User (or desk) that transferred it; empty if it was not transferred. Staff only. */
  sent_by: text,
});

/** A page of one list: at most 100 tickets. */
export const CounterTicketsAnswer = Type.Object({ success, tickets: Type.Array(CounterTicketSchema) });

/** Last step of the desk, while it can be undone. */
export const CounterUndoSchema = Type.Object({
  step_id: text,
  /** The operation, such as `endcall`. */
  what: text,
  label: text,
  user_id: text,
  /** Time of the step. */
  at: text,
  /** End of the default undo period of a counter. */
  until: text,
  /** Until when it can be undone, if nothing else happens. */
  latest: text,
});

/** Staffing of a desk of the location. */
export const CounterStaffSchema = Type.Object({
  desk_id: text,
  desk_name: text,
  /** `serving`, `open`, `break` or `closed`. */
  state: text,
  /** Start of the current service, break or closure; empty for `open`. */
  since: text,
  /** Id of the reason of a break. */
  reason: text,
  /** The clerk who serves, or who left the desk. Visible to staff only, like the other fields. */
  user_id: text,
  user_name: text,
  label: text,
});

export const CounterStaffCallSchema = Type.Object({
  device_id: text,
  device_name: text,
  since: text,
  /** When the call ends automatically. */
  until: text,
});

export const CounterAnswer = Type.Object({
  success,
  /** Time of this state. */
  at: text,
  desk: Type.Object({ id: text, name: text, tag: text, state: integer }),
  location: Type.Object({ id: text, name: text, timezone: text, timeformat: text, colour: text }),
  /** `end_current` or `refuse`: effect of a new call on the desk's open call. */
  call_policy: text,
  /** `behind` or `arrival`: default position of a transferred ticket. */
  transfer_place: text,
  /** Services of the location that are in use. */
  services: Type.Array(CounterServiceSchema),
  /** Other open desks of the location, with the services that each serves. */
  desks: Type.Array(Type.Object({ id: text, name: text, tag: text, services: Type.Array(text) })),
  /** Other users who can work at the location. */
  users: Type.Array(Type.Object({ id: text, name: text })),
  /** The open call of this desk; empty: none. */
  calls: Type.Array(EventTicketSchema),
  /** Open calls of this user at other desks. */
  elsewhere: Type.Array(EventTicketSchema),
  /** The desk's last step; empty: there is none to undo. */
  undo: Type.Array(CounterUndoSchema),
  /** Break or closure of this desk; empty: a clerk is there. */
  away: Type.Array(Type.Object({ state: text, reason: text, user_id: text, since: text })),
  break_reasons: Type.Array(Type.Object({ id: text, name: text })),
  /** Seconds after the end of a call until the next call starts automatically; 0: never. */
  auto_call_seconds: integer,
  /** Staff calls from kiosks that are not acknowledged yet; oldest first. */
  staff_calls: Type.Array(CounterStaffCallSchema),
  /** Every other desk in use, in the site's order. */
  staff: Type.Array(CounterStaffSchema),
  /** Number of waiting tickets of this desk's services, or of the requested ones. */
  waiting_count: integer,
  /** Number of all tickets of each list, of which the lists below have the first ones. */
  counts: Type.Object({
    own: integer,
    next: integer,
    others: integer,
    later: integer,
    paused: integer,
    cancelled: integer,
  }),
  waiting: Type.Array(CounterTicketSchema),
  paused: Type.Array(EventTicketSchema),
  cancelled: Type.Array(EventTicketSchema),
});

export type CounterDesk = Static<typeof CounterDeskSchema>;
export type CountersAnswer = Static<typeof CountersAnswer>;
export type CounterService = Static<typeof CounterServiceSchema>;
export type CounterStaff = Static<typeof CounterStaffSchema>;
export type CounterStaffCall = Static<typeof CounterStaffCallSchema>;
export type CounterUndo = Static<typeof CounterUndoSchema>;
export type CounterTicket = Static<typeof CounterTicketSchema>;
export type CounterTicketsAnswer = Static<typeof CounterTicketsAnswer>;
export type CounterAnswer = Static<typeof CounterAnswer>;
