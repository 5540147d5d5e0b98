import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { asJson, statement } from '../../../database/postgres/statement.ts';
import type { ReportViewRows } from '../../operations/report-view-rows.ts';
import { type ReportViewRow, reportViewsOf } from '../stored-views.ts';

const COLUMNS = 'id, user_id AS "userId", view, sent_day AS "sentDay"';
const ALL = statement('all-report-views', `SELECT ${COLUMNS} FROM report_view`);
const OF_USER = statement('report-views', `SELECT ${COLUMNS} FROM report_view WHERE user_id = $1`);
const PUT = statement(
  'put-report-view',
  `INSERT INTO report_view (user_id, id, view, sent_day) VALUES ($1, $2, $3, $4)
  ON CONFLICT (user_id, id) DO UPDATE SET view = excluded.view, sent_day = excluded.sent_day`,
);
const DROP = statement('drop-report-view', 'DELETE FROM report_view WHERE user_id = $1 AND id = $2');

export function reportViewRows(session: DatabaseSession): ReportViewRows {
  return {
    *reportViews(userId) {
      const rows =
        userId === null
          ? yield* session.ask<ReportViewRow>(ALL, [])
          : yield* session.ask<ReportViewRow>(OF_USER, [userId]);
      return reportViewsOf(rows);
    },
    *putReportView({ userId, view, sentDay }) {
      yield* session.change(PUT, [userId, view.id, asJson(view), sentDay]);
    },
    *dropReportView(userId, id) {
      yield* session.change(DROP, [userId, id]);
    },
  };
}
