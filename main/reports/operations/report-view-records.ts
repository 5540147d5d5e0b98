/** Stored report views. */

import type { Effect } from '../../database/effect.ts';
import type { ReportView } from '../contract/report-views.ts';

export interface KeptReportView {
  /** Whose it is; empty: made while nobody needed a key. */
  readonly userId: string;
  readonly view: ReportView;
  /** The day of the last sending that is done, `yyyy-mm-dd`; empty before the first. */
  readonly sentDay: string;
}

export interface ReportViewRows {
  /** Of a user, or of everybody. */
  reportViews(userId: string | null): Effect<readonly KeptReportView[]>;
  /** In the place of the one with its id. */
  putReportView(kept: KeptReportView): Effect<void>;
  dropReportView(userId: string, id: string): Effect<void>;
}
