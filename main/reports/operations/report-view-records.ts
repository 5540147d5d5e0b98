/** Stored report views. */
import type { ReportView } from '../contract/report-views.ts';

export interface KeptReportView {
  /** Whose it is; empty: made while nobody needed a key. */
  readonly userId: string;
  readonly view: ReportView;
  /** The day of the last sending that is done, `yyyy-mm-dd`; empty before the first. */
  readonly sentDay: string;
}
