/** Schema of device alarms in events, webhooks and responses. */
import Type, { type Static } from 'typebox';
import { ALARM_KINDS, ALARMS } from './alarms.ts';

const TODOS = [...new Set(Object.values(ALARMS).map(({ todo }) => todo))];

const text = (description: string) => Type.String({ description });

export const DeviceAlarmSchema = Type.Object({
  kind: Type.Enum([...ALARM_KINDS], { description: 'What is wrong.' }),
  todo: Type.Enum(TODOS, { description: 'What to do about it, in a word.' }),
  since: text('Since when it is so.'),
});

/** An alarm that was raised or has ended. */
export const AlarmNewsSchema = Type.Object({
  device_id: text('The device.'),
  device_name: text('Its name.'),
  ...DeviceAlarmSchema.properties,
  ended_at: text('When it ended; empty when it has just been raised.'),
});

export type DeviceAlarm = Static<typeof DeviceAlarmSchema>;
export type AlarmNews = Static<typeof AlarmNewsSchema>;
