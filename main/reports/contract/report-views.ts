/**
 * Saved report views, for later viewing or scheduled mails.
 */
import type { ReportFormat, ReportPart } from './report-document.ts';

/** Period of a saved report, relative to the day on which it is opened. */
export const VIEW_SPANS = ['today', 'yesterday', 'week', 'days7', 'days30', 'month', 'lastMonth', 'year'] as const;
/**
 * `never`: not mailed. A daily report covers the previous day, a weekly one seven days, a monthly one the previous
 * month.
 */
export const SEND_TIMES = ['never', 'day', 'week', 'month'] as const;

export type ViewSpan = (typeof VIEW_SPANS)[number];
export type SendTime = (typeof SEND_TIMES)[number];

export interface ReportSchedule {
  readonly every: SendTime;
  /** 1 (Monday) to 7, for `week`. */
  readonly weekday: number;
  /** 1 to 28, for `month`. */
  readonly monthday: number;
  /** 0 to 23, in local time of the first location. */
  readonly hour: number;
}

export interface ReportView extends ReportSchedule {
  readonly id: string;
  readonly name: string;
  readonly span: ViewSpan;
  /** Empty: all locations visible to its owner. */
  readonly locations: readonly string[];
  readonly services: readonly string[];
  readonly desks: readonly string[];
  readonly users: readonly string[];
  readonly parts: readonly ReportPart[];
  /** Recipient addresses. */
  readonly to: readonly string[];
  /** Language of the mailed report. */
  readonly lang: string;
  readonly files: readonly ReportFormat[];
  /** Day before the first scheduled mail, because the view was saved later; absent in older views. */
  readonly wantedAfter?: string;
}
