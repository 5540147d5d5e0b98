/**
 * Every state of a display in the reader's own colours, with letters, words and lines set wider apart, with less motion, and in
 * each look: nothing is lost, nothing is cut off, and what is read from afar stays as large as that needs.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LANGUAGES } from '../../main/lib/languages.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { Display, type Hall, type HallOptions, openHall } from '../helpers/display-page.ts';
import { capitals, cutOff, lostEdges, motions, runTogether, wantedMm, wrappedDesks } from '../helpers/display-reach.ts';
import { launchChromium, settled } from '../helpers/kiosk-page.ts';
import { lostInForcedColours, spaceText } from '../helpers/page-reach.ts';
import { chosenOf, IS_WHOLE } from '../helpers/whole.ts';

const SCREENS = {
  '720p': { width: 1280, height: 720 },
  'full HD': { width: 1920, height: 1080 },
  upright: { width: 1080, height: 1920 },
  '4K': { width: 3840, height: 2160 },
  'upright 720p': { width: 720, height: 1280 },
} as const;

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

/** What hangs there, by what it is about. */
const HUNG: Readonly<Record<string, HallOptions>> = {
  plain: {},
  'with all there is': {
    languages: ['ar', 'en'],
    settings: { names_on_displays: true },
    display: { media: ['town-hall.png'], ticker: 'Please have your papers and a photograph ready.' },
  },
  'in Arabic, quiet': { languages: ['ar'], display: { quiet: true, ticker: 'من فضلك جهّز أوراقك.' } },
  'with long names': {
    languages: ['pt_PT', 'ar'],
    service: { name: 'Kraftfahrzeugzulassung und Führerscheine', translations: {} },
    desk: { name: 'Bürgerbüro, Zimmer 417', translations: {} },
    // Chromium holds its sound back until somebody touches it, and it says so.
    display: { chime: true, ticker: 'Please have your papers ready. '.repeat(6) },
  },
  'without a list': { display: { last_calls: 0 } },
  dark: { languages: ['en', 'ar'], display: { look: 'dark' } },
  'in high contrast': { languages: ['ar', 'en'], display: { look: 'contrast', ticker: 'A message' } },
};
/** In every run; in the slow tests all. */
const OFTEN = { hung: ['with all there is'], screens: ['upright 720p'] };

/** The states through which a display goes, one after the other. */
const STATES: readonly (readonly [name: string, enter: (hall: Hall, display: Display) => Promise<void>])[] = [
  ['nobody is called', (_hall, display) => display.sees('idle')],
  [
    'a call',
    async (hall, display) => {
      await hall.call('Passports', 'Desk 4', { lang: 'ar', client: { name: 'Maria' } });
      await display.announces('A042');
    },
  ],
  [
    'many calls',
    async (hall, display) => {
      for (let call = 0; call < 6; call += 1) await hall.call('Taxes', `Desk ${1 + (call % 3)}`, { lang: 'pt_PT' });
      await display.page.locator('.line[data-new="true"]').first().waitFor();
    },
  ],
  [
    'no connection',
    async (_hall, display) => {
      await display.page.context().setOffline(true);
      await display.isStale(true);
    },
  ],
];

/** All that is wrong with what hangs there now, on this screen. */
async function faultsOf({ page }: Display, viewport: { readonly width: number; readonly height: number }) {
  const found: Record<string, readonly string[]> = {};
  const note = (how: string, faults: readonly string[]): void => {
    if (faults.length > 0) found[how] = faults;
  };
  await page.setViewportSize(viewport);
  await settled(page);
  note('as it is', [...(await cutOff(page)), ...(await runTogether(page)), ...(await wrappedDesks(page))]);
  note('in forced colours', await lostInForcedColours(page));
  await page.emulateMedia({ forcedColors: 'active' });
  await settled(page);
  note('in forced colours, whole', [...(await cutOff(page)), ...(await lostEdges(page))]);
  await page.emulateMedia({ forcedColors: 'none' });
  await spaceText(page);
  await settled(page);
  note('with text spacing', await cutOff(page));
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  await settled(page);
  note('what moves', await motions(page));
  // In every run test/browser/display-looks.test.ts has it.
  if (IS_WHOLE) note('by axe', await barriersOf(page));
  return found;
}

it.each(chosenOf(Object.entries(HUNG), ([name]) => OFTEN.hung.includes(name)))(
  'a display %s loses nothing in any state and on any screen',
  async (_name, options) => {
    const hall = await openHall({
      ...options,
      display: { call_seconds: 60, chime: false, voice: false, ...options.display },
    });
    const display = await Display.at(hall, browser, { reducedMotion: 'reduce' });
    const found: Record<string, readonly string[]> = {};
    for (const [state, enter] of STATES) {
      await enter(hall, display);
      for (const [screen, viewport] of Object.entries(SCREENS)) {
        if (!IS_WHOLE && !(state === 'many calls' && OFTEN.screens.includes(screen))) continue;
        for (const [how, faults] of Object.entries(await faultsOf(display, viewport)))
          found[`${state}, ${screen}, ${how}`] = faults;
      }
    }
    expect(found).toEqual({});
    expect(display.faults).toEqual([]);
  },
);

/** What a desk is called; with a number behind it. */
const DESKS: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  en: 'Desk',
  pt: 'Balcão',
  es: 'Ventanilla',
  fr: 'Guichet',
  de: 'Schalter',
  ar: 'الشباك',
  zh: '窗口',
  ru: 'Окно',
  he: 'דלפק',
  tr: 'Gişe',
  pl: 'Stanowisko',
  uk: 'Вікно',
  vi: 'Quầy',
  fa: 'باجه',
  hi: 'काउंटर',
  ja: '窓口',
  ko: '창구',
};

/** As nobody has said how large the screen is, and where letters have to be read from ten metres: the list has less room then. */
const HUNG_SIZES = [0, 43];
const SIZES = LANGUAGES.flatMap((lang) => HUNG_SIZES.map((inches) => [lang, inches] as const));

it.each(chosenOf(SIZES, ([lang, inches]) => lang === 'pl' && inches === 43))(
  'numbers stand well apart from their desks, both are whole, and as large as the distance needs, in %s on %i inches',
  async (lang, inches) => {
    const hall = await openHall({
      inches,
      languages: [lang === 'pt' ? 'pt_PT' : lang],
      settings: { languages: ['en', lang === 'pt' ? 'pt_PT' : lang] },
      service: { translations: {} },
      desk: { name: `${DESKS[lang]} 24`, translations: {} },
      display: { call_seconds: 60, chime: false, voice: false },
    });
    for (let call = 0; call < 4; call += 1) await hall.call('Passports', `Desk ${1 + call}`);
    const display = await Display.at(hall, browser, { reducedMotion: 'reduce' });
    await display.sees('calls');
    const found: Record<string, readonly string[]> = {};
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      if (!IS_WHOLE && screen !== '720p') continue;
      await display.page.setViewportSize(viewport);
      await settled(display.page);
      expect((await display.lines()).length).toBeGreaterThan(0);
      const { 'line-label': label = 0, 'line-desk': desk = 0 } =
        inches === 0 ? {} : await capitals(display.page, inches);
      const tooSmall = inches > 0 && Math.min(label, desk) < wantedMm(10) - 0.2 ? [`${label} and ${desk} mm`] : [];
      const all = await Promise.all([runTogether, cutOff, wrappedDesks].map((look) => look(display.page)));
      const faults = [...all.flat(), ...tooSmall];
      if (faults.length > 0) found[screen] = faults;
    }
    expect(found).toEqual({});
    expect(display.faults).toEqual([]);
  },
);

it('where all is closed, where it is not known which display it is, and where it may not show calls nothing is lost either', async () => {
  const hall = await openHall({ schedule: 'off', languages: ['ar', 'en'] });
  const found: Record<string, object> = {};
  const look = async (device: string, screen: string, isOffline = false): Promise<void> => {
    const display = await Display.at(hall, browser, { device, reducedMotion: 'reduce' });
    await display.sees(screen);
    if (isOffline) {
      await display.page.context().setOffline(true);
      await display.isStale(true);
    }
    for (const [name, viewport] of Object.entries(SCREENS)) {
      if (!IS_WHOLE && name !== '720p') continue;
      const faults = await faultsOf(display, viewport);
      if (Object.keys(faults).length > 0) found[`${screen}, ${name}`] = faults;
    }
  };
  await look('display-1', 'closed');
  await look('', 'choosing');
  if (IS_WHOLE) await look('nobody', 'refused');
  if (IS_WHOLE) await look('display-1', 'closed', true);
  expect(found).toEqual({});
});
