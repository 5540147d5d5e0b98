/** The filters of the lookup requests: a thing passes when every given filter accepts it. */

/** An empty filter accepts everything. */
export function oneOf(filter: readonly string[], ...values: readonly string[]): boolean {
  return filter.length === 0 || values.some((value) => filter.includes(value));
}

/** Searches without regard to upper and lower case. */
export function containsText(text: string, fields: readonly string[]): boolean {
  const wanted = text.toLowerCase();
  return wanted === '' || fields.some((field) => field.toLowerCase().includes(wanted));
}
