/** Every screen of the kiosk in several languages, sizes and looks: nothing cut off, nothing that axe complains about. */
import type { RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { everyScreen } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { kioskOfGroup } from '../helpers/kept-kiosk.ts';
import { launchChromium, openKiosk, type ScriptedHost, settled, startScriptedHost } from '../helpers/kiosk-page.ts';
import { showAs, touchSize, turnSetting } from '../helpers/kiosk-sizes.ts';
import { chosenOf, IS_WHOLE } from '../helpers/whole.ts';
import { brokenWords, cutOff } from '../helpers/whole-texts.ts';

interface Look {
  readonly lang: Lang;
  readonly width: number;
  readonly height: number;
  readonly text?: 100 | 150 | 200;
  readonly scheme?: 'light' | 'dark';
  readonly contrast?: boolean;
  readonly reach?: boolean;
}

const NARROW_AND_LARGE: readonly Look[] = [
  { lang: 'de', width: 800, height: 1280, text: 200 },
  { lang: 'ar', width: 800, height: 1280, text: 200, contrast: true },
];
const OTHERS: readonly Look[] = [
  { lang: 'en', width: 1080, height: 1920 },
  { lang: 'fr', width: 1920, height: 1080, text: 200, scheme: 'dark' },
  { lang: 'zh', width: 1080, height: 1920, contrast: true },
  { lang: 'pt_PT', width: 1280, height: 800, scheme: 'dark' },
  { lang: 'es', width: 800, height: 1280, text: 150, reach: true },
];
const MORE: readonly Look[] = [
  { lang: 'de', width: 800, height: 1280 },
  { lang: 'fr', width: 1920, height: 1080 },
  { lang: 'ar', width: 1920, height: 1080, scheme: 'dark' },
  { lang: 'de', width: 1080, height: 1920, text: 200 },
  { lang: 'zh', width: 1920, height: 1080, text: 200, reach: true },
  { lang: 'de', width: 1280, height: 800, text: 200 },
  { lang: 'ar', width: 1280, height: 800, text: 200 },
];
const LOOKS = [...OTHERS, ...NARROW_AND_LARGE, ...MORE];

// What is there when nobody is takes a visitor's settings back: it comes last, in the looks that nobody has to set.
const UNTOUCHED = ['alone', 'idle'];
const isPlain = ({ text, contrast = false, reach = false }: Look): boolean => text === undefined && !contrast && !reach;
const SCREENS = Object.keys(everyScreen('en')).toSorted((a, b) => UNTOUCHED.indexOf(a) - UNTOUCHED.indexOf(b));

/** `npm test` looks at each screen in large letters in a narrow window, and at every other one in one of the other looks, by turns. */
function isChosen(look: Look, screen: string): boolean {
  if (UNTOUCHED.includes(screen)) return isPlain(look);
  const turn = SCREENS.indexOf(screen);
  return (
    NARROW_AND_LARGE[turn % NARROW_AND_LARGE.length] === look || (turn % 4 < 2 && OTHERS[turn % OTHERS.length] === look)
  );
}

const screensOf = (look: Look): readonly string[] =>
  chosenOf(SCREENS, (screen) => isChosen(look, screen)).filter(
    (screen) => isPlain(look) || !UNTOUCHED.includes(screen),
  );

/** What axe can see of a look: its layout with large letters or without, and its colours. Languages and sizes of screens it cannot. */
const layoutOf = ({ width, height, text = 100 }: Look): string =>
  [width < height ? 'portrait' : 'landscape', text > 100].join();
const coloursOf = ({ scheme = 'light', contrast = false }: Look): string => (contrast ? 'contrast' : scheme);

/** What axe is asked of a look: all, of the first with its layout; of the same in other colours what depends on those. */
function judgementOf(look: Look): RunOptions | null {
  if (!IS_WHOLE) return {};
  const alike = LOOKS.filter((each) => layoutOf(each) === layoutOf(look));
  if (alike[0] === look) return {};
  if (alike.find((each) => coloursOf(each) === coloursOf(look)) !== look) return null;
  return { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };
}

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

const named = chosenOf(LOOKS, (look) => !MORE.includes(look)).map((look) => {
  const { lang, width, height, text = '100', scheme = 'light', contrast = false, reach = false } = look;
  const more = [contrast ? ', high contrast' : '', reach ? ', low reach' : ''].join('');
  return [`${lang} at ${width} × ${height}, text ${text} %, ${scheme}${more}`, look] as const;
});

describe.each(named)('in %s', (_name, look) => {
  const judgement = judgementOf(look);
  const kiosk = kioskOfGroup({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.scheme ?? 'light',
    first: () => everyScreen(look.lang)['choose six'],
    prepare: async (page) => {
      if (look.text !== undefined) await touchSize(page, look.text);
      if (look.contrast === true) await turnSetting(page, 'contrast');
      if (look.reach === true) await turnSetting(page, 'reach');
    },
  });

  it.each(screensOf(look))('%s is whole and clean', async (name) => {
    const state = everyScreen(look.lang)[name];
    if (state === undefined) throw new Error(`No screen ${name}.`);
    await showAs(kiosk.page, kiosk.host, state, name);
    await kiosk.page.locator(`:root[data-text="${look.text ?? 100}"]`).waitFor({ state: 'attached' });
    expect(await cutOff(kiosk.page)).toEqual([]);
    expect(await brokenWords(kiosk.page)).toEqual([]);
    if (judgement !== null) expect(await barriersOf(kiosk.page, judgement)).toEqual([]);
    expect(kiosk.faults).toEqual([]);
  });
});

/** Ends with the test. */
async function openAt(first: KioskState | undefined): Promise<{ readonly page: Page; readonly host: ScriptedHost }> {
  const host = await startScriptedHost(first ?? null);
  onTestFinished(() => host.close());
  const { page, context } = await openKiosk(browser, host, { reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  return { page, host };
}

describe('the way in for those with an appointment', () => {
  it('keeps its words whole, and large enough to read, in windows of a desk', async () => {
    const { page, host } = await openAt(everyScreen('en').idle);
    const words = page.locator('.check-in .fit');
    for (const { lang, ...viewport } of [
      { lang: 'en', width: 1050, height: 880 },
      { lang: 'en', width: 1024, height: 768 },
      { lang: 'fr', width: 1050, height: 880 },
    ] as const) {
      const state = everyScreen(lang).idle;
      if (state !== undefined) host.send(state);
      await page.locator(`html[lang="${lang}"]`).waitFor({ state: 'attached' });
      await page.setViewportSize(viewport);
      for (const size of [100, 200]) {
        await touchSize(page, size);
        await settled(page);
        const seen = { lang, ...viewport, size, broken: await brokenWords(page) };
        expect(seen).toEqual({ ...seen, broken: [] });
        const height = await words.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
        expect(height).toBeGreaterThanOrEqual(24);
      }
    }
  });
});

describe('in low reach, below a notice that there is no paper', () => {
  it('all choices are whole, and in the lower two thirds', async () => {
    const { page, host } = await openAt(everyScreen('fr').groups);
    await turnSetting(page, 'reach');
    for (const { lang, ...viewport } of [
      { lang: 'fr', width: 800, height: 1280 },
      { lang: 'ar', width: 1920, height: 1080 },
    ] as const) {
      const { groups } = everyScreen(lang);
      if (groups !== undefined) host.send({ ...groups, printer: 'no-paper' });
      await page.locator(`html[lang="${lang}"]`).waitFor({ state: 'attached' });
      await page.setViewportSize(viewport);
      await page.locator('.stage .notice').waitFor();
      await settled(page);
      expect(await cutOff(page)).toEqual([]);
      const touched = await page.locator('.stage button').evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .filter(({ height }) => height > 0)
          .map(({ top, bottom }) => ({ top, bottom })),
      );
      const foot = await page.locator('.foot').evaluate((element) => element.getBoundingClientRect().top);
      expect(touched.length).toBeGreaterThan(1);
      expect(Math.min(...touched.map(({ top }) => top))).toBeGreaterThanOrEqual(viewport.height / 3 - 1);
      expect(Math.max(...touched.map(({ bottom }) => bottom))).toBeLessThanOrEqual(foot);
    }
  });
});
