/** Search for appointments by id, code or person. */

import { booked, MAX_VISITS } from '../../access/service/scope.ts';
import { essenceOf } from '../../lib/typed-code.ts';
import { formatWallTime, parseWallTime } from '../../lib/zone.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Appointment, Location, Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { type CheckIn, type CheckInWindow, checkInAt, checkInWindow } from '../rules/check-in.ts';
import { matchNames, type NameMatch, nameMatcher } from '../rules/visitor-name.ts';

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

/** Visits of the appointments with a known service and location. */
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

const MINUTE_MS = 60_000;

/** A lookup covers today, and yesterday or tomorrow where check-in is open across midnight. */
const MAX_AROUND_MS = 86_400_000;

interface Person {
  /** Name or reference, as typed. */
  readonly visitor: string;
  /** `yyyy-mm-dd`. */
  readonly birthday: string;
}

/** Search for a visitor's appointments by birthday and name or reference, at one location. */
export async function findByPerson(
  { visitor, birthday }: Person,
  location: Location,
  context: Pick<RequestContext, 'site' | 'store' | 'now'>,
): Promise<readonly Visit[]> {
  const { store, now } = context;
  const [number, match] = [essenceOf(visitor), nameMatcher(visitor)];
  const dayAt = (instant: number): string => formatWallTime(instant, location.timezone).slice(0, 10);
  const kept = await store.query('appointmentsOfBirthday', {
    locationId: location.id,
    birthday,
    from: dayAt(now - Math.min(location.t_checkin_after * MINUTE_MS, MAX_AROUND_MS)),
    until: dayAt(now + Math.min(location.t_checkin_before * MINUTE_MS, MAX_AROUND_MS)),
    limit: MAX_VISITS,
  });
  const born = kept.map(({ appointment }) => appointment);
  const { appointment_lookup: by } = location;
  const numbered = by === 'number' || by === 'both' ? born.filter((each) => hasReference(each, number)) : [];
  const named = by === 'name' || by === 'both' ? ofName(born, match) : [];
  return visitsNow([...new Set([...numbered, ...named])], context);
}

/** @param number essence of the typed text */
function hasReference({ reference }: Appointment, number: string): boolean {
  return number !== '' && essenceOf(reference) === number;
}

/** None where a partial name matches several people: no visitor gets another one's appointment. */
function ofName(born: readonly Appointment[], match: (booked: string) => NameMatch): readonly Appointment[] {
  const matched = born.map((appointment) => ({ appointment, how: match(appointment.client_name) }));
  const those = (wanted: NameMatch): readonly Appointment[] =>
    matched.flatMap(({ appointment, how }) => (how === wanted ? appointment : []));
  const whole = those('whole');
  if (whole.length > 0) return whole;
  const part = those('part');
  const [first] = part;
  const isOne = part.every(({ client_name }) => matchNames(client_name, first?.client_name ?? '') === 'whole');
  return isOne ? part : [];
}
