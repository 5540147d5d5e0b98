/** Counter of failed logins by name or address. */

import { createHmac } from 'node:crypto';
import { largest } from '../../lib/lists.ts';
import { PASSWORD_POLICY } from '../rules/guess-policy.ts';

const { budgetEveryMs, forgetMs } = PASSWORD_POLICY;

export interface AttemptCount {
  wrong: number;
  /** Of the last try: epoch milliseconds. */
  at: number;
  /** How much of the budget was used up then. */
  spent: number;
}

/** A clock that was set back brings nothing back, and locks nobody out. */
export function spentNow({ spent, at }: AttemptCount, now: number): number {
  return Math.max(0, spent - Math.max(0, now - at) / budgetEveryMs);
}

/** What several know of the same: each has seen some of it, or all. */
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

/** Names, addresses or keys that are kept in mind of those who try. */
const MAX_KEPT = 10_000;

/** Set anew, so that the map's order is that of the last use; what was used longest ago is forgotten. */
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

/** Hashes of guessed names, ids and addresses for the database. */
export type Cover = (key: string) => string;

/** @param secret of the installation, the same at all servers */
export const coverWith =
  (secret: Buffer): Cover =>
  (key) =>
    createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22);
