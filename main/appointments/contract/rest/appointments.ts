/**
 * REST schemas of appointment lookups by code or person.
 *
 * What a code, or a visitor's name or number and birthday, say about an appointment. Nothing of the visitor.
 */
import Type, { type Static } from 'typebox';
import { described, locationId, optionalFlag, optionalLocationId } from '../../../rest/contract/parameters.ts';
import { flag, ServiceRefSchema, success, text } from '../../../rest/contract/shapes.ts';

/** The code may be a card's value: it goes in the body, never in an address. */
export const AppointmentLookupParameters = Type.Object({
  code: described(
    Type.String({ minLength: 1, maxLength: 200, secret: true }),
    "Code of the appointment. Send it in the body, so that it stays out of servers' logs.",
  ),
  /** Looks at one location only. */
  location_id: optionalLocationId,
  /** Somebody typed the code: capitals, spaces and signs do not count, as long as one code only is alike. */
  typed: described(optionalFlag, 'Whether a visitor typed the code. Case, spaces and punctuation are then ignored.'),
});

/** Personal data: in the body, never in an address. */
export const FindAppointmentParameters = Type.Object({
  /** Appointments of other locations are not looked at. */
  location_id: locationId,
  /** Name or number of the visitor, as typed. */
  visitor: described(
    Type.String({ minLength: 1, maxLength: 200, secret: true }),
    'Name of the visitor, or the number by which the organisation knows the visitor, as typed.',
  ),
  /** `yyyy-mm-dd`. */
  birthday: described(
    Type.String({ minLength: 10, maxLength: 10, secret: true }),
    'Date of birth of the visitor, `yyyy-mm-dd`.',
  ),
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
  /** Every appointment that was found whose check-in is open, by time; only where there are several. */
  choices: Type.Optional(Type.Array(Type.Object({ id: text, service: ServiceRefSchema, scheduled_to: text }))),
});

export type AppointmentLookupAnswer = Static<typeof AppointmentLookupAnswer>;
