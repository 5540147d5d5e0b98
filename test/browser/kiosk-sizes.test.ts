/** How large everything on the kiosk is in millimetres, on screens of many sizes: what is touched, and what is read. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyScreen } from '../fixtures/kiosk-states.ts';
import type { Lang } from '../fixtures/languages.ts';
import {
  launchChromium,
  type OpenPage,
  openKiosk,
  type ScriptedHost,
  settled,
  startScriptedHost,
} from '../helpers/kiosk-page.ts';
import { chosenOf } from '../helpers/whole.ts';

interface Kiosk {
  readonly width: number;
  readonly height: number;
  /** Corner to corner; 0: the settings do not say it. */
  readonly inches: number;
  /** Too small for very large text and for seven languages at once: tried with ordinary text, on `FEW` screens. */
  readonly isTight?: boolean;
}

/** On a tight screen a word too long for its button gives way. */
const TIGHT_CAPITAL = 3.3;

const KIOSKS: readonly Kiosk[] = [
  { width: 1080, height: 1920, inches: 0 },
  { width: 800, height: 1280, inches: 10, isTight: true },
  { width: 1920, height: 1080, inches: 24 },
  { width: 1280, height: 800, inches: 15, isTight: true },
  { width: 2160, height: 3840, inches: 32 },
  { width: 3840, height: 2160, inches: 32 },
];
const LANGS: readonly Lang[] = ['de', 'en', 'fr', 'es', 'pt_PT', 'ar', 'zh'];
const SCREENS = [
  'choose six',
  'thirty services',
  'closed',
  'take-ticket',
  'problem with ticket',
  'problem without ticket',
  'idle',
];
const FEW = ['choose six', 'take-ticket', 'problem without ticket'];

/** A browser draws at whole pixels and hundredths of one. */
const SLACK_MM = 0.15;

interface Sizes {
  /** Targets smaller than 20 mm a side. */
  readonly small: readonly string[];
  /** Targets less than 4 mm apart. */
  readonly near: readonly string[];
  /** Letters whose capitals are too low. */
  readonly low: readonly string[];
}

/** All that can be touched, by its box, and all that is written, by the capital H of its font in its size. */
function sizesIn(page: Page, mm: number, capital: number): Promise<Sizes> {
  return page.evaluate(
    ({ mm, capital, slack }) => {
      const boxes = [...document.querySelectorAll<HTMLElement>('.page button')]
        .map((button) => ({
          name: `${button.className} ${button.textContent ?? ''}`,
          box: button.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && box.height > 0);
      const small = boxes.filter(({ box }) => Math.min(box.width, box.height) / mm < 20 - slack);
      const near: string[] = [];
      for (const [at, one] of boxes.entries()) {
        for (const other of boxes.slice(at + 1)) {
          const across = Math.max(one.box.left - other.box.right, other.box.left - one.box.right);
          const along = Math.max(one.box.top - other.box.bottom, other.box.top - one.box.bottom);
          const apart = Math.max(across, along) / mm;
          if (apart < 4 - slack) near.push(`${one.name} | ${other.name}: ${apart.toFixed(1)} mm`);
        }
      }
      const pen = document.createElement('canvas').getContext('2d');
      if (pen === null) throw new Error('Nothing to measure letters with.');
      const low = new Set<string>();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (parent === null || node.textContent?.trim() === '' || parent.closest('.spoken, [hidden], noscript'))
          continue;
        const style = getComputedStyle(parent);
        const range = document.createRange();
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        if (box.width === 0 || style.clipPath !== 'none' || style.visibility === 'hidden') continue;
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const height = pen.measureText('H').actualBoundingBoxAscent / mm;
        if (height < capital - slack) low.add(`${parent.className} "${node.textContent}": ${height.toFixed(2)} mm`);
      }
      return {
        small: small.map(
          ({ name, box }) => `${name}: ${(box.width / mm).toFixed(1)} × ${(box.height / mm).toFixed(1)} mm`,
        ),
        near,
        low: [...low],
      };
    },
    { mm, capital, slack: SLACK_MM },
  );
}

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});

afterAll(() => browser?.close());

const ALL = KIOSKS.flatMap((kiosk, turn) =>
  LANGS.map((lang, at) => ({ ...kiosk, lang, isOften: turn < 2 && at === 0 })),
);

describe.each(chosenOf(ALL, ({ isOften }) => isOften))('$width × $height of $inches inches in $lang', (look) => {
  const { lang, width, height, inches } = look;
  const mm = Math.hypot(width, height) / ((inches || 21.5) * 25.4);
  let host: ScriptedHost;
  let kiosk: OpenPage;

  const show = async (name: string): Promise<void> => {
    const state = everyScreen(lang)[name];
    if (state === undefined) throw new Error(`No screen ${name}.`);
    const siteName = `${state.siteName} · ${name}`;
    const { screen } = state;
    const withPage =
      screen.name === 'problem' && screen.ticket !== null
        ? { ...screen, ticket: { ...screen.ticket, page: 'https://queue.example/t/0123456789abcdef' } }
        : screen;
    host.send({ ...state, screen: withPage, siteName, screenInches: inches });
    await kiosk.page.getByAltText(siteName, { exact: true }).waitFor();
    await settled(kiosk.page);
  };

  beforeAll(async () => {
    const first = everyScreen(lang)['choose six'];
    host = await startScriptedHost(first === undefined ? null : { ...first, screenInches: inches });
    kiosk = await openKiosk(browser, host, { viewport: { width, height }, reducedMotion: 'reduce' });
  });

  afterAll(async () => {
    await kiosk?.context.close();
    await host?.close();
  });

  const { isTight = false } = look;
  const texts = [
    [100, isTight ? TIGHT_CAPITAL : 5],
    [200, 7.3],
  ] as const;
  it.each(texts.filter(([text]) => !isTight || text === 100))(
    'at %i %: capitals of %d mm, and targets of 20 mm that stand 4 mm apart',
    async (text, capital) => {
      for (const name of isTight ? FEW : SCREENS.filter((each) => text === 100 || each !== 'idle')) {
        await show(name);
        await kiosk.page.locator(`.size[data-size="${text}"]`).click();
        await settled(kiosk.page);
        const { small, near, low } = await sizesIn(kiosk.page, mm, capital);
        expect({ name, small, near, low }).toEqual({ name, small: [], near: [], low: [] });
      }
    },
  );
});
