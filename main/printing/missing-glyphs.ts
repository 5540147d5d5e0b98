/**
 * Characters without a glyph: report and replacement.
 *
 * What is told of them, and what stands on paper in their place. A row of empty boxes helps nobody; what can be read
 * is left, and the number always can.
 */
import type { PaperTicket } from './contract/printing.ts';

/** Scripts in daily use somewhere, by their names in Unicode. */
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

/** What kind of character it is, without saying which one. */
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

/** Stands for letters that cannot be printed. */
const GAP = '…';
const WORDS = /[\p{L}\p{N}]/u;
const LETTERS = /[\p{L}\p{M}\p{N}]/u;
/** What joins emoji and chooses their look means nothing without them. */
const JOINERS = /[\p{Join_Control}\p{Variation_Selector}]/u;
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** The text without these characters: a sign leaves nothing behind, letters a "…". Empty where nothing is left to read. */
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
    // Half of a letter is another letter, or none.
    const isLetter = lost.some((character) => LETTERS.test(character));
    if (!isLetter) result += kept;
    else if (!result.endsWith(GAP)) result += GAP;
  }
  if (!WORDS.test(result)) return '';
  return result.replaceAll(/ {2,}/g, ' ').trim();
}

/** The ticket with what can be read of it. Its number is never touched. */
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
