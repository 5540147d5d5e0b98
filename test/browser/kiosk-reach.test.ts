/**
 * Every screen of the kiosk in the reader's own colours, and with its letters, words and lines set wider apart: nothing is lost,
 * nothing is cut off, and the focus is seen.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { LANGUAGES } from '../../main/lib/languages.ts';
import { everything } from '../fixtures/kiosk-everything.ts';
import { launchChromium, type OpenPage, openKiosk, settled, startScriptedHost } from '../helpers/kiosk-page.ts';
import {
  APART_MM,
  CAPITAL_MM,
  type KioskSize,
  pixelsPerMm,
  SIDE_MM,
  showAs,
  sizesIn,
  under,
} from '../helpers/kiosk-sizes.ts';
import { lostInForcedColours, spaceText } from '../helpers/page-reach.ts';
import { unseenFocus } from '../helpers/seen-focus.ts';
import { chosenOf, IS_WHOLE } from '../helpers/whole.ts';
import { brokenWords, cutOff } from '../helpers/whole-texts.ts';

const PORTRAIT = { width: 1080, height: 1920, inches: 0 };
const ACROSS = { width: 1920, height: 1080, inches: 0 };
const LOW = { width: 1280, height: 800, inches: 0 };
const SLIM = { width: 800, height: 1280, inches: 0 };
/** A window in which services leave space for a hint only just. */
const TINY = { width: 640, height: 660 };
/** In every run one of each kind; in the slow tests all. */
const OFTEN = [
  'choose six, or call staff',
  'form: a name with a fault',
  'form: several of three',
  'check in, unknown',
  'staff: missed',
  'closed',
  'panel: home, all is wrong',
  'take-ticket',
];

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

type Look = (page: OpenPage['page']) => Promise<readonly string[]>;

/** What is wrong on these screens, by their names. */
async function faultsOn(
  { inches, ...viewport }: KioskSize,
  screens: readonly (readonly [lang: string, name: string])[],
  look: Look,
  prepare: (page: OpenPage['page']) => Promise<void> = async () => undefined,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const host = await startScriptedHost(everything('en')['choose six'] ?? null);
  onTestFinished(() => host.close());
  const { page, context, faults } = await openKiosk(browser, host, { viewport, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  await prepare(page);
  const found: Record<string, readonly string[]> = {};
  for (const [lang, name] of screens) {
    const state = everything(lang)[name];
    if (state === undefined) throw new Error(`No screen ${name}.`);
    const siteName = `${state.siteName} · ${lang} · ${name}`;
    host.send({ ...state, siteName, screenInches: inches });
    await page.getByAltText(siteName, { exact: true }).waitFor();
    await settled(page);
    const wrong = await look(page);
    if (wrong.length > 0) found[`${lang}: ${name}`] = wrong;
  }
  expect(faults).toEqual([]);
  return found;
}

const SCREENS = Object.keys(everything('en')).filter((name) => IS_WHOLE || OFTEN.includes(name));
const inEach = (...langs: readonly string[]) =>
  IS_WHOLE
    ? langs.flatMap((lang) => SCREENS.map((name) => [lang, name] as const))
    : SCREENS.map((name, at) => [langs[at % langs.length] ?? '', name] as const);

it('in forced colours nothing is lost, and the focus is seen', async () => {
  const look: Look = async (page) => {
    const lost = await lostInForcedColours(page);
    await page.emulateMedia({ forcedColors: 'active' });
    const unseen = await unseenFocus(page);
    await page.emulateMedia({ forcedColors: 'none' });
    return [...lost, ...unseen];
  };
  expect(await faultsOn(PORTRAIT, inEach('en', 'ar'), look)).toEqual({});
});

const SPACED = [
  PORTRAIT,
  ACROSS,
  LOW,
  SLIM,
  { width: 800, height: 1280, inches: 10 },
  { width: 1280, height: 800, inches: 15 },
];

it.each(chosenOf(SPACED, (size) => size === PORTRAIT || size === LOW))(
  'with text set wider apart nothing is cut off, no word is broken, and all is as large to touch and read: $width × $height, $inches inches',
  async (size) => {
    const langs = IS_WHOLE
      ? ['de', ...LANGUAGES.filter((lang) => !['de', 'pt'].includes(lang)), 'pt_PT']
      : ['de', 'ar', 'vi'];
    const look: Look = async (page) => {
      const { sides, gaps, capitals } = await sizesIn(page, pixelsPerMm(size));
      return [
        ...(await cutOff(page)),
        ...(await brokenWords(page)).map((word) => `${word} is broken`),
        ...under(sides, SIDE_MM),
        ...under(gaps, APART_MM),
        ...under(capitals, CAPITAL_MM[100]),
      ];
    };
    expect(await faultsOn(size, inEach(...langs), look, spaceText)).toEqual({});
  },
);

it('has a hint above services as long as one of them has room below it', async () => {
  const host = await startScriptedHost(everything('uk')['choose six'] ?? null);
  onTestFinished(() => host.close());
  const { page, context, faults } = await openKiosk(browser, host, { viewport: TINY, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  const seen = async (name: string): Promise<unknown> => {
    const state = everything('uk')[name];
    if (state === undefined) throw new Error(`No screen ${name}.`);
    // Few enough to stand there without a button.
    await showAs(page, host, { ...state, languages: state.languages.slice(0, 5) }, name);
    return { hint: await page.locator('.band-hint').isVisible(), cut: await cutOff(page) };
  };
  expect(await seen('choose six')).toEqual({ hint: true, cut: [] });
  expect(await seen('staff: calling')).toEqual({ hint: true, cut: [] });
  await spaceText(page);
  await page.setViewportSize({ ...TINY, height: 560 });
  expect(await seen('staff cannot be reached')).toEqual({ hint: false, cut: [] });
  await page.setViewportSize(TINY);
  expect(await seen('choose six')).toEqual({ hint: true, cut: [] });
  expect(faults).toEqual([]);
});
