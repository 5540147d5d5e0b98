/**
 * Ticket document, line by line as printed.
 *
 * Plain data between the layout and the bytes.
 */

import type { PaperSide } from './alignment.ts';
import type { LineStyle } from './escpos/builder.ts';
import type { CodePage } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { DrawnStyle } from './raster/draw-text.ts';

/** What has ink stands somewhere on the width. */
interface Placed {
  readonly side: PaperSide;
}

export type Block =
  /** Lines in the printer's own letters; each one fits. */
  | (Placed & { readonly kind: 'text'; readonly lines: readonly string[]; readonly style: LineStyle })
  /** Lines to be drawn, because no code page has their letters. */
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
      /** Signs of ASCII, for Code 128. */
      readonly content: string;
      readonly moduleDots: number;
      readonly heightDots: number;
    })
  | { readonly kind: 'cut' };

export interface TicketDocument {
  readonly page: CodePage;
  readonly blocks: readonly Block[];
  /** Something was left out, because the paper would have become too long. */
  readonly isShortened: boolean;
}
