/**
 * Figures of past calls and tickets for reports.
 *
 * A report from figures equals the report from the deleted rows. Durations are stored one by one in whole seconds,
 * because a median cannot be computed from sums. Figures contain no personal data.
 */
/** Tickets issued for a service in one hour of a business day. */
export interface TicketFigures {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** 0 to 23, on the clock of the location. */
  readonly hour: number;
  readonly serviceId: string;
  readonly issued: number;
}

/** Calls of a service to a desk by a user in one hour of a business day. */
export interface CallFigures {
  readonly day: string;
  readonly hour: number;
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly calls: number;
  /** First calls of a ticket. */
  readonly first: number;
  readonly served: number;
  readonly noShows: number;
  readonly paused: number;
  readonly transferred: number;
  /** Whole seconds, ascending. */
  readonly waits: readonly number[];
  readonly services: readonly number[];
}

/** Statistics of durations, as shown in a report. */
export interface DurationFigures {
  readonly count: number;
  /** Whole seconds, like all following fields; 0 without values. */
  readonly mean: number;
  /** The middle value; for an even count the mean of the two middle values. */
  readonly median: number;
  /** 90th percentile (nearest rank). */
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

/** Milliseconds rounded to whole seconds, half up. */
export function wholeSeconds(milliseconds: number): number {
  return Math.max(0, Math.round(milliseconds / 1000));
}

/** Four bytes per value, so that a million values take 4 MB. */
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
