import { query } from '../../store/contract/scope.ts';
import type { AppointmentPageInput, AppointmentPlace, KeptAppointment } from './appointment-records.ts';

export interface AppointmentPage {
  readonly appointments: readonly KeptAppointment[];
  /** Where to go on; null at the end. */
  readonly next: AppointmentPlace | null;
}

/** Rows that are read for one page: others wait for this at most. */
const MAX_ROWS = 2_000;

/** A page of the appointments of a location, in the order of time. It ends early rather than read too many rows. */
export const appointmentPage = query<AppointmentPageInput, AppointmentPage>({
  scope: 'location',
  snapshot: true,
  *run(rows, input) {
    // Where each row belongs to the page, no more of them are looked at than fit on it.
    const isFiltered = input.text !== '' || input.state !== null;
    const last = isFiltered ? yield* rows.appointmentPlace(input, MAX_ROWS - 1) : null;
    const found = yield* rows.appointmentsBefore(input, last);
    const end = found.at(-1);
    if (found.length < input.limit || end === undefined) return { appointments: found, next: last };
    const { scheduled_to, id } = end.appointment;
    return { appointments: found, next: { day: scheduled_to.slice(0, 10), time: scheduled_to.slice(11), id } };
  },
});
