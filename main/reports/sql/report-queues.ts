/**
 * Turns of report queries: short and long ones apart.
 *
 * Reports of about one day, which screens ask for all the time and which are soon made, have a line of their own.
 */
import type { GateOptions } from '../../database/concurrency-limiter.ts';
import type { ReportQueries, ReportSpan } from '../operations/report-queries.ts';

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

/** How an engine schedules a report. */
interface ReportDefinition<Input> {
  /** `by-span`: in the line of the day up to a span of about one day. */
  readonly line: Input extends ReportSpan ? 'by-span' : keyof ReportLines<unknown>;
  /** Whether its figures can be some seconds old, so that a standby can make it. */
  readonly mayLag: boolean;
}

const REPORTS: { readonly [Name in keyof ReportQueries]: ReportDefinition<ReportQueries[Name]['input']> } = {
  period: { line: 'by-span', mayLag: true },
  today: { line: 'by-span', mayLag: false },
  limits: { line: 'by-span', mayLag: false },
  past: { line: 'by-span', mayLag: true },
  branches: { line: 'ofDay', mayLag: false },
  older: { line: 'others', mayLag: false },
  days: { line: 'by-span', mayLag: true },
  calls: { line: 'by-span', mayLag: true },
  tickets: { line: 'by-span', mayLag: true },
};

export function mayLag(report: keyof ReportQueries): boolean {
  return REPORTS[report].mayLag;
}

/** The longest day, with changes of the clock and locations that moved. */
const MAX_DAY_MS = 36 * 3_600_000;

export function lineOf<Line, Report extends keyof ReportQueries>(
  lines: ReportLines<Line>,
  report: Report,
  input: ReportQueries[Report]['input'],
): Line {
  const { line }: ReportDefinition<unknown> | ReportDefinition<ReportSpan> = REPORTS[report];
  if (line !== 'by-span') return lines[line];
  // The compiler allows `by-span` beside a span only.
  const { from, until } = input as ReportSpan;
  return until - from <= MAX_DAY_MS ? lines.ofDay : lines.others;
}
