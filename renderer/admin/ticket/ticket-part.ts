/** A ticket's layout as its editor treats it. */
import {
  type LaidPart,
  LONG_LAYOUT,
  MAX_LAYOUT_PARTS,
  REPEATED_PARTS,
  SHORT_PARTS,
  TICKET_PARTS,
  type TicketPartName,
  USUALLY_BOLD,
} from '../../../main/site/contract/ticket-layout.ts';
import { objectOf, textOf } from '../model/item.ts';

export interface EditedPart extends LaidPart {
  readonly text: string;
  readonly translations: Readonly<Record<string, { readonly text: string }>>;
}

const WITHOUT_TEXT = { text: '', translations: {} } as const;

export function newPart(part: TicketPartName): EditedPart {
  return { part, size: 0, align: 'center', ...WITHOUT_TEXT };
}

/** Those that a location has said; none for the short ticket. */
export function ownParts(value: unknown): readonly EditedPart[] {
  return Array.isArray(value) ? (value as readonly EditedPart[]) : [];
}

/** The parts of the long ticket, saved or as a start. */
export function partsOf(value: unknown): readonly EditedPart[] {
  const own = ownParts(value);
  return own.length > 0 ? own : LONG_LAYOUT.map((part) => ({ ...part, ...WITHOUT_TEXT }));
}

/** What may still be added. */
export function missingParts(parts: readonly EditedPart[]): readonly TicketPartName[] {
  if (parts.length >= MAX_LAYOUT_PARTS) return [];
  return TICKET_PARTS.filter((name) => REPEATED_PARTS.has(name) || !parts.some(({ part }) => part === name));
}

const TEXTS: ReadonlySet<TicketPartName> = new Set([
  'site',
  'service',
  'priority',
  'people',
  'wait',
  'date',
  'extra',
  'footer',
  'text',
]);

/** Whether its letters can be chosen; those of the number are always strong. */
export function hasLetters({ part }: EditedPart): boolean {
  return TEXTS.has(part);
}

export function isBold({ part, bold }: EditedPart): boolean {
  return bold ?? USUALLY_BOLD.has(part);
}

/** What is as usual is not written down. */
export function withBold({ bold: _bold, ...part }: EditedPart, bold: boolean): EditedPart {
  return bold === USUALLY_BOLD.has(part.part) ? part : { ...part, bold };
}

/** Which of its kind it is, from 1; 0 for the only one. */
export function ordinalOf(parts: readonly EditedPart[], place: number): number {
  const name = parts[place]?.part;
  if (parts.filter(({ part }) => part === name).length < 2) return 0;
  return parts.slice(0, place + 1).filter(({ part }) => part === name).length;
}

/** A layout to be tried out: a text that nobody has written yet says nothing. */
export function withoutBlanks(value: unknown): readonly EditedPart[] {
  return ownParts(value).filter(({ part, text }) => part !== 'text' || text.trim() !== '');
}

/** The words of a ticket in the order of its layout, for whoever cannot see it. */
export function spokenTicket(
  layout: unknown,
  lang: string,
  said: Readonly<Partial<Record<TicketPartName, string>>>,
): string {
  const own = ownParts(layout);
  const parts = own.length > 0 ? own : SHORT_PARTS.map(newPart);
  return parts
    .map(({ part, text, translations }) =>
      part === 'text' ? textOf(objectOf(translations[lang]), 'text') || text : (said[part] ?? ''),
    )
    .filter((words) => words !== '')
    .join('. ');
}
