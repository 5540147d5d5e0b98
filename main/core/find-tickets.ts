/** Which of many tickets somebody means: by number, name, answer or note, however it is written. */
import { foldText } from './fold-text.ts';

/** Stands between the texts of a ticket, and in none of them: the unit separator. */
export const BETWEEN_TEXTS = '\u001f';

/** What of a ticket is looked at. Texts as they stand there. */
export interface TicketTexts {
  readonly id: string;
  readonly label: string;
  /** Not 0: it waits, is served or paused. */
  readonly open: number;
  /** The name, then notes, references and answers, with `BETWEEN_TEXTS` between them. */
  readonly texts: string;
}

interface Found {
  readonly ticket: TicketTexts;
  readonly rank: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const NOT_PLAIN = /[^\u0000-\u007f]/gu;
const MOST_LETTERS = 5_000;
const letters = new Map<string, string>();

/** Letter by letter, each folded once: most are plain, and a day has many tickets. */
function foldLetter(letter: string): string {
  const known = letters.get(letter);
  if (known !== undefined) return known;
  if (letters.size >= MOST_LETTERS) letters.clear();
  const plain = foldText(letter);
  letters.set(letter, plain);
  return plain;
}

const folded = (text: string): string => text.toLowerCase().replace(NOT_PLAIN, foldLetter);

/** The ids of those that fit, the best first, then those that are not over, then the newest; `most` of them. */
export function findTickets(
  tickets: readonly TicketTexts[],
  wanted: string,
  most: number,
): { readonly ids: readonly string[]; readonly more: boolean } {
  const text = folded(wanted).replace(/\s+/g, ' ').trim();
  if (text === '') return { ids: [], more: false };
  const words = text.split(' ');
  const found: Found[] = [];
  for (const ticket of tickets) {
    const all = folded(`${ticket.label}${BETWEEN_TEXTS}${ticket.texts}`);
    if (words.every((word) => all.includes(word))) found.push({ ticket, rank: rankOf(ticket, text, words) });
  }
  const best = found.toSorted(
    (a, b) => a.rank - b.rank || b.ticket.open - a.ticket.open || (a.ticket.id < b.ticket.id ? 1 : -1),
  );
  return { ids: best.slice(0, most).map(({ ticket }) => ticket.id), more: best.length > most };
}

/** How well a ticket fits in which every word stands somewhere: 0 best. */
function rankOf(ticket: TicketTexts, text: string, words: readonly string[]): number {
  const label = folded(ticket.label);
  if (label === text || label.replace(/^\D*0*/, '') === text) return 0;
  if (label.startsWith(text)) return 1;
  const name = folded(ticket.texts.split(BETWEEN_TEXTS, 1)[0] ?? '');
  return words.every((word) => name.includes(word)) ? 2 : 3;
}
