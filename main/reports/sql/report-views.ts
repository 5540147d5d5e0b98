import { sql, upsertInto } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import type { ReportViewRows } from '../operations/report-view-rows.ts';
import { type ReportViewRow, reportViewsOf } from './stored-views.ts';

const SELECT = 'SELECT id, user_id AS "userId", view, sent_day AS "sentDay" FROM report_view';
const ALL = sql('all-report-views', SELECT);
const OF_USER = sql('report-views', `${SELECT} WHERE user_id = $1`);
const PUT = sql('put-report-view', upsertInto('report_view', ['user_id', 'id'], ['view', 'sent_day']));
const DROP = sql('drop-report-view', 'DELETE FROM report_view WHERE user_id = $1 AND id = $2');

export function reportViewRows(db: SqlRunner): ReportViewRows {
  return {
    *reportViews(userId) {
      const rows = userId === null ? db.all<ReportViewRow>(ALL) : db.all<ReportViewRow>(OF_USER, userId);
      return reportViewsOf(yield* rows);
    },
    putReportView: ({ userId, view, sentDay }) => db.run(PUT, userId, view.id, db.json(view), sentDay),
    dropReportView: (userId, id) => db.run(DROP, userId, id),
  };
}
