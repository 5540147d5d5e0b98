/**
 * Ours: all that a page at a desk needs at once. Tickets are in the words of the events channel, so that a page knows
 * one kind of ticket; instants are ISO 8601 in UTC.
 */
import Type, { type Static } from 'typebox';
import { EventTicketSchema } from '../../../events/contract/events.ts';
import { deskId, optionalUserId, serviceIds } from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';

/** At most so many tickets stand in each list; the counts are of all. */
export const COUNTER_LIST_LIMIT = 100;

export const CounterDeskSchema = Type.Object({
  id: text,
  name: text,
  tag: text,
  location: text,
  /** Id and name of who has an open call there; empty: nobody. */
  user_id: text,
  user_name: text,
});

export const CountersAnswer = Type.Object({
  success,
  locations: Type.Array(Type.Object({ id: text, name: text })),
  /** Open desks at which the caller may work. */
  desks: Type.Array(CounterDeskSchema),
});

export const CounterParameters = Type.Object({
  desk_id: deskId,
  /** Who sits there: tickets addressed to this user wait for this desk too. */
  user_id: optionalUserId,
  /** Only what waits for these of its services; empty: for all. */
  services: serviceIds,
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
  /** Seconds that the site expects somebody to wait; 0: it does not say. */
  expected_wait: integer,
  /** Seconds that who comes now can expect to wait; 0 while nothing is known. */
  next_wait: integer,
  /** Whether its forms ask anything. */
  asks: flag,
  /** What is noted at the end of a visit, in the order of the house; empty: nothing. */
  outcomes: Type.Array(Type.Object({ code: text, name: text, kind: text })),
  outcome_required: flag,
});

export const CounterTicketSchema = Type.Object({
  ...EventTicketSchema.properties,
  /** `next`: may be the next one called here, in this order; `others`: meant for another; `later`: not due yet. */
  turn: text,
  /** Sent to this desk, or to who sits there. */
  own: flag,
  /** Its place in the order of the next calls here, 1 is next; 0 when it is behind all that are listed, or not next. */
  place: integer,
  /** Who sent it on, or the desk; empty when nobody did. Staff only. */
  sent_by: text,
});

/** What the desk did last, while it can be taken back. */
export const CounterUndoSchema = Type.Object({
  step_id: text,
  /** The operation, such as `endcall`. */
  what: text,
  label: text,
  user_id: text,
  /** When it was done. */
  at: text,
  /** Until when a counter offers it whose clerk wishes no other time. */
  until: text,
  /** Until when it can be taken back, if nothing else happens. */
  latest: text,
});

/** How it is at a desk of the location. */
export const CounterStaffSchema = Type.Object({
  desk_id: text,
  desk_name: text,
  /** `serving`, `open`, `break` or `closed`. */
  state: text,
  /** Since when somebody is served, or nobody works there; empty for `open`. */
  since: text,
  /** Id of the reason of a break. */
  reason: text,
  /** Who serves, or has left. Staff only, as the rest. */
  user_id: text,
  user_name: text,
  label: text,
});

export const CounterStaffCallSchema = Type.Object({
  device_id: text,
  device_name: text,
  since: text,
  /** When the call ends by itself. */
  until: text,
});

export const CounterAnswer = Type.Object({
  success,
  /** When all this was so. */
  at: text,
  desk: Type.Object({ id: text, name: text, tag: text, state: integer }),
  location: Type.Object({ id: text, name: text, timezone: text, timeformat: text, colour: text }),
  /** `end_current` or `refuse`: what calling does to a call that is still open. */
  call_policy: text,
  /** `behind` or `arrival`: where somebody waits who is sent on, unless the clerk chooses. */
  transfer_place: text,
  /** Of the location, those in use. */
  services: Type.Array(CounterServiceSchema),
  /** Other open desks of the location, with the services that each serves. */
  desks: Type.Array(Type.Object({ id: text, name: text, tag: text, services: Type.Array(text) })),
  /** Others who may work at the location. */
  users: Type.Array(Type.Object({ id: text, name: text })),
  /** The open call of this desk; empty: none. */
  calls: Type.Array(EventTicketSchema),
  /** Open calls of this user at other desks. */
  elsewhere: Type.Array(EventTicketSchema),
  /** The last step of this desk; empty: there is none to be taken back. */
  undo: Type.Array(CounterUndoSchema),
  /** Nobody works here for now; empty: somebody does. */
  away: Type.Array(Type.Object({ state: text, reason: text, user_id: text, since: text })),
  break_reasons: Type.Array(Type.Object({ id: text, name: text })),
  /** Seconds after an end, after which the next one is called by itself; 0: never. */
  auto_call_seconds: integer,
  /** Visitors at kiosks who want somebody to come, and to whom nobody goes yet; the longest first. */
  staff_calls: Type.Array(CounterStaffCallSchema),
  /** Every other desk in use, in the order of the site. */
  staff: Type.Array(CounterStaffSchema),
  /** How many wait for the services of this desk, or for those that were asked for. */
  waiting_count: integer,
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
export type CounterAnswer = Static<typeof CounterAnswer>;
