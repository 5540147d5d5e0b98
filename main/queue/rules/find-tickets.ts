/**
 * Ranking of tickets for a search text.
 *
 * Matches number, name, answers and notes, regardless of case and accents.
 */
import { foldText } from '../../lib/fold-text.ts';

/** Separates the texts of a ticket and occurs in none of them: the unit separator. */
export const BETWEEN_TEXTS = '\u001f';
/** Separates tickets and occurs in no text: the record separator. */
export const BETWEEN_TICKETS = '\u001e';

/**
 * Search texts of many tickets, concatenated with `BETWEEN_TICKETS`. Reading and folding two long texts takes a
 * fraction of the time of thousands of rows.
 */
export interface JoinedTexts {
  /** Of each ticket its id, and 1 if it waits, is served or is paused, else 0. */
  readonly heads: string;
  /** Of each ticket in the same order: label, name, notes and references, unchanged. */
  readonly texts: string;
}

/** Answers to forms, newest ticket first; a ticket can occur several times. */
export interface JoinedAnswers {
  /** Ids of the tickets. */
  readonly tickets: string;
  readonly texts: string;
}

interface Found {
  readonly id: string;
  readonly open: boolean;
  readonly rank: number;
}

const MAX_LETTERS = 5_000;
const letters = new Map<string, string>();
const PLAIN = 0x80;
/** Of each letter below U+10000 whether folding changes it: 0 unknown, 1 no, 2 yes. */
const changes = new Uint8Array(0x10000);

/** Cached: a day has many tickets but few different letters. */
function foldLetter(letter: string): string {
  const known = letters.get(letter);
  if (known !== undefined) return known;
  if (letters.size >= MAX_LETTERS) letters.clear();
  const plain = foldText(letter);
  letters.set(letter, plain);
  return plain;
}

/** Folds letter by letter. Most letters stay the same, so the pieces between the others are copied whole. */
function folded(text: string): string {
  const low = text.toLowerCase();
  const pieces: string[] = [];
  let from = 0;
  for (let at = 0; at < low.length; at += 1) {
    const code = low.charCodeAt(at);
    if (code < PLAIN || changes[code] === 1) continue;
    const letter = String.fromCodePoint(low.codePointAt(at) ?? code);
    const plain = foldLetter(letter);
    if (letter.length === 1) changes[code] = plain === letter ? 1 : 2;
    if (plain !== letter) {
      pieces.push(low.slice(from, at), plain);
      from = at + letter.length;
    }
    at += letter.length - 1;
  }
  if (pieces.length === 0) return low;
  pieces.push(low.slice(from));
  return pieces.join('');
}

/** Ids of matching tickets, at most `most`: best match first, then open visits, then newest. */
export function findTickets(
  { heads, texts }: JoinedTexts,
  answers: JoinedAnswers | null,
  wanted: string,
  most: number,
): { readonly ids: readonly string[]; readonly more: boolean } {
  const words = folded(wanted.replaceAll(BETWEEN_TEXTS, ' ').replaceAll(BETWEEN_TICKETS, ' '))
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0 || heads === '') return { ids: [], more: false };
  const text = words.join(' ');
  const tickets = heads.split(BETWEEN_TICKETS);
  /** Built on the first match in an answer, which is rare. */
  let places: ReadonlyMap<string, number> | null = null;
  const placeOf = (ticketId: string): number | undefined => {
    places ??= new Map(tickets.map((head, place) => [head.slice(0, head.indexOf(BETWEEN_TEXTS)), place]));
    return places.get(ticketId);
  };
  const plain = recordsOf(folded(texts));
  const said = answers === null ? null : recordsOf(folded(answers.texts));
  let saidBy: readonly string[] | null = null;
  /** Number of leading words that each ticket contains. */
  const fits = new Uint8Array(tickets.length);
  words.forEach((word, before) => {
    const note = (place: number | undefined): void => {
      if (place !== undefined && fits[place] === before) fits[place] = before + 1;
    };
    eachWith(plain, word, note);
    if (said === null || answers === null) return;
    eachWith(said, word, (place) => {
      saidBy ??= answers.tickets.split(BETWEEN_TICKETS);
      note(placeOf(saidBy[place] ?? ''));
    });
  });
  const found: Found[] = [];
  fits.forEach((count, place) => {
    if (count !== words.length) return;
    const [id = '', open = '0'] = (tickets[place] ?? '').split(BETWEEN_TEXTS);
    found.push({ id, open: open === '1', rank: rankOf(recordAt(plain, place), text, words) });
  });
  const best = found.toSorted((a, b) => a.rank - b.rank || Number(b.open) - Number(a.open) || (a.id < b.id ? 1 : -1));
  return { ids: best.slice(0, most).map(({ id }) => id), more: best.length > most };
}

interface Records {
  readonly text: string;
  /** End offset of each record. */
  readonly ends: readonly number[];
}

function recordsOf(text: string): Records {
  const ends: number[] = [];
  for (let at = text.indexOf(BETWEEN_TICKETS); at >= 0; at = text.indexOf(BETWEEN_TICKETS, at + 1)) ends.push(at);
  return { text, ends: [...ends, text.length] };
}

function recordAt({ text, ends }: Records, place: number): string {
  return text.slice(place === 0 ? 0 : (ends[place - 1] ?? 0) + 1, ends[place]);
}

/** Calls back once for each record that contains the word. */
function eachWith({ text, ends }: Records, word: string, tell: (place: number) => void): void {
  let place = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, ends[place])) {
    while ((ends[place] ?? text.length) < at) place += 1;
    tell(place);
  }
}

/** Rank of a ticket that contains every word: 0 is best. */
function rankOf(record: string, text: string, words: readonly string[]): number {
  const [label = '', name = ''] = record.split(BETWEEN_TEXTS, 2);
  if (label === text || label.replace(/^\D*0*/, '') === text) return 0;
  if (label.startsWith(text)) return 1;
  return words.every((word) => name.includes(word)) ? 2 : 3;
}
