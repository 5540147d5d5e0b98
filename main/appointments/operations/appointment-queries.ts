/** Appointments: by id, code and birthday, and whether their visitors have checked in. */

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

/** What became of those who have checked in, for each of the appointments of one location. */
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

/** Whether somebody has checked in, for each of the appointments. */
export const checkedIn = query<{ readonly appointments: readonly AppointmentAt[] }, readonly boolean[]>({
  scope: 'global',
  snapshot: true,
  *run(rows, { appointments }) {
    const found = [];
    for (const appointment of appointments) found.push(yield* rows.isCheckedIn(appointment));
    return found;
  },
});

/** Also one that was called off. */
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

/** Booked ones, the latest first; with `alike` those whose code is the same as people type it (see `essenceOf`). */
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

/** Booked ones of one location whose visitor has that birthday, by time; days included, `yyyy-mm-dd`. */
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

/** In no order; all of them without `limit`. The fingerprint is another one as soon as one of them is. */
export const appointmentsOf = query<{ readonly of: AppointmentsOf; readonly limit?: number }, AppointmentList>({
  scope: 'global',
  snapshot: true,
  *run(rows, { of, limit }) {
    const appointments = yield* rows.appointmentsOf(of, limit ?? Number.MAX_SAFE_INTEGER);
    return { appointments, fingerprint: fingerprintOf(appointments) };
  },
});

/** The last day on which one with a code is booked at the location, `yyyy-mm-dd`; empty when none is. */
export const lastCodeDay = query<ScopeInput['location'], string>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId }) {
    return yield* rows.lastCodeDay(locationId);
  },
});

/** The same of one with a birthday. */
export const lastBirthdayDay = query<ScopeInput['location'], string>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId }) {
    return yield* rows.lastBirthdayDay(locationId);
  },
});

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
