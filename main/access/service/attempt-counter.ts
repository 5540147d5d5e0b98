/** Counter of failed logins by name or address. */

import { createHmac } from 'node:crypto';
import { largest } from '../../lib/lists.ts';
import { PASSWORD_POLICY } from '../rules/guess-policy.ts';

const { budgetEveryMs, forgetMs } = PASSWORD_POLICY;

export interface AttemptCount {
  wrong: number;
  /** Time of the last attempt: epoch milliseconds. */
  at: number;
  /** Used part of the budget at that time. */
  spent: number;
}

/** Used part of the budget now. A clock that was set back neither restores budget nor locks anyone out. */
export function spentNow({ spent, at }: AttemptCount, now: number): number {
  return Math.max(0, spent - Math.max(0, now - at) / budgetEveryMs);
}

/** Merges counts of several servers, of which each can have seen only a part. */
export function together(tallies: readonly AttemptCount[], now: number): AttemptCount {
  const counted = tallies.filter(({ at }) => at <= now && now - at < forgetMs);
  if (counted.length === 0) return { wrong: 0, at: now - forgetMs, spent: 0 };
  const at = largest(counted.map((tally) => tally.at));
  return {
    wrong: largest(counted.map(({ wrong }) => wrong)),
    at,
    spent: largest(counted.map((tally) => spentNow(tally, at))),
  };
}

/** Maximum number of names, addresses or keys in a map. */
const MAX_KEPT = 10_000;

/** Sets a value and evicts the least recently used one. Deleting first keeps the map in order of use. */
export function keepLatest<Value>(
  map: Map<string, Value>,
  key: string,
  value: Value,
  forget: (key: string) => void = () => {},
): void {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= MAX_KEPT) break;
    map.delete(oldest);
    forget(oldest);
  }
}

/** Hashes guessed names, ids and addresses for the database. */
export type Cover = (key: string) => string;

/** @param secret of the installation, the same at all servers */
export const coverWith =
  (secret: Buffer): Cover =>
  (key) =>
    createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22);
