import type { KeptReportView } from '../report-views.ts';
import type { Step } from '../step.ts';

export interface ReportViewRows {
  /** Of a user, or of everybody. */
  reportViews(userId: string | null): Step<readonly KeptReportView[]>;
  /** In the place of the one with its id. */
  putReportView(kept: KeptReportView): Step<void>;
  dropReportView(userId: string, id: string): Step<void>;
}
