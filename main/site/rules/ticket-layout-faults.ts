/**
 * Validation of a ticket layout beyond its schema.
 *
 * What it must hold, what only once, and how much it may say.
 */

import { matchLanguage } from '../../lib/language.ts';
import type { TicketPart } from '../contract/site.ts';
import { MAX_OWN_TEXT, REPEATED_PARTS, type TicketPartName } from '../contract/ticket-layout.ts';

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

/** The language of the texts that are not translations. */
const PLAIN = '';

/** Each names the text with which there is too much to say, as `[3].text: …`; one for each language at most. */
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
    return [`${over.path}: the own texts of a ticket have ${whole} characters together, and may have ${MAX_OWN_TEXT}`];
  });
  return [...new Set(faults)];
}
