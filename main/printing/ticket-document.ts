/** A ticket as it will stand on paper, line by line: plain data between the layout and the bytes. */
import type { LineStyle } from './escpos/builder.ts';
import type { CodePage } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { DrawnStyle } from './raster/draw-text.ts';

export type Block =
  /** Lines in the printer's own letters; each one fits. */
  | { readonly kind: 'text'; readonly lines: readonly string[]; readonly style: LineStyle }
  /** Lines to be drawn, because no code page has their letters. */
  | { readonly kind: 'drawn'; readonly lines: readonly string[]; readonly style: DrawnStyle }
  | { readonly kind: 'image'; readonly image: Bitmap }
  | { readonly kind: 'rule' }
  | { readonly kind: 'gap'; readonly dots: number }
  | { readonly kind: 'qr'; readonly content: string; readonly moduleDots: number; readonly sizeDots: number }
  | { readonly kind: 'cut' };

export interface TicketDocument {
  readonly page: CodePage;
  readonly blocks: readonly Block[];
}
