/** Ours: at which times of a day a service can be booked, and how many are booked then. */

import { ERRNO } from '../../lib/errno.ts';
import { refuse } from '../../lib/refusal.ts';
import { ok } from '../../lib/result.ts';
import { toReadBookings } from '../../rest/operation/back-office.ts';
import { operation } from '../../rest/operation.ts';
import { LIST_APPOINTMENT_TIMES } from '../contract/endpoints.ts';
import { AppointmentTimesAnswer, AppointmentTimesParameters } from '../contract/rest/admin-appointments.ts';
import { bookedIn, slotsOf } from '../rules/appointment-slots.ts';
import { listAppointments } from '../service/list-appointments.ts';

const BOOKED = 1;

export const appointmentTimes = operation({
  name: 'admin_appointment_times',
  area: 'admin',
  summary:
    'At which times of a day a service can be booked by its slots and opening hours, and how many are booked then.',
  errnos: [ERRNO.notFound, ERRNO.outsideLocations],
  endpoint: LIST_APPOINTMENT_TIMES,
  ...toReadBookings,
  parameters: AppointmentTimesParameters,
  answer: AppointmentTimesAnswer,
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
