/** SQL for report views. */
import { sql, upsertInto } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { isListOf, isNumber, isOneOf, isOptional, isShaped, isText, readKept } from '../../database/stored-json.ts';
import { REPORT_FORMATS, REPORT_PARTS } from '../contract/report-document.ts';
import { type ReportView, SEND_TIMES, VIEW_SPANS } from '../contract/report-views.ts';
import type { KeptReportView, ReportViewRows } from '../operations/report-view-records.ts';

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

const isView = isShaped<ReportView>({
  id: isText,
  name: isText,
  span: isOneOf(VIEW_SPANS),
  locations: isListOf(isText),
  services: isListOf(isText),
  desks: isListOf(isText),
  users: isListOf(isText),
  parts: isListOf(isOneOf(REPORT_PARTS)),
  to: isListOf(isText),
  lang: isText,
  files: isListOf(isOneOf(REPORT_FORMATS)),
  every: isOneOf(SEND_TIMES),
  weekday: isNumber,
  monthday: isNumber,
  hour: isNumber,
  wantedAfter: isOptional(isText),
});

type ReportViewRow = Omit<KeptReportView, 'view'> & { readonly id: string; readonly view: string };

/** The readable views of these rows. */
function reportViewsOf(rows: readonly ReportViewRow[]): readonly KeptReportView[] {
  return rows.flatMap(({ id, view: text, ...kept }) => {
    const view = readKept<ReportView>(text, isView, { table: 'report_view', id });
    return view === null ? [] : [{ ...kept, view }];
  });
}
