/**
 * Every screen of the kiosk and of its operator panel in millimetres, in every language: what is touched, and what is read. What
 * visitors choose from is measured in every run in `kiosk-sizes.test.ts`.
 */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../main/lib/languages.ts';
import { everything } from '../fixtures/kiosk-everything.ts';
import { kioskOfGroup } from '../helpers/kept-kiosk.ts';
import {
  APART_MM,
  CAPITAL_MM,
  isNarrow,
  KIOSKS,
  pixelsPerMm,
  SIDE_MM,
  showAs,
  sizesIn,
  tooHigh,
  touchSize,
  turnSetting,
  under,
} from '../helpers/kiosk-sizes.ts';
import { chosenOf, IS_WHOLE } from '../helpers/whole.ts';
import { brokenWords, cutOff } from '../helpers/whole-texts.ts';

const TEXTS = [100, 200] as const;
const LANGS: readonly string[] = LANGUAGES.map((lang) => (lang === 'pt' ? 'pt_PT' : lang));

/** In every run one of each kind that is measured nowhere else. */
const OFTEN = [
  'staff: missed',
  'groups with pictures',
  'form: a date',
  'form: several of three',
  'form: a rating of ten',
  'check in, unknown',
  'a number that goes along',
  'a ticket that goes along',
  'printing',
  'shut',
  'panel: network',
  'panel: restart',
];
/** Choices below a notice, one other way beside the way back and two, and keys below a long question with a fault. */
const OFTEN_NARROW = ['staff cannot be reached', 'choose with a card', 'staff: missed', 'form: a file number'];

/** Where nobody is, the page takes a visitor's settings back. */
const isVisited = (name: string): boolean => name !== 'idle' && name !== 'alone';

const cases = KIOSKS.flatMap((size) =>
  isNarrow(size)
    ? [
        { ...size, reach: 'ordinary' as const },
        { ...size, reach: 'low' as const },
      ]
    : [{ ...size, reach: 'ordinary' as const }],
);

describe.each(chosenOf(cases, (size) => size.inches === 15 || (isNarrow(size) && size.reach === 'low')))(
  'on $width × $height of $inches inches, in $reach reach',
  ({ reach, ...size }) => {
    const { width, height, inches } = size;
    const mm = pixelsPerMm(size);
    const kiosk = kioskOfGroup({
      viewport: { width, height },
      screenInches: inches,
      first: () => everything('en')['choose six'],
      prepare: async (page) => {
        if (reach === 'low') await turnSetting(page, 'reach');
      },
    });

    const leastOf = (text: (typeof TEXTS)[number]) => (name: string) => {
      // What somebody reads who sets the machine up.
      if (name.startsWith('message message-pairing')) return 0;
      return CAPITAL_MM[text];
    };

    /** A word of the house stands there in its own language, which this page cannot divide. */
    const brokenOf = async (page: Page): Promise<readonly string[]> =>
      (await brokenWords(page)).filter((word) => word !== 'Kraftfahrzeugzulassungsstelle');

    const screensFor = (text: number): readonly string[] => {
      if (IS_WHOLE) {
        const all = Object.keys(everything('ru'));
        return all.filter((name) => (text === 100 && reach === 'ordinary') || isVisited(name));
      }
      return isNarrow(size) ? OFTEN_NARROW : OFTEN;
    };

    /** What falls short on these screens. */
    async function shortOf(
      lang: string,
      names: readonly string[],
      text: (typeof TEXTS)[number],
    ): Promise<Readonly<Record<string, readonly string[]>>> {
      const { page, host } = kiosk;
      const found: Record<string, readonly string[]> = {};
      for (const name of names) {
        const state = everything(lang)[name];
        // What offers all languages is shown in those that the town hall has no words of its own in.
        if (state === undefined && name === 'all languages') continue;
        if (state === undefined) throw new Error(`No screen ${name}.`);
        // Somebody who touches nothing for a minute has their settings taken back.
        await page.locator('body').dispatchEvent('pointerdown');
        await showAs(page, host, { ...state, screenInches: inches }, `${lang} · ${name} · ${text}`);
        await touchSize(page, text);
        const sizes = await sizesIn(page, mm);
        expect(sizes.capitals.length).toBeGreaterThan(1);
        const short = [
          ...under(sizes.sides, SIDE_MM).map((each) => `small: ${each}`),
          ...under(sizes.gaps, APART_MM).map((each) => `near: ${each}`),
          ...under(sizes.capitals, leastOf(text)).map((each) => `low: ${each}`),
          ...(reach === 'low' ? tooHigh(sizes).map((each) => `high: ${each}`) : []),
          ...(isNarrow(size) ? [...(await cutOff(page)), ...(await brokenOf(page))].map((each) => `cut: ${each}`) : []),
        ];
        if (short.length > 0) found[name] = short;
      }
      return found;
    }

    // Of those with the longest words the one with the highest letters.
    const often = isNarrow(size) ? 'he' : 'de';
    it.each(chosenOf(LANGS, (lang) => lang === often))('all that is shown in %s is large enough', async (lang) => {
      const short: Record<string, unknown> = {};
      const texts = chosenOf(TEXTS, (each) => each === 200 || isNarrow(size));
      for (const text of texts) {
        for (const [name, found] of Object.entries(await shortOf(lang, screensFor(text), text)))
          short[`${text} %, ${name}`] = found;
      }
      expect(short).toEqual({});
    });
  },
);
