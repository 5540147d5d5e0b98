/** Kiosk screens of many sizes, with measurements of targets and text in millimetres. */
import type { Page } from 'playwright-core';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { type ScriptedHost, settled } from './kiosk-page.ts';

export interface KioskSize {
  readonly width: number;
  readonly height: number;
  /** Screen diagonal; 0 if it is not configured. */
  readonly inches: number;
}

/** From the smallest to the largest, portrait and landscape. */
export const KIOSKS: readonly KioskSize[] = [
  { width: 1080, height: 1920, inches: 0 },
  { width: 800, height: 1280, inches: 10 },
  { width: 1920, height: 1080, inches: 24 },
  { width: 1280, height: 800, inches: 15 },
  { width: 2160, height: 3840, inches: 32 },
  { width: 3840, height: 2160, inches: 32 },
];

/** Below 19 cm width there are two text sizes on one button, and the languages are behind another button. */
export const isNarrow = ({ inches }: KioskSize): boolean => inches === 10;

export const pixelsPerMm = ({ width, height, inches }: KioskSize): number =>
  Math.hypot(width, height) / ((inches || 21.5) * 25.4);

export const SIDE_MM = 20;
export const APART_MM = 4;
/** Cap height of normal and of very large text. */
export const CAPITAL_MM = { 100: 5, 200: 7.3 } as const;

/** Share of the screen, from the top, that is out of reach for a seated or short visitor after touching *Lower*. */
const UPPER_PART = 1 / 3;

/** Browsers round to pixels and hundredths of them. */
const SLACK_MM = 0.15;

/** Measurements in millimetres below the minimum, with their names. */
export function under(found: readonly Found[], least: number | ((name: string) => number)): readonly string[] {
  return found
    .filter(({ name, of }) => of < (typeof least === 'number' ? least : least(name)) - SLACK_MM)
    .map(({ name, of }) => `${name}: ${of.toFixed(2)}`);
}

/** Targets above the reach of a seated visitor. */
export const tooHigh = ({ tops }: Sizes): readonly string[] =>
  tops.filter(({ of }) => of < UPPER_PART).map(({ name, of }) => `${name}: ${of.toFixed(2)}`);

/** Shows a state and waits until it is rendered; `name` identifies it. */
export async function showAs(page: Page, host: ScriptedHost, state: KioskState, name: string): Promise<void> {
  const siteName = `${state.siteName} · ${name}`;
  host.send({ ...state, siteName });
  await page.getByAltText(siteName, { exact: true }).waitFor();
  await settled(page);
}

/** Chooses a text size; works behind a countdown, and without opening the sheet of settings. */
export const touchSize = (page: Page, text: number): Promise<void> => touchHidden(page, `.size[data-size="${text}"]`);

/** Turns a setting on or off, without opening the sheet of settings. */
export const turnSetting = (page: Page, setting: 'contrast' | 'reach'): Promise<void> =>
  touchHidden(page, `.toggle-${setting}`);

async function touchHidden(page: Page, control: string): Promise<void> {
  await page.locator(control).evaluate((each) => each instanceof HTMLElement && each.click());
  await settled(page);
}

export interface Sizes {
  /** Shorter side of each target. */
  readonly sides: readonly Found[];
  /** Distance between targets that are less than 10 mm apart. */
  readonly gaps: readonly Found[];
  /** Height of the capital H of each text in its font; for scripts without capitals, a letter of typical height. */
  readonly capitals: readonly Found[];
  /** Distance of each target from the top, as a share of the screen height. */
  readonly tops: readonly Found[];
}

export interface Found {
  readonly name: string;
  readonly of: number;
}

/** Measures all targets, clipped to visible scroll areas, and all texts. */
export function sizesIn(page: Page, mm: number): Promise<Sizes> {
  return page.evaluate((mm) => {
    const boxes = [...document.querySelectorAll<HTMLElement>('.page button')].flatMap((button) => {
      const whole = button.getBoundingClientRect();
      if (whole.width === 0 || whole.height === 0 || getComputedStyle(button).visibility === 'hidden') return [];
      const stage = button.closest('.stage');
      const isPushed = stage !== null && getComputedStyle(stage).overflowY === 'auto';
      const lists = ['.language-sheet', '.options', '.panel-body', '.panel-home'].map((each) => button.closest(each));
      const list =
        lists.find((each) => each !== null && getComputedStyle(each).overflowY === 'auto') ?? (isPushed ? stage : null);
      const room = list?.getBoundingClientRect() ?? whole;
      const box = {
        left: whole.left,
        right: whole.right,
        top: Math.max(whole.top, room.top),
        bottom: Math.min(whole.bottom, room.bottom),
      };
      if (box.bottom <= box.top) return [];
      return [
        {
          name: `${button.className} ${button.getAttribute('aria-label') ?? button.textContent}`,
          side: Math.min(whole.width, whole.height),
          box,
          isOver: button.closest('.timeout') !== null,
        },
      ];
    });
    // Targets behind the countdown cannot be touched.
    const cover = document.querySelector('.timeout')?.getBoundingClientRect();
    const free = boxes.filter(({ box, isOver }) => isOver || cover === undefined || box.bottom <= cover.top + 1);
    const gaps = free.flatMap((one, at) =>
      free.slice(at + 1).flatMap((other) => {
        const across = Math.max(one.box.left - other.box.right, other.box.left - one.box.right);
        const along = Math.max(one.box.top - other.box.bottom, other.box.top - one.box.bottom);
        const of = Math.max(across, along) / mm;
        return of < 10 ? [{ name: `${one.name} | ${other.name}`, of }] : [];
      }),
    );
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null) throw new Error('Nothing to measure letters with.');
    // Alef, he and ka have the typical height of their scripts. Letters of the others fill a square, flat ones its
    // width.
    const scripts = [
      [/\p{Script=Arabic}/u, 'ا'],
      [/\p{Script=Hebrew}/u, 'ה'],
      [/\p{Script=Devanagari}/u, 'क'],
      [/[가-힣]/u, ''],
      [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, ''],
    ] as const;
    const inkOf = (letter: string): number => {
      const { actualBoundingBoxAscent, actualBoundingBoxDescent } = pen.measureText(letter);
      return actualBoundingBoxAscent + actualBoundingBoxDescent;
    };
    const squareOf = (letter: string): number => {
      const { actualBoundingBoxLeft, actualBoundingBoxRight } = pen.measureText(letter);
      return Math.max(inkOf(letter), actualBoundingBoxLeft + actualBoundingBoxRight);
    };
    const heightOf = (text: string): number => {
      const used = scripts.filter(([letters]) => letters.test(text));
      const heights = used.map(([letters, model]) =>
        model === '' ? Math.max(...[...text].filter((letter) => letters.test(letter)).map(squareOf)) : inkOf(model),
      );
      return Math.min(...heights, ...(used.length === 0 || /\p{Lu}/u.test(text) ? [inkOf('H')] : []));
    };
    const capitals: Found[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '' || parent.closest('.spoken, [hidden], noscript')) continue;
      const style = getComputedStyle(parent);
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || style.clipPath !== 'none' || style.visibility === 'hidden') continue;
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      capitals.push({
        name: `${parent.closest('button, .message')?.className ?? ''} ${parent.className} "${node.textContent}"`,
        of: heightOf(node.textContent ?? '') / mm,
      });
    }
    return {
      sides: free.map(({ name, side }) => ({ name, of: side / mm })),
      gaps,
      capitals,
      tops: free.map(({ name, box }) => ({ name, of: box.top / window.innerHeight })),
    };
  }, mm);
}
