/** Detection of texts with lone surrogates or NUL. */

/** Paths of such texts in a value, including field names: `translations.pt_PT.name`, `readers[2]`. */
export function brokenTexts(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return isWhole(value) ? [] : [path];
  if (Array.isArray(value)) return value.flatMap((item, place) => brokenTexts(item, `${path}[${place}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    // Without the field name, which would break the message too.
    isWhole(name) ? brokenTexts(inner, path === '' ? name : `${path}.${name}`) : [path],
  );
}

export function isWhole(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
