/** Queries for appointments by id, code and birthday, and for their check-in state. */

import { query, type ScopeInput } from '../../store/contract/scope.ts';
import {
  type AppointmentAt,
  type AppointmentPageInput,
  type AppointmentPlace,
  type AppointmentsOf,
  type BirthdayInput,
  fingerprintOf,
  type KeptAppointment,
  type VisitTicket,
} from './appointment-records.ts';

/** Tickets of checked-in visitors, for appointments of one location. */
export const visits = query<
  { readonly locationId: string; readonly appointments: readonly AppointmentAt[] },
  readonly (VisitTicket | null)[]
>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, appointments }) {
    const ids = appointments.map(({ id }) => id);
    const checkedIn = yield* rows.visitTickets(locationId, ids);
    return appointments.map(
      ({ id, bookedAt }) => checkedIn.find((each) => each.id === id && each.bookedAt === bookedAt) ?? null,
    );
  },
});

/** Whether the visitor has checked in, for each appointment. */
export const checkedIn = query<{ readonly appointments: readonly AppointmentAt[] }, readonly boolean[]>({
  scope: 'global',
  snapshot: true,
  *run(rows, { appointments }) {
    const found = [];
    for (const appointment of appointments) found.push(yield* rows.isCheckedIn(appointment));
    return found;
  },
});

/** Includes cancelled appointments. */
export const appointment = query<{ readonly id: string }, KeptAppointment | null>({
  scope: 'global',
  snapshot: false,
  *run(rows, { id }) {
    return yield* rows.appointment(id);
  },
});

export const appointmentsOfIds = query<{ readonly ids: readonly string[] }, readonly KeptAppointment[]>({
  scope: 'global',
  snapshot: false,
  *run(rows, { ids }) {
    return yield* rows.appointmentsOfIds(ids);
  },
});

/** Not cancelled, latest first. With `alike`, codes match by their essence (see `essenceOf`). */
export const appointmentsOfCode = query<
  { readonly code: string; readonly alike: boolean; readonly limit: number },
  readonly KeptAppointment[]
>({
  scope: 'global',
  snapshot: false,
  *run(rows, { code, alike, limit }) {
    return yield* rows.appointmentsOfCode(code, alike, limit);
  },
});

/** Not cancelled, with this birthday, at one location, by time. Both days (`yyyy-mm-dd`) are included. */
export const appointmentsOfBirthday = query<BirthdayInput, readonly KeptAppointment[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, input) {
    return yield* rows.appointmentsOfBirthday(input);
  },
});

interface AppointmentList {
  readonly appointments: readonly KeptAppointment[];
  readonly fingerprint: string;
}

/** Unordered; all of them without `limit`. The fingerprint changes with every appointment. */
export const appointmentsOf = query<{ readonly of: AppointmentsOf; readonly limit?: number }, AppointmentList>({
  scope: 'global',
  snapshot: true,
  *run(rows, { of, limit }) {
    const appointments = yield* rows.appointmentsOf(of, limit ?? Number.MAX_SAFE_INTEGER);
    return { appointments, fingerprint: fingerprintOf(appointments) };
  },
});

/** Last day of a booking with a code at the location, `yyyy-mm-dd`; empty without one. */
export const lastCodeDay = query<ScopeInput['location'], string>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId }) {
    return yield* rows.lastCodeDay(locationId);
  },
});

/** Last day of a booking with a birthday at the location; empty without one. */
export const lastBirthdayDay = query<ScopeInput['location'], string>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId }) {
    return yield* rows.lastBirthdayDay(locationId);
  },
});

export interface AppointmentPage {
  readonly appointments: readonly KeptAppointment[];
  /** Cursor of the next page; null on the last page. */
  readonly next: AppointmentPlace | null;
}

/** Maximum rows read for one page, which limits the delay of other requests. */
const MAX_ROWS = 2_000;

/** A page of a location's appointments by time. It ends early rather than read too many rows. */
export const appointmentPage = query<AppointmentPageInput, AppointmentPage>({
  scope: 'location',
  snapshot: true,
  *run(rows, input) {
    // Without a filter, each row belongs to the page, so `limit` rows are enough.
    const isFiltered = input.text !== '' || input.state !== null;
    const last = isFiltered ? yield* rows.appointmentPlace(input, MAX_ROWS - 1) : null;
    const found = yield* rows.appointmentsBefore(input, last);
    const end = found.at(-1);
    if (found.length < input.limit || end === undefined) return { appointments: found, next: last };
    const { scheduled_to, id } = end.appointment;
    return { appointments: found, next: { day: scheduled_to.slice(0, 10), time: scheduled_to.slice(11), id } };
  },
});
