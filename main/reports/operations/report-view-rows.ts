import type { Effect } from '../../database/effect.ts';
import type { KeptReportView } from './report-view-records.ts';

export interface ReportViewRows {
  /** Of a user, or of everybody. */
  reportViews(userId: string | null): Effect<readonly KeptReportView[]>;
  /** In the place of the one with its id. */
  putReportView(kept: KeptReportView): Effect<void>;
  dropReportView(userId: string, id: string): Effect<void>;
}
