/** Tables of devices. */
import { integer, json, optional, type Table, table, text } from './table.ts';

/** Last status of a device, and its alarms. `in_touch`: 1 when the device was connected as the row was written. */
const DEVICE_STATE = table('device_state', {
  moved: true,
  key: ['location_id', 'device_id'],
  columns: {
    location_id: text,
    device_id: text,
    status: json(text),
    said_at: optional(integer),
    in_touch: integer,
    heard_at: integer,
    alarms: json(text),
  },
});

/** History of a device. */
const DEVICE_NEWS = table('device_news', {
  moved: true,
  key: ['location_id', 'device_id', 'number'],
  columns: { location_id: text, device_id: text, number: integer, at: integer, what: text, alarm: text },
  indexes: [{ name: 'device_news_age', columns: 'location_id, at' }],
});

/** What staff asked devices to do (JSON). It is over within minutes, and the audit log tells of it. */
const DEVICE_ACTION = table('device_action', {
  moved: false,
  key: ['id'],
  columns: { id: text, device_id: text, asked_at: integer, body: text },
  indexes: [
    { name: 'device_action_of', columns: 'device_id, asked_at, id' },
    { name: 'device_action_age', columns: 'asked_at' },
  ],
});

/** The picture or log that came of it, for an hour. */
const DEVICE_ACTION_RESULT = table('device_action_result', {
  moved: false,
  key: ['action_id'],
  hasRowid: true,
  columns: { action_id: text, at: integer, picture: text, text },
  indexes: [{ name: 'device_action_result_age', columns: 'at' }],
});

export const DEVICE_TABLES: readonly Table[] = [DEVICE_STATE, DEVICE_NEWS, DEVICE_ACTION, DEVICE_ACTION_RESULT];
