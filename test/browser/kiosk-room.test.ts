/** How many services a page of the kiosk holds, on screens of many sizes, with everything else that it can offer. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { manyServices, services, state } from '../fixtures/kiosk-states.ts';
import { kioskOfGroup } from '../helpers/kept-kiosk.ts';
import { settled } from '../helpers/kiosk-page.ts';
import { type KioskSize, showAs } from '../helpers/kiosk-sizes.ts';
import { chosenOf } from '../helpers/whole.ts';

/** `inches` of 0 is a screen without a configured size; `least` is the minimum by language. */
const SIZES: readonly (KioskSize & { readonly least: { readonly en: number; readonly de: number } })[] = [
  { width: 1080, height: 1920, inches: 0, least: { en: 6, de: 4 } },
  { width: 1920, height: 1080, inches: 0, least: { en: 6, de: 6 } },
  { width: 800, height: 1280, inches: 0, least: { en: 6, de: 4 } },
  { width: 800, height: 1280, inches: 15, least: { en: 6, de: 4 } },
  { width: 800, height: 1280, inches: 10, least: { en: 4, de: 2 } },
  { width: 1280, height: 800, inches: 0, least: { en: 6, de: 3 } },
  { width: 1280, height: 800, inches: 15, least: { en: 6, de: 3 } },
  { width: 1366, height: 768, inches: 13, least: { en: 6, de: 3 } },
  { width: 1280, height: 800, inches: 10, least: { en: 2, de: 2 } },
  { width: 1024, height: 768, inches: 10, least: { en: 3, de: 2 } },
];

const LANGS = ['en', 'de'] as const;

/** Number of choices on each page, and of those of which a point is covered or beyond the screen. */
async function walkPages(page: Page): Promise<{ readonly pages: readonly number[]; readonly covered: number }> {
  const seen = (): Promise<{ readonly all: number; readonly covered: number }> =>
    page.evaluate(() => {
      const targets = [...document.querySelectorAll<HTMLElement>('.choice:not([hidden]) > button, .pager > .nav')];
      const shown = targets.filter((each) => getComputedStyle(each).visibility !== 'hidden');
      const covered = shown.filter((each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const points = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
        return points.some((at) => at === null || !each.contains(at));
      });
      return { all: document.querySelectorAll('.choice:not([hidden])').length, covered: covered.length };
    });
  const pages: number[] = [];
  let covered = 0;
  // Another number of services begins where the visitor was.
  const back = page.locator('.pager > .nav:first-child');
  while ((await back.count()) > 0 && (await back.isEnabled())) await back.click();
  await settled(page);
  for (;;) {
    const { all, covered: now } = await seen();
    pages.push(all);
    covered += now;
    const more = page.locator('.pager > .nav:last-child');
    if ((await more.count()) === 0 || (await more.isDisabled())) return { pages, covered };
    await more.click();
    await settled(page);
  }
}

describe.each(chosenOf(SIZES, ({ width, inches }) => inches === 10 || width === 800))(
  'on $width × $height of $inches inches',
  ({ width, height, inches, least }) => {
    const offered = {
      checkIn: true,
      staff: { state: 'none', agoMs: 0 },
      speech: 'loudspeaker',
      screenInches: inches,
    } as const;
    const choosing = (lang: (typeof LANGS)[number], count: number): KioskState =>
      state(
        {
          name: 'choose',
          choices: count > 9 ? manyServices(lang, count) : services(lang, count),
          group: null,
          card: false,
          late: false,
        },
        lang,
        offered,
      );
    const kiosk = kioskOfGroup({ viewport: { width, height }, screenInches: inches, first: () => choosing('en', 4) });

    it.each(LANGS)('each page in %s is full of services that can be touched, and they are all there', async (lang) => {
      for (const count of [4, 8, 20]) {
        await showAs(kiosk.page, kiosk.host, choosing(lang, count), `${count} services in ${lang}`);
        const { pages, covered } = await walkPages(kiosk.page);
        expect({ count, covered, sum: pages.reduce((sum, each) => sum + each, 0) }).toEqual({
          count,
          covered: 0,
          sum: count,
        });
        const short = pages.slice(0, -1).filter((each) => each < least[lang]);
        expect({ count, pages, short }).toEqual({ count, pages, short: [] });
      }
    });
  },
);
