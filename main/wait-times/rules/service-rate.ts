/**
 * Service rate of today's calls.
 *
 * Duration of visits, pauses between calls, and working desks. It receives every call in time order and resets with
 * the business day. Instants are epoch milliseconds.
 */

/** A call that was made. */
export interface CallMade {
  readonly deskId: string;
  readonly serviceId: string;
  readonly at: number;
  /** Since when the visitor had waited; null when they came back after a pause. */
  readonly waitingSince: number | null;
  /** The visitor stood before others. */
  readonly ahead: boolean;
}

/** How a desk is. */
export interface DeskRate {
  /** Of the visitor who is there; null while nobody is. */
  readonly serviceId: string | null;
  /** Since when that one is there, or nobody. */
  readonly since: number;
}

/** A mean in which what came lately counts most. */
export interface Mean {
  readonly mean: number;
  /** How many it stands on, the older ones counting less. */
  readonly weight: number;
}

export const NOTHING_YET: Mean = { mean: 0, weight: 0 };

/** @param keep what each older one still counts: 0.9 forgets half of everything after seven. */
function withOne(known: Mean, value: number, keep: number): Mean {
  const weight = known.weight * keep + 1;
  return { mean: known.mean + (value - known.mean) / weight, weight };
}

/** What is known here, and as far as that is little, what is known elsewhere, as if it were `trust` more of them. */
export function leaningOn(known: Mean, other: number, trust: number): number {
  return (known.mean * known.weight + other * trust) / (known.weight + trust);
}

export interface Pace {
  called(call: CallMade): void;
  /** The visitor who was called to that desk has gone, or did not come. */
  ended(deskId: string, at: number): void;
  /** Milliseconds from a call to its end. */
  handling(serviceId: string): Mean;
  /** The same over all services. */
  handlingOfAll(): Mean;
  /** Milliseconds from the end of a call to the next one while somebody waits. */
  changeover(): Mean;
  /** Which part of the calls was of visitors who stand before others. */
  aheadShare(): Mean;
  desk(deskId: string): DeskRate | undefined;
  /** Nothing was called today. */
  readonly isSilent: boolean;
  beginDay(): void;
}

const KEEP = 0.92;

/** Longer is a break, and none of the visitors' doing. */
const MAX_CHANGEOVER_MS = 180_000;

/** A call that was forgotten says nothing of its visitor. */
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
      // Told once more, or too late.
      if (before !== undefined && (at < before.since || (at === before.since && before.serviceId !== null))) return;
      // A desk that calls the next one ends the call that it had.
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
