/**
 * A text as a search compares it: without capitals, accents and double blanks. What is kept in a database in this form has
 * to be made anew when this changes.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
