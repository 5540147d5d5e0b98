/**
 * `push` and `Math.max` for lists of any length.
 *
 * A spread puts each entry on the stack: with some hundred thousand entries the call throws a RangeError.
 */

export function append<Item>(to: Item[], items: Iterable<Item>): void {
  for (const item of items) to.push(item);
}

/** Infinity for an empty list. */
export function smallest(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const each of numbers) if (each < found || Number.isNaN(each)) found = each;
  return found;
}

/** -Infinity for an empty list. */
export function largest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const each of numbers) if (each > found || Number.isNaN(each)) found = each;
  return found;
}

/** Sort by the organisation's order: items with a position first, the others after them in stored order. */
interface Positioned {
  readonly position: number;
}

export function inOrder<Item extends Positioned>(items: readonly Item[]): readonly Item[] {
  return items.every(({ position }) => position === 0) ? items : items.toSorted(byPosition);
}

export function byPosition(one: Positioned, other: Positioned): number {
  return placeOf(one) - placeOf(other);
}

function placeOf({ position }: Positioned): number {
  return position === 0 ? Number.MAX_SAFE_INTEGER : position;
}

/** Difference between two versions of a list. Items are immutable: a changed item is another object. */

export interface Placed<T> {
  readonly item: T;
  /** Index in the new list. */
  readonly place: number;
}

export interface ListDifference<T> {
  /** Items of the old list that are missing in the new one. */
  readonly gone: readonly T[];
  readonly fresh: readonly Placed<T>[];
}

/** Skips the common start and end, so that one change in a long list costs only a linear scan. */
export function listDifference<T>(before: readonly T[], after: readonly T[]): ListDifference<T> {
  if (before === after) return { gone: [], fresh: [] };
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end).map((item, at) => ({ item, place: start + at }));
  if (old.length === 0 || now.length === 0) return { gone: old, fresh: now };
  const [was, is] = [new Set(old), new Set(now.map(({ item }) => item))];
  const [gone, fresh] = [old.filter((item) => !is.has(item)), now.filter(({ item }) => !was.has(item))];
  // Duplicate items cannot be identified, so that all items count as changed.
  return old.length - gone.length === now.length - fresh.length ? { gone, fresh } : { gone: old, fresh: now };
}

/** Adds a listener; returns the function that removes it. */
export function subscribe<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
