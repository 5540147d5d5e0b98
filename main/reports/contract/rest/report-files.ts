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
    'What the report holds, in this order.',
  ),
  file: described(omittable(Type.Enum([...REPORT_FORMATS], { default: 'pdf' })), 'What kind of file.'),
  title: described(
    omittable(Type.String({ maxLength: MAX_TITLE, default: '' })),
    'Heading of the report; empty: the plain word.',
  ),
});

export const ReportFileAnswer = Type.Object({
  success,
  name: Type.String({ description: 'For the file.' }),
  type: Type.String({ description: 'Its media type.' }),
  base64: Type.String({ description: 'What is in it.' }),
});

export const ForecastParameters = Type.Object({
  location: locationId,
  day: described(optionalDay, 'Business day, `yyyy-mm-dd`. Without it, tomorrow.'),
});

export const ForecastAnswer = Type.Object({
  success,
  location: text,
  day: text,
  weekday: Type.Integer({ description: '1 (Monday) to 7.' }),
  closed: Type.Boolean({ description: 'By opening hours and closed days nobody can come on that day.' }),
  days: Type.Integer({ description: 'So many past days of that weekday it is made of; with 0 there is no forecast.' }),
  total: Type.Number({ description: 'Tickets expected on the whole day.' }),
  by_hour: Type.Array(Type.Object({ hour: integer, expected: Type.Number() })),
});

export type ReportFileAnswer = Static<typeof ReportFileAnswer>;
export type ForecastAnswer = Static<typeof ForecastAnswer>;
