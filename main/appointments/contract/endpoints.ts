/** Endpoints for appointments in the back office and at kiosks. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  AppointmentSearchParameters,
  AppointmentTimesAnswer,
  AppointmentTimesParameters,
  AppointmentUseParameters,
  appointmentListAnswer,
} from './rest/admin-appointments.ts';
import type {
  AppointmentLookupAnswer,
  AppointmentLookupParameters,
  FindAppointmentParameters,
} from './rest/appointments.ts';

export const SEARCH_APPOINTMENTS = endpoint<
  typeof AppointmentSearchParameters,
  ReturnType<typeof appointmentListAnswer>
>('POST v2/admin/appointments/search');
export const LIST_APPOINTMENTS_OF = endpoint<typeof AppointmentUseParameters, ReturnType<typeof appointmentListAnswer>>(
  'GET v2/admin/appointment-references',
);
export const LIST_APPOINTMENT_TIMES = endpoint<typeof AppointmentTimesParameters, typeof AppointmentTimesAnswer>(
  'GET v2/admin/appointment-times',
);
export const LOOKUP_APPOINTMENT = endpoint<typeof AppointmentLookupParameters, typeof AppointmentLookupAnswer>(
  'POST v2/appointments/lookup',
);
export const FIND_APPOINTMENT = endpoint<typeof FindAppointmentParameters, typeof AppointmentLookupAnswer>(
  'POST v2/appointments/find',
);
