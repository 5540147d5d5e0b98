/**
 * `push` and `Math.max` for lists of any length.
 *
 * A spread puts each entry on the stack: with some hundred thousand entries the call throws a RangeError.
 */

export function append<Item>(to: Item[], items: Iterable<Item>): void {
  for (const item of items) to.push(item);
}

/** Infinity for none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY;
  for (const each of numbers) if (each < found || Number.isNaN(each)) found = each;
  return found;
}

/** -Infinity for none. */
export function largest(numbers: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const each of numbers) if (each > found || Number.isNaN(each)) found = each;
  return found;
}
