import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SlicedWork } from '../../../lib/steps.ts';
import { GlobalFonts } from '../../canvas.ts';

/** Subsets of the bundled Noto Sans, each with its own family name, so that a list covers all. */
const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;

const FAMILY = 'Receipt';
let families: string | null = null;

/**
 * Font families of the virtual printer as a CSS list. The first call reads the font files, one per step, because they
 * take some 10 ms; never uses system fonts.
 */
export function* receiptFamilies(): SlicedWork<string> {
  if (families !== null) return families;
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans/package.json')), 'files');
  const names: string[] = [];
  for (const subset of SUBSETS) {
    for (const weight of [500, 700]) {
      // From memory: the library cannot read files in the archive of an installed program.
      const file = readFileSync(join(folder, `noto-sans-${subset}-${weight}-normal.woff2`));
      if (!GlobalFonts.register(file, `${FAMILY} ${subset}`)) throw new Error(`the font ${subset} cannot be read`);
      yield;
    }
    names.push(`"${FAMILY} ${subset}"`);
  }
  families = names.join(', ');
  return families;
}
