/**
 * Plays on what is known of the lines and desks of a location: each desk takes, when it is free, who is next among those whom
 * it serves. What comes out is when each of those who wait is called, and when somebody who comes now would be.
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

export interface PlayDesk {
  /** Milliseconds until it can call somebody. */
  readonly freeInMs: number;
  readonly serves: ReadonlySet<string>;
}

/** All in milliseconds from now; null where no desk serves the service. */
export interface Played {
  /** When somebody with so many people of the same service and kind before them is called. */
  wait(serviceId: string, ahead: boolean, before: number): number | null;
}

interface Group {
  readonly serviceId: string;
  readonly size: number;
  readonly takesMs: number;
  /** Between 0 and 1: where in the line. */
  readonly place: number;
}

interface Calls {
  /** Service → when each of its groups is called, and how many stood before it. */
  readonly called: ReadonlyMap<string, readonly { readonly before: number; readonly at: number }[]>;
  /** When each desk can call the next one after them. */
  readonly free: readonly number[];
}

/** So many are played one by one; of longer lines several are taken together. */
const MOST_GROUPS = 128;

export function play(lines: readonly PlayLine[], desks: readonly PlayDesk[]): Played {
  const begin = desks.map(({ freeInMs }) => freeInMs);
  const ofAhead = callAll(
    lines.map(({ ahead, ...line }) => ({ ...line, count: ahead })),
    desks,
    begin,
  );
  const ofOthers = callAll(
    lines.map(({ others, ...line }) => ({ ...line, count: others })),
    desks,
    ofAhead.free,
  );
  return {
    wait(serviceId, ahead, before) {
      const { called, free } = ahead ? ofAhead : ofOthers;
      const own = called.get(serviceId) ?? [];
      const at = placeIn(own, before);
      if (at !== null) return at;
      let first: number | null = null;
      for (const [index, { serves }] of desks.entries()) {
        const freeAt = free[index];
        if (freeAt !== undefined && serves.has(serviceId)) first = Math.min(first ?? freeAt, freeAt);
      }
      return first;
    },
  };
}

type Counted = Pick<PlayLine, 'serviceId' | 'takesMs'> & { readonly count: number };

function callAll(lines: readonly Counted[], desks: readonly PlayDesk[], begin: readonly number[]): Calls {
  const free = [...begin];
  const called = new Map<string, { before: number; at: number }[]>();
  const seen = new Map<string, number>();
  for (const { serviceId, size, takesMs } of groupsOf(lines)) {
    let best = -1;
    for (const [index, { serves }] of desks.entries()) {
      if (serves.has(serviceId) && (best < 0 || (free[index] ?? 0) < (free[best] ?? 0))) best = index;
    }
    if (best < 0) continue;
    const before = seen.get(serviceId) ?? 0;
    const at = free[best] ?? 0;
    const list = called.get(serviceId) ?? [];
    list.push({ before, at });
    called.set(serviceId, list);
    seen.set(serviceId, before + size);
    free[best] = at + size * takesMs;
  }
  return { called, free };
}

/** As they came, as far as counts can say: the lines side by side, each evenly. */
function groupsOf(lines: readonly Counted[]): readonly Group[] {
  const all = lines.reduce((sum, { count }) => sum + count, 0);
  const size = Math.max(1, all / MOST_GROUPS);
  return lines
    .flatMap(({ serviceId, count, takesMs }) => {
      const groups = Math.ceil(count / size);
      return Array.from({ length: groups }, (_, index) => ({
        serviceId,
        takesMs,
        size: count / groups,
        place: (index + 0.5) / groups,
      }));
    })
    .sort((one, other) => one.place - other.place);
}

/** Null behind them all. */
function placeIn(called: readonly { readonly before: number; readonly at: number }[], before: number): number | null {
  for (const [index, each] of called.entries()) {
    const next = called[index + 1];
    if (before < each.before) return each.at;
    if (next !== undefined && before < next.before) {
      return each.at + ((next.at - each.at) * (before - each.before)) / (next.before - each.before);
    }
    if (next === undefined && before === each.before) return each.at;
  }
  return null;
}
