/**
 * Simulation of queues and desks of a location.
 *
 * Each free desk takes the next visitor whom it serves. The result is the call time of each waiting visitor, and of a
 * new one.
 */
/** Waiting visitors of a service. */
export interface PlayLine {
  readonly serviceId: string;
  /** Visitors with priority over all services. */
  readonly ahead: number;
  readonly others: number;
  /** Milliseconds that a visit takes. */
  readonly takesMs: number;
}

export interface SimulatedDesk {
  /** Milliseconds until its next call. */
  readonly freeInMs: number;
  readonly serves: ReadonlySet<string>;
}

/** Milliseconds from now; null if no desk serves the service. */
export interface Played {
  /** Call time of a visitor with this many people of the same service and kind before. */
  wait(serviceId: string, ahead: boolean, before: number): number | null;
}

/** Consecutive visitors of one service. */
interface Group {
  readonly line: Counted;
  readonly size: number;
  /** Number of visitors of the service before them. */
  readonly before: number;
  /** Position in the queue, between 0 and 1. */
  readonly place: number;
}

interface Counted {
  readonly takesMs: number;
  readonly count: number;
  /** Indexes of the desks that serve it. */
  readonly at: readonly number[];
  /** Call times of its groups. */
  readonly called: { readonly before: number; readonly at: number }[];
}

interface Calls {
  readonly lines: ReadonlyMap<string, Counted>;
  /** When each desk can make its next call after them. */
  readonly free: readonly number[];
}

/** Maximum simulated groups; longer queues are simulated in larger groups. */
const MAX_GROUPS = 64;

export function play(lines: readonly PlayLine[], desks: readonly SimulatedDesk[]): Played {
  const serving = lines.map(({ serviceId }) => {
    const at: number[] = [];
    for (let index = 0; index < desks.length; index += 1) if (desks[index]?.serves.has(serviceId)) at.push(index);
    return at;
  });
  const counted = (count: (line: PlayLine) => number): ReadonlyMap<string, Counted> =>
    new Map(
      lines.map((line, index) => [
        line.serviceId,
        { takesMs: line.takesMs, count: count(line), at: serving[index] ?? [], called: [] },
      ]),
    );
  const ofAhead = callAll(
    counted(({ ahead }) => ahead),
    desks.map(({ freeInMs }) => freeInMs),
  );
  const ofOthers = callAll(
    counted(({ others }) => others),
    ofAhead.free,
  );
  return {
    wait(serviceId, ahead, before) {
      const { lines: all, free } = ahead ? ofAhead : ofOthers;
      const line = all.get(serviceId);
      if (line === undefined) return null;
      const at = placeIn(line.called, before);
      if (at !== null) return at;
      const first = firstFree(line.at, free);
      return first < 0 ? null : (free[first] ?? null);
    },
  };
}

function callAll(lines: ReadonlyMap<string, Counted>, begin: readonly number[]): Calls {
  const free = [...begin];
  for (const { line, size, before } of groupsOf(lines)) {
    const desk = firstFree(line.at, free);
    if (desk < 0) continue;
    const at = free[desk] ?? 0;
    line.called.push({ before, at });
    free[desk] = at + size * line.takesMs;
  }
  return { lines, free };
}

/** Index of the first free desk; -1 without desks. */
function firstFree(desks: readonly number[], free: readonly number[]): number {
  let best = -1;
  let bestAt = Number.POSITIVE_INFINITY;
  for (const desk of desks) {
    const at = free[desk] ?? Number.POSITIVE_INFINITY;
    if (at >= bestAt) continue;
    best = desk;
    bestAt = at;
  }
  return best;
}

/** Groups in arrival order, estimated from counts: the queues are interleaved evenly. */
function groupsOf(lines: ReadonlyMap<string, Counted>): readonly Group[] {
  let all = 0;
  for (const { count } of lines.values()) all += count;
  const most = Math.max(1, all / MAX_GROUPS);
  const groups: Group[] = [];
  for (const line of lines.values()) {
    const number = Math.ceil(line.count / most);
    const size = line.count / number;
    for (let index = 0; index < number; index += 1) {
      groups.push({ line, size, before: index * size, place: (index + 0.5) / number });
    }
  }
  return groups.sort((one, other) => one.place - other.place);
}

/** Null after all groups. */
function placeIn(called: Counted['called'], before: number): number | null {
  for (let index = 0; index < called.length; index += 1) {
    const each = called[index];
    const next = called[index + 1];
    if (each === undefined || before <= each.before) return each?.at ?? null;
    if (next !== undefined && before < next.before) {
      return each.at + ((next.at - each.at) * (before - each.before)) / (next.before - each.before);
    }
  }
  return null;
}
