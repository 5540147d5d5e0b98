/** Ticket layout in its editor. */
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

/** Blocks of a location's custom layout; empty for the short ticket. */
export function ownParts(value: unknown): readonly EditedPart[] {
  return Array.isArray(value) ? (value as readonly EditedPart[]) : [];
}

/** Blocks of the long ticket: the saved ones, or the initial ones. */
export function partsOf(value: unknown): readonly EditedPart[] {
  const own = ownParts(value);
  return own.length > 0 ? own : LONG_LAYOUT.map((part) => ({ ...part, ...WITHOUT_TEXT }));
}

/** Blocks that can still be added. */
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

/** Whether bold can be chosen; the number is always bold. */
export function hasLetters({ part }: EditedPart): boolean {
  return TEXTS.has(part);
}

export function isBold({ part, bold }: EditedPart): boolean {
  return bold ?? USUALLY_BOLD.has(part);
}

/** Default values are left out. */
export function withBold({ bold: _bold, ...part }: EditedPart, bold: boolean): EditedPart {
  return bold === USUALLY_BOLD.has(part.part) ? part : { ...part, bold };
}

/** Number among blocks of the same kind, from 1; 0 for the only one. */
export function ordinalOf(parts: readonly EditedPart[], place: number): number {
  const name = parts[place]?.part;
  if (parts.filter(({ part }) => part === name).length < 2) return 0;
  return parts.slice(0, place + 1).filter(({ part }) => part === name).length;
}

/** Layout for the preview: empty texts are left out. */
export function withoutBlanks(value: unknown): readonly EditedPart[] {
  return ownParts(value).filter(({ part, text }) => part !== 'text' || text.trim() !== '');
}

/** Texts of the ticket in layout order, for screen readers. */
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
