/** REST schemas of report files and of the visitor forecast (extension). */
import Type, { type Static } from 'typebox';
import {
  described,
  deskIds,
  FIRST_DAY,
  LAST_DAY,
  locationId,
  locationIds,
  omittable,
  serviceIds,
  userIds,
} from '../../../rest/contract/parameters.ts';
import { integer, success, text } from '../../../rest/contract/shapes.ts';
import { REPORT_FORMATS, REPORT_PARTS } from '../report-document.ts';

const optionalDay = omittable(Type.String({ maxLength: 10, default: '' }));
const MAX_TITLE = 120;

export const ReportFileParameters = Type.Object({
  /** Empty: all locations visible to the caller. */
  locations: locationIds,
  from: described(optionalDay, FIRST_DAY),
  to: described(optionalDay, LAST_DAY),
  services: serviceIds,
  desks: deskIds,
  users: userIds,
  parts: described(
    omittable(
      Type.Array(Type.Enum([...REPORT_PARTS]), { default: ['overview', 'days', 'services', 'users'], maxItems: 20 }),
    ),
    'Parts of the report, in this order.',
  ),
  file: described(omittable(Type.Enum([...REPORT_FORMATS], { default: 'pdf' })), 'File format.'),
  title: described(
    omittable(Type.String({ maxLength: MAX_TITLE, default: '' })),
    'Heading of the report; empty: the default heading.',
  ),
});

export const ReportFileAnswer = Type.Object({
  success,
  name: Type.String({ description: 'For the file.' }),
  type: Type.String({ description: 'Its media type.' }),
  base64: Type.String({ description: 'Content of the file.' }),
});

export const ForecastParameters = Type.Object({
  location: locationId,
  day: described(optionalDay, 'Business day, `yyyy-mm-dd`. Default: tomorrow.'),
});

export const ForecastAnswer = Type.Object({
  success,
  location: text,
  day: text,
  weekday: Type.Integer({ description: '1 (Monday) to 7.' }),
  closed: Type.Boolean({ description: 'Whether the location is closed on that day.' }),
  days: Type.Integer({ description: 'Number of past days of that weekday in the average; 0: no forecast.' }),
  total: Type.Number({ description: 'Tickets expected on the whole day.' }),
  by_hour: Type.Array(Type.Object({ hour: integer, expected: Type.Number() })),
});

export type ReportFileAnswer = Static<typeof ReportFileAnswer>;
export type ForecastAnswer = Static<typeof ForecastAnswer>;
