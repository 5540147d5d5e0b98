/** Letters on the choices are whole: no ink outside its box is lost, and no description ends in dots. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { everyScreen } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import { kioskOfGroup } from '../helpers/kept-kiosk.ts';
import { settled } from '../helpers/kiosk-page.ts';
import { showAs, touchSize } from '../helpers/kiosk-sizes.ts';
import { chosenOf } from '../helpers/whole.ts';

const LANGS: readonly Lang[] = ['en', 'pt_PT', 'es', 'fr', 'de', 'ar', 'zh'];
const SIZES: readonly (readonly [number, number])[] = [
  [1920, 1080],
  [1080, 1920],
  [800, 1280],
];
/** `npm test` looks at each language in one window: German, whose words are long, in the narrow one. */
const langsAt = (size: readonly [number, number]): readonly Lang[] =>
  chosenOf(LANGS, (_, turn) => (turn + SIZES.indexOf(size)) % SIZES.length === 0);
const SCREENS = ['choose six', 'choose with a card', 'groups', 'in a group', 'thirty services', 'closed', 'idle'];

interface Shown {
  readonly all: number;
  readonly shown: number;
  /** Descriptions of which a part is hidden. */
  readonly cut: readonly string[];
}

function descriptions(page: Page): Promise<Shown> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('.choice:not([hidden]) .choice-about')];
    const shown = all.filter((about) => about.offsetHeight > 0);
    // As high as without any limit on its lines: nothing of it is hidden.
    const cut = shown.filter((about) => {
      const height = about.offsetHeight;
      about.style.cssText = 'display: block; overflow: visible';
      const natural = about.offsetHeight;
      about.style.cssText = '';
      return natural > height + 1;
    });
    return { all: all.length, shown: shown.length, cut: cut.map((about) => about.textContent ?? '') };
  });
}

/** The choices as they are drawn, and again with nothing in them that hides what leaves its box. */
async function withAndWithoutLimits(page: Page): Promise<readonly [Buffer, Buffer]> {
  const choices = page.locator('.grid-box');
  const drawn = await choices.screenshot();
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('.grid-box, .grid-box :not(svg, path)')) {
      element.style.overflow = 'visible';
      element.style.clipPath = 'none';
    }
  });
  return [drawn, await choices.screenshot()];
}

describe.each(SIZES.map((size) => [...size, langsAt(size)] as const))('at %i × %i', (width, height, langs) => {
  const kiosk = kioskOfGroup({ viewport: { width, height }, first: () => everyScreen('en').groups });

  async function show(lang: Lang, name: string): Promise<Page> {
    const state = everyScreen(lang)[name];
    if (state === undefined) throw new Error(`No screen ${name}.`);
    await showAs(kiosk.page, kiosk.host, state, name);
    return kiosk.page;
  }

  it.each(langs)('descriptions in %s are whole', async (lang) => {
    for (const name of SCREENS)
      expect({ name, ...(await descriptions(await show(lang, name))) }).toMatchObject({ cut: [] });
  });

  it.each(langs)(
    'every description of six services in %s is there, unless all six then fit on one page',
    async (lang) => {
      const page = await show(lang, 'choose six');
      const { all, shown } = await descriptions(page);
      expect(all).toBeGreaterThan(2);
      const isOnePage = (await page.locator('.pager').count()) === 0;
      expect(shown === all || isOnePage).toBe(true);
    },
  );

  it.each([100, 200])(
    'controls at %i % are 96 px high, those of one strip alike wide, and those of one row alike high',
    async (text) => {
      const page = await show('de', 'choose six');
      await touchSize(page, text);
      await settled(page);
      await page.locator('.to-settings').click();
      const strips = ['.bar :is(.nav, .language), .access > .toggle', '.settings .size', '.settings > .toggle'];
      for (const strip of strips) {
        const boxes = await page.locator(strip).evaluateAll((controls) =>
          controls.map((control) => {
            const { width, height, top } = control.getBoundingClientRect();
            return { width: Math.round(width), height, row: Math.round(top) };
          }),
        );
        expect(boxes.length).toBeGreaterThan(1);
        expect(boxes.filter(({ height }) => height < 95.5)).toEqual([]);
        if (strip !== strips[0]) expect(new Set(boxes.map(({ width }) => width)).size).toBe(1);
        const heights = new Map(boxes.map(({ row, height }) => [row, height]));
        for (const { row, height } of boxes) expect(height).toBeCloseTo(heights.get(row) ?? 0, 0);
      }
      await page.locator('.to-settings').click();
      await touchSize(page, 100);
    },
  );

  it.each(langs.filter((lang) => ['ar', 'de', 'zh'].includes(lang)))(
    'no letter in %s is cut off by its box',
    async (lang) => {
      const [drawn, unlimited] = await withAndWithoutLimits(await show(lang, 'choose six'));
      expect(drawn.equals(unlimited)).toBe(true);
    },
  );
});
