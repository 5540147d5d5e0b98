/** Stored report views, read and checked. */

import { isListOf, isNumber, isOneOf, isOptional, isShaped, isText, readKept } from '../../database/stored-json.ts';
import { REPORT_FORMATS, REPORT_PARTS } from '../contract/report-document.ts';
import { type ReportView, SEND_TIMES, VIEW_SPANS } from '../contract/report-views.ts';
import type { KeptReportView } from '../operations/report-view-records.ts';

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

export type ReportViewRow = Omit<KeptReportView, 'view'> & { readonly id: string; readonly view: string };

/** The reports of these rows that can be read. */
export function reportViewsOf(rows: readonly ReportViewRow[]): readonly KeptReportView[] {
  return rows.flatMap(({ id, view: text, ...kept }) => {
    const view = readKept<ReportView>(text, isView, { table: 'report_view', id });
    return view === null ? [] : [{ ...kept, view }];
  });
}
