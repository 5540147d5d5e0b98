/** Space of the services on screens of many sizes, with everything else that a kiosk can offer. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Choice, KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { language } from '../../main/kiosk/machine/view.ts';
import { LANGUAGES } from '../../main/lib/languages.ts';
import { groups, manyServices, services, state } from '../fixtures/kiosk-states.ts';
import { LANGS, type Lang } from '../fixtures/languages.ts';
import { kioskOfGroup } from '../helpers/kept-kiosk.ts';
import { settled } from '../helpers/kiosk-page.ts';
import { type KioskSize, showAs, touchSize } from '../helpers/kiosk-sizes.ts';
import { chosenOf } from '../helpers/whole.ts';

/** `inches` of 0 is a screen without a configured size. */
const SIZES: readonly KioskSize[] = [
  { width: 1080, height: 1920, inches: 0 },
  { width: 1080, height: 1920, inches: 32 },
  { width: 1920, height: 1080, inches: 0 },
  { width: 1920, height: 1080, inches: 24 },
  { width: 800, height: 1280, inches: 0 },
  { width: 800, height: 1280, inches: 15 },
  { width: 800, height: 1280, inches: 10 },
  { width: 1280, height: 800, inches: 0 },
  { width: 1280, height: 800, inches: 15 },
  { width: 1366, height: 768, inches: 13 },
  { width: 1280, height: 800, inches: 10 },
  { width: 1024, height: 768, inches: 10 },
];

/** Share of the height that belongs to the services, and fewest of them on a page that is not the last. */
const LEAST_SHARE = 0.6;
const LEAST = { 100: 4, 200: 2 } as const;
/** Share of the height that may be empty below the choices of a page, which stretch. */
const MOST_EMPTY = 0.03;

const isOfTown = (lang: string): lang is Lang => (LANGS as readonly string[]).includes(lang);

/** Services of the town hall; in a language that it has no words in, with long German names. */
function choicesIn(lang: string): Readonly<Record<string, readonly Choice[]>> {
  const own = isOfTown(lang) ? lang : 'de';
  return {
    'four services': services(own, 4),
    'eight services': services(own, 8),
    'twenty services': manyServices(own, 20),
    groups: groups(own),
  };
}

interface SeenPage {
  readonly share: number;
  readonly count: number;
  /** Share of the height between the choices and what follows. */
  readonly empty: number;
  /** Controls of which a point is covered or beyond the screen. */
  readonly covered: number;
}

const seenOf = (page: Page): Promise<SeenPage> =>
  page.evaluate(() => {
    const targets = [...document.querySelectorAll<HTMLElement>('.choice:not([hidden]) > button, .page .nav')];
    const shown = targets.filter((each) => getComputedStyle(each).visibility !== 'hidden');
    const covered = shown.filter((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      const points = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
      return points.some((at) => at === null || !each.contains(at));
    });
    const box = document.querySelector('.grid-box');
    const pager = document.querySelector('.pager');
    const isBelow = pager !== null && getComputedStyle(pager).position === 'static';
    const end = (isBelow ? pager.getBoundingClientRect().top : box?.getBoundingClientRect().bottom) ?? 0;
    const choices = [...document.querySelectorAll('.choice:not([hidden])')];
    const lowest = Math.max(...choices.map((each) => each.getBoundingClientRect().bottom));
    return {
      share: (box?.clientHeight ?? 0) / window.innerHeight,
      count: choices.length,
      empty: (end - lowest) / window.innerHeight,
      covered: covered.length,
    };
  });

async function walkPages(page: Page): Promise<readonly SeenPage[]> {
  const pages: SeenPage[] = [];
  // Another number of services begins where the visitor was.
  const back = page.locator('.pager > .nav:first-child');
  while ((await back.count()) > 0 && (await back.isEnabled())) await back.click();
  await settled(page);
  for (;;) {
    pages.push(await seenOf(page));
    const more = page.locator('.pager > .nav:last-child');
    if ((await more.count()) === 0 || (await more.isDisabled())) return pages;
    await more.click();
    await settled(page);
  }
}

/** Positions of everything on the screen, by class and text. */
const placesOf = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() => {
    const shown = [
      ...document.querySelectorAll<HTMLElement>('h1, .brand, .clock, .notice, .choice:not([hidden]), .page button'),
    ];
    return Object.fromEntries(
      shown
        .filter((each) => getComputedStyle(each).visibility !== 'hidden')
        .map((each, at) => {
          const { left, top, width, height } = each.getBoundingClientRect();
          return [`${each.className || each.tagName} ${at}`, [left, top, width, height].map(Math.round).join(' ')];
        }),
    );
  });

const LANGUAGES_SHOWN = LANGUAGES.map((lang) => (lang === 'pt' ? 'pt_PT' : lang));

describe.each(chosenOf(SIZES, ({ inches, width }) => inches === 10 || (inches === 0 && width % 1080 === 0)))(
  'on $width × $height of $inches inches',
  ({ width, height, inches }) => {
    const showing = (lang: string, choices: readonly Choice[], name: 'idle' | 'choose' = 'choose'): KioskState => {
      const screen =
        name === 'idle'
          ? ({ name, choices } as const)
          : ({ name, choices, group: null, card: false, late: false } as const);
      return state(screen, isOfTown(lang) ? lang : 'de', {
        lang,
        dir: language(lang).dir,
        simple: false,
        languages: LANGUAGES.map(language),
        checkIn: true,
        staff: { state: 'none', agoMs: 0 },
        speech: 'loudspeaker',
        screenInches: inches,
      });
    };
    const kiosk = kioskOfGroup({
      viewport: { width, height },
      screenInches: inches,
      first: () => showing('en', services('en', 4)),
    });

    it.each(chosenOf(LANGUAGES_SHOWN, (lang) => lang === 'de' || (lang === 'en' && width === 1280)))(
      'services in %s have most of the height and use it, are never few on a page, and all can be touched',
      async (lang) => {
        const { page, host } = kiosk;
        const wrong: Record<string, unknown> = {};
        // The smallest screens push very large letters with a finger.
        const texts = inches === 10 ? ([100] as const) : ([100, 200] as const);
        for (const text of texts) {
          for (const [name, choices] of Object.entries(choicesIn(lang))) {
            await page.locator('body').dispatchEvent('pointerdown');
            await showAs(page, host, showing(lang, choices), `${name} in ${lang} at ${text}`);
            await touchSize(page, text);
            const pages = await walkPages(page);
            const few = pages.slice(0, -1).filter(({ count }) => count < LEAST[text]);
            const small = text === 100 ? pages.filter(({ share }) => share < LEAST_SHARE) : [];
            // The last of several pages has rows as high as the others.
            const stretched = text === 100 ? pages.slice(0, Math.max(1, pages.length - 1)) : [];
            const empty = stretched.filter((each) => each.empty > MOST_EMPTY);
            const sum = pages.reduce((all, { count }) => all + count, 0);
            const covered = pages.filter((each) => each.covered > 0);
            if (few.length + small.length + empty.length + covered.length > 0 || sum !== choices.length + 1)
              wrong[`${name} at ${text}`] = pages;
          }
        }
        expect(wrong).toEqual({});
      },
    );

    it.each([
      ['everything that a kiosk can offer', {}],
      ['a notice about the printer', { printer: 'none' }],
      ['no connection', { alone: true }],
      ['one language, and no other offers', { languages: [], checkIn: false, staff: null }],
    ] as const)('nothing on the screen moves at the first touch, with %s', async (name, change) => {
      const { page, host } = kiosk;
      for (const [choices, list] of Object.entries(choicesIn('en'))) {
        const place = `${name}, ${choices}`;
        await showAs(page, host, { ...showing('en', list, 'idle'), ...change }, place);
        const before = Object.values(await placesOf(page));
        expect(before.length).toBeGreaterThan(4);
        // The host answers the first touch with a visit.
        await page.locator('h1').click();
        await expect.poll(() => host.callsOf('stillHere').length).toBeGreaterThan(0);
        await showAs(page, host, { ...showing('en', list), ...change }, place);
        await page.locator('.bar-nav > .nav:enabled').waitFor();
        const after = Object.values(await placesOf(page));
        expect({ place, moved: before.filter((each) => !after.includes(each)) }).toEqual({ place, moved: [] });
      }
    });
  },
);
