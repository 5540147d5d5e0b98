/** Ours: alarms of limits. */
import Type, { type Static } from 'typebox';
import { LimitAlarmSchema } from '../limits.ts';
import { omittable, optionalId, requiredId } from './parameters.ts';
import { success, text } from './shapes.ts';

export const LimitAlarmsParameters = Type.Object({
  /** Empty: all that the caller sees. */
  location: optionalId,
  /** `yyyy-mm-dd`, of one location; empty: today. Without a location only what stands is told. */
  business_day: omittable(Type.String({ pattern: '^([0-9]{4}-[0-9]{2}-[0-9]{2})?$', default: '' })),
});
export const SeeLimitAlarmParameters = Type.Object({
  location: requiredId,
  alarm: Type.Integer({ minimum: 1 }),
});

const LocatedAlarm = Type.Object({ location: text, location_name: text, ...LimitAlarmSchema.properties });

export const LimitAlarmsAnswer = Type.Object({
  success,
  alarms: Type.Array(LocatedAlarm, { description: 'Those that stand first, the worst kind first, then the latest.' }),
});
export const SeeLimitAlarmAnswer = Type.Object({ success, alarm: LocatedAlarm });

export type LocatedLimitAlarm = Static<typeof LocatedAlarm>;
export type LimitAlarmsAnswer = Static<typeof LimitAlarmsAnswer>;
