/** Parts of a ticket by its layout, with cleaned texts. */

import { USUALLY_BOLD } from '../site/contract/ticket-layout.ts';
import type { PaperPart, PaperTicket } from './contract/printing.ts';

/**
 * Parts that a layout cannot name: the copy mark, which is always last; and on the short ticket the head (location and
 * time), the people before with the wait, and the service's texts.
 */
type OwnPart = 'copy' | 'head' | 'ahead' | 'notes';

/** A part at its position. */
export type PlacedPart = Omit<PaperPart, 'part'> & {
  readonly part: PaperPart['part'] | OwnPart;
  /** Part of the short ticket: small and narrow, with its lines joined where they fit. */
  readonly isShort?: true;
};

type Source = (ticket: PaperTicket) => string;

/** Source of each part's text; parts without text or with their own are absent. */
const SOURCES: Readonly<Partial<Record<PlacedPart['part'], Source>>> = {
  site: (ticket) => ticket.siteName,
  service: (ticket) => ticket.serviceName,
  number: (ticket) => ticket.number,
  priority: (ticket) => ticket.priorityText,
  people: (ticket) => ticket.peopleText,
  wait: (ticket) => ticket.waitText,
  date: (ticket) => ticket.dateText,
  extra: (ticket) => ticket.extraText,
  qr: (ticket) => ticket.qr?.caption ?? '',
  footer: (ticket) => ticket.footerText,
  copy: (ticket) => ticket.copyText,
  head: (ticket) => `${ticket.siteName}\n${ticket.dateText}`,
  ahead: (ticket) => `${ticket.peopleText}\n${ticket.waitText}`,
  notes: (ticket) => `${ticket.extraText}\n${ticket.footerText}`,
};

/** Number and marks are on one line. */
const ONE_LINE: ReadonlySet<PlacedPart['part']> = new Set(['number', 'priority', 'copy']);

/** More than fits on the longest paper; limits texts of any length from a server. */
const MAX_CHARACTERS = 10_000;

/**
 * Clean text for printers: NFC, without control characters (an escape byte must never reach the printer), and with
 * plain spaces.
 */

/** Spaces of any width; French and Arabic dates contain narrow ones that no code page has. */
const SPACES = /[\p{Zs}\t]+/gu;

const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029\v\f]/g;

const UNPRINTABLE = /[^\P{Cc}\n]|\p{Cs}|\p{Co}|\p{Cn}/gu;

export function printableText(text: string): string {
  return text
    .normalize('NFC')
    .replace(LINE_ENDS, '\n')
    .replace(SPACES, ' ')
    .replace(UNPRINTABLE, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Invisible marks for direction and joining: drawing needs them, code pages lack them. */
const INVISIBLE = /\p{Cf}/gu;

export function withoutInvisibles(text: string): string {
  return text.replace(INVISIBLE, '');
}

function textOf({ part, text }: PlacedPart, ticket: PaperTicket): string {
  const whole = part === 'text' ? text : (SOURCES[part]?.(ticket) ?? '');
  const said = printableText(whole.slice(0, MAX_CHARACTERS));
  return ONE_LINE.has(part) ? said.replaceAll('\n', ' ') : said;
}

const COPY: PlacedPart = { part: 'copy', size: 0, align: 'center', text: '' };

/** The code comes last: the paper up to the cutter is its quiet zone. */
const SHORT: readonly PlacedPart[] = (['head', 'service', 'number', 'priority', 'ahead', 'notes', 'qr'] as const).map(
  (part) => ({ part, size: 0, align: 'center', text: '', isShort: true }),
);

/** Cache, because building a ticket asks several times. */
const known = new WeakMap<PaperTicket, readonly PlacedPart[]>();

/** Parts in print order. Ignores a layout that omits the number. */
export function ticketPieces(ticket: PaperTicket): readonly PlacedPart[] {
  const before = known.get(ticket);
  if (before !== undefined) return before;
  const pieces = readPieces(ticket);
  known.set(ticket, pieces);
  return pieces;
}

function readPieces(ticket: PaperTicket): readonly PlacedPart[] {
  const isSound = ticket.layout.some(({ part }) => part === 'number');
  const parts: readonly PlacedPart[] = isSound ? ticket.layout : SHORT;
  return [...parts, COPY].map((piece) => ({ ...piece, text: textOf(piece, ticket) }));
}

/** Parts that every ticket has: they decide whether the ticket is drawn. */
const MAIN: ReadonlySet<PlacedPart['part']> = new Set(['service', 'people', 'wait', 'date', 'ahead']);

/**
 * Decides which parts are drawn. A ticket whose main parts no code page covers, or with right-to-left text, is drawn as
 * a whole for a uniform look. Its number uses the printer's font if possible, so that it is sharp and fast. In other
 * tickets only uncovered parts are drawn.
 */
export function drawnPieces(
  pieces: readonly PlacedPart[],
  dir: 'ltr' | 'rtl',
  carried: (text: string) => boolean,
): ReadonlySet<PlacedPart> {
  const odd = pieces.filter(({ text }) => text !== '' && !carried(text));
  const all = dir === 'rtl' ? odd.length > 0 : odd.some(({ part }) => MAIN.has(part));
  return new Set(all ? pieces.filter((piece) => piece.part !== 'number' || odd.includes(piece)) : odd);
}

/** Text style of a part: size, bold, inverted. */
export interface PartStyle {
  readonly times: readonly [width: number, height: number];
  /** Size when drawn. 28 px gives capitals of 20 dots: 2.5 mm. */
  readonly px: number;
  readonly bold: boolean;
  readonly inverted: boolean;
  /** With little space between its lines. */
  readonly isClose: boolean;
}

type PartSize = Pick<PartStyle, 'times' | 'px'>;

type Sizes = Readonly<Partial<Record<PlacedPart['part'], PartSize>>>;

const PLAIN: PartSize = { times: [1, 1], px: 28 };

/** Default size of each text. */
const USUAL_SIZES: Sizes = {
  site: { times: [1, 1], px: 30 },
  service: { times: [2, 2], px: 44 },
  priority: { times: [2, 2], px: 40 },
  people: { times: [1, 2], px: 34 },
  wait: { times: [1, 2], px: 34 },
  copy: { times: [2, 2], px: 36 },
};

/** Default size on the short ticket. */
const SHORT_PLAIN: PartSize = { times: [1, 1], px: 24 };

const SHORT_SIZES: Sizes = {
  service: { times: [1, 2], px: 32 },
  priority: { times: [1, 1], px: 24 },
  ahead: { times: [1, 1], px: 26 },
};

/** Text sizes 1 to 4. */
const TEXT_SIZES: Readonly<Record<number, PartSize>> = {
  1: { times: [1, 1], px: 28 },
  2: { times: [1, 2], px: 36 },
  3: { times: [2, 2], px: 44 },
  4: { times: [3, 3], px: 64 },
};

export function usualSize({ part, isShort }: PlacedPart): PartSize {
  return isShort ? (SHORT_SIZES[part] ?? SHORT_PLAIN) : (USUAL_SIZES[part] ?? PLAIN);
}

const BOLD: ReadonlySet<PlacedPart['part']> = new Set([...USUALLY_BOLD, 'copy', 'ahead']);

export function styleOf(piece: PlacedPart): PartStyle {
  const { part, size, bold, isShort = false } = piece;
  return {
    ...(TEXT_SIZES[size] ?? usualSize(piece)),
    isClose: isShort,
    bold: bold ?? BOLD.has(part),
    inverted: part === 'copy' || part === 'priority',
  };
}
