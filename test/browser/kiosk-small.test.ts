/** Kiosks of ten inches upright and of fifteen across, and very large languages: what others show at once stands there behind a button, or is pushed with a finger. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { language } from '../../main/kiosk/machine/view.ts';
import { LANGUAGES } from '../../main/lib/languages.ts';
import { languageTag } from '../../renderer/shared/i18n.ts';
import { form, question } from '../fixtures/kiosk-forms.ts';
import { services, state } from '../fixtures/kiosk-states.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { launchChromium, openKiosk, type ScriptedHost, settled, startScriptedHost } from '../helpers/kiosk-page.ts';
import {
  APART_MM,
  CAPITAL_MM,
  type KioskSize,
  pixelsPerMm,
  SIDE_MM,
  showAs,
  sizesIn,
  tooHigh,
  touchSize,
  turnSetting,
  under,
} from '../helpers/kiosk-sizes.ts';
import { chosenOf } from '../helpers/whole.ts';
import { brokenWords, cutOff } from '../helpers/whole-texts.ts';

const SMALL = { width: 800, height: 1280, inches: 10 };
const LOW = { width: 1280, height: 800, inches: 15 };
const UPRIGHT = { width: 1080, height: 1920, inches: 21.5 };

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

async function openSmall(
  first: KioskState,
  { width, height, inches }: KioskSize = SMALL,
): Promise<{ readonly page: Page; readonly host: ScriptedHost }> {
  const host = await startScriptedHost({ ...first, screenInches: inches });
  onTestFinished(() => host.close());
  const { page, context, faults } = await openKiosk(browser, host, {
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  onTestFinished(async () => {
    await context.close();
    expect(faults).toEqual([]);
  });
  return { page, host };
}

const choosing = (change: Partial<KioskState> = {}): KioskState =>
  state({ name: 'choose', choices: services('en', 6), group: null, card: false, late: false }, 'en', {
    screenInches: SMALL.inches,
    languages: LANGUAGES.map(language),
    ...change,
  });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function askForLanguages(page: Page): Promise<void> {
  await page.locator('.to-languages').click();
  await page.getByRole('heading', { name: 'Languages' }).waitFor();
  await settled(page);
}

const FIRST = [
  { ...SMALL, text: 100, capital: CAPITAL_MM[100] },
  { ...SMALL, text: 200, capital: CAPITAL_MM[200] },
  { ...LOW, text: 100, capital: CAPITAL_MM[100] },
  { ...LOW, text: 200, capital: CAPITAL_MM[200] },
  { ...UPRIGHT, text: 200, capital: CAPITAL_MM[200] },
];
/** Where there is the least room. */
const isExtreme = ({ inches, text }: { readonly inches: number; readonly text: number }): boolean =>
  inches === 10 || (inches === 15 && text === 200);

it.each(chosenOf(FIRST, isExtreme))(
  'has all seventeen languages behind one button, large enough and within low reach: $inches inches, $text %',
  async ({ text, capital, ...size }) => {
    const { page, host } = await openSmall(choosing(), size);
    await touchSize(page, text);
    expect(await page.locator('.language').count()).toBe(0);
    await askForLanguages(page);

    expect(await page.locator('.language').count()).toBe(LANGUAGES.length);
    const sizes = await sizesIn(page, pixelsPerMm(size));
    // Those that are pushed out of sight are not measured.
    const isPushed = size.inches === SMALL.inches && text === 200;
    expect(sizes.sides.length).toBeGreaterThan(isPushed ? LANGUAGES.length / 2 : LANGUAGES.length);
    expect({
      small: under(sizes.sides, SIDE_MM),
      near: under(sizes.gaps, APART_MM),
      low: under(sizes.capitals, capital),
      high: tooHigh(sizes),
      cut: await cutOff(page),
      barriers: await barriersOf(page),
    }).toEqual({ small: [], near: [], low: [], high: [], cut: [], barriers: [] });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

    await button(page, 'Українська').click();
    await expect.poll(() => host.callsOf('chooseLanguage')).toEqual([{ lang: 'uk' }]);
    await page.locator('.choice').first().waitFor();
  },
);

it.each([SMALL, LOW])(
  'has two services on a page within low reach, whatever else the house offers: $inches inches',
  async (size) => {
    const all = { checkIn: true, staff: { state: 'none', agoMs: 0 }, speech: 'loudspeaker' } as const;
    const { page } = await openSmall(choosing(all), size);
    await turnSetting(page, 'reach');
    await expect.poll(() => page.locator('.choice:visible').count()).toBeGreaterThanOrEqual(2);
    await settled(page);
    const sizes = await sizesIn(page, pixelsPerMm(size));
    expect({
      small: under(sizes.sides, SIDE_MM),
      near: under(sizes.gaps, APART_MM),
      low: under(sizes.capitals, CAPITAL_MM[100]),
      high: tooHigh(sizes),
      cut: await cutOff(page),
    }).toEqual({ small: [], near: [], low: [], high: [], cut: [] });
  },
);

/** What a countdown over the list leaves of it, and of itself. */
const lyingOver = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (of: string): DOMRect => {
      const found = document.querySelector(of);
      if (found === null) throw new Error(`There is no ${of}.`);
      return found.getBoundingClientRect();
    };
    const { left, right, top, bottom } = boxOf('.band > h1');
    const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return {
      isOverHeading: onTop?.closest('.timeout') != null,
      free: boxOf('.language-sheet').top - boxOf('.timeout').bottom,
    };
  });

it.each(chosenOf(FIRST, isExtreme))(
  'counts down above all languages, and covers none of them: $inches inches, $text %',
  async ({ text, capital: _capital, ...size }) => {
    const { page, host } = await openSmall(choosing(), size);
    await touchSize(page, text);
    await askForLanguages(page);
    const found: Record<string, unknown> = {};
    for (const { id } of chosenOf(LANGUAGES.map(language), ({ id }) => ['de', 'fa', 'vi'].includes(id))) {
      const { dir } = language(id);
      host.send(
        choosing({
          lang: id,
          dir,
          siteName: `in ${id}`,
          screenInches: size.inches,
          timeout: { remainingMs: 15_000, warnMs: 20_000 },
        }),
      );
      await page.locator(`html:lang(${languageTag(id)})`).waitFor();
      await page.locator('.timeout').waitFor();
      await settled(page);
      const { isOverHeading, free } = await lyingOver(page);
      const wrong = [...(await cutOff(page)), ...(await brokenWords(page))];
      if (free < APART_MM * pixelsPerMm(size) || !isOverHeading || wrong.length > 0)
        found[id] = { free, isOverHeading, wrong };
    }
    expect(found).toEqual({});
  },
);

it('has three of seventeen languages beside the button of all, among them the current one, each one word', async () => {
  const across = { width: 1920, height: 1080, inches: 21.5 };
  const { page, host } = await openSmall(choosing({ simple: false }), across);
  const found: Record<string, unknown> = {};
  for (const { id, dir, name } of chosenOf(LANGUAGES.map(language), ({ id }) => ['de', 'uk'].includes(id))) {
    await showAs(page, host, choosing({ lang: id, dir, simple: false, screenInches: across.inches }), id);
    await page.locator(`html:lang(${languageTag(id)})`).waitFor();
    await settled(page);
    expect(await page.locator('.language').count()).toBe(3);
    expect(
      await page
        .locator('.language[aria-pressed="true"]')
        .evaluate((each) => each.textContent?.replaceAll('\u00ad', '')),
    ).toBe(name);
    const wrong = [...(await brokenWords(page)), ...(await cutOff(page))];
    if (wrong.length > 0) found[id] = wrong;
  }
  expect(found).toEqual({});
});

it('leads back from the languages, and nobody finds those that somebody else has left', async () => {
  const { page, host } = await openSmall(choosing());
  await askForLanguages(page);
  await button(page, 'Back').click();
  await page.locator('.choice').first().waitFor();
  expect(host.callsOf('chooseLanguage')).toEqual([]);
  expect(host.callsOf('back')).toEqual([]);

  await askForLanguages(page);
  host.send(choosing({ timeout: { remainingMs: 15_000, warnMs: 20_000 } }));
  await button(page, 'I need more time').click();
  await expect.poll(() => host.callsOf('moreTime')).toHaveLength(1);
  host.send(state({ name: 'idle', choices: services('en', 6) }, 'en', { screenInches: SMALL.inches }));
  await page.getByRole('heading', { name: 'Languages' }).waitFor({ state: 'detached' });
  await page.locator('.choice').first().waitFor();
});

it('keeps whole keys below a question that is longer than its room, which is pushed with a finger', async () => {
  const { page, host } = await openSmall(choosing());
  const long = question('file', 'de', { mask: 5, length: 10, example: '2030/00042' });
  const asked = { ...long, text: `${long.text} `.repeat(3).trim() };
  await showAs(
    page,
    host,
    state(form(asked, 'de', { answer: ['2030/00'], fault: 'format' }), 'de', { screenInches: SMALL.inches }),
    'a long question',
  );
  const { sides, gaps } = await sizesIn(page, pixelsPerMm(SMALL));
  expect(sides.filter(({ name }) => name.startsWith('key'))).toHaveLength(13);
  expect({ small: under(sides, SIDE_MM), near: under(gaps, APART_MM) }).toEqual({ small: [], near: [] });
  expect(
    await page.locator('.band').evaluate((band) => {
      band.scrollTo(0, band.scrollHeight);
      const end = document.createRange();
      end.selectNodeContents(band.querySelector('h1') ?? band);
      return { isPushed: band.scrollTop > 0, isSeen: end.getBoundingClientRect().bottom <= band.clientHeight + 1 };
    }),
  ).toEqual({ isPushed: true, isSeen: true });
});

it('has room for whole keys below what went wrong, with all that a house may offer besides', async () => {
  const { page, host } = await openSmall(choosing());
  await turnSetting(page, 'reach');
  const screen: KioskState['screen'] = { name: 'check-in', looking: false, fault: 'wait' };
  for (const lang of ['de', 'fr'] as const) {
    const offered = { screenInches: SMALL.inches, speech: 'loudspeaker', staff: { state: 'none', agoMs: 0 } } as const;
    await showAs(page, host, state(screen, lang, offered), `in ${lang}`);
    const sizes = await sizesIn(page, pixelsPerMm(SMALL));
    expect(sizes.sides.filter(({ name }) => name.startsWith('key')).length).toBeGreaterThan(8);
    expect({
      lang,
      small: under(sizes.sides, SIDE_MM),
      near: under(sizes.gaps, APART_MM),
      high: tooHigh(sizes),
      cut: await cutOff(page),
    }).toEqual({ lang, small: [], near: [], high: [], cut: [] });
  }
});
