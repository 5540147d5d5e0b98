/**
 * Line drawings on a grid of 96 by 96 units, with one stroke width.
 *
 * `moving` is a ticket that leaves a slot; `window` is the part of the grid in which it is visible.
 */
export const DRAWINGS = {
  'ticket-below': {
    still:
      'M32 56h-8a6 6 0 0 1-6-6V14a6 6 0 0 1 6-6h48a6 6 0 0 1 6 6v36a6 6 0 0 1-6 6h-8M28 17h28v18H28zM66 18v.1M66 26v.1M66 34v.1M30 46h36',
    moving: 'M36 47v38l4-3 4 3 4-3 4 3 4-3 4 3V47M44 58h8M44 66h8',
    window: '30 46 36 44',
    from: 'above',
  },
  'ticket-right': {
    still:
      'M14 10h34a6 6 0 0 1 6 6v64a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6zM17 20h26v20H17zM17 50h10M17 58h10',
    moving: 'M55 34h31l-3 4 3 4-3 4 3 4-3 4 3 4H55M63 42h12M63 50h8',
    window: '54 28 38 36',
    from: 'left',
  },
  'ticket-left': {
    still:
      'M48 10h34a6 6 0 0 1 6 6v64a6 6 0 0 1-6 6H48a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6zM53 20h26v20H53zM69 50h10M69 58h10',
    moving: 'M41 34H10l3 4-3 4 3 4-3 4 3 4-3 4h31M21 42h12M25 50h8',
    window: '4 28 38 36',
    from: 'right',
  },
  printing: {
    still:
      'M28 62h-8a6 6 0 0 1-6-6V40a6 6 0 0 1 6-6h56a6 6 0 0 1 6 6v16a6 6 0 0 1-6 6h-8M30 34V12h36v22M26 52h44M70 43v.1M34 52v34l4.7-3 4.7 3 4.6-3 4.7 3 4.7-3 4.6 3V52M42 62h12M42 70h8',
  },
  'no-paper': {
    still:
      'M20 48h56a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6V54a6 6 0 0 1 6-6zM30 64h36M48 18a8 8 0 1 0 0 16 8 8 0 0 0 0-16ZM28 26a20 20 0 0 1 2-8M36 10.5a20 20 0 0 1 7-4M53 6.7a20 20 0 0 1 8 4M66 18a20 20 0 0 1 2 8M30 36a20 20 0 0 1-1-3M67 33a20 20 0 0 1-1 3',
  },
  'cover-open': {
    still:
      'M20 50h56a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6V56a6 6 0 0 1 6-6zM30 68h36M15 52 27 17a6 6 0 0 1 6-4h42l-4 12H39M38 50a12 12 0 0 1 24 0M50 47v.1',
  },
  closed: {
    still:
      'M48 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM46 14 26 36M50 14l20 22M18 36h60a6 6 0 0 1 6 6v34a6 6 0 0 1-6 6H18a6 6 0 0 1-6-6V42a6 6 0 0 1 6-6zM59 65a14 14 0 1 1-12-20 11 11 0 0 0 12 20Z',
  },
  offline: {
    still:
      'M6 48h12M18 36h8a8 8 0 0 1 8 8v8a8 8 0 0 1-8 8h-8zM34 42h8M34 54h8M90 48H78M78 36h-8a8 8 0 0 0-8 8v8a8 8 0 0 0 8 8h8zM52 22v8M42 24l3 7M62 24l-3 7M52 66v8M42 72l3-7M62 72l-3-7',
  },
  'staff-coming': {
    still:
      'M40 44a14 14 0 1 0 0-28 14 14 0 0 0 0 28ZM14 86c0-19 11-31 26-31s26 12 26 31M33 70h14M26 27c7 3 20 3 27-3M70 36h18M80 28l8 8-8 8',
  },
  'all-served': {
    still: 'M26 10h44v76l-5.5-4-5.5 4-5.5-4-5.5 4-5.5-4-5.5 4-5.5-4-5.5 4zM36 42l9 9 16-18M38 66h20',
  },
  'empty-queue': {
    still:
      'M12 30v30h18v22M12 60v22M39 30v30h18v22M39 60v22M66 30v30h18v22M66 60v22M8 14v.1M22 14v.1M36 14v.1M50 14v.1M64 14v.1',
  },
  'no-alarms': {
    still: 'M48 10v7M26 68V43a22 22 0 0 1 44 0v25l8 8H18zM39 82a9 9 0 0 0 18 0M38 50l7 7 13-14',
  },
  'no-reports': {
    still: 'M24 8h32l18 18v56a6 6 0 0 1-6 6H28a6 6 0 0 1-6-6V10M56 8v18h18M34 74V62M46 74V44M58 74V54M34 30h10',
  },
  'not-found': {
    still: 'M42 10a30 30 0 1 0 0 60 30 30 0 0 0 0-60ZM64 62l24 24M33 32a9 9 0 1 1 13 8c-3 1.5-4 3.5-4 7M42 56v.1',
  },
} as const satisfies Readonly<Record<string, Drawing>>;

export type IllustrationName = keyof typeof DRAWINGS;

/** Paths of a drawing. */
export interface Drawing {
  readonly still: string;
  readonly moving?: string;
  /** As a `viewBox`. */
  readonly window?: string;
  /** Side of the slot, from which the ticket comes. */
  readonly from?: 'above' | 'left' | 'right';
}
