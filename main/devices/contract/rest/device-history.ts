/** REST schemas of a device's history (extension). */
import Type, { type Static } from 'typebox';
import { described, MOST, NEXT_PAGE, omittable, thingId } from '../../../rest/contract/parameters.ts';
import { integer, success, text } from '../../../rest/contract/shapes.ts';

export const DeviceHistoryParameters = Type.Object({
  id: thingId,
  /** Cursor: `next` of the previous page. */
  before: described(omittable(Type.String({ maxLength: 20, default: '' })), NEXT_PAGE),
  limit: described(omittable(Type.Integer({ minimum: 1, maximum: 200, default: 50 })), MOST),
});

export const DeviceHistoryEntrySchema = Type.Object({
  /** Increases from entry to entry. */
  number: integer,
  /** ISO instant. */
  at: text,
  /** `came`, `went`, `alarm`, `alarm-ended`, `roll-changed`. */
  what: text,
  /** Kind of the alarm; otherwise empty. */
  alarm: text,
});

export const DeviceHistoryAnswer = Type.Object({
  success,
  /** Newest first; the last 200 of each device are kept. */
  entries: Type.Array(DeviceHistoryEntrySchema),
  /** Cursor of the next page; empty on the last page. */
  next: text,
});

export type DeviceHistoryEntry = Static<typeof DeviceHistoryEntrySchema>;
export type DeviceHistoryAnswer = Static<typeof DeviceHistoryAnswer>;
