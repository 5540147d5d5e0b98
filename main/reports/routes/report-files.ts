/** REST operations for report files and the visitor forecast (extension). */

import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { FORECAST_REPORT, MAKE_REPORT_FILE } from '../contract/endpoints.ts';
import type { ReportPart } from '../contract/report-document.ts';
import {
  ForecastAnswer,
  ForecastParameters,
  ReportFileAnswer,
  ReportFileParameters,
} from '../contract/rest/report-files.ts';
import { readForecast } from '../service/read-period.ts';
import type { ReportTurns, WriteReport } from '../service/report-file.ts';
import { gatherReport, writeReport } from '../service/report-file.ts';

interface ReportFileServices {
  readonly reportTurns: ReportTurns;
  readonly writeReport: WriteReport | null;
}

const reportFile = ({ reportTurns, writeReport: draw }: ReportFileServices) =>
  operation({
    name: 'report_file',
    area: 'reports',
    summary:
      'Report of some locations over some days as PDF or spreadsheet, in the language of `Accept-Language`. At most 50 locations.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    speaks: true,
    endpoint: MAKE_REPORT_FILE,
    roles: ['reports_view'],
    jsonOnly: true,
    takesLong: true,
    parameters: ReportFileParameters,
    answer: ReportFileAnswer,
    async handle({ file, parts, ...given }, context) {
      const lang = context.languages[0] ?? context.site.settings.default_lang;
      const { caller, signal } = context.asking();
      return reportTurns({ caller, signal }, async () => {
        const report = await gatherReport({ ...given, parts: parts as readonly ReportPart[], lang }, context);
        if (!report.ok) return report;
        const written = await writeReport(report.value, file, draw, signal);
        if (written === null) return refuseAs('drawing_unavailable');
        const { name, type, content } = written;
        return ok({ success: true, name, type, base64: Buffer.from(content).toString('base64') });
      });
    },
  });

const reportForecast = operation({
  name: 'report_forecast',
  area: 'reports',
  summary:
    'Forecast of tickets at a location on a day, by hour: the average of the same weekdays of the last eight weeks that had visitors.',
  errnos: [ERRNO.notFound],
  endpoint: FORECAST_REPORT,
  roles: ['reports_view'],
  jsonOnly: true,
  takesLong: true,
  parameters: ForecastParameters,
  answer: ForecastAnswer,
  async handle({ location, day }, context) {
    const forecast = await readForecast(location, context, day);
    if (!forecast.ok) return forecast;
    const { hours, ...rest } = forecast.value;
    return ok({ success: true, location, ...rest, by_hour: hours.map((expected, hour) => ({ hour, expected })) });
  },
});

export const reportFileOperations = (services: ReportFileServices): readonly Operation[] => [
  reportFile(services),
  reportForecast,
];
