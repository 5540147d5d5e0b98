/**
 * Search for a visitor's appointments by birthday and name or reference.
 *
 * By birthday, and by name or reference, of these days at one location.
 */

import { MAX_VISITS } from '../../access/service/booked.ts';
import { essenceOf } from '../../lib/typed-code.ts';
import { formatWallTime } from '../../lib/zone.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Appointment, Location } from '../../site/contract/site.ts';
import { matchNames, type NameMatch, nameMatcher } from '../rules/visitor-name.ts';
import { type Visit, visitsNow } from './find-visits.ts';

const MINUTE_MS = 60_000;
/** A look-up is of today, and of tomorrow or yesterday where check-in is open across midnight. */
const MAX_AROUND_MS = 86_400_000;

export interface Person {
  /** Name or reference, as typed. */
  readonly visitor: string;
  /** `yyyy-mm-dd`. */
  readonly birthday: string;
}

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

/** None where a part of the name fits several people: no visitor gets the appointment of another one. */
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
