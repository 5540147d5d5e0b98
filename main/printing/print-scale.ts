/**
 * Scaling of tickets for print heads finer than 203 dots per inch.
 *
 * Tickets are laid out for 203 dots per inch and then enlarged, so that numbers, codes and gaps keep their size in
 * millimetres. The printer's own font would stay at its dots, 2 mm at 300: all text is drawn.
 */
import type { PrinterProfile } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import { lineReach } from './raster/line-height.ts';
import type { Block, TicketDocument } from './ticket-document.ts';

const LAYOUT_DPI = 203;
/** Maximum module size of GS ( k. */
const MAX_QR_DOTS = 16;
/** Maximum parameters of GS w and GS h. */
const MAX_BAR_DOTS = 6;
const MAX_BAR_HEIGHT_DOTS = 255;

export interface PrintScale {
  /** Profile for the layout. */
  readonly layout: PrinterProfile;
  /** Printer dots per layout dot; 1 if the layout uses printer dots. */
  readonly factor: number;
}

/** @param canDraw without a painter, the small printer font is used */
export function printScale(profile: PrinterProfile, canDraw = true): PrintScale {
  if (profile.dpi <= LAYOUT_DPI || !canDraw) return { layout: profile, factor: 1 };
  const factor = profile.dpi / LAYOUT_DPI;
  return {
    layout: { ...profile, dpi: LAYOUT_DPI, dots: Math.floor(profile.dots / factor), drawsText: true },
    factor,
  };
}

/** Placeholder for the logo in the layout, which needs only its size. */
export function shrunk(logo: Bitmap, { factor }: PrintScale): Bitmap {
  if (factor === 1) return logo;
  const { width, height } = logo;
  return { width: Math.round(width / factor), height: Math.round(height / factor), data: new Uint8Array() };
}

/** @param logo the picture in printer dots, which replaces the placeholder */
export function enlarged(
  document: TicketDocument,
  { factor }: PrintScale,
  { dots }: PrinterProfile,
  logo: Bitmap | null,
): TicketDocument {
  if (factor === 1) return document;
  const times = (length: number): number => Math.round(length * factor);

  function block(small: Block): Block {
    switch (small.kind) {
      case 'drawn': {
        const { reach, ...style } = small.style;
        // Rounded down: a line that fits must still fit.
        const larger = { ...style, px: Math.floor(style.px * factor) };
        if (reach === undefined) return { ...small, style: larger };
        const room = lineReach(larger);
        const above = Math.min(Math.ceil(reach.above * factor), room.above);
        const below = Math.min(Math.ceil(reach.below * factor), room.below);
        return { ...small, style: { ...larger, reach: { above, below } } };
      }
      case 'image':
        return { ...small, image: logo ?? small.image };
      case 'rule':
        return {
          ...small,
          widthDots: Math.floor((small.widthDots * factor) / 8) * 8,
          heightDots: times(small.heightDots),
        };
      case 'gap':
        return { ...small, dots: times(small.dots) };
      case 'qr': {
        const modules = small.heightDots / small.moduleDots;
        const moduleDots = Math.min(times(small.moduleDots), MAX_QR_DOTS, Math.floor(dots / modules));
        return { ...small, moduleDots, heightDots: modules * moduleDots };
      }
      case 'barcode': {
        // Rounded down, to fit the paper width.
        const moduleDots = Math.min(Math.floor(small.moduleDots * factor), MAX_BAR_DOTS);
        return { ...small, moduleDots, heightDots: Math.min(times(small.heightDots), MAX_BAR_HEIGHT_DOTS) };
      }
      case 'text':
      case 'cut':
        return small;
    }
  }
  return { ...document, blocks: document.blocks.map(block) };
}
