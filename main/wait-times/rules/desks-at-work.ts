/** Working desks, now and later. */

import { hourKey, type Past } from './historical-rate.ts';
import type { Pace } from './service-rate.ts';
import type { SimulatedDesk } from './simulate.ts';

/** A desk that is open, as the house has set it up. */
export interface ForecastDesk {
  readonly id: string;
  readonly serves: ReadonlySet<string>;
}

export interface HourAt {
  /** 1 (Monday) to 7, of the business day. */
  readonly weekday: number;
  readonly hour: number;
  /** When the next hour begins: epoch milliseconds. */
  readonly until: number;
}

/** While people wait whom it serves, a desk that calls none for so long is left. */
const LEFT_AFTER_MS = 180_000;
/** The same while nobody waits. */
const QUIET_AFTER_MS = 2_400_000;
/** What is left of a visit that lasts longer than most: this part of a usual one. */
const MIN_LEFT = 0.35;
/** A visit that has lasted for a minute has become shorter by so much of it. */
const SHORTENS = 0.65;
/** In so long half of what is otherwise than in the past has become as it was then. */
const HALF_BACK_MS = 3_600_000;
/** As little as if so many days had said that there are as many desks as now. */
const DOUBT_DAYS = 0.5;
/** However few there were at that hour in the past: this part of those of now goes on. */
const MIN_PART = 0.4;
/** Less than this part of a desk is nobody. */
const NOBODY = 0.3;

export interface DeskAtWork extends SimulatedDesk {
  readonly id: string;
}

/** @param handling milliseconds of a visit. @param waits whether somebody waits for one of these services. */
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

/** Desks that were at work at this hour in the past, as many of them as there were on a usual day. */
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
 * Stretches a time that was played with the desks of now over hours in which there are usually more, or fewer.
 *
 * @param mostMs looks no further: nobody is told more, and a long line would be followed through nights and days.
 * @returns milliseconds; null when so much is not done by then
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
