/** Reports, saved reports and their keys. */

import type { SubjectParameters } from '../../access/contract/rest/login.ts';
import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import type { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type { BranchesAnswer, BranchesParameters, ComparisonAnswer, ComparisonParameters } from './rest/branches.ts';
import type {
  ForecastAnswer,
  ForecastParameters,
  ReportFileAnswer,
  ReportFileParameters,
} from './rest/report-files.ts';
import type { ReportKeyAnswer, ReportKeyStateAnswer } from './rest/report-keys.ts';
import type {
  DropReportViewParameters,
  PutReportViewParameters,
  ReportViewAnswer,
  ReportViewsAnswer,
} from './rest/report-views.ts';
import type { PeriodAnswer, PeriodParameters, TodayAnswer, TodayParameters } from './rest/reports.ts';

export const REPORT_TODAY = endpoint<typeof TodayParameters, typeof TodayAnswer>('GET v2/reports/today');

export const REPORT_PERIOD = endpoint<typeof PeriodParameters, typeof PeriodAnswer>('GET v2/reports/period');

export const MAKE_REPORT_FILE = endpoint<typeof ReportFileParameters, typeof ReportFileAnswer>('GET v2/reports/file');

export const FORECAST_REPORT = endpoint<typeof ForecastParameters, typeof ForecastAnswer>('GET v2/reports/forecast');

export const LIST_REPORT_VIEWS = endpoint<typeof NoParameters, typeof ReportViewsAnswer>('GET v2/reports/views');

export const PUT_REPORT_VIEW = endpoint<typeof PutReportViewParameters, typeof ReportViewAnswer>(
  'POST v2/reports/views',
);

export const DROP_REPORT_VIEW = endpoint<typeof DropReportViewParameters, typeof DoneAnswer>(
  'DELETE v2/reports/views/:id',
);

export const READ_REPORT_KEY = endpoint<typeof SubjectParameters, typeof ReportKeyStateAnswer>(
  'GET v2/admin/report_keys/:id/key',
);

export const CREATE_REPORT_KEY = endpoint<typeof SubjectParameters, typeof ReportKeyAnswer>(
  'POST v2/admin/report_keys/:id/key',
);

export const END_REPORT_KEY = endpoint<typeof SubjectParameters, typeof DoneAnswer>(
  'DELETE v2/admin/report_keys/:id/key',
);

/** Locations and their comparison. */
export const LIST_BRANCHES = endpoint<typeof BranchesParameters, typeof BranchesAnswer>('GET v2/reports/locations');

export const COMPARE_BRANCHES = endpoint<typeof ComparisonParameters, typeof ComparisonAnswer>(
  'GET v2/reports/comparison',
);
