/**
 * JSON of a row, read back and checked.
 *
 * A damaged disk, a script or a partial restore can leave text that this program never wrote. Such a row is skipped and
 * reported, and the reader continues.
 */
import type { Log } from '../lib/context.ts';
import { parseJson } from '../lib/parse-json.ts';

/** Position of a damaged row. Never its content. */
export interface UnreadableRow {
  readonly table: string;
  readonly id: string;
}

type Check = (value: unknown) => boolean;
/** A check for each field; additional fields are allowed. */
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
/** An object with arbitrary field names. */
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

/** Subscribes to damaged rows, at every read of this thread. Returns the unsubscribe function. */
export function onUnreadable(report: (row: UnreadableRow) => void): () => void {
  reporters.add(report);
  return () => reporters.delete(report);
}

/** Null, with a report, for invalid text. */
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
