/**
 * Printer properties by reported model name.
 *
 * GS I 67 gives the line width, and GS I 66 shows whether Epson made the printer. Source: Epson's technical reference
 * guides.
 */

import type { PrinterMemory } from './printer-memory.ts';
import type { PrinterOptions } from './printer-options.ts';

/** Models with a width other than 576 dots on 80 mm paper. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/^TM-T(88|70|90)/i, 512],
  [/^(TM-P20|TM-P60|TM-m10|POS-?58)/i, 384],
];

export function widthOf(model: string): number | null {
  return WIDTHS.find(([pattern]) => pattern.test(model.trim()))?.[1] ?? null;
}

/**
 * Fills in options from the reported name; options of the address take precedence. A printer that did not report Epson
 * counts as a clone: clones share few code pages, and some ignore margins for pictures, which would tear a drawn line
 * apart.
 */
export function withOwnFacts(options: PrinterOptions, { isAsked, maker, model }: PrinterMemory): PrinterOptions {
  if (options.profile !== null) return options;
  const profile = isAsked && !/epson/i.test(maker) ? 'generic' : null;
  const isWidthGiven = options.dots !== null || options.columns !== null;
  return { ...options, profile, dots: isWidthGiven ? options.dots : widthOf(model) };
}
