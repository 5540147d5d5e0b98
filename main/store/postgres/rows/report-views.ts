import type { KeptReportView } from '../../../queue/report-views.ts';
import type { ReportViewRows } from '../../../queue/rows.ts';
import { reportViewOf } from '../../kept-shapes.ts';
import type { Session } from '../session.ts';
import { asJson, statement } from '../statement.ts';

const COLUMNS = 'id, user_id AS "userId", view, sent_day AS "sentDay"';
const ALL = statement('all-report-views', `SELECT ${COLUMNS} FROM report_view`);
const OF_USER = statement('report-views', `SELECT ${COLUMNS} FROM report_view WHERE user_id = $1`);
const PUT = statement(
  'put-report-view',
  `INSERT INTO report_view (user_id, id, view, sent_day) VALUES ($1, $2, $3, $4)
  ON CONFLICT (user_id, id) DO UPDATE SET view = excluded.view, sent_day = excluded.sent_day`,
);
const DROP = statement('drop-report-view', 'DELETE FROM report_view WHERE user_id = $1 AND id = $2');

type Row = Omit<KeptReportView, 'view'> & { readonly id: string; readonly view: string };

function viewsIn(rows: readonly Row[]): readonly KeptReportView[] {
  return rows.flatMap(({ id, view: text, ...kept }) => {
    const view = reportViewOf(id, text);
    return view === null ? [] : [{ ...kept, view }];
  });
}

export function reportViewRows(session: Session): ReportViewRows {
  return {
    *reportViews(userId) {
      const rows = userId === null ? yield* session.ask<Row>(ALL, []) : yield* session.ask<Row>(OF_USER, [userId]);
      return viewsIn(rows);
    },
    *putReportView({ userId, view, sentDay }) {
      yield* session.change(PUT, [userId, view.id, asJson(view), sentDay]);
    },
    *dropReportView(userId, id) {
      yield* session.change(DROP, [userId, id]);
    },
  };
}
