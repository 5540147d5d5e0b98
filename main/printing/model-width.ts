/** Widths of print lines by what printers say of themselves under GS I 67. Facts: Epson's technical reference guides. */

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

/** What the printer says of its width goes in where the address says nothing; the address has the last word. */
export function withOwnWidth(options: PrinterOptions, { model }: PrinterMemory): PrinterOptions {
  if (options.dots !== null || options.profile !== null || options.columns !== null) return options;
  return { ...options, dots: widthOf(model) };
}
