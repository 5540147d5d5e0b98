/** Fonts of the machine are read for characters that ours lack, and not by whoever only loads what draws. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const MATH = 'node_modules/@fontsource/noto-sans-arabic/files/noto-sans-arabic-math-400-normal.woff2';

/** In a process of its own: fonts that were read once stay. */
const SCRIPT = `
  import { GlobalFonts } from './main/printing/canvas.ts';
  import { findFonts } from './main/printing/find-fonts.ts';
  import { loadPainter } from './main/printing/raster/load-painter.ts';
  const foreign = () => GlobalFonts.families.filter(({ family }) => !/^(Ticket |Receipt |Atkinson |Noto Sans$)/.test(family)).length;
  await findFonts();
  // Given by the thread, and there for all.
  const found = GlobalFonts.families.map(({ family }) => family);
  const painter = await loadPainter();
  await painter.prepare(['Room 7'], 'en');
  const before = foreign();
  const missing = await painter.prepare(['Room \\u{1ee00}'], 'en');
  console.log(JSON.stringify({ found, before, missing, isBorrowed: painter.isBorrowed('\\u{1ee00}') }));
`;

// Elsewhere a home is told in other ways.
it.runIf(process.platform === 'linux')('the fonts of a machine are read when a character needs one', async () => {
  const home = await mkdtemp(join(tmpdir(), 'home-'));
  try {
    await mkdir(join(home, '.fonts/deep'), { recursive: true });
    await cp(MATH, join(home, '.fonts/deep/math.ttf'));
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT], {
      env: { ...process.env, HOME: home, DISABLE_SYSTEM_FONTS_LOAD: '' },
    });
    expect(JSON.parse(stdout)).toEqual({
      found: ['Noto Sans', 'Ticket none'],
      before: 0,
      missing: ['\u{1ee00}'],
      isBorrowed: true,
    });
  } finally {
    await rm(home, { recursive: true });
  }
});
