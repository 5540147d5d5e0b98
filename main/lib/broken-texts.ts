/**
 * Detection of texts with lone surrogates or NUL.
 *
 * With half of a character in them, or the character zero.
 */

/** Where in a value such texts stand, names of fields included: `translations.pt_PT.name`, `readers[2]`. */
export function brokenTexts(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return isWhole(value) ? [] : [path];
  if (Array.isArray(value)) return value.flatMap((item, place) => brokenTexts(item, `${path}[${place}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    // The name of the field would be as broken in the message.
    isWhole(name) ? brokenTexts(inner, path === '' ? name : `${path}.${name}`) : [path],
  );
}

export function isWhole(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
