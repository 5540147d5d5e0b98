/**
 * Saved report views.
 *
 * Reports that somebody has saved, to look at them again or to have them sent.
 */
import type { ReportFormat, ReportPart } from './report-document.ts';

/** Which days a saved report is of, counted from the day on which it is opened. */
export const VIEW_SPANS = ['today', 'yesterday', 'week', 'days7', 'days30', 'month', 'lastMonth', 'year'] as const;
/** `never`: it is only looked at. A day's report is of the day before, a week's of seven days, a month's of the month before. */
export const SEND_TIMES = ['never', 'day', 'week', 'month'] as const;

export type ViewSpan = (typeof VIEW_SPANS)[number];
export type SendTime = (typeof SEND_TIMES)[number];

export interface ReportSchedule {
  readonly every: SendTime;
  /** 1 (Monday) to 7, of `week`. */
  readonly weekday: number;
  /** 1 to 28, of `month`. */
  readonly monthday: number;
  /** 0 to 23, on the clock of the first location. */
  readonly hour: number;
}

export interface ReportView extends ReportSchedule {
  readonly id: string;
  readonly name: string;
  readonly span: ViewSpan;
  /** Empty: all that its owner sees. */
  readonly locations: readonly string[];
  readonly services: readonly string[];
  readonly desks: readonly string[];
  readonly users: readonly string[];
  readonly parts: readonly ReportPart[];
  /** Addresses that get it. */
  readonly to: readonly string[];
  /** The language that it is written in when it is sent. */
  readonly lang: string;
  readonly files: readonly ReportFormat[];
  /** The day up to which nothing was asked for, as it was saved later; not there in those of before. */
  readonly wantedAfter?: string;
}
