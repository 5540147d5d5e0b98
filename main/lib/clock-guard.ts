/**
 * Clock of the queue, protected from jumps of the wall clock.
 *
 * Pure.
 *
 * A wall clock can be set; the time since the machine was booted only grows. Where the two disagree by minutes, the
 * wall clock jumped. The queue then counts on by elapsed time, and takes the new wall clock over once it has lasted,
 * or at once when the old one was known to be wrong. Taking it over begins no business day: the owner of the queue
 * moves the day and its open tickets along.
 */

/** Two readings of the same moment. */
export interface ClockReading {
  /** Epoch milliseconds, as the machine says. */
  readonly wallMs: number;
  /** Milliseconds since the machine was booted, sleep included. */
  readonly elapsedMs: number;
}

export interface GuardedClock {
  /** Queue time minus elapsed time. */
  readonly offsetMs: number;
  /** When this timeline began, in queue time: all since then was measured with the same offset. */
  readonly since: number;
  /** The queue is known to be at a wrong time: the wall clock was behind what was seen before, or before this program existed. */
  readonly isKnownWrong: boolean;
  /** A wall clock that disagrees, and since when; null while both agree. */
  readonly jump: { readonly offsetMs: number; readonly fromElapsedMs: number } | null;
}

/** A new wall clock was taken over. */
export interface ClockTakenOver {
  /** By how much queue time moved. */
  readonly byMs: number;
  /** All since this instant (in the time before) is wrong by `byMs`; null: only what is open moves along. */
  readonly wrongSince: number | null;
}

export interface ClockStep {
  readonly clock: GuardedClock;
  /** Queue time: epoch milliseconds. */
  readonly now: number;
  readonly takenOver: ClockTakenOver | null;
}

/** What the program before this one wrote down. */
export interface LastSeen {
  /** Queue time: epoch milliseconds. */
  readonly at: number;
  readonly elapsedMs: number;
  readonly since: number;
  readonly isKnownWrong: boolean;
  /** The machine was not booted since, so that elapsed time goes on. */
  readonly isSameBoot: boolean;
}

/** Smaller differences are followed: clocks drift, and are corrected little by little. */
export const JUMP_MS = 120_000;
/** A business day that is carried over a jump lasts at least so long, so that no number comes twice in one. */
export const MIN_DAY_MS = 43_200_000;
/** So long a new wall clock has to last. */
export const SETTLE_MS = 120_000;
/** The same for one that is behind what was seen before: a machine without a clock battery hears of the time soon. */
export const SETTLE_BEHIND_MS = 3_600_000;
/** This program did not exist before. */
export const MIN_PLAUSIBLE = Date.parse('2026-01-01T00:00:00Z');

/** The clock of a program that starts. */
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

/** How a day is named that goes on over a clock that was put right. */
export interface CarriedDay {
  readonly day: string;
  readonly seenDay: string;
}

/**
 * The names of a day that goes on, see `turnOfDay`. Where its reset would come too soon, it bears the name of the next day already,
 * so that this reset begins nothing.
 *
 * @param now what is right from now on
 * @param ageMs how long ago the day began, by elapsed time
 * @param keyAt names the day of an instant
 */
export function carriedDay(now: number, ageMs: number, keyAt: (instant: number) => string): CarriedDay {
  return { day: keyAt(now + Math.max(0, MIN_DAY_MS - ageMs)), seenDay: keyAt(now) };
}

/** How long ago a day began when the clock was put right last. */
export interface DayAge {
  readonly ageMs: number;
  readonly elapsedMs: number;
}

/**
 * How long ago the day began, by elapsed time, also where its name was changed since.
 *
 * @param byNameMs how long ago it began by its name, in the time before the clock is put right
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
