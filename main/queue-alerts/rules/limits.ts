/**
 * Exceeded thresholds of a queue.
 *
 * Pure: takes the queue's state and the previous result, returns the exceeded thresholds. Hysteresis: a threshold must
 * be exceeded for some time before an alert is raised, and respected for a longer time before it ends.
 */

import type { DayCounts } from '../../queue/rules/day/day-counts.ts';
import { LIMIT_KINDS, type LimitKind, type Limits } from '../contract/limits.ts';

/** A desk with a clerk, for idle detection. */

export interface StaffedDesk {
  /** Services of the desk. */
  readonly services: readonly string[];
  /** End of its last call today, or of a later break; null during a call. */
  readonly freeSince: number | null;
}

/** After this time without a call, the clerk counts as gone, and the desk is not idle. */
const LEFT_AFTER_MS = 3_600_000;

/**
 * @param oldest start of the longest wait, by service
 * @param only considers these services only
 * @returns null if no desk is idle; else since when the longest idle desk could have called
 */
export function idleSince(
  desks: readonly StaffedDesk[],
  oldest: ReadonlyMap<string, number>,
  only: readonly string[],
  now: number,
): number | null {
  let longest: number | null = null;
  for (const { services, freeSince } of desks) {
    if (freeSince === null || now - freeSince > LEFT_AFTER_MS) continue;
    for (const id of services) {
      const waitingSince = only.includes(id) ? oldest.get(id) : undefined;
      if (waitingSince === undefined) continue;
      const since = Math.max(freeSince, waitingSince);
      longest = Math.min(longest ?? since, since);
    }
  }
  return longest;
}

/** State of a location or one service. */
export interface QueuePicture {
  readonly waiting: number;
  /** Start of the longest wait; null if no one waits. Epoch milliseconds. */
  readonly oldestSince: number | null;
  readonly day: DayCounts;
  /** Since when the longest idle desk could have called; null if none is idle. */
  readonly idleSince: number | null;
}

/** A threshold that is exceeded, or was until recently. */
export interface BrokenLimit {
  readonly kind: LimitKind;
  readonly bound: number;
  readonly worst: number;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly isRaised: boolean;
  /** Since when it is respected again; null while it is exceeded. */
  readonly keptSince: number | null;
}

const MINUTE_MS = 60_000;

/** How long it must be exceeded before an alert is raised. */
const RAISED_AFTER_MS = 30_000;

/** How long it must be respected before an alert ends. */
const ENDED_AFTER_MS = 120_000;

/** Minimum count for percentages. */
const MIN_COUNTED = 20;

interface Measured {
  readonly value: number;
  readonly bound: number;
  readonly isBroken: boolean;
}

const minutesSince = (since: number | null, now: number): number =>
  since === null ? 0 : Math.max(0, Math.floor((now - since) / MINUTE_MS));

/** Null without a threshold. */
function measure(kind: LimitKind, limits: Limits, picture: QueuePicture, now: number): Measured | null {
  const { day, waiting } = picture;
  const over = (value: number, bound: number): Measured | null =>
    bound === 0 ? null : { value, bound, isBroken: value > bound };
  /** Values are whole minutes, but a threshold is exceeded at the exact time. */
  const late = (since: number | null, bound: number): Measured | null =>
    bound === 0
      ? null
      : { value: minutesSince(since, now), bound, isBroken: since !== null && now - since > bound * MINUTE_MS };
  switch (kind) {
    case 'wait':
      return late(picture.oldestSince, limits.limit_wait);
    case 'waiting':
      return over(waiting, limits.limit_waiting);
    case 'idle':
      return late(picture.idleSince, limits.limit_idle);
    case 'share': {
      if (limits.limit_share === 0) return null;
      const value = day.waits === 0 ? 100 : Math.floor((day.inTime * 100) / day.waits);
      return {
        value,
        bound: limits.limit_share,
        isBroken: day.waits >= MIN_COUNTED && day.inTime * 100 < day.waits * limits.limit_share,
      };
    }
    case 'abandoned': {
      if (limits.limit_abandoned === 0) return null;
      const { over, gone } = day;
      const value = over === 0 ? 0 : Math.ceil((gone * 100) / over);
      return {
        value,
        bound: limits.limit_abandoned,
        isBroken: over >= MIN_COUNTED && gone * 100 > over * limits.limit_abandoned,
      };
    }
  }
}

const worse = (kind: LimitKind, one: number, other: number): number =>
  kind === 'share' ? Math.min(one, other) : Math.max(one, other);

/** @param before previous result of this function. Worst kind first. */
export function brokenLimits(
  limits: Limits,
  picture: QueuePicture,
  before: readonly BrokenLimit[],
  now: number,
): readonly BrokenLimit[] {
  return LIMIT_KINDS.flatMap((kind): readonly BrokenLimit[] => {
    const measured = measure(kind, limits, picture, now);
    if (measured === null) return [];
    const { value, bound, isBroken } = measured;
    const old = before.find((each) => each.kind === kind);
    if (!isBroken) {
      if (old === undefined || !old.isRaised) return [];
      const keptSince = old.keptSince ?? now;
      return now - keptSince >= ENDED_AFTER_MS ? [] : [{ ...old, keptSince }];
    }
    const since = old?.since ?? now;
    return [
      {
        kind,
        bound,
        worst: old === undefined ? value : worse(kind, old.worst, value),
        since,
        isRaised: old?.isRaised === true || now - since >= RAISED_AFTER_MS,
        keptSince: null,
      },
    ];
  });
}

/** Whether a location or service has any threshold. */
export function hasLimits(limits: Limits): boolean {
  const { limit_wait, limit_waiting, limit_idle, limit_share, limit_abandoned } = limits;
  return limit_wait + limit_waiting + limit_idle + limit_share + limit_abandoned > 0;
}
