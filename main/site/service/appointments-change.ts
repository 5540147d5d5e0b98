/**
 * Effects of a site change on appointments: those in the file, and existing ones.
 */

import type { AppointmentsOf, KeptAppointment } from '../../appointments/operations/appointment-records.ts';
import { type Slot, slotTaken } from '../../appointments/rules/appointment-slots.ts';
import { appointmentFaults } from '../../appointments/rules/read-appointment.ts';
import { listDifference } from '../../lib/lists.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Appointment, SiteSetup } from '../contract/site.ts';
import type { AppointmentsChange } from '../operations/site-changes.ts';
import type { Site } from '../rules/site-model.ts';

/** Whether appointments that are not in the file stay. */
export type OtherAppointments = 'stay' | 'go';

const MAX_FAULTS = 100;

/** Faults name existing appointments by id: `appointments(visit-1).service: there is no service "passports"`. */
export async function appointmentsChange(
  store: Store,
  before: Site,
  after: Site,
  given: readonly Appointment[],
  others: OtherAppointments,
): Promise<Result<AppointmentsChange, readonly string[]>> {
  const put = given.map((appointment) => keptAt(after, appointment));
  if (others === 'go') return ok({ put, only: true, moved: [] });
  const of = touched(before, after);
  const change = { put, only: false, moved: movedServices(before, after) };
  if (of === null) return ok(change);
  const renewed = new Set(given.map(({ id }) => id));
  // Check a few first: a rejected change need not read a hundred thousand.
  for (const limit of [MAX_FAULTS, Number.MAX_SAFE_INTEGER]) {
    const { appointments, fingerprint } = await store.query('appointmentsOf', { of, limit });
    const faults = appointments
      .filter(({ appointment }) => !renewed.has(appointment.id))
      .flatMap(({ appointment }) => appointmentFaults(appointment, after, `appointments(${appointment.id}).`));
    if (faults.length > 0) return fail(faults.slice(0, MAX_FAULTS));
    if (appointments.length < limit) return ok({ ...change, seen: { of, fingerprint } });
  }
  return ok(change);
}

/** An appointment belongs to the location of its service. */
export function keptAt(site: Site, appointment: Appointment): KeptAppointment {
  return { locationId: site.service(appointment.service)?.location ?? appointment.location, appointment };
}

function movedServices(before: Site, after: Site): AppointmentsChange['moved'] {
  return listDifference(before.file.services, after.file.services).gone.flatMap(({ id, location }) => {
    const now = after.service(id);
    return now === undefined || now.location === location ? [] : [{ serviceId: id, locationId: now.location }];
  });
}

/** Items referenced by appointments that were removed, moved or have a new time zone; null: none. */
function touched(before: Site, after: Site): AppointmentsOf | null {
  const ids = <Name extends 'locations' | 'services' | 'desks' | 'users'>(
    name: Name,
    isOther: (item: SiteSetup[Name][number]) => boolean,
  ): readonly string[] => {
    const items: readonly SiteSetup[Name][number][] = before.file[name];
    return listDifference(items, after.file[name])
      .gone.filter(isOther)
      .map(({ id }) => id);
  };
  const of = {
    locations: ids('locations', ({ id, timezone }) => after.location(id)?.timezone !== timezone),
    services: ids('services', ({ id, location }) => after.service(id)?.location !== location),
    desks: ids('desks', ({ id, location }) => after.desk(id)?.location !== location),
    users: ids('users', ({ id }) => after.user(id)?.id !== id),
  };
  return Object.values(of).every((list) => list.length === 0) ? null : of;
}

/**
 * The slot that the appointment newly needs; null if it needs none or keeps its own. A booked appointment can be edited
 * in a full slot.
 */
export function slotWanted(site: Site, before: KeptAppointment | null, after: KeptAppointment | null): Slot | null {
  const [had, wanted] = [before, after].map((kept) => slotOf(site, kept));
  const isKept = had?.serviceId === wanted?.serviceId && had?.from === wanted?.from;
  return wanted === undefined || wanted === null || isKept ? null : wanted;
}

function slotOf(site: Site, kept: KeptAppointment | null): Slot | null {
  const service = site.service(kept?.appointment.service ?? '');
  const location = site.location(service?.location ?? '');
  if (kept === null || service === undefined || location === undefined) return null;
  return slotTaken(kept.appointment, service, location);
}
