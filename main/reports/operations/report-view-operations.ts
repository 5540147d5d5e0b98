/** Operations on saved reports, which belong to their owner. */
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { operation, query } from '../../store/contract/scope.ts';
import type { KeptReportView } from './report-view-records.ts';

const MAX_OF_ONE = 50;

/** Maximum recipients over all mailed reports of a user. */
const MAX_RECIPIENTS = 100;

/** Saved reports of a user; of all users for null. */
export const reportViews = query<{ readonly userId: string | null }, readonly KeptReportView[]>({
  scope: 'global',
  snapshot: false,
  *run(rows, { userId }) {
    return yield* rows.reportViews(userId);
  },
});

/** Replaces the view with its id. 107 if its owner has too many views or recipients. */
export const putReportView = operation<KeptReportView, null>({
  scope: 'global',
  jobQueue: 'reports',
  *run({ rows }, kept) {
    const own = yield* rows.reportViews(kept.userId);
    if (!own.some(({ view }) => view.id === kept.view.id) && own.length >= MAX_OF_ONE) {
      return refuseAs('too_many_saved_reports', { values: { max: MAX_OF_ONE } });
    }
    const sent = [...own.map(({ view }) => view).filter(({ id }) => id !== kept.view.id), kept.view];
    const recipients = sent.reduce((sum, { every, to }) => sum + (every === 'never' ? 0 : to.length), 0);
    if (recipients > MAX_RECIPIENTS && kept.view.every !== 'never') {
      return refuseAs('too_many_recipients', { values: { max: MAX_RECIPIENTS } });
    }
    yield* rows.putReportView(kept);
    return ok(null);
  },
});

/** 6 for an unknown view. */
export const dropReportView = operation<{ readonly userId: string; readonly id: string }, null>({
  scope: 'global',
  jobQueue: 'reports',
  *run({ rows }, { userId, id }) {
    const own = yield* rows.reportViews(userId);
    if (!own.some(({ view }) => view.id === id)) return fail({ errno: ERRNO.notFound, parameter: 'id' });
    yield* rows.dropReportView(userId, id);
    return ok(null);
  },
});

/** Records a sent report. Does nothing for a deleted view. */
export const noteReportSent = operation<
  { readonly userId: string; readonly id: string; readonly sentDay: string },
  null
>({
  scope: 'global',
  jobQueue: 'reports',
  *run({ rows }, { userId, id, sentDay }) {
    const kept = (yield* rows.reportViews(userId)).find(({ view }) => view.id === id);
    if (kept !== undefined && kept.sentDay < sentDay) yield* rows.putReportView({ ...kept, sentDay });
    return ok(null);
  },
});
