/**
 * Service rate of today's calls.
 *
 * Duration of visits, pauses between calls, and working desks. It receives every call in time order and resets with
 * the business day. Instants are epoch milliseconds.
 */

/** A call. */
export interface CallMade {
  readonly deskId: string;
  readonly serviceId: string;
  readonly at: number;
  /** Start of the visitor's wait; null after a pause. */
  readonly waitingSince: number | null;
  /** Whether the visitor had priority. */
  readonly ahead: boolean;
}

/** State of a desk. */
export interface DeskRate {
  /** Service of the current visitor; null if there is none. */
  readonly serviceId: string | null;
  /** Since when that is so. */
  readonly since: number;
}

/** Exponentially weighted mean. */
export interface Mean {
  readonly mean: number;
  /** Total weight of its values, where older ones count less. */
  readonly weight: number;
}

export const NOTHING_YET: Mean = { mean: 0, weight: 0 };

/** @param keep decay factor per value: with 0.9, half of the weight is gone after seven */
function withOne(known: Mean, value: number, keep: number): Mean {
  const weight = known.weight * keep + 1;
  return { mean: known.mean + (value - known.mean) / weight, weight };
}

/** Weighted mean of a value here and a reference, which counts as `trust` values. */
export function leaningOn(known: Mean, other: number, trust: number): number {
  return (known.mean * known.weight + other * trust) / (known.weight + trust);
}

export interface Pace {
  called(call: CallMade): void;
  /** The visitor of that desk has left, or did not come. */
  ended(deskId: string, at: number): void;
  /** Milliseconds from a call to its end. */
  handling(serviceId: string): Mean;
  /** The same over all services. */
  handlingOfAll(): Mean;
  /** Milliseconds between two calls while visitors wait. */
  changeover(): Mean;
  /** Share of calls with priority. */
  aheadShare(): Mean;
  desk(deskId: string): DeskRate | undefined;
  /** Whether there was no call today. */
  readonly isSilent: boolean;
  beginDay(): void;
}

const KEEP = 0.92;

/** A longer changeover is a break. */
const MAX_CHANGEOVER_MS = 180_000;

/** A longer call was forgotten. */
const MAX_HANDLING_MS = 3 * 3_600_000;

export function createPace(): Pace {
  const handling = new Map<string, Mean>();
  const desks = new Map<string, DeskRate>();
  let all = NOTHING_YET;
  let changeover = NOTHING_YET;
  let aheadShare = NOTHING_YET;

  function end(deskId: string, at: number): void {
    const desk = desks.get(deskId);
    if (desk === undefined || desk.serviceId === null || at < desk.since) return;
    desks.set(deskId, { serviceId: null, since: at });
    const took = at - desk.since;
    if (took > MAX_HANDLING_MS) return;
    handling.set(desk.serviceId, withOne(handling.get(desk.serviceId) ?? NOTHING_YET, took, KEEP));
    all = withOne(all, took, KEEP);
  }

  return {
    called({ deskId, serviceId, at, waitingSince, ahead }) {
      const before = desks.get(deskId);
      // A recall, or an event that is too late.
      if (before !== undefined && (at < before.since || (at === before.since && before.serviceId !== null))) return;
      // A new call ends the desk's previous one.
      end(deskId, at);
      const free = desks.get(deskId);
      const gap = free === undefined ? null : at - free.since;
      const waitedAlready = free !== undefined && waitingSince !== null && waitingSince <= free.since;
      if (waitedAlready && gap !== null && gap >= 0 && gap <= MAX_CHANGEOVER_MS) {
        changeover = withOne(changeover, gap, KEEP);
      }
      if (waitingSince !== null) aheadShare = withOne(aheadShare, ahead ? 1 : 0, KEEP);
      desks.set(deskId, { serviceId, since: at });
    },
    ended: end,
    handling: (serviceId) => handling.get(serviceId) ?? NOTHING_YET,
    handlingOfAll: () => all,
    changeover: () => changeover,
    aheadShare: () => aheadShare,
    desk: (deskId) => desks.get(deskId),
    get isSilent() {
      return desks.size === 0;
    },
    beginDay() {
      handling.clear();
      desks.clear();
      all = NOTHING_YET;
      changeover = NOTHING_YET;
      aheadShare = NOTHING_YET;
    },
  };
}
