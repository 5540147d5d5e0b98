/**
 * Check-in window of an appointment, and its queue position.
 *
 * Instants in epoch milliseconds.
 */
import type { Location } from '../../site/contract/site.ts';

const MINUTE_MS = 60_000;

export type CheckIn = 'open' | 'early' | 'late' | 'done';

export interface CheckInWindow {
  /** Both ends are included. */
  readonly opensAt: number;
  readonly closesAt: number;
}

export function checkInWindow(
  bookedAt: number,
  location: Pick<Location, 't_checkin_before' | 't_checkin_after'>,
): CheckInWindow {
  return {
    opensAt: bookedAt - location.t_checkin_before * MINUTE_MS,
    closesAt: bookedAt + location.t_checkin_after * MINUTE_MS,
  };
}

export function checkInAt(now: number, { opensAt, closesAt }: CheckInWindow): 'open' | 'early' | 'late' {
  if (now < opensAt) return 'early';
  return now > closesAt ? 'late' : 'open';
}

/** Queue position of an appointment's ticket; null where the location sets no limit. */
export interface Attendance {
  /** "Next, please" skips the ticket before this time. */
  readonly from: number | null;
  /** From this time it is treated as an ordinary ticket. */
  readonly until: number | null;
}

export function attendance(
  bookedAt: number,
  location: Pick<Location, 't_attendance_before' | 't_attendance_after'>,
): Attendance {
  const { t_attendance_before: before, t_attendance_after: after } = location;
  return {
    from: before > 0 ? bookedAt - before * MINUTE_MS : null,
    until: after > 0 ? bookedAt + after * MINUTE_MS : null,
  };
}

/** Choice among visits of one code: an open one, else the next one, else the one just missed. */
const PREFERENCE: readonly CheckIn[] = ['open', 'early', 'late', 'done'];

export function meantVisit<T extends { readonly bookedAt: number; readonly checkIn: CheckIn }>(
  visits: readonly T[],
): T | undefined {
  const rank = ({ checkIn }: T): number => PREFERENCE.indexOf(checkIn);
  // The first of future visits, the last of past visits.
  const within = (a: T, b: T): number =>
    a.checkIn === 'open' || a.checkIn === 'early' ? a.bookedAt - b.bookedAt : b.bookedAt - a.bookedAt;
  return visits.toSorted((a, b) => rank(a) - rank(b) || within(a, b))[0];
}
