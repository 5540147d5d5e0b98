/** Answers of what the back office does with keys for reports. */
import Type, { type Static } from 'typebox';
import { success, text } from '../../../rest/contract/shapes.ts';

/** The key is shown this once; nobody can look it up again. */
export const ReportKeyAnswer = Type.Object({ success, id: text, key: text });
export const ReportKeyStateAnswer = Type.Object({
  success,
  id: text,
  /** Whether there is one; it may have run out. */
  has_key: Type.Boolean(),
  /** `yyyy-mm-dd` in UTC; empty when this key was never used. */
  last_used_on: text,
});
export type ReportKeyState = Static<typeof ReportKeyStateAnswer>;
