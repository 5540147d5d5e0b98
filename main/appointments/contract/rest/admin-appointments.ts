/** REST schemas of appointments in the back office (extension). */
import Type, { type Static, type TUnsafe } from 'typebox';
import {
  described,
  MOST,
  NEXT_PAGE,
  omittable,
  optionalDeskId,
  optionalId,
  optionalLocationId,
  optionalServiceId,
  serviceId,
} from '../../../rest/contract/parameters.ts';
import { success, text } from '../../../rest/contract/shapes.ts';
import type { Appointment } from '../../../site/contract/site.ts';
import { VISIT_STATES } from '../visit-state.ts';

/** `yyyy-mm-dd`, or empty for no limit. */
const day = omittable(Type.String({ maxLength: 10, default: '' }));

const narrowing = {
  location: optionalLocationId,
  /** Both days are included. */
  from_day: described(day, 'First day of the bookings, `yyyy-mm-dd`. Default: the first booking.'),
  to_day: described(day, 'Last day of the bookings. Default: the last booking.'),
  state: described(omittable(Type.Enum(['', '1', '0'], { default: '' })), '1: booked; 0: cancelled. Default: both.'),
};

const paging = {
  /** 0: no limit. */
  limit: described(omittable(Type.Integer({ minimum: 0, maximum: 1000, default: 0 })), MOST),
  /** `next` of the previous page, with otherwise the same parameters. */
  after: described(omittable(Type.String({ maxLength: 1000, default: '' })), NEXT_PAGE),
  /** The state of each visit, returned in `visits`. */
  visits: described(
    omittable(Type.Boolean({ default: false })),
    'Whether to return the state of each appointment: expected, late, here, called, served, missed, left, off.',
  ),
};

export const AppointmentListParameters = Type.Object({ ...narrowing, ...paging });

/** A search text can be a name, so it belongs in the body, never in the URL. */
export const AppointmentSearchParameters = Type.Object({
  ...narrowing,
  /** Searches names, codes, references, ids and service names. Ignores case and accents. */
  text: described(
    omittable(Type.String({ maxLength: 200, default: '', secret: true })),
    'Text to search in names, codes, ids and service names. Send it in the body.',
  ),
  ...paging,
});

export const AppointmentUseParameters = Type.Object({
  service: optionalServiceId,
  user: described(optionalId, 'Id of the user.'),
  desk: optionalDeskId,
  limit: described(omittable(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })), MOST),
});

export const AppointmentTimesParameters = Type.Object({
  service: serviceId,
  day: described(Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }), "`yyyy-mm-dd` of the location's calendar."),
});

/** `capacity` applies to each slot of the service; 0: unlimited. Cancelled appointments do not count. */
export const AppointmentTimesAnswer = Type.Object({
  success,
  capacity: Type.Integer(),
  times: Type.Array(Type.Object({ scheduled_to: text, booked: Type.Integer() })),
});

const VisitView = Type.Object({ id: text, state: Type.Enum([...VISIT_STATES]), number: text, open: Type.Boolean() });
/**
 * `next` is empty on the last page. `visits`, if requested, have no guaranteed order.
 * @param view schema of an appointment in the back office
 */
export const appointmentListAnswer = (view: TUnsafe<Appointment>) =>
  Type.Object({ success, appointments: Type.Array(view), next: text, visits: Type.Optional(Type.Array(VisitView)) });

export type AppointmentListAnswer = Static<ReturnType<typeof appointmentListAnswer>>;
