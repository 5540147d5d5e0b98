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
  const { register } = GlobalFonts;
  // Of this thread, which has other things to do than to look through folders.
  let registered = 0;
  GlobalFonts.register = (...given) => {
    registered += 1;
    return register.apply(GlobalFonts, given);
  };
  const foreign = () => GlobalFonts.families.filter(({ family }) => !/^(Ticket |Receipt |Atkinson |Noto Sans$)/.test(family)).length;
  await findFonts();
  // Given by the thread, and there for all.
  const found = GlobalFonts.families.map(({ family }) => family);
  const foundHere = registered;
  const painter = await loadPainter();
  await painter.prepare(['Room 7'], 'en');
  const before = foreign();
  const missing = await painter.prepare(['Room \\u{1ee00}'], 'en');
  console.log(JSON.stringify({ found, foundHere, before, missing, isBorrowed: painter.isBorrowed('\\u{1ee00}') }));
`;

/** Whether the thread had looked when the first font was needed. */
const LOOKED = `
  import { GlobalFonts } from './main/printing/canvas.ts';
  GlobalFonts.register = () => {
    console.log(JSON.stringify({ looked: GlobalFonts.families.some(({ family }) => family === 'Ticket none') }));
    process.exit();
  };
`;
const PICTURE = `
  import { createDrawPaper } from './main/kiosk/host/ticket-preview.ts';
  import { silentLog } from './main/lib/context.ts';
  const service = { id: 'rooms', name: 'Rooms', tag: 'A' };
  const words = { people_waiting: '', waiting_time: '0', date_text: '', prioritary_ticket: '', extra_text: '', footer_text: '' };
  const ticket = { id: '1', number: '1', date: '2026-11-20 12:00:00', lang: 'en', flags: '0', avg_waiting_time: '00:00:00', number_of_waiting_tickets: '0', ticket_service: service };
  const order = {
    answer: { success: true, ticket, ticket_strings: words },
    page: null, priority: false, siteName: 'Hall', serviceName: 'Rooms', numberWidth: 1, layout: [], logo: '',
    printer: '', dots: null, columns: null,
  };
  await createDrawPaper({ log: silentLog })(order);
`;

const REPORT = `
  import { prepareFonts } from './main/printing/raster/fonts.ts';
  await prepareFonts('Hall', 'en');
`;

it.each([
  ['a picture of a ticket', PICTURE],
  ['a report, and whatever else is drawn,', REPORT],
])('%s waits for the thread that looks for fonts', async (_what, drawing) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', LOOKED + drawing], {
    env: { ...process.env, TZ: 'UTC' },
    timeout: 60_000,
  });
  expect(JSON.parse(stdout)).toEqual({ looked: true });
});

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
      foundHere: 0,
      before: 0,
      missing: ['\u{1ee00}'],
      isBorrowed: true,
    });
  } finally {
    await rm(home, { recursive: true });
  }
});
