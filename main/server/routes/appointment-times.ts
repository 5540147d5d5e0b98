/** Ours: at which times of a day a service can be booked, and how many are booked then. */
import Type from 'typebox';
import { ERRNO } from '../../contract/errno.ts';
import { AppointmentTimesParameters } from '../../contract/rest/admin-appointments.ts';
import { success, text } from '../../contract/rest/shapes.ts';
import { ok } from '../../contract/result.ts';
import { bookedIn, slotsOf } from '../../core/appointment-slots.ts';
import { listAppointments } from '../appointments/list-appointments.ts';
import { operation } from '../operation.ts';
import { refuse } from '../refusal.ts';
import { ADMIN, toReadBookings } from './back-office.ts';

const BOOKED = 1;

/** `capacity` is the same for all times of the service; 0: no bound is set. Called off appointments do not count. */
const TimesAnswer = Type.Object({
  success,
  capacity: Type.Integer(),
  times: Type.Array(Type.Object({ scheduled_to: text, booked: Type.Integer() })),
});

export const appointmentTimes = operation({
  name: 'admin_appointment_times',
  method: 'GET',
  path: `${ADMIN}/appointment_times`,
  ...toReadBookings,
  parameters: AppointmentTimesParameters,
  answer: TimesAnswer,
  async handle({ service: id, day }, context) {
    const { site, store } = context;
    const service = site.service(id);
    const location = service && site.location(service.location);
    if (service === undefined || location === undefined) return refuse(ERRNO.notFound, 'service');
    const wanted = { locations: [location.id], from: day, until: day, state: BOOKED, text: '', services: [] };
    const { appointments } = await listAppointments(store, wanted, null, Number.MAX_SAFE_INTEGER);
    const booked = appointments.filter((each) => each.service === id).map(({ scheduled_to }) => scheduled_to);
    const slots = slotsOf(service, location, day);
    const counts = bookedIn(slots, service.slot_time, booked);
    const times = slots.map((slot, place) => ({ scheduled_to: `${slot}:00`, booked: counts[place] ?? 0 }));
    return ok({ success: true, capacity: service.capacity, times });
  },
});
