/**
 * Queues of report queries: short and long ones separate.
 *
 * Reports of about one day, which displays request constantly and which are fast, have their own queue.
 */
import type { GateOptions } from '../../database/concurrency-limiter.ts';
import type { ReportQueries, ReportSpan } from '../operations/report-queries.ts';

/**
 * Limits of the queue. Further reports wait no longer than their client: a proxy gives up after 75 seconds, and a
 * report may take a minute. No caller can use all slots, or fill the whole queue.
 */
export const REPORT_LINE = {
  most: 2,
  mostWaiting: 16,
  waitMs: 12_000,
  ofCaller: { inside: 1, waiting: 2 },
} satisfies GateOptions;
/** A wall of displays can use a single key. */
const DAY_REPORT_LINE = {
  ...REPORT_LINE,
  most: 1,
  mostWaiting: 32,
  ofCaller: { inside: 1, waiting: 15 },
} satisfies GateOptions;

export interface ReportLines<Line> {
  /** For reports of about one day. */
  readonly ofDay: Line;
  readonly others: Line;
}

/** @param waitMs how long a report waits in the queue */
export function reportLines(waitMs = REPORT_LINE.waitMs): ReportLines<GateOptions> {
  return { ofDay: { ...DAY_REPORT_LINE, waitMs }, others: { ...REPORT_LINE, waitMs } };
}

/** How an engine schedules a report. */
interface ReportDefinition<Input> {
  /** `by-span`: in the queue of day reports up to a span of about one day. */
  readonly line: Input extends ReportSpan ? 'by-span' : keyof ReportLines<unknown>;
  /** Whether its figures can be seconds old, so that a replica can make it. */
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

/** The longest day, including clock changes and changed time zones. */
const MAX_DAY_MS = 36 * 3_600_000;

export function lineOf<Line, Report extends keyof ReportQueries>(
  lines: ReportLines<Line>,
  report: Report,
  input: ReportQueries[Report]['input'],
): Line {
  const { line }: ReportDefinition<unknown> | ReportDefinition<ReportSpan> = REPORTS[report];
  if (line !== 'by-span') return lines[line];
  // The compiler allows `by-span` with a span only.
  const { from, until } = input as ReportSpan;
  return until - from <= MAX_DAY_MS ? lines.ofDay : lines.others;
}
