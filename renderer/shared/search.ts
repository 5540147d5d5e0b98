/**
 * Text search without case and accents.
 *
 * @param locale of the capitals; without it, that of the browser
 */
export function searchFor(words: string, locale?: string): (text: () => string) => boolean {
  const wanted = words.trim().toLocaleLowerCase(locale);
  return (text) => wanted === '' || text().toLocaleLowerCase(locale).includes(wanted);
}
