/** REST schemas of report keys in the back office. */
import Type from 'typebox';
import { success, text } from '../../../rest/contract/shapes.ts';

/** The key is shown only once. */
export const ReportKeyAnswer = Type.Object({ success, id: text, key: text });
export const ReportKeyStateAnswer = Type.Object({
  success,
  id: text,
  /** Whether there is a key; it may have expired. */
  has_key: Type.Boolean(),
  /** `yyyy-mm-dd` in UTC; empty if this key was never used. */
  last_used_on: text,
});
