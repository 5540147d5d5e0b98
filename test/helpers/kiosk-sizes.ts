/** What is touched and read on a page of the kiosk, in millimetres of its screen. */
import type { Page } from 'playwright-core';

export interface Sizes {
  /** The shorter side of each target. */
  readonly sides: readonly Found[];
  /** Between each two targets that are less than 10 mm apart. */
  readonly gaps: readonly Found[];
  /** The capital H of each text, in its font and size; of a script without capitals a letter that is as high as most of its. */
  readonly capitals: readonly Found[];
  /** From the upper edge of the screen to that of each target, in parts of its height. */
  readonly tops: readonly Found[];
}

export interface Found {
  readonly name: string;
  readonly of: number;
}

/** All that can be touched, by its box, as far as it is to be seen where it scrolls; and all that is written. */
export function sizesIn(page: Page, mm: number): Promise<Sizes> {
  return page.evaluate((mm) => {
    const boxes = [...document.querySelectorAll<HTMLElement>('.page button')].flatMap((button) => {
      const whole = button.getBoundingClientRect();
      if (whole.width === 0 || whole.height === 0 || getComputedStyle(button).visibility === 'hidden') return [];
      const room = button.closest('.options, .panel-home, .panel-body')?.getBoundingClientRect() ?? whole;
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
    // What the countdown lies over cannot be touched.
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
    // Alef, he and ka stand from the line up to the height of their script. Letters of the others fill a square, flat ones its width.
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
