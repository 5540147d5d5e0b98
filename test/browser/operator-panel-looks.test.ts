/** Every part of the operator panel in several languages, sizes and colours: whole, large enough to touch, clean for axe. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { state } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import { everyPanel } from '../fixtures/panel-states.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { launchChromium, openKiosk, settled, startScriptedHost } from '../helpers/kiosk-page.ts';
import { touchSize, turnSetting } from '../helpers/kiosk-sizes.ts';
import { chosenOf } from '../helpers/whole.ts';

interface Look {
  readonly lang: Lang;
  readonly width: number;
  readonly height: number;
  readonly scheme: 'light' | 'dark';
  readonly text?: 200;
  readonly contrast?: boolean;
  readonly reach?: boolean;
}

const LOOKS: readonly Look[] = [
  { lang: 'en', width: 800, height: 1280, scheme: 'light' },
  { lang: 'ar', width: 1920, height: 1080, scheme: 'dark' },
  { lang: 'de', width: 800, height: 1280, scheme: 'light', text: 200, contrast: true, reach: true },
];

/** What is cut off or too small. Downwards the panel scrolls; sideways nothing leaves the window, its button or its line. */
function amiss(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '' || parent.closest('.spoken, [hidden]')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0) continue;
      for (const holder of [document.documentElement, parent.closest('button'), parent.closest('li, .fact-line')]) {
        const room = holder?.getBoundingClientRect();
        if (room !== undefined && (room.left - text.left > 2 || text.right - room.right > 2))
          found.push(`"${node.textContent}" leaves ${holder?.className || holder?.tagName}`);
      }
    }
    for (const button of document.querySelectorAll('.page button')) {
      if (!button.checkVisibility()) continue;
      const { width, height } = button.getBoundingClientRect();
      const least = button.classList.contains('key') ? 44 : 79;
      if (width < least || height < least) found.push(`${button.className} is ${width} by ${height} px`);
    }
    const body = document.querySelector('.panel-home, .panel-body');
    if (body !== null && body.clientHeight < 200) found.push(`the panel has ${body.clientHeight} px of height`);
    return found;
  });
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** In every run each part in large letters in a narrow window, and every other one in Arabic, wide and dark. */
const isChosen = ({ text }: Pick<Look, 'text'>, at: number, name: string): boolean =>
  text === 200 || Object.keys(everyPanel('en')).indexOf(name) % 2 === at;

it.each(chosenOf(LOOKS, ({ lang }) => lang !== 'en'))(
  '$lang at $width × $height, $scheme',
  async ({ lang, width, height, scheme, ...look }) => {
    const panels = everyPanel(lang);
    const at = LOOKS.findIndex((each) => each.lang === lang);
    const tried = chosenOf(Object.entries(panels), ([name]) => isChosen(look, at, name));
    const host = await startScriptedHost(panels.pin);
    onTestFinished(() => host.close());
    const viewport = { width, height };
    const { page, context, faults } = await openKiosk(browser, host, {
      viewport,
      colorScheme: scheme,
      reducedMotion: 'reduce',
    });
    onTestFinished(() => context.close());
    await page.waitForSelector('[data-screen="panel-pin"]');
    if (look.text !== undefined) await touchSize(page, look.text);
    if (look.contrast === true) await turnSetting(page, 'contrast');
    if (look.reach === true) await turnSetting(page, 'reach');
    expect(tried.length).toBeGreaterThan(5);
    for (const [name, state] of tried) {
      // The site name shows that the page has drawn this state.
      const siteName = `${state.siteName} · ${name}`;
      host.send({ ...state, siteName });
      await page.getByAltText(siteName, { exact: true }).waitFor();
      await settled(page);
      expect.soft({ name, amiss: await amiss(page), barriers: await barriersOf(page) }).toEqual({
        name,
        amiss: [],
        barriers: [],
      });
    }
    expect(faults).toEqual([]);
  },
);

it('the operator panel shows the fault and its remedy on every kiosk of usual size', async () => {
  const confirm = 'home, a test slip to confirm';
  const host = await startScriptedHost(everyPanel('de')[confirm] ?? null);
  onTestFinished(() => host.close());
  const { page, context } = await openKiosk(browser, host, { reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  for (const [width, height] of [
    [1280, 800],
    [800, 1280],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page);
    const seen = await page.evaluate(() => {
      const room = document.querySelector('.panel-body')?.getBoundingClientRect();
      const title = document.querySelector('.trouble h2')?.getBoundingClientRect();
      const text = document.querySelector('.trouble p')?.getBoundingClientRect();
      return { room: room?.bottom ?? 0, said: Math.max(title?.bottom ?? 0, text?.bottom ?? 0) };
    });
    expect(seen.said, `${width} × ${height}`).toBeGreaterThan(0);
    expect(seen.said, `${width} × ${height}`).toBeLessThanOrEqual(seen.room);
    expect(await amiss(page)).toEqual([]);
    const first = page.locator('.panel-actions > button').first();
    expect(await first.getAttribute('class')).toContain('panel-action-primary');
    await first.click();
    await expect.poll(() => host.callsOf('panelProved').length).toBe(1);
    host.forgetCalls();
  }
});

it('comes with the next try where its script could not be had, and says meanwhile that something is coming', async () => {
  const { pin = null, 'home, all is well': home } = everyPanel('en');
  if (home === undefined) throw new Error('The panel has no first page.');
  const host = await startScriptedHost(pin);
  onTestFinished(() => host.close());
  const context = await browser.newContext({ viewport: { width: 1080, height: 1920 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const script = /\/panel-[^/]*\.js$/;
  await page.route(script, (route) => route.abort());
  await page.goto(host.url);
  await page.waitForSelector('[data-screen="starting"] .message');
  await page.unroute(script);
  host.send(state({ name: 'out-of-service', reason: 'server-away' }, 'en'));
  await page.waitForSelector('[data-screen="out-of-service"]');
  host.send(home);
  await page.waitForSelector('[data-screen="panel-home"]');
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
});
