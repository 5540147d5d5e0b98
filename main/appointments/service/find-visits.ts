/** Search for appointments by id, code or person. */

import { booked } from '../../access/service/booked.ts';
import { parseWallTime } from '../../lib/zone.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Appointment, Location, Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { type CheckIn, type CheckInWindow, checkInAt, checkInWindow } from '../rules/check-in.ts';

export interface Visit {
  readonly appointment: Appointment;
  readonly service: Service;
  readonly location: Location;
  /** Epoch milliseconds. */
  readonly bookedAt: number;
  readonly window: CheckInWindow;
  readonly checkIn: CheckIn;
}

type Lookup = Pick<RequestContext, 'site' | 'store' | 'now'>;

export async function findVisits(idOrCode: string, context: Lookup): Promise<readonly Visit[]> {
  return visitsNow(await booked(context.store, idOrCode), context);
}

/** Those of the appointments whose service and location there are. */
export async function visitsNow(
  appointments: readonly Appointment[],
  { site, store, now }: Lookup,
): Promise<readonly Visit[]> {
  const visits = appointments.flatMap((appointment) => bookedVisit(site, appointment));
  if (visits.length === 0) return [];
  const done = await store.query('checkedIn', {
    appointments: visits.map(({ appointment, bookedAt }) => ({ id: appointment.id, bookedAt })),
  });
  return visits.map((visit, place) => ({
    ...visit,
    checkIn: done[place] === true ? 'done' : checkInAt(now, visit.window),
  }));
}

function bookedVisit(site: Site, appointment: Appointment): readonly Omit<Visit, 'checkIn'>[] {
  const service = site.service(appointment.service);
  const location = service && site.location(service.location);
  if (service === undefined || location === undefined) return [];
  const bookedAt = parseWallTime(appointment.scheduled_to, location.timezone);
  if (bookedAt === null) return [];
  return [{ appointment, service, location, bookedAt, window: checkInWindow(bookedAt, location) }];
}
