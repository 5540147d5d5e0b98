/** The places of those that stand before them already. */
export function repeated(names: readonly string[]): readonly number[] {
  return [...names.keys()].filter((place) => names.indexOf(names[place] ?? '') < place);
}
