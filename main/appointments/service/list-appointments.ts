/** Lists appointments for the back office: by location, then by time. */

import { append } from '../../lib/lists.ts';
import { parseWallTime } from '../../lib/zone.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Appointment } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import type { VisitState } from '../contract/visit-state.ts';
import type { AppointmentPage } from '../operations/appointment-queries.ts';
import type { AppointmentPageInput, AppointmentPlace } from '../operations/appointment-records.ts';
import { checkInAt, checkInWindow } from '../rules/check-in.ts';
import { visitState } from '../rules/visit-state.ts';

export interface AppointmentQuery extends Pick<AppointmentPageInput, 'from' | 'until' | 'state' | 'text' | 'services'> {
  readonly locations: readonly string[];
}

/** Cursor: continues after a position at one of the locations. */
export interface ListCursor {
  readonly locationId: string;
  readonly place: AppointmentPlace | null;
}

export interface Listed {
  readonly appointments: readonly Appointment[];
  /** Null on the last page. */
  readonly next: ListCursor | null;
}

const EVERYTHING = { from: '', until: '', state: null, text: '', services: [] } as const;

/** Rows per query, for reads of all appointments. */
const TOGETHER = 1_000;

/** At most `limit` appointments after `after`, whose location must be one of the given ones. */
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

/** Reads page by page, so that other requests run in between. */
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

interface VisitNow {
  readonly id: string;
  readonly state: VisitState;
  /** Ticket number; empty without a ticket. */
  readonly number: string;
  /** Whether check-in is open now. */
  readonly open: boolean;
}

interface Placed {
  readonly id: string;
  readonly locationId: string;
  readonly bookedAt: number;
  readonly appointment: Appointment;
}

const DAY_MS = 86_400_000;

/**
 * Leaves out appointments without a service, and days whose tickets are deleted, because check-ins are unknown then.
 */
export async function visitStates(
  appointments: readonly Appointment[],
  { site, store, now }: Pick<RequestContext, 'site' | 'store' | 'now'>,
): Promise<readonly VisitNow[]> {
  const { keep_tickets: kept } = site.settings;
  const knownSince = kept === 0 ? 0 : now - kept * DAY_MS;
  const placed = appointments
    .flatMap((appointment) => placedVisit(site, appointment))
    .filter(({ bookedAt }) => bookedAt >= knownSince);
  const states: VisitNow[] = [];
  for (const [locationId, there] of Map.groupBy(placed, (visit) => visit.locationId)) {
    const location = site.location(locationId);
    if (location === undefined) continue;
    const tickets = await store.query('visits', { locationId, appointments: there });
    for (const [place, { id, bookedAt, appointment }] of there.entries()) {
      const ticket = tickets[place] ?? null;
      const booked = { state: appointment.state, bookedAt, window: checkInWindow(bookedAt, location) };
      const state = visitState(booked, ticket, now);
      const open = (state === 'expected' || state === 'late') && checkInAt(now, booked.window) === 'open';
      states.push({ id, state, number: ticket?.label ?? '', open });
    }
  }
  return states;
}

function placedVisit(site: Site, appointment: Appointment): readonly Placed[] {
  const location = site.location(site.service(appointment.service)?.location ?? '');
  const bookedAt = location === undefined ? null : parseWallTime(appointment.scheduled_to, location.timezone);
  if (location === undefined || bookedAt === null) return [];
  return [{ id: appointment.id, locationId: location.id, bookedAt, appointment }];
}
