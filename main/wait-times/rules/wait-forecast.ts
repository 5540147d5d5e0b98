/**
 * Forecast of wait times for kiosk, paper, phone and counter.
 *
 * Inputs are the visitors ahead, the desks that serve them, today's durations, and the same hour and weekday of past
 * weeks.
 */

import { desksAtWork, type ForecastDesk, type HourAt, overTheHours, usualDesks } from './desks-at-work.ts';
import type { Past } from './historical-rate.ts';
import { leaningOn, type Mean, NOTHING_YET, type Pace } from './service-rate.ts';
import { play } from './simulate.ts';

export interface ForecastLine {
  readonly serviceId: string;
  /** Waiting visitors, and those of them with priority. */
  readonly waiting: number;
  readonly waitingPriority: number;
}

export interface ForecastInput {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Every service of the location. */
  readonly lines: readonly ForecastLine[];
  readonly desks: readonly ForecastDesk[];
  readonly pace: Pace;
  /** Null if unknown. */
  readonly past: Past | null;
  readonly hourAt: (instant: number) => HourAt;
  /** Whether visitors with priority are called before all others. */
  readonly priorityFirst: boolean;
}

export interface WaitQuestion {
  readonly serviceId: string;
  readonly priority: boolean;
  /** People of the same service who are called earlier. */
  readonly before: number;
}

export interface WaitForecast {
  /** Whole seconds; null if unknown. */
  wait(asked: WaitQuestion): number | null;
  /** Number of visitors of the service who would be called before a new one. */
  before(serviceId: string, priority: boolean): number;
}

/** Weight of past values relative to today's. */
const TRUST_PAST = 12;
/** Weight of other services for a service without data. */
const TRUST_OTHERS = 3;
const USUAL_CHANGEOVER_MS = 20_000;
const TRUST_CHANGEOVER = 5;
const TRUST_AHEAD = 30;
/** Longer estimates are capped. */
const MAX_MS = 8 * 3_600_000;

export function forecast(input: ForecastInput): WaitForecast {
  const { now, lines, desks, pace, past, priorityFirst } = input;
  const hourAt = remembered(input.hourAt);
  const handling = handlingBy(pace, past);
  const changeoverMs = leaningOn(pace.changeover(), USUAL_CHANGEOVER_MS, TRUST_CHANGEOVER);
  const byService = new Map(lines.map((line) => [line.serviceId, line]));
  const atWork = desksAtWork(desks, pace, {
    now,
    handling: (serviceId) => handling(serviceId) ?? 0,
    changeoverMs,
    waits: (services) => [...services].some((id) => (byService.get(id)?.waiting ?? 0) > 0),
  });
  const here = atWork.length > 0 || past === null ? atWork : usualDesks(desks, past, hourAt(now));
  const played = play(
    lines.map(({ serviceId, waiting: all, waitingPriority }) => {
      const ahead = priorityFirst ? waitingPriority : 0;
      return { serviceId, ahead, others: all - ahead, takesMs: (handling(serviceId) ?? 0) + changeoverMs };
    }),
    here,
  );
  const aheadShare = priorityFirst ? leaningOn(pace.aheadShare(), 0, TRUST_AHEAD) : 0;

  return {
    wait({ serviceId, priority, before }) {
      if (handling(serviceId) === null) return null;
      const ahead = priorityFirst && priority;
      const ms = played.wait(serviceId, ahead, before);
      if (ms === null) return null;
      // Visitors with priority who arrive meanwhile are called earlier.
      const withOthers = ahead ? ms : ms / (1 - Math.min(0.5, aheadShare));
      const serving = desks.filter(({ serves }) => serves.has(serviceId));
      const desksNow = here.filter(({ serves }) => serves.has(serviceId)).length;
      const all = overTheHours(withOthers, serving, desksNow, past, { now, hourAt, mostMs: MAX_MS });
      return all === null || all > MAX_MS ? null : Math.round(all / 1000);
    },
    before(serviceId, priority) {
      const line = byService.get(serviceId);
      return (priority && priorityFirst ? line?.waitingPriority : line?.waiting) ?? 0;
    },
  };
}

/** Cached, because the queues of all services share the same instants. */
function remembered(hourAt: ForecastInput['hourAt']): ForecastInput['hourAt'] {
  const known = new Map<number, HourAt>();
  return (instant) => {
    const hour = known.get(instant) ?? hourAt(instant);
    known.set(instant, hour);
    return hour;
  };
}

/** Milliseconds of a visit of a service; null without any data. */
function handlingBy(pace: Pace, past: Past | null): (serviceId: string) => number | null {
  const known = new Map<string, number | null>();
  function find(serviceId: string): number | null {
    const today = pace.handling(serviceId);
    const before: Mean = past?.handling[serviceId] ?? NOTHING_YET;
    if (before.weight > 0) {
      return leaningOn(today, before.mean, Math.min(before.weight, TRUST_PAST));
    }
    const others = pace.handlingOfAll();
    if (today.weight + others.weight === 0) return null;
    return leaningOn(today, others.mean, Math.min(others.weight, TRUST_OTHERS));
  }
  return (serviceId) => {
    if (!known.has(serviceId)) known.set(serviceId, find(serviceId));
    return known.get(serviceId) ?? null;
  };
}
