/** Schema of device alarms in events, webhooks and responses. */
import Type, { type Static } from 'typebox';
import { ALARM_KINDS, ALARMS } from './alarms.ts';

const TODOS = [...new Set(Object.values(ALARMS).map(({ todo }) => todo))];

const text = (description: string) => Type.String({ description });

export const DeviceAlarmSchema = Type.Object({
  kind: Type.Enum([...ALARM_KINDS], { description: 'Kind of the alarm.' }),
  todo: Type.Enum(TODOS, { description: 'Id of the action to take.' }),
  since: text('Start of the issue.'),
});

/** An alarm that was raised or has ended. */
export const AlarmNewsSchema = Type.Object({
  device_id: text('Id of the device.'),
  device_name: text('Its name.'),
  ...DeviceAlarmSchema.properties,
  ended_at: text('End of the alarm; empty when it was just raised.'),
});

export type DeviceAlarm = Static<typeof DeviceAlarmSchema>;
export type AlarmNews = Static<typeof AlarmNewsSchema>;
