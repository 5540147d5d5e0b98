import type { TicketAlign } from '../site/contract/ticket-layout.ts';

/** Where something stands on the width of the paper. */
export type PaperSide = 'left' | 'center' | 'right';

/** The side on which one begins to read is the right one for Arabic. */
export function paperSide(align: TicketAlign, dir: 'ltr' | 'rtl'): PaperSide {
  if (align === 'center') return 'center';
  return dir === 'rtl' ? 'right' : 'left';
}
