/**
 * Ticket document, line by line as printed.
 *
 * Plain data between layout and encoding.
 */

import type { PaperSide } from './alignment.ts';
import type { LineStyle } from './escpos/builder.ts';
import type { CodePage } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { DrawnStyle } from './raster/draw-text.ts';

/** Horizontal position of visible content. */
interface Placed {
  readonly side: PaperSide;
}

export type Block =
  /** Lines in the printer's font; each one fits. */
  | (Placed & { readonly kind: 'text'; readonly lines: readonly string[]; readonly style: LineStyle })
  /** Drawn lines, because no code page has their characters. */
  | (Placed & { readonly kind: 'drawn'; readonly lines: readonly string[]; readonly style: DrawnStyle })
  | (Placed & { readonly kind: 'image'; readonly image: Bitmap })
  | (Placed & { readonly kind: 'rule'; readonly widthDots: number; readonly heightDots: number })
  | { readonly kind: 'gap'; readonly dots: number }
  | (Placed & {
      readonly kind: 'qr';
      readonly content: string;
      readonly moduleDots: number;
      readonly heightDots: number;
    })
  | (Placed & {
      readonly kind: 'barcode';
      /** ASCII characters, for Code 128. */
      readonly content: string;
      readonly moduleDots: number;
      readonly heightDots: number;
    })
  | { readonly kind: 'cut' };

export interface TicketDocument {
  readonly page: CodePage;
  readonly blocks: readonly Block[];
  /** Some content was omitted to limit the paper length. */
  readonly isShortened: boolean;
}
