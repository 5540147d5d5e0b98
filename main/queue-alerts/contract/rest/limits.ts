/** REST schemas of queue alerts (extension). */
import Type, { type Static } from 'typebox';
import { described, locationId, omittable, optionalLocationId } from '../../../rest/contract/parameters.ts';
import { success, text } from '../../../rest/contract/shapes.ts';
import { LimitAlarmSchema } from '../limits.ts';

export const LimitAlarmsParameters = Type.Object({
  /** Empty: all locations that the caller sees. */
  location: optionalLocationId,
  /** `yyyy-mm-dd`, with a location only; empty: today. Without a location, only open alerts are returned. */
  business_day: described(
    omittable(Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', default: '' })),
    'Business day of the location, `yyyy-mm-dd`. Default: today.',
  ),
});
export const SeeLimitAlarmParameters = Type.Object({
  location: locationId,
  alarm: described(Type.Integer({ minimum: 1 }), 'Number of the alarm at its location.'),
});

const LocatedAlarm = Type.Object({ location: text, location_name: text, ...LimitAlarmSchema.properties });

export const LimitAlarmsAnswer = Type.Object({
  success,
  alarms: Type.Array(LocatedAlarm, { description: 'Active alarms first, by severity, then the latest ones.' }),
});
export const SeeLimitAlarmAnswer = Type.Object({ success, alarm: LocatedAlarm });

export type LocatedLimitAlarm = Static<typeof LocatedAlarm>;
export type LimitAlarmsAnswer = Static<typeof LimitAlarmsAnswer>;
