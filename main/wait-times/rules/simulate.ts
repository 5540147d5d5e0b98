/**
 * Simulation of queues and desks of a location.
 *
 * Each desk takes, when it is free, who is next among those whom it serves. What comes out is when each of those who
 * wait is called, and when somebody who comes now would be.
 */
/** People who wait for a service. */
export interface PlayLine {
  readonly serviceId: string;
  /** Those who stand before all others, of whatever service. */
  readonly ahead: number;
  readonly others: number;
  /** Milliseconds that one of them keeps a desk. */
  readonly takesMs: number;
}

export interface SimulatedDesk {
  /** Milliseconds until it can call somebody. */
  readonly freeInMs: number;
  readonly serves: ReadonlySet<string>;
}

/** All in milliseconds from now; null where no desk serves the service. */
export interface Played {
  /** When somebody with so many people of the same service and kind before them is called. */
  wait(serviceId: string, ahead: boolean, before: number): number | null;
}

/** People of one service who are called one after the other. */
interface Group {
  readonly line: Counted;
  readonly size: number;
  /** How many of their service stand before them. */
  readonly before: number;
  /** Between 0 and 1: where in the line. */
  readonly place: number;
}

interface Counted {
  readonly takesMs: number;
  readonly count: number;
  /** Places of the desks that serve it. */
  readonly at: readonly number[];
  /** When each of its groups is called. */
  readonly called: { readonly before: number; readonly at: number }[];
}

interface Calls {
  readonly lines: ReadonlyMap<string, Counted>;
  /** When each desk can call the next one after them. */
  readonly free: readonly number[];
}

/** So many are played one by one; of longer lines several are taken together. */
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

/** Place of the desk that can call somebody first; -1 of none. */
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

/** As they came, as far as counts can say: the lines side by side, each evenly. */
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

/** Null behind them all. */
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
