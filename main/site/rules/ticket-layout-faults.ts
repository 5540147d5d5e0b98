/**
 * Validation of a ticket layout beyond its schema.
 *
 * Checks required parts, unique parts, and the length of own texts.
 */

import { matchLanguage } from '../../lib/language.ts';
import type { TicketPart } from '../contract/site.ts';
import { MAX_OWN_TEXT, REPEATED_PARTS, type TicketPartName } from '../contract/ticket-layout.ts';

/** Faults as `[3].text: …`, or `: …` for the whole; an empty layout means the default. */
export function ticketLayoutFaults(layout: readonly TicketPart[]): readonly string[] {
  if (layout.length === 0) return [];
  const faults: string[] = [];
  const seen = new Set<TicketPartName>();
  for (const [place, { part, text }] of layout.entries()) {
    if (seen.has(part) && !REPEATED_PARTS.has(part)) faults.push(`[${place}].part: "${part}" is used twice`);
    seen.add(part);
    if (part === 'text' && text.trim() === '') faults.push(`[${place}].text: is missing`);
  }
  if (!seen.has('number')) faults.push(': a ticket needs its number; add the part "number"');
  return faults;
}

/** Key of untranslated texts. */
const PLAIN = '';

/** Faults at the text that exceeds the limit, as `[3].text: …`; at most one per language. */
export function ownTextFaults(layout: readonly TicketPart[]): readonly string[] {
  const own = layout.flatMap((part, place) => (part.part === 'text' ? [{ ...part, place }] : []));
  const languages = new Set([PLAIN, ...own.flatMap(({ translations }) => Object.keys(translations))]);
  const faults = [...languages].flatMap((lang) => {
    const said = own.map(({ place, text, translations }) => {
      const id = matchLanguage(lang, Object.keys(translations)) ?? PLAIN;
      const translated = translations[id]?.text ?? '';
      const path = translated === '' ? `[${place}].text` : `[${place}].translations.${id}.text`;
      return { path, length: Array.from(translated || text).length };
    });
    const whole = said.reduce((sum, { length }) => sum + length, 0);
    let sum = 0;
    const over = said.find(({ length }) => {
      sum += length;
      return sum > MAX_OWN_TEXT;
    });
    if (over === undefined) return [];
    return [`${over.path}: the custom texts of a ticket have ${whole} characters in total, more than ${MAX_OWN_TEXT}`];
  });
  return [...new Set(faults)];
}
