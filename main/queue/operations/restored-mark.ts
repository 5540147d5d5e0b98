/**
 * Mark of a restored database, under a key of `meta`.
 *
 * `{"asOf": ms, "at": ms}` under a key of `meta`.
 */
import { parseJson } from '../../lib/parse-json.ts';

/** A backup was restored: which leases this database does not know of. Epoch milliseconds. */
export interface RestoredMark {
  /** The state to which the database was put back. */
  readonly asOf: number;
  readonly at: number;
}

export const RESTORED_KEY = 'restored';

export function readRestoredMark(value: string | null): RestoredMark | null {
  if (value === null) return null;
  const { asOf, at } = (parseJson(value) ?? {}) as Partial<RestoredMark>;
  return typeof asOf === 'number' && typeof at === 'number' ? { asOf, at } : null;
}
