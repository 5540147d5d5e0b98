/** REST schemas of saved report views. */
import Type, { type Static } from 'typebox';
import {
  described,
  deskIds,
  LANGUAGE,
  locationIds,
  omittable,
  optionalThingId,
  serviceIds,
  thingId,
  userIds,
} from '../../../rest/contract/parameters.ts';
import { success, text } from '../../../rest/contract/shapes.ts';
import { REPORT_FORMATS, REPORT_PARTS } from '../report-document.ts';
import { SEND_TIMES, VIEW_SPANS } from '../report-views.ts';

const MAX_RECIPIENTS = 20;

const parts = described(
  omittable(
    Type.Array(Type.Enum([...REPORT_PARTS]), {
      default: ['overview', 'days', 'services', 'users'],
      maxItems: 20,
    }),
  ),
  'Parts of the report, in this order.',
);
const files = described(
  omittable(Type.Array(Type.Enum([...REPORT_FORMATS]), { default: ['pdf'], maxItems: REPORT_FORMATS.length })),
  'Attachments of the mail.',
);

const fields = {
  name: described(Type.String({ minLength: 1, maxLength: 120 }), 'Name of the saved report.'),
  span: described(
    omittable(Type.Enum([...VIEW_SPANS], { default: 'days7' })),
    'Period of the report when it is opened.',
  ),
  locations: locationIds,
  services: serviceIds,
  desks: deskIds,
  users: userIds,
  parts,
  every: described(
    omittable(Type.Enum([...SEND_TIMES], { default: 'never' })),
    'Schedule: never, each day (about the day before), each week (about seven days), each month (about the month before).',
  ),
  weekday: described(
    omittable(Type.Integer({ minimum: 1, maximum: 7, default: 1 })),
    'Weekday of a weekly report: 1 (Monday) to 7.',
  ),
  monthday: described(
    omittable(Type.Integer({ minimum: 1, maximum: 28, default: 1 })),
    'Day of a monthly report: 1 to 28.',
  ),
  hour: described(omittable(Type.Integer({ minimum: 0, maximum: 23, default: 7 })), 'Hour of sending: 0 to 23.'),
  recipients: described(
    omittable(Type.Array(Type.String({ maxLength: 254 }), { default: [], maxItems: MAX_RECIPIENTS })),
    'Recipients of the mail, at most 20.',
  ),
  lang: described(omittable(Type.String({ maxLength: 20, default: '' })), LANGUAGE),
  files,
};

export const PutReportViewParameters = Type.Object({
  /** Empty: creates a view. */
  id: optionalThingId,
  ...fields,
});
export const DropReportViewParameters = Type.Object({ id: thingId });

const ReportViewSchema = Type.Object({
  id: text,
  ...fields,
  sent_on: Type.String({ description: 'Day of the last mail; empty before the first.' }),
});

export const ReportViewsAnswer = Type.Object({
  success,
  views: Type.Array(ReportViewSchema, { description: 'By name.' }),
});
export const ReportViewAnswer = Type.Object({ success, id: text });

export type ReportViewsAnswer = Static<typeof ReportViewsAnswer>;
export type ReportViewFields = Static<typeof ReportViewSchema>;
