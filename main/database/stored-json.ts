/**
 * JSON of a row, read back and checked.
 *
 * A row may hold text that this program never wrote: by a damaged disk, a script, a restored part. It is skipped and
 * reported, and its reader goes on.
 */
import type { Log } from '../lib/context.ts';
import { parseJson } from '../lib/parse-json.ts';

/** Where a damaged row is. Never what it holds. */
export interface UnreadableRow {
  readonly table: string;
  readonly id: string;
}

type Check = (value: unknown) => boolean;
/** A check for each field; others may be there. */
export type Shape<T> = { readonly [Field in keyof T]-?: Check };

export const isText: Check = (value) => typeof value === 'string';
export const isBoolean: Check = (value) => typeof value === 'boolean';
export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
export const isOneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
export const isNullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
/** An object whose fields have any names. */
export const isRecordOf =
  (check: Check): Check =>
  (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(check);
export const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
export const isOptional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
export const isShaped =
  <T>(shape: Shape<T>): Check =>
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    return Object.entries<Check>(shape).every(([field, check]) => check((value as Record<string, unknown>)[field]));
  };

const reporters = new Set<(row: UnreadableRow) => void>();

/** Hears of each damaged row that this thread reads, as often as it reads it. Returns the end of that. */
export function onUnreadable(report: (row: UnreadableRow) => void): () => void {
  reporters.add(report);
  return () => reporters.delete(report);
}

/** Null, and a report, for text that is none of these. */
export function readKept<T>(text: string, check: Check, row: UnreadableRow): T | null {
  const value = parseJson(text);
  if (check(value)) return value as T;
  for (const report of reporters) report(row);
  return null;
}

const MAX_LOGGED = 1_000;

/** Logs each damaged row once. */
export function unreadableLog(log: Log): (row: UnreadableRow) => void {
  const logged = new Set<string>();
  return ({ table, id }) => {
    const key = `${table} ${id}`;
    if (logged.has(key) || logged.size >= MAX_LOGGED) return;
    logged.add(key);
    log.error('store.row-corrupt', { table, id });
  };
}
