/**
 * REST schemas of appointment lookups by code or person.
 *
 * Responses contain no personal data.
 */
import Type, { type Static } from 'typebox';
import { described, locationId, optionalFlag, optionalLocationId } from '../../../rest/contract/parameters.ts';
import { flag, ServiceRefSchema, success, text } from '../../../rest/contract/shapes.ts';

/** A code can be the value of a card, so it belongs in the body, never in the URL. */
export const AppointmentLookupParameters = Type.Object({
  code: described(
    Type.String({ minLength: 1, maxLength: 200, secret: true }),
    "Code of the appointment. Send it in the body, so that it stays out of servers' logs.",
  ),
  /** Searches this location only. */
  location_id: optionalLocationId,
  /** The code was typed: ignores case, spaces and punctuation, as long as only one code matches. */
  typed: described(optionalFlag, 'Whether a visitor typed the code. Case, spaces and punctuation are then ignored.'),
});

/** Personal data: in the body, never in the URL. */
export const FindAppointmentParameters = Type.Object({
  /** Searches this location only. */
  location_id: locationId,
  /** Name or reference of the visitor, as typed. */
  visitor: described(
    Type.String({ minLength: 1, maxLength: 200, secret: true }),
    'Name of the visitor, or the reference number at the organisation, as typed.',
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
    /** `open`, `early`, `late`, or `done` after check-in. */
    checkin: text,
    /** When check-in opens: `yyyy-mm-dd hh:mm:ss` at the location. */
    opens_at: text,
    /** Too late for the appointment, but a walk-in ticket is possible with `late_as_walk_in`. */
    walk_in: flag,
  }),
  /** All appointments found with an open check-in, by time; only where there are several. */
  choices: Type.Optional(Type.Array(Type.Object({ id: text, service: ServiceRefSchema, scheduled_to: text }))),
});

export type AppointmentLookupAnswer = Static<typeof AppointmentLookupAnswer>;
