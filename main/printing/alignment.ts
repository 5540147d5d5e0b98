import type { TicketAlign } from '../site/contract/ticket-layout.ts';

/** Horizontal position on the paper. */
export type PaperSide = 'left' | 'center' | 'right';

/** Converts start and end to left and right by the text direction. */
export function paperSide(align: TicketAlign, dir: 'ltr' | 'rtl'): PaperSide {
  if (align === 'center') return 'center';
  return dir === 'rtl' ? 'right' : 'left';
}
