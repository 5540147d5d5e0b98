import type { AppointmentPage, AppointmentPageInput } from '../appointments.ts';
import type { AppointmentRows } from '../rows/appointments.ts';
import type { Steps } from '../step.ts';

/** So many rows are looked at for one page: others wait for no more than that. */
const MOST_ROWS = 2_000;

export function* appointmentPage(rows: AppointmentRows, input: AppointmentPageInput): Steps<AppointmentPage> {
  // Where each row belongs to the page, no more of them are looked at than fit on it.
  const isFiltered = input.text !== '' || input.state !== null;
  const last = isFiltered ? yield* rows.appointmentPlace(input, MOST_ROWS - 1) : null;
  const found = yield* rows.appointmentsBefore(input, last);
  const end = found.at(-1);
  if (found.length < input.limit || end === undefined) return { appointments: found, next: last };
  const { scheduled_to, id } = end.appointment;
  return { appointments: found, next: { day: scheduled_to.slice(0, 10), time: scheduled_to.slice(11), id } };
}
