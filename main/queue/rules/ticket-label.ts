/**
 * Ticket number as a label, such as `A043`.
 *
 * The tag and the number, padded with zeros to the site's width: `A043`.
 */
export function ticketLabel(tag: string, number: number | string, width: number): string {
  return `${tag}${String(number).padStart(width, '0')}`;
}
