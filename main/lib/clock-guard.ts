/**
 * Clock of the queue, protected from jumps of the wall clock. Pure.
 *
 * The wall clock can be set; the time since boot only increases. If they differ by minutes, the wall clock has jumped.
 * The queue then continues by elapsed time. It adopts the new wall clock once that has been stable for a time, or at
 * once when the old one was known to be wrong. Adopting it starts no business day: the owner of the queue shifts the
 * day and its open tickets.
 */

/** Two clock readings at the same moment. */
export interface ClockReading {
  /** Wall clock of the machine: epoch milliseconds. */
  readonly wallMs: number;
  /** Milliseconds since boot, including sleep. */
  readonly elapsedMs: number;
}

export interface GuardedClock {
  /** Queue time minus elapsed time. */
  readonly offsetMs: number;
  /** Start of this timeline in queue time: later times were measured with the same offset. */
  readonly since: number;
  /**
   * The queue time is known to be wrong: the wall clock was behind an earlier reading, or before the program's release.
   */
  readonly isKnownWrong: boolean;
  /** A wall clock that differs, and since when; null while both agree. */
  readonly jump: { readonly offsetMs: number; readonly fromElapsedMs: number } | null;
}

/** A new wall clock was adopted. */
export interface ClockTakenOver {
  /** Shift of the queue time. */
  readonly byMs: number;
  /** Times since this instant (in the old time) are wrong by `byMs`; null: only open items are shifted. */
  readonly wrongSince: number | null;
}

export interface ClockStep {
  readonly clock: GuardedClock;
  /** Queue time: epoch milliseconds. */
  readonly now: number;
  readonly takenOver: ClockTakenOver | null;
}

/** State stored by the previous run. */
export interface LastSeen {
  /** Queue time: epoch milliseconds. */
  readonly at: number;
  readonly elapsedMs: number;
  readonly since: number;
  readonly isKnownWrong: boolean;
  /** The machine was not rebooted since, so elapsed time continues. */
  readonly isSameBoot: boolean;
}

/** Smaller differences are followed, because clocks drift and are corrected gradually. */
export const JUMP_MS = 120_000;
/** Minimum length of a business day that continues over a jump, so that no number repeats within it. */
export const MIN_DAY_MS = 43_200_000;
/** Time for which a new wall clock must be stable. */
export const SETTLE_MS = 120_000;
/** The same for one behind an earlier reading: a machine without a clock battery gets the network time soon. */
export const SETTLE_BEHIND_MS = 3_600_000;
/** Earlier times precede the program's release. */
export const MIN_PLAUSIBLE = Date.parse('2026-01-01T00:00:00Z');

/** Clock at the start of a program. */
export function startClock({ wallMs, elapsedMs }: ClockReading, last: LastSeen | null): GuardedClock {
  const offsetMs = wallMs - elapsedMs;
  if (last?.isSameBoot === true) {
    const { since, isKnownWrong } = last;
    return { offsetMs: last.at - last.elapsedMs, since, isKnownWrong, jump: null };
  }
  if (last !== null && wallMs < last.at - JUMP_MS) {
    return { offsetMs: last.at - elapsedMs, since: last.at, isKnownWrong: true, jump: null };
  }
  return { offsetMs, since: wallMs, isKnownWrong: wallMs < MIN_PLAUSIBLE, jump: null };
}

export function readClock(clock: GuardedClock, { wallMs, elapsedMs }: ClockReading): ClockStep {
  const offsetMs = wallMs - elapsedMs;
  const byMs = offsetMs - clock.offsetMs;
  if (Math.abs(byMs) < JUMP_MS) {
    const isSame = clock.jump === null && byMs === 0;
    return { clock: isSame ? clock : { ...clock, offsetMs, jump: null }, now: wallMs, takenOver: null };
  }
  const held = Math.round(elapsedMs + clock.offsetMs);
  const isNew = clock.jump === null || Math.abs(offsetMs - clock.jump.offsetMs) >= JUMP_MS;
  const jump = isNew || clock.jump === null ? { offsetMs, fromElapsedMs: elapsedMs } : clock.jump;
  if (!isTakenOver(clock, wallMs, held, elapsedMs - jump.fromElapsedMs)) {
    return { clock: isNew ? { ...clock, jump } : clock, now: held, takenOver: null };
  }
  return {
    clock: { offsetMs, since: clock.since + byMs, isKnownWrong: false, jump: null },
    now: wallMs,
    takenOver: { byMs, wrongSince: clock.isKnownWrong ? clock.since : null },
  };
}

/** Key of a day that continues after a clock correction. */
export interface CarriedDay {
  readonly day: string;
  readonly seenDay: string;
}

/**
 * Keys of a continued day, see `turnOfDay`. Where its reset would come too soon, it has the key of the next day
 * already, so that this reset has no effect.
 * @param now corrected time
 * @param ageMs age of the day by elapsed time
 * @param keyAt key of the day at an instant
 */
export function carriedDay(now: number, ageMs: number, keyAt: (instant: number) => string): CarriedDay {
  return { day: keyAt(now + Math.max(0, MIN_DAY_MS - ageMs)), seenDay: keyAt(now) };
}

/** Age of a day at the last clock correction. */
export interface DayAge {
  readonly ageMs: number;
  readonly elapsedMs: number;
}

/**
 * Age of the day by elapsed time, even if its key has changed since.
 * @param byNameMs age by its key, in the time before the correction
 */
export function dayAge(carried: DayAge | null, byNameMs: number, elapsedMs: number): DayAge {
  const sinceMs = carried === null ? Number.POSITIVE_INFINITY : elapsedMs - carried.elapsedMs;
  const isOfItsName = carried === null || byNameMs < sinceMs;
  return { ageMs: isOfItsName ? byNameMs : carried.ageMs + sinceMs, elapsedMs };
}

function isTakenOver({ isKnownWrong }: GuardedClock, wallMs: number, held: number, lastedMs: number): boolean {
  if (wallMs < MIN_PLAUSIBLE) return false;
  if (!isKnownWrong) return lastedMs >= SETTLE_MS;
  return wallMs > held || lastedMs >= SETTLE_BEHIND_MS;
}
