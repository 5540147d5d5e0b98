/** Whose turn it is with reports, whatever the engine: reports of about one day, which screens ask for all the time and which are soon made, have a line of their own. */
import type { GateOptions } from './gate.ts';
import type { ReportQueries } from './store.ts';

/**
 * Those that are wanted meanwhile wait, and no longer than whoever asked does: what stands before the servers gives up after 75
 * seconds, in which a report may take its whole minute. Nobody has both places, or all that wait.
 */
export const REPORT_LINE = {
  most: 2,
  mostWaiting: 16,
  waitMs: 12_000,
  ofCaller: { inside: 1, waiting: 2 },
} satisfies GateOptions;
/** A wall of screens may ask with one key for all that it shows. */
const DAY_REPORT_LINE = {
  ...REPORT_LINE,
  most: 1,
  mostWaiting: 32,
  ofCaller: { inside: 1, waiting: 15 },
} satisfies GateOptions;

export interface ReportLines<Line> {
  /** For those of about one day. */
  readonly ofDay: Line;
  readonly others: Line;
}

/** @param waitMs how long a report waits for its turn. */
export function reportLines(waitMs = REPORT_LINE.waitMs): ReportLines<GateOptions> {
  return { ofDay: { ...DAY_REPORT_LINE, waitMs }, others: { ...REPORT_LINE, waitMs } };
}

/** So long a day is at most, also where clocks are changed or a location has moved. */
const DAY_MS = 36 * 3_600_000;

export function lineOf<Line>(
  { ofDay, others }: ReportLines<Line>,
  input: ReportQueries[keyof ReportQueries]['input'],
): Line {
  return isOfDay(input) ? ofDay : others;
}

/** Whether no more is read for it than what happened on about one day, such as today. */
function isOfDay(input: ReportQueries[keyof ReportQueries]['input']): boolean {
  if ('until' in input) return input.until - input.from <= DAY_MS;
  return 'locations' in input;
}
