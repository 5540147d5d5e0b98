/**
 * Screens of the kiosk in the languages that its fixtures have no town hall in, and in one that nobody speaks, whose texts are
 * longer: nothing is cut off and words stay whole, in ordinary letters and in very large ones.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { LANGUAGES } from '../../main/lib/languages.ts';
import { everyScreenIn } from '../fixtures/translated-kiosk-screens.ts';
import { launchChromium, openKiosk, settled, startScriptedHost } from '../helpers/kiosk-page.ts';
import { touchSize } from '../helpers/kiosk-sizes.ts';
import { speakPseudo } from '../helpers/pseudo-language.ts';
import { itInProofs } from '../helpers/whole.ts';
import { brokenWords, cutOff } from '../helpers/whole-texts.ts';

interface Window {
  readonly width: number;
  readonly height: number;
  readonly text: 100 | 200;
}

/** Very large letters where they have the least room. */
const TIGHT: readonly Window[] = [
  { width: 800, height: 1280, text: 200 },
  { width: 1280, height: 800, text: 200 },
];
const WINDOWS: readonly Window[] = [
  ...TIGHT,
  { width: 800, height: 1280, text: 100 },
  { width: 1280, height: 800, text: 100 },
  { width: 1080, height: 1920, text: 100 },
  { width: 1080, height: 1920, text: 200 },
];

/** The looks of every screen are seen in the others. */
const ELSEWHERE: readonly string[] = LANGUAGES.slice(LANGUAGES.indexOf('ru'));
/** Languages in whose place the one that nobody speaks is shown: of either direction. */
const PSEUDO: readonly string[] = ['vi', 'he'];
const SCREENS = Object.keys(everyScreenIn('ru'));

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

/**
 * What is wrong on these screens, each in its language, by their names.
 *
 * @param pseudo languages in whose place there is the one that nobody speaks
 */
async function faultsOn(
  { text, ...viewport }: Window,
  screens: readonly (readonly [lang: string, name: string])[],
  pseudo: readonly string[] = [],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const host = await startScriptedHost(everyScreenIn('ru')['choose six'] ?? null);
  onTestFinished(() => host.close());
  const { page, context, faults } = await openKiosk(browser, host, { viewport, reducedMotion: 'reduce' }, (opened) =>
    speakPseudo(opened, pseudo),
  );
  onTestFinished(() => context.close());
  const found: Record<string, readonly string[]> = {};
  for (const [lang, name] of screens) {
    const state = everyScreenIn(lang)[name];
    if (state === undefined) throw new Error(`No screen ${name}.`);
    const siteName = `${state.siteName} · ${lang} · ${name}`;
    host.send({ ...state, siteName });
    await page.getByAltText(siteName, { exact: true }).waitFor();
    // Also where a countdown lies over it; and again on each, since a screen that waits for the next visitor takes it back.
    await touchSize(page, text);
    await settled(page);
    const wrong = [...(await cutOff(page)), ...(await brokenWords(page))];
    if (
      pseudo.includes(lang) &&
      !/[ậễịộữ]/i.test((await page.locator('.size').first().getAttribute('aria-label')) ?? '')
    )
      wrong.push('does not speak the language of the test');
    if (wrong.length > 0) found[`${lang}: ${name}`] = wrong;
  }
  expect(faults).toEqual([]);
  return found;
}

it.each(TIGHT)('each screen is whole in another language, by turns: $width × $height, text $text %', async (window) => {
  const turn = TIGHT.indexOf(window);
  const screens = SCREENS.map((name, at) => [ELSEWHERE[at % ELSEWHERE.length] ?? '', name] as const).filter(
    (_, at) => Math.floor(at / ELSEWHERE.length) % TIGHT.length === turn,
  );
  expect(await faultsOn(window, screens, PSEUDO)).toEqual({});
});

const cases = [
  ...PSEUDO.map((lang) => ({ name: `none, in place of ${lang}`, lang, pseudo: [lang] })),
  ...ELSEWHERE.map((lang) => ({ name: lang, lang, pseudo: [] })),
].flatMap((each) => WINDOWS.map((window) => ({ ...each, ...window, window })));

itInProofs.each(cases)(
  'every screen is whole in $name: $width × $height, text $text %',
  async ({ window, lang, pseudo }) => {
    expect(
      await faultsOn(
        window,
        SCREENS.map((name) => [lang, name] as const),
        pseudo,
      ),
    ).toEqual({});
  },
);
