/**
 * Printer properties by reported model name.
 *
 * The width of its line under GS I 67, and under GS I 66 whether Epson made it. Facts: Epson's technical reference
 * guides.
 */

import type { PrinterMemory } from './printer-memory.ts';
import type { PrinterOptions } from './printer-options.ts';

/** Models whose line on 80 mm paper is not the usual 576 dots. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/^TM-T(88|70|90)/i, 512],
  [/^(TM-P20|TM-P60|TM-m10|POS-?58)/i, 384],
];

export function widthOf(model: string): number | null {
  return WIDTHS.find(([pattern]) => pattern.test(model.trim()))?.[1] ?? null;
}

/**
 * What the printer says of itself goes in where the address says nothing; the address has the last word. One that was
 * asked and did not say that Epson made it is taken for one of the many copies: these agree upon few code pages, and some
 * know no margin for pictures, which would tear a drawn line apart.
 */
export function withOwnFacts(options: PrinterOptions, { isAsked, maker, model }: PrinterMemory): PrinterOptions {
  if (options.profile !== null) return options;
  const profile = isAsked && !/epson/i.test(maker) ? 'generic' : null;
  const isWidthGiven = options.dots !== null || options.columns !== null;
  return { ...options, profile, dots: isWidthGiven ? options.dots : widthOf(model) };
}
