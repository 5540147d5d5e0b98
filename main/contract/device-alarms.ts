/** What somebody has to look after at a device, and what to do about it. */
import Type, { type Static } from 'typebox';

/** The worst first. `todo`: what to do, in a word that each page says in its language. `grave`: no visitor gets a ticket on paper. */
export const ALARMS = {
  silent: { todo: 'check-power', grave: true },
  alone: { todo: 'check-line', grave: true },
  'no-paper': { todo: 'load-paper', grave: true },
  'cover-open': { todo: 'close-cover', grave: true },
  'printer-absent': { todo: 'check-printer', grave: true },
  'printer-fault': { todo: 'check-printer', grave: true },
  'printer-silent': { todo: 'check-printer', grave: true },
  'prints-failed': { todo: 'test-print', grave: true },
  'not-shown': { todo: 'open-page', grave: true },
  'reader-absent': { todo: 'check-reader', grave: false },
  'paper-low': { todo: 'bring-paper', grave: false },
  'disk-full': { todo: 'free-disk', grave: false },
  'clock-off': { todo: 'set-clock', grave: false },
} as const;

export type AlarmKind = keyof typeof ALARMS;
export const ALARM_KINDS = Object.keys(ALARMS) as readonly AlarmKind[];
const TODOS = [...new Set(Object.values(ALARMS).map(({ todo }) => todo))];

const text = (description: string) => Type.String({ description });

export const DeviceAlarmSchema = Type.Object({
  kind: Type.Enum([...ALARM_KINDS], { description: 'What is wrong.' }),
  todo: Type.Enum(TODOS, { description: 'What to do about it, in a word.' }),
  since: text('Since when it is so.'),
});

/** An alarm that was raised, or has ended. */
export const AlarmNewsSchema = Type.Object({
  device_id: text('The device.'),
  device_name: text('Its name.'),
  ...DeviceAlarmSchema.properties,
  ended_at: text('When it ended; empty when it has just been raised.'),
});

export type DeviceAlarm = Static<typeof DeviceAlarmSchema>;
export type AlarmNews = Static<typeof AlarmNewsSchema>;
