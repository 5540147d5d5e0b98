/**
 * Figures of past calls and tickets for reports.
 *
 * Whatever can be asked of a period gives the same as before. Times are kept one by one, as whole seconds, because a
 * median cannot be had from sums. Nothing of a visitor is in it.
 */
/** Of the tickets that were drawn for a service in an hour of a business day. */
export interface TicketFigures {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** 0 to 23, on the clock of the location. */
  readonly hour: number;
  readonly serviceId: string;
  readonly issued: number;
}

/** Of the calls of a service to a desk by a user in an hour of a business day. */
export interface CallFigures {
  readonly day: string;
  readonly hour: number;
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly calls: number;
  /** First calls of their ticket. */
  readonly first: number;
  readonly served: number;
  readonly noShows: number;
  readonly paused: number;
  readonly transferred: number;
  /** Whole seconds, the shortest first. */
  readonly waits: readonly number[];
  readonly services: readonly number[];
}

/** Many durations, kept as whole seconds, and what is said of them in a report. */
export interface DurationFigures {
  readonly count: number;
  /** Whole seconds, like all that follow; 0 where there is nothing to measure. */
  readonly mean: number;
  /** The middle one; of an even number the mean of the two in the middle. */
  readonly median: number;
  /** Nine of ten are not longer (nearest rank). */
  readonly p90: number;
  readonly p95: number;
  readonly max: number;
}

export interface Durations {
  add(milliseconds: number): void;
  addSeconds(seconds: number): void;
  figures(): DurationFigures;
}

const FIRST_ROOM = 16;

/** As they are counted: half a second is one. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds / 1000));
}

/** Four bytes each, so that a million of them are no burden. */
export function createDurations(): Durations {
  let seconds = new Uint32Array(FIRST_ROOM);
  let count = 0;
  let sum = 0;

  function addSeconds(whole: number): void {
    if (count === seconds.length) {
      const larger = new Uint32Array(count * 2);
      larger.set(seconds);
      seconds = larger;
    }
    seconds[count] = whole;
    count += 1;
    sum += whole;
  }

  return {
    add: (milliseconds) => addSeconds(wholeSeconds(milliseconds)),
    addSeconds,
    figures() {
      const sorted = seconds.subarray(0, count).sort();
      const at = (place: number): number => sorted[place] ?? 0;
      const rank = (share: number): number => at(Math.ceil(share * count) - 1);
      return {
        count,
        mean: count === 0 ? 0 : Math.round(sum / count),
        median: Math.round((at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2),
        p90: rank(0.9),
        p95: rank(0.95),
        max: at(count - 1),
      };
    },
  };
}
