/**
 * Ticket layout: blocks, order and sizes.
 */

/** `qr`: code with caption; `barcode`: number as barcode; `text`: an own text; `rule`: a line; `gap`: space. */
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
/** `start` is the side where reading begins. */
export type TicketAlign = (typeof TICKET_ALIGNS)[number];

/** Parts that a ticket can contain several times. */
export const REPEATED_PARTS: ReadonlySet<TicketPartName> = new Set(['text', 'rule', 'gap']);

/** Parts that are bold by default. */
export const USUALLY_BOLD: ReadonlySet<TicketPartName> = new Set(['site', 'service', 'priority', 'people', 'wait']);

/** 0 is the part's default size, then small to large. */
export const MAX_PART_SIZE = 4;
export const MAX_LAYOUT_PARTS = 40;
/** Maximum characters of all own texts of a ticket, per language. */
export const MAX_OWN_TEXT = 2000;

export interface LaidPart {
  readonly part: TicketPartName;
  readonly size: number;
  readonly align: TicketAlign;
  /** Default of the part if absent. */
  readonly bold?: boolean;
}

const usual = (part: TicketPartName): LaidPart => ({ part, size: 0, align: 'center' });

/** The long ticket in default sizes. */
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

/** Parts of the short ticket, in print order. Used for locations without a layout. */
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
