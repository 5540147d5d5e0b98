/** Ours: reports that somebody has saved. */
import Type, { type Static } from 'typebox';
import { REPORT_FORMATS, REPORT_PARTS } from '../report-document.ts';
import { SEND_TIMES, VIEW_SPANS } from '../report-views.ts';
import { omittable, optionalId, optionalIds, requiredId } from './parameters.ts';
import { success, text } from './shapes.ts';

const MOST_RECIPIENTS = 20;

const parts = omittable(
  Type.Array(Type.Enum([...REPORT_PARTS]), {
    default: ['overview', 'days', 'services', 'users'],
    maxItems: 20,
  }),
);
const files = omittable(
  Type.Array(Type.Enum([...REPORT_FORMATS]), { default: ['pdf'], maxItems: REPORT_FORMATS.length }),
);

const fields = {
  name: Type.String({ minLength: 1, maxLength: 120 }),
  span: omittable(Type.Enum([...VIEW_SPANS], { default: 'days7' })),
  locations: optionalIds,
  services: optionalIds,
  desks: optionalIds,
  users: optionalIds,
  parts,
  every: omittable(Type.Enum([...SEND_TIMES], { default: 'never' })),
  weekday: omittable(Type.Integer({ minimum: 1, maximum: 7, default: 1 })),
  monthday: omittable(Type.Integer({ minimum: 1, maximum: 28, default: 1 })),
  hour: omittable(Type.Integer({ minimum: 0, maximum: 23, default: 7 })),
  recipients: omittable(Type.Array(Type.String({ maxLength: 254 }), { default: [], maxItems: MOST_RECIPIENTS })),
  lang: omittable(Type.String({ maxLength: 20, default: '' })),
  files,
};

export const PutReportViewParameters = Type.Object({
  /** Empty: a new one. */
  id: optionalId,
  ...fields,
});
export const DropReportViewParameters = Type.Object({ id: requiredId });

const ReportViewSchema = Type.Object({
  id: text,
  ...fields,
  sent_on: Type.String({ description: 'The day of the last sending; empty before the first.' }),
});

export const ReportViewsAnswer = Type.Object({
  success,
  views: Type.Array(ReportViewSchema, { description: 'By name.' }),
});
export const ReportViewAnswer = Type.Object({ success, id: text });

export type ReportViewsAnswer = Static<typeof ReportViewsAnswer>;
export type ReportViewFields = Static<typeof ReportViewSchema>;
