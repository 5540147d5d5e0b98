/** What a schema cannot say of a ticket's layout: what it must hold, and what only once. */
import type { TicketPart } from '../contract/site.ts';
import { REPEATED_PARTS, type TicketPartName } from '../contract/ticket-layout.ts';

/** Each as `[3].text: …`, or `: …` for the whole; an empty layout is the usual one. */
export function ticketLayoutFaults(layout: readonly TicketPart[]): readonly string[] {
  if (layout.length === 0) return [];
  const faults: string[] = [];
  const seen = new Set<TicketPartName>();
  for (const [place, { part, text }] of layout.entries()) {
    if (seen.has(part) && !REPEATED_PARTS.has(part)) faults.push(`[${place}].part: "${part}" is used twice`);
    seen.add(part);
    if (part === 'text' && text.trim() === '') faults.push(`[${place}].text: is missing`);
  }
  if (!seen.has('number')) faults.push(': a ticket without its number is none; add the part "number"');
  return faults;
}
