/** Ours: how the back office asks for appointments. */
import Type, { type TUnsafe } from 'typebox';
import type { Appointment } from '../site.ts';
import { VISIT_STATES } from '../visit-state.ts';
import { omittable, optionalId, requiredId } from './parameters.ts';
import { success, text } from './shapes.ts';

/** `yyyy-mm-dd`, or empty for no bound. */
const day = omittable(Type.String({ maxLength: 10, default: '' }));

const narrowing = {
  location: optionalId,
  /** Days, both included. */
  from_day: day,
  to_day: day,
  /** 1 booked, 0 called off; without it both. */
  state: omittable(Type.Enum(['', '1', '0'], { default: '' })),
};

const paging = {
  /** 0: all there are. */
  limit: omittable(Type.Integer({ minimum: 0, maximum: 1000, default: 0 })),
  /** `next` of the page before, with the same wishes otherwise. */
  after: omittable(Type.String({ maxLength: 1000, default: '' })),
  /** How it stands with each: `visits` comes along. */
  visits: omittable(Type.Boolean({ default: false })),
};

export const AppointmentListParameters = Type.Object({ ...narrowing, ...paging });

/** What is looked for may be a name: it goes in the body, never in an address. */
export const AppointmentSearchParameters = Type.Object({
  ...narrowing,
  /** Found in names, codes, references, ids and names of services; capitals and accents do not count. */
  text: omittable(Type.String({ maxLength: 200, default: '', secret: true })),
  ...paging,
});

export const AppointmentUseParameters = Type.Object({
  service: optionalId,
  user: optionalId,
  desk: optionalId,
  limit: omittable(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
});

export const AppointmentTimesParameters = Type.Object({
  service: requiredId,
  /** `yyyy-mm-dd` of the location's calendar. */
  day: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
});

/** `capacity` is the same for all times of the service; 0: no bound is set. Called off appointments do not count. */
export const AppointmentTimesAnswer = Type.Object({
  success,
  capacity: Type.Integer(),
  times: Type.Array(Type.Object({ scheduled_to: text, booked: Type.Integer() })),
});

const VisitView = Type.Object({ id: text, state: Type.Enum([...VISIT_STATES]), number: text, open: Type.Boolean() });
/**
 * `next` is empty at the end. `visits`, where they were asked for, in no order that is promised.
 * @param view schema of an appointment as the back office shows it
 */
export const appointmentListAnswer = (view: TUnsafe<Appointment>) =>
  Type.Object({ success, appointments: Type.Array(view), next: text, visits: Type.Optional(Type.Array(VisitView)) });
