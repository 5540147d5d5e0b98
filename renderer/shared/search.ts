/**
 * Text search without case and accents.
 *
 * @param locale for case mapping; default: the browser's
 */
export function searchFor(words: string, locale?: string): (text: () => string) => boolean {
  const wanted = words.trim().toLocaleLowerCase(locale);
  return (text) => wanted === '' || text().toLocaleLowerCase(locale).includes(wanted);
}
