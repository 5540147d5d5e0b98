/** Working desks, now and in later hours. */

import { hourKey, type Past } from './historical-rate.ts';
import type { Pace } from './service-rate.ts';
import type { SimulatedDesk } from './simulate.ts';

/** An open desk, as configured. */
export interface ForecastDesk {
  readonly id: string;
  readonly serves: ReadonlySet<string>;
}

export interface HourAt {
  /** 1 (Monday) to 7, of the business day. */
  readonly weekday: number;
  readonly hour: number;
  /** Start of the next hour: epoch milliseconds. */
  readonly until: number;
}

/** A desk without a call for this long counts as left while visitors wait for it. */
const LEFT_AFTER_MS = 180_000;
/** The same while no visitor waits. */
const QUIET_AFTER_MS = 2_400_000;
/** Minimum remaining share of a usual visit, for visits that already last long. */
const MIN_LEFT = 0.35;
/** Reduction of a visit's expected remainder per elapsed time. */
const SHORTENS = 0.65;
/** Half-life of a deviation from the past. */
const HALF_BACK_MS = 3_600_000;
/** Weight of the current number of desks, in days. */
const DOUBT_DAYS = 0.5;
/** Minimum share of the current desks that stays, however few were there in the past. */
const MIN_PART = 0.4;
/** Below this share of a desk, no one works. */
const NOBODY = 0.3;

export interface DeskAtWork extends SimulatedDesk {
  readonly id: string;
}

/**
 * @param handling milliseconds of a visit
 * @param waits whether a visitor waits for one of these services
 */
export function desksAtWork(
  desks: readonly ForecastDesk[],
  pace: Pace,
  known: {
    readonly now: number;
    readonly handling: (serviceId: string) => number;
    readonly changeoverMs: number;
    readonly waits: (services: ReadonlySet<string>) => boolean;
  },
): readonly DeskAtWork[] {
  const { now, handling, changeoverMs, waits } = known;
  return desks.flatMap((desk) => {
    const at = pace.desk(desk.id);
    if (at === undefined) return [];
    const lasted = Math.max(0, now - at.since);
    if (at.serviceId === null) {
      const isLeft = lasted > (waits(desk.serves) ? LEFT_AFTER_MS : QUIET_AFTER_MS);
      return isLeft ? [] : [{ ...desk, freeInMs: Math.max(0, Math.min(changeoverMs, changeoverMs - lasted)) }];
    }
    const usual = handling(at.serviceId);
    return [{ ...desk, freeInMs: Math.max(usual * MIN_LEFT, usual - lasted * SHORTENS) + changeoverMs }];
  });
}

/** Usual number of desks at this hour, from past days. */
export function usualDesks(
  desks: readonly ForecastDesk[],
  past: Past,
  { weekday, hour }: Pick<HourAt, 'weekday' | 'hour'>,
): readonly DeskAtWork[] {
  const shares = desks
    .map((desk) => ({ desk, share: past.atWork[desk.id]?.[hourKey(weekday, hour)] ?? 0 }))
    .sort((one, other) => other.share - one.share);
  const count = Math.round(shares.reduce((sum, { share }) => sum + share, 0));
  return shares.slice(0, Math.max(count, 0)).map(({ desk }) => ({ ...desk, freeInMs: 0 }));
}

const STEP_MS = 900_000;

/**
 * Adjusts a simulated time to hours with usually more or fewer desks.
 *
 * @param mostMs limit of the search: longer waits are not shown, and would span nights and days
 * @returns milliseconds; null beyond the limit
 */
export function overTheHours(
  playedMs: number,
  serving: readonly ForecastDesk[],
  desksNow: number,
  past: Past | null,
  {
    now,
    hourAt,
    mostMs,
  }: { readonly now: number; readonly hourAt: (instant: number) => HourAt; readonly mostMs: number },
): number | null {
  if (past === null || desksNow === 0 || playedMs === 0) return playedMs;
  const usualAt = ({ weekday, hour }: HourAt): number =>
    serving.reduce((sum, { id }) => sum + (past.atWork[id]?.[hourKey(weekday, hour)] ?? 0), 0);
  const unusual = desksNow - usualAt(hourAt(now));
  let left = playedMs * desksNow;
  let at = now;
  while (at - now < mostMs) {
    const place = hourAt(at);
    const until = Math.min(place.until, at + STEP_MS);
    const back = 0.5 ** ((at - now) / HALF_BACK_MS);
    const known = past.busy[hourKey(place.weekday, place.hour)] ?? 0;
    const trust = known / (known + DOUBT_DAYS);
    const usual = trust * usualAt(place) + (1 - trust) * desksNow;
    const desks = Math.max(desksNow * MIN_PART, usual + trust * unusual * back);
    const rate = desks < NOBODY ? 0 : desks;
    if (rate * (until - at) >= left) return at - now + left / rate;
    left -= rate * (until - at);
    at = until;
  }
  return null;
}
