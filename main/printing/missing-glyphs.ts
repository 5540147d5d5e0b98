/**
 * Characters without a glyph: report and replacement.
 *
 * Readable text is kept instead of rows of empty boxes; the number is always readable.
 */
import type { PaperTicket } from './contract/printing.ts';

/** Unicode names of scripts in daily use. */
const SCRIPTS: readonly string[] = [
  ...['Arabic', 'Armenian', 'Bengali', 'Bopomofo', 'Canadian_Aboriginal', 'Cherokee', 'Cyrillic', 'Devanagari'],
  ...['Ethiopic', 'Georgian', 'Greek', 'Gujarati', 'Gurmukhi', 'Han', 'Hangul', 'Hebrew', 'Hiragana', 'Kannada'],
  ...['Katakana', 'Khmer', 'Lao', 'Latin', 'Malayalam', 'Mongolian', 'Myanmar', 'Nko', 'Oriya', 'Sinhala', 'Syriac'],
  ...['Tamil', 'Telugu', 'Thaana', 'Thai', 'Tibetan', 'Tifinagh', 'Yi', 'Common', 'Inherited'],
];
const SCRIPT_TESTS = SCRIPTS.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const);

const KINDS: readonly (readonly [kind: string, test: RegExp])[] = [
  ['letter', /\p{L}/u],
  ['mark', /\p{M}/u],
  ['digit', /\p{N}/u],
  ['emoji', /\p{Extended_Pictographic}|\p{Regional_Indicator}/u],
];

/** Kind of a character, without the character itself. */
export interface MissingKind {
  /** Name of the script in Unicode, or `other`. */
  readonly script: string;
  readonly kind: string;
}

export function kindOf(character: string): MissingKind {
  return {
    script: SCRIPT_TESTS.find(([, test]) => test.test(character))?.[0] ?? 'other',
    kind: KINDS.find(([, test]) => test.test(character))?.[0] ?? 'sign',
  };
}

/** Replacement of unprintable letters. */
const GAP = '…';
const WORDS = /[\p{L}\p{N}]/u;
const LETTERS = /[\p{L}\p{M}\p{N}]/u;
/** Characters that join emoji or select their presentation are meaningless alone. */
const JOINERS = /[\p{Join_Control}\p{Variation_Selector}]/u;
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The text without these characters: symbols vanish, letters become "…". Empty if no readable text remains. */
export function withoutCharacters(text: string, unreadable: ReadonlySet<string>): string {
  let result = '';
  for (const { segment } of clusters.segment(text.normalize('NFC'))) {
    const characters = Array.from(segment);
    const lost = characters.filter((character) => unreadable.has(character));
    if (lost.length === 0) {
      result += segment;
      continue;
    }
    const kept = characters.filter((character) => !unreadable.has(character) && !JOINERS.test(character)).join('');
    // Part of a letter would be a different letter.
    const isLetter = lost.some((character) => LETTERS.test(character));
    if (!isLetter) result += kept;
    else if (!result.endsWith(GAP)) result += GAP;
  }
  if (!WORDS.test(result)) return '';
  return result.replaceAll(/ {2,}/g, ' ').trim();
}

/** The ticket reduced to readable text. Its number is never changed. */
export function readableTicket(ticket: PaperTicket, unreadable: ReadonlySet<string>): PaperTicket {
  if (unreadable.size === 0) return ticket;
  const readable = (text: string): string => withoutCharacters(text, unreadable);
  return {
    ...ticket,
    siteName: readable(ticket.siteName),
    serviceName: readable(ticket.serviceName),
    priorityText: readable(ticket.priorityText),
    peopleText: readable(ticket.peopleText),
    waitText: readable(ticket.waitText),
    dateText: readable(ticket.dateText),
    extraText: readable(ticket.extraText),
    footerText: readable(ticket.footerText),
    qr: ticket.qr === null ? null : { ...ticket.qr, caption: readable(ticket.qr.caption) },
    layout: ticket.layout.map((part) => ({ ...part, text: readable(part.text) })),
    copyText: readable(ticket.copyText) || ticket.copyText,
  };
}
