/** Appointments as the back office lists them: by location, then by time. */

import { append } from '../../lib/lists.ts';
import type { Appointment } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import type { AppointmentPage } from '../operations/appointment-page.ts';
import type { AppointmentPageInput, AppointmentPlace } from '../operations/appointment-records.ts';

export interface AppointmentQuery extends Pick<AppointmentPageInput, 'from' | 'until' | 'state' | 'text' | 'services'> {
  readonly locations: readonly string[];
}

/** Where a list goes on: behind a place at one of its locations. */
export interface ListCursor {
  readonly locationId: string;
  readonly place: AppointmentPlace | null;
}

export interface Listed {
  readonly appointments: readonly Appointment[];
  /** Null when there is no more. */
  readonly next: ListCursor | null;
}

const EVERYTHING = { from: '', until: '', state: null, text: '', services: [] } as const;
/** Rows of one question, when all are wanted. */
const TOGETHER = 1_000;

/** At most `limit` of them, behind `after`, whose location has to be one of those that are wanted. */
export async function listAppointments(
  store: Store,
  { locations, ...wanted }: AppointmentQuery,
  after: ListCursor | null,
  limit: number,
): Promise<Listed> {
  const appointments: Appointment[] = [];
  const rest = locations.slice(after === null ? 0 : locations.indexOf(after.locationId));
  for (const locationId of rest) {
    let place = after?.locationId === locationId ? after.place : null;
    do {
      const left = limit - appointments.length;
      if (left === 0) return { appointments, next: { locationId, place } };
      const input = { ...wanted, locationId, after: place, limit: left };
      const page: AppointmentPage = await store.query('appointmentPage', input);
      append(
        appointments,
        page.appointments.map(({ appointment }) => appointment),
      );
      place = page.next;
    } while (place !== null);
  }
  return { appointments, next: null };
}

/** Read a part at a time, so that others are answered in between. */
export async function allAppointments(site: Site, store: Store): Promise<Appointment[]> {
  const locations = site.locations.map(({ id }) => id);
  const all: Appointment[] = [];
  let next: ListCursor | null = null;
  do {
    const listed: Listed = await listAppointments(store, { ...EVERYTHING, locations }, next, TOGETHER);
    for (const appointment of listed.appointments) all.push(appointment);
    ({ next } = listed);
  } while (next !== null);
  return all;
}
