import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { ReportViewRows } from '../../operations/report-view-rows.ts';
import { type ReportViewRow, reportViewsOf } from '../stored-views.ts';

const ALL = 'SELECT id, user_id AS userId, view, sent_day AS sentDay FROM report_view';
const OF_USER = `${ALL} WHERE user_id = ?`;
const PUT = 'INSERT OR REPLACE INTO report_view (user_id, id, view, sent_day) VALUES (?, ?, ?, ?)';
const DROP = 'DELETE FROM report_view WHERE user_id = ? AND id = ?';

export function reportViewRows(db: Db): ReportViewRows {
  return {
    reportViews: (userId) =>
      atOnce(reportViewsOf(userId === null ? db.all<ReportViewRow>(ALL) : db.all<ReportViewRow>(OF_USER, userId))),
    putReportView({ userId, view, sentDay }) {
      db.run(PUT, userId, view.id, JSON.stringify(view), sentDay);
      return DONE;
    },
    dropReportView(userId, id) {
      db.run(DROP, userId, id);
      return DONE;
    },
  };
}
