/** Stored report views. */

import type { Effect } from '../../database/effect.ts';
import type { ReportView } from '../contract/report-views.ts';

export interface KeptReportView {
  /** Owner; empty: created while no key was required. */
  readonly userId: string;
  readonly view: ReportView;
  /** Day of the last sent mail, `yyyy-mm-dd`; empty before the first. */
  readonly sentDay: string;
}

export interface ReportViewRows {
  /** Views of a user, or of all users. */
  reportViews(userId: string | null): Effect<readonly KeptReportView[]>;
  /** Replaces the view with its id. */
  putReportView(kept: KeptReportView): Effect<void>;
  dropReportView(userId: string, id: string): Effect<void>;
}
