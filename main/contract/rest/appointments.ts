/** Ours: what a code says about an appointment. Nothing of the visitor. */
import Type, { type Static } from 'typebox';
import { optionalFlag, optionalId } from './parameters.ts';
import { flag, ServiceRefSchema, success, text } from './shapes.ts';

/** The code may be a card's value: it goes in the body, never in an address. */
export const AppointmentLookupParameters = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 200, secret: true }),
  /** Looks at one location only. */
  location_id: optionalId,
  /** Somebody typed the code: capitals, spaces and signs do not count, as long as one code only is alike. */
  typed: optionalFlag,
});

export const AppointmentLookupAnswer = Type.Object({
  success,
  appointment: Type.Object({
    id: text,
    service: ServiceRefSchema,
    scheduled_to: text,
    /** `open`, `early`, `late`, or `done` when somebody has checked in. */
    checkin: text,
    /** When check-in opens: `yyyy-mm-dd hh:mm:ss` at the location. */
    opens_at: text,
    /** Too late for the appointment, but an ordinary ticket may be had with `late_as_walk_in`. */
    walk_in: flag,
  }),
  /** Every appointment of the code whose check-in is open, by time; only where there are several. */
  choices: Type.Optional(Type.Array(Type.Object({ id: text, service: ServiceRefSchema, scheduled_to: text }))),
});

export type AppointmentLookupAnswer = Static<typeof AppointmentLookupAnswer>;
