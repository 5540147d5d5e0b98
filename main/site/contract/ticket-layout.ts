/**
 * Ticket layout: blocks, order and sizes.
 *
 * The words in which a layout is written down.
 */

/** `qr` is the code with its caption, `barcode` the number as a bar code, `text` one of the house's own, `rule` a line, `gap` some air. */
export const TICKET_PARTS = [
  'logo',
  'site',
  'service',
  'number',
  'priority',
  'people',
  'wait',
  'date',
  'extra',
  'qr',
  'barcode',
  'footer',
  'text',
  'rule',
  'gap',
] as const;

export const TICKET_ALIGNS = ['center', 'start'] as const;

export type TicketPartName = (typeof TICKET_PARTS)[number];
/** `start` is the side on which one begins to read. */
export type TicketAlign = (typeof TICKET_ALIGNS)[number];

/** The parts of which a ticket may have several. */
export const REPEATED_PARTS: ReadonlySet<TicketPartName> = new Set(['text', 'rule', 'gap']);

/** The parts whose letters are bold where nothing else is said. */
export const USUALLY_BOLD: ReadonlySet<TicketPartName> = new Set(['site', 'service', 'priority', 'people', 'wait']);

/** 0 is the usual size of the part, then from small to large. */
export const MAX_PART_SIZE = 4;
export const MAX_LAYOUT_PARTS = 40;
/** Characters that all own texts of a ticket may have together, in any one language. */
export const MAX_OWN_TEXT = 2000;

export interface LaidPart {
  readonly part: TicketPartName;
  readonly size: number;
  readonly align: TicketAlign;
  /** As usual for the part when left out. */
  readonly bold?: boolean;
}

const usual = (part: TicketPartName): LaidPart => ({ part, size: 0, align: 'center' });

/** The long ticket, part below part, at its usual sizes. */
export const LONG_LAYOUT: readonly LaidPart[] = [
  usual('logo'),
  usual('site'),
  usual('rule'),
  usual('service'),
  usual('number'),
  usual('priority'),
  usual('people'),
  usual('wait'),
  usual('rule'),
  usual('date'),
  usual('extra'),
  usual('qr'),
  usual('footer'),
];

/** Parts of the short ticket, in the order of the paper. A location without a layout prints it. */
export const SHORT_PARTS: readonly TicketPartName[] = [
  'site',
  'date',
  'service',
  'number',
  'priority',
  'people',
  'wait',
  'extra',
  'footer',
  'qr',
];
