/** Filters of look-up requests: an item passes if all given filters accept it. */

/** An empty filter accepts everything. */
export function oneOf(filter: readonly string[], ...values: readonly string[]): boolean {
  return filter.length === 0 || values.some((value) => filter.includes(value));
}

/** Case-insensitive search. */
export function containsText(text: string, fields: readonly string[]): boolean {
  const wanted = text.toLowerCase();
  return wanted === '' || fields.some((field) => field.toLowerCase().includes(wanted));
}
