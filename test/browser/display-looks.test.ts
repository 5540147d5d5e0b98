/** How the display looks: read from ten metres, whatever it shows, however the screen hangs, for everybody. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriersOf } from '../helpers/barriers.ts';
import { Display, type HallOptions, openHall } from '../helpers/display-page.ts';
import { launchChromium, settled } from '../helpers/kiosk-page.ts';

const SILENT = { call_seconds: 60, chime: false, voice: false };
const LANDSCAPE = { width: 1920, height: 1080 };
const PORTRAIT = { width: 1080, height: 1920 };
const UHD = { width: 3840, height: 2160 };
const SMALL = { width: 1024, height: 768 };

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

/** A display that announces `A042`, with two calls before it and one after it. */
async function busy(
  options: HallOptions,
  { label = 'A042', reducedMotion = 'reduce' }: { label?: string; reducedMotion?: 'reduce' | 'no-preference' } = {},
) {
  const hall = await openHall({ ...options, display: { ...SILENT, ...options.display } });
  await hall.call('Taxes', 'Desk 1');
  await hall.call('Taxes', 'Desk 2');
  const display = await Display.at(hall, browser, { viewport: LANDSCAPE, reducedMotion });
  await display.sees('calls');
  await hall.call('Passports', 'Desk 4', { lang: 'ar' });
  await display.announces(label);
  await hall.call('Taxes', 'Desk 3');
  await display.page.locator('.line[data-new="true"]').waitFor();
  await settled(display.page);
  return { hall, display };
}

/** Boxes of all that is drawn, that stick out of the screen or of the place they belong to. */
function stickingOut({ page }: Display): Promise<string[]> {
  return page.evaluate(() => {
    const outside: string[] = [];
    for (const thing of document.querySelectorAll('.focus, .list, .media, .foot, .focus > *, .line > *, .foot > *')) {
      const box = thing.getBoundingClientRect();
      const frame = (
        thing.parentElement?.closest('.focus, .list, .foot') ?? document.documentElement
      ).getBoundingClientRect();
      const slack = 2;
      const isIn =
        box.left >= frame.left - slack &&
        box.right <= frame.right + slack &&
        box.top >= frame.top - slack &&
        box.bottom <= frame.bottom + slack;
      if (!isIn) outside.push(`${thing.className} ${Math.round(box.left)},${Math.round(box.top)}`);
      if (thing.scrollWidth > thing.clientWidth + slack && thing.clientWidth > 0)
        outside.push(`${thing.className} too wide`);
    }
    return outside;
  });
}

/** How much of its column the number fills, by the ink of its letters. */
function shareOfColumn({ page }: Display): Promise<number> {
  return page.evaluate(() => {
    const width = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().width ?? 0;
    return width('.focus-number bdi') / width('.focus');
  });
}

/** Hangs another screen in its place, and looks until it is as wanted there. */
async function onEach(
  display: Display,
  screens: readonly { readonly width: number; readonly height: number }[],
  look: (screen: string) => Promise<void>,
): Promise<void> {
  for (const viewport of screens) {
    await display.page.setViewportSize(viewport);
    await settled(display.page);
    await look(`${viewport.width} × ${viewport.height}`);
  }
}

const isWhole = (display: Display, screen: string): Promise<void> =>
  expect.poll(() => stickingOut(display), { message: screen }).toEqual([]);
const fillsColumn = (display: Display, screen: string): Promise<void> =>
  expect.poll(() => shareOfColumn(display), { message: screen }).toBeGreaterThanOrEqual(2 / 3);

describe('on a screen in landscape, in portrait, in 4K, and on a small old one', () => {
  const SCREENS = [LANDSCAPE, PORTRAIT, UHD, SMALL];

  it.each<[string, HallOptions]>([
    ['in English', {}],
    ['in Arabic beside pictures', { languages: ['ar', 'en'], display: { media: ['town-hall.png'] } }],
  ])('the number fills two thirds of its column or more, and nothing sticks out, %s', async (_words, options) => {
    const { display } = await busy(options);
    await onEach(display, SCREENS, async (screen) => {
      await fillsColumn(display, screen);
      await isWhole(display, screen);
    });
  });

  it('nothing sticks out with very long names, two scripts, pictures and a long message', async () => {
    const { display } = await busy(
      {
        languages: ['ar', 'en'],
        settings: { names_on_displays: true },
        desk: {
          name: 'Straßenverkehrszulassungsbehörde, Zimmer 4.017 im zweiten Obergeschoss',
          translations: { ar: { name: 'مكتب تسجيل المركبات ورخص القيادة، الطابق الثاني، غرفة رقم 4' } },
        },
        service: {
          name: 'Kraftfahrzeughaftpflichtversicherungsangelegenheiten und Verwandtes',
          tag: 'ABCD',
          translations: {},
        },
        display: { media: ['town-hall.png'], ticker: `${'Please have your documents ready. '.repeat(9)}` },
      },
      { label: 'ABCD042' },
    );
    await onEach(display, SCREENS, (screen) => isWhole(display, screen));
  });
});

/** Heights of the numbers in the list, as shares of the shorter side of the screen. */
function sharesOfLines({ page }: Display): Promise<number[]> {
  return page
    .locator('.line-label')
    .evaluateAll((labels) =>
      labels.map(
        (label) =>
          Number.parseFloat(getComputedStyle(label).fontSize) / Math.min(window.innerWidth, window.innerHeight),
      ),
    );
}

/** 50 mm on a screen of 43 inches: the least that is read from ten metres. */
const LEAST_SHARE = 0.093;

describe('the calls before, in landscape, in portrait and on a laptop', () => {
  const SCREENS = [LANDSCAPE, PORTRAIT, { width: 1366, height: 768 }];

  it.each([
    ['beside pictures', ['en', 'pt_PT'], ['town-hall.png']],
    ['in Arabic beside pictures', ['ar', 'en'], ['town-hall.png']],
    ['without pictures', ['en'], []],
  ])('are as many as the site wants, and can be read, %s', async (_words, languages, media) => {
    const display = { ...SILENT, last_calls: 6, media, ticker: 'Please have your documents ready.' };
    const hall = await openHall({ languages, display });
    for (let round = 0; round < 8; round += 1) await hall.call('Taxes', `Desk ${1 + (round % 4)}`);
    const shown = await Display.at(hall, browser, { reducedMotion: 'reduce' });
    await shown.sees('calls');
    const canBeRead = async (): Promise<readonly boolean[]> =>
      (await sharesOfLines(shown)).map((share) => share >= LEAST_SHARE);
    await onEach(shown, SCREENS, async (screen) => {
      await expect.poll(canBeRead, { message: screen }).toEqual(Array(6).fill(true));
      await isWhole(shown, screen);
    });
  });

  it('are no more than can be read, however many the site wants', async () => {
    const hall = await openHall({ display: { ...SILENT, last_calls: 12, media: ['town-hall.png'] } });
    for (let round = 0; round < 14; round += 1) await hall.call('Taxes', `Desk ${1 + (round % 4)}`);
    const shown = await Display.at(hall, browser, { reducedMotion: 'reduce' });
    await shown.sees('calls');
    const fit = async (): Promise<string> => {
      const shares = await sharesOfLines(shown);
      const are = shares.length >= 6 && shares.length < 12 ? 'as many as fit' : `${shares.length}`;
      return `${are}, ${Math.min(...shares) >= LEAST_SHARE ? 'all read' : 'too small'}`;
    };
    await onEach(shown, SCREENS, (screen) => expect.poll(fit, { message: screen }).toBe('as many as fit, all read'));
  });
});

describe.each(['light', 'dark', 'contrast'])('in the look %s', (look) => {
  it('every state can be read by everybody', async () => {
    const { hall, display } = await busy({ display: { look, ticker: 'A message' } });
    expect(await barriersOf(display.page)).toEqual([]);
    await hall.restart('another');
    await display.isStale(true);
    expect(await barriersOf(display.page)).toEqual([]);
    expect(display.faults).toEqual([]);
  });
});

describe('a display', () => {
  it('can be read by everybody also when nobody is called, when it asks who it is, and when it is refused', async () => {
    const hall = await openHall();
    const idle = await Display.at(hall, browser);
    await idle.sees('idle');
    expect(await idle.page.textContent('h1')).toBe('Please wait until your number appears here.');
    expect(await barriersOf(idle.page)).toEqual([]);
    const choosing = await Display.at(hall, browser, { device: '' });
    await choosing.sees('choosing');
    expect(await barriersOf(choosing.page)).toEqual([]);
    const unknown = await Display.at(hall, browser, { device: 'nobody' });
    await unknown.sees('refused');
    expect(await barriersOf(unknown.page)).toEqual([]);
  });

  it('is dark and says when to come back when everything is closed, and never stands still', async () => {
    const hall = await openHall({ schedule: 'off' });
    const display = await Display.at(hall, browser);
    await display.sees('closed');
    expect(await display.page.textContent('h1')).toBe('We are closed');
    expect(await barriersOf(display.page)).toEqual([]);
    const ground = await display.page.locator('.closed').evaluate((closed) => getComputedStyle(closed).backgroundColor);
    expect(ground).toBe('rgb(0, 0, 0)');
    const place = () => display.page.locator('.closed-words').boundingBox();
    const before = await place();
    await display.page.clock.install();
    await display.page.reload();
    await display.sees('closed');
    await display.page.clock.runFor(46_000);
    await expect.poll(place).not.toEqual(before);
  });

  it('moves all that stands still by a few pixels, and loses nothing at the edges', async () => {
    const { display } = await busy({});
    await display.page.clock.install();
    await display.page.reload();
    await display.sees('calls');
    const place = async () => (await display.page.locator('.focus').boundingBox()) ?? { x: 0, y: 0 };
    const places = [await place()];
    for (let step = 0; step < 16; step += 1) {
      await display.page.clock.runFor(45_000);
      places.push(await place());
      expect(await stickingOut(display)).toEqual([]);
    }
    const moved = places.map(({ x, y }) => Math.max(Math.abs(x - places[0]!.x), Math.abs(y - places[0]!.y)));
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBeGreaterThan(8);
    expect(Math.max(...moved)).toBeLessThan(8);
  });

  it('pulses once with a call, and not at all with reduced motion', async () => {
    const running = ({ page }: Display) =>
      page.locator('.focus').evaluate((focus) => getComputedStyle(focus).animationName);
    const { display } = await busy({}, { reducedMotion: 'no-preference' });
    expect(await running(display)).toBe('pulse');
    await display.page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await running(display)).toBe('none');
  });

  it('says a call in words to whoever hears the screen instead of seeing it', async () => {
    const { display } = await busy({ languages: ['pt_PT'] });
    expect(await display.page.locator('.spoken[role=status]').textContent()).toBe('A042 Balcão 4');
  });

  it('is turned round in Arabic, with numbers that are not', async () => {
    const { display } = await busy({ languages: ['ar', 'en'] });
    expect(await display.page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await display.page.locator('html').getAttribute('lang')).toBe('ar');
    const box = async (part: string) => (await display.page.locator(part).boundingBox())?.x ?? 0;
    expect(await box('.focus')).toBeGreaterThan(await box('.list'));
    await display.shows('A042', 'الشباك 4');
    expect(await display.page.locator('.line-label').first().getAttribute('dir')).toBe('ltr');
  });

  it('shows the visitor’s own language beside that of the house', async () => {
    const { display } = await busy({ languages: ['pt_PT', 'en'] });
    await display.shows('A042', 'Balcão 4');
    expect(await display.page.locator('.focus-their-desk').textContent()).toBe('الشباك 4');
    expect(await display.page.locator('.focus-service').allTextContents()).toEqual(['Passaportesجوازات السفر']);
  });
});
