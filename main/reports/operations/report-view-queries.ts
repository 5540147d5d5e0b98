import { query } from '../../store/contract/scope.ts';
import type { KeptReportView } from './report-view-records.ts';

/** Saved reports of a user; of everybody for null. */
export const reportViews = query<{ readonly userId: string | null }, readonly KeptReportView[]>({
  scope: 'global',
  snapshot: false,
  *run(rows, { userId }) {
    return yield* rows.reportViews(userId);
  },
});
