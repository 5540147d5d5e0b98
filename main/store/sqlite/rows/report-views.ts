import type { KeptReportView } from '../../../queue/report-views.ts';
import type { ReportViewRows } from '../../../queue/rows.ts';
import { atOnce, DONE } from '../../../queue/step.ts';
import { reportViewOf } from '../../kept-shapes.ts';
import type { Db } from '../db.ts';

const ALL = 'SELECT id, user_id AS userId, view, sent_day AS sentDay FROM report_view';
const OF_USER = `${ALL} WHERE user_id = ?`;
const PUT = 'INSERT OR REPLACE INTO report_view (user_id, id, view, sent_day) VALUES (?, ?, ?, ?)';
const DROP = 'DELETE FROM report_view WHERE user_id = ? AND id = ?';

type Row = Omit<KeptReportView, 'view'> & { readonly id: string; readonly view: string };

function viewsIn(rows: readonly Row[]): readonly KeptReportView[] {
  return rows.flatMap(({ id, view: text, ...kept }) => {
    const view = reportViewOf(id, text);
    return view === null ? [] : [{ ...kept, view }];
  });
}

export function reportViewRows(db: Db): ReportViewRows {
  return {
    reportViews: (userId) => atOnce(viewsIn(userId === null ? db.all<Row>(ALL) : db.all<Row>(OF_USER, userId))),
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
