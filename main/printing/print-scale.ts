/**
 * Tickets for print heads finer than 203 dots per inch. They are laid out as for 203, and then enlarged, so that numbers,
 * codes and air keep their millimetres. The printer's own letters keep their dots, 2 mm at 300: all text is drawn.
 */
import type { PrinterProfile } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import { lineReach } from './raster/line-height.ts';
import type { Block, TicketDocument } from './ticket-document.ts';

const LAYOUT_DPI = 203;
/** The largest module of GS ( k. */
const MAX_QR_DOTS = 16;
/** The largest parameters of GS w and GS h. */
const MAX_BAR_DOTS = 6;
const MAX_BAR_HEIGHT_DOTS = 255;

export interface PrintScale {
  /** What the layout is made for. */
  readonly layout: PrinterProfile;
  /** Dots of the printer for one dot of the layout; 1 where the layout is the printer's. */
  readonly factor: number;
}

/** @param canDraw without a painter the printer's own letters, small as they are, have to do */
export function printScale(profile: PrinterProfile, canDraw = true): PrintScale {
  if (profile.dpi <= LAYOUT_DPI || !canDraw) return { layout: profile, factor: 1 };
  const factor = profile.dpi / LAYOUT_DPI;
  return {
    layout: { ...profile, dpi: LAYOUT_DPI, dots: Math.floor(profile.dots / factor), drawsText: true },
    factor,
  };
}

/** A stand-in for the logo in the layout, where only its size counts. */
export function shrunk(logo: Bitmap, { factor }: PrintScale): Bitmap {
  if (factor === 1) return logo;
  const { width, height } = logo;
  return { width: Math.round(width / factor), height: Math.round(height / factor), data: new Uint8Array() };
}

/** @param logo the picture in dots of the printer, for its stand-in in the document */
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
        // Rounded down: a line that fitted has to fit.
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
        // Rounded down, for the width of the paper.
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
