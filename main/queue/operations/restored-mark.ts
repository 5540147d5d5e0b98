/**
 * Mark of a restored database.
 *
 * `{"asOf": ms, "at": ms}` under a key of `meta`.
 */
import { parseJson } from '../../lib/parse-json.ts';

/** When a backup was restored: identifies leases that this database does not know. Epoch milliseconds. */
export interface RestoredMark {
  /** Time of the restored backup. */
  readonly asOf: number;
  readonly at: number;
}

export const RESTORED_KEY = 'restored';

export function readRestoredMark(value: string | null): RestoredMark | null {
  if (value === null) return null;
  const { asOf, at } = (parseJson(value) ?? {}) as Partial<RestoredMark>;
  return typeof asOf === 'number' && typeof at === 'number' ? { asOf, at } : null;
}
