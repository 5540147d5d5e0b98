/** Every screen of the kiosk in several languages, sizes and looks: nothing cut off, nothing that axe complains about. */
import type { RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { everyScreen } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import { barriersOf } from '../helpers/barriers.ts';
import {
  launchChromium,
  type OpenPage,
  openKiosk,
  type ScriptedHost,
  settled,
  startScriptedHost,
} from '../helpers/kiosk-page.ts';
import { chosenOf, IS_WHOLE } from '../helpers/whole.ts';

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
  { lang: 'de', width: 800, height: 1280 },
];
const MORE: readonly Look[] = [
  { lang: 'fr', width: 1920, height: 1080 },
  { lang: 'ar', width: 1920, height: 1080, scheme: 'dark' },
  { lang: 'de', width: 1080, height: 1920, text: 200 },
  { lang: 'zh', width: 1920, height: 1080, text: 200, reach: true },
];
const LOOKS = [...OTHERS, ...NARROW_AND_LARGE, ...MORE];

// Idle takes the visitor's settings back, so it comes last, in the looks that nobody has to set.
const isPlain = ({ text, contrast = false, reach = false }: Look): boolean => text === undefined && !contrast && !reach;
const SCREENS = Object.keys(everyScreen('en')).toSorted((a, b) => Number(a === 'idle') - Number(b === 'idle'));

/** `npm test` looks at each screen in large letters in a narrow window, and in one of the other looks, by turns. */
function isChosen(look: Look, screen: string): boolean {
  if (screen === 'idle') return isPlain(look);
  const turn = SCREENS.indexOf(screen);
  return NARROW_AND_LARGE[turn % NARROW_AND_LARGE.length] === look || OTHERS[turn % OTHERS.length] === look;
}

const screensOf = (look: Look): readonly string[] =>
  chosenOf(SCREENS, (screen) => isChosen(look, screen)).filter((screen) => screen !== 'idle' || isPlain(look));

/** Writing that leaves the window, its button or card, or the part of the page that it belongs to. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the page scrolls sideways');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '' || parent.closest('.spoken, [hidden], .choice-about'))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0 || text.height === 0) continue;
      const holders = [
        parent.closest('button'),
        parent.closest('.ticket, .choice, .notice'),
        parent.closest('.band, .stage, .timeout, .foot'),
      ];
      for (const holder of [document.documentElement, ...holders]) {
        if (holder === null) continue;
        const room = holder.getBoundingClientRect();
        const out = Math.max(
          room.left - text.left,
          text.right - room.right,
          room.top - text.top,
          text.bottom - room.bottom,
        );
        if (out > 2)
          found.push(`"${node.textContent}" leaves ${holder.className || holder.tagName} by ${Math.round(out)} px`);
      }
    }
    for (const control of document.querySelectorAll(
      '.choice:not([hidden]), .nav:not([disabled]), .language, .size, .toggle',
    )) {
      const box = control.getBoundingClientRect();
      const stage = control.closest('.stage, .timeout, .foot')?.getBoundingClientRect();
      if (stage !== undefined && (box.bottom > stage.bottom + 1 || box.top < stage.top - 1)) {
        found.push(`${control.className} leaves its part of the page`);
      }
      const least = control.classList.contains('choice') ? 120 : 79;
      if (box.height < least || box.width < 79) found.push(`${control.className} is ${box.width} by ${box.height} px`);
    }
    return found;
  });
}

/** Words that stand on two lines, among texts whose size is to give way so that none does; none where letters have no blanks. */
function brokenWords(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const { firstChild: text } of document.querySelectorAll('.fit')) {
      if (!(text instanceof Text) || /\p{Script=Han}/u.test(text.data)) continue;
      for (const { 0: word, index } of text.data.matchAll(/[^\s\u00ad\u200b-]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(word);
      }
    }
    return found;
  });
}

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
  let host: ScriptedHost;
  let kiosk: OpenPage;

  beforeAll(async () => {
    host = await startScriptedHost(everyScreen(look.lang)['choose six'] ?? null);
    kiosk = await openKiosk(browser, host, {
      viewport: { width: look.width, height: look.height },
      colorScheme: look.scheme ?? 'light',
      reducedMotion: 'reduce',
    });
    const { page } = kiosk;
    if (look.text !== undefined) await page.locator(`.size[data-size="${look.text}"]`).click();
    if (look.contrast === true) await page.locator('.toggle').nth(0).click();
    if (look.reach === true) await page.locator('.toggle').nth(1).click();
  });

  afterAll(async () => {
    await kiosk?.context.close();
    await host?.close();
  });

  it.each(screensOf(look))('%s is whole and clean', async (name) => {
    const state = everyScreen(look.lang)[name];
    if (state === undefined) throw new Error(`No screen ${name}.`);
    // The name of the site tells when the page has drawn this state and not still the one before.
    const siteName = `${state.siteName} · ${name}`;
    host.send({ ...state, siteName });
    await kiosk.page.getByAltText(siteName, { exact: true }).waitFor();
    await settled(kiosk.page);
    expect(await cutOff(kiosk.page)).toEqual([]);
    expect(await brokenWords(kiosk.page)).toEqual([]);
    if (judgement !== null) expect(await barriersOf(kiosk.page, judgement)).toEqual([]);
    expect(kiosk.faults).toEqual([]);
  });
});

describe('the way in for those with an appointment', () => {
  it('keeps its words whole, and large enough to read, in windows of a desk', async () => {
    const host = await startScriptedHost(everyScreen('en').idle ?? null);
    const { page, context } = await openKiosk(browser, host, { reducedMotion: 'reduce' });
    onTestFinished(() => host.close());
    onTestFinished(() => context.close());
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
        await page.locator(`.size[data-size="${size}"]`).click();
        await settled(page);
        const seen = { lang, ...viewport, size, broken: await brokenWords(page) };
        expect(seen).toEqual({ ...seen, broken: [] });
        const height = await words.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
        expect(height).toBeGreaterThanOrEqual(24);
      }
    }
  });
});
