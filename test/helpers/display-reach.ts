/** Finds cut-off, overlapping and moving parts of a display. */
import type { Page } from 'playwright-core';

/** Text outside the screen or its container, and overlapping parts. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '' || parent.closest('.spoken') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // Line boxes are higher than glyphs: a quarter of the font size is tolerated at each end.
      const room = Number.parseFloat(getComputedStyle(parent).fontSize) / 4;
      for (const line of range.getClientRects()) {
        const isAcross = (element: Element | null): boolean => {
          if (element === null) return false;
          const box = element.getBoundingClientRect();
          return (
            line.left < box.left - 2 ||
            line.right > box.right + 2 ||
            line.top < box.top - room ||
            line.bottom > box.bottom + room
          );
        };
        const holder = [
          parent.closest('.line'),
          parent.closest('.focus, .list, .welcome-words, .foot, .closed-words, .sound, .stale'),
          document.documentElement,
        ].find(isAcross);
        if (holder != null) found.push(`“${node.textContent}” leaves ${holder.className || 'the screen'}`);
      }
    }
    // Texts of the same part must not overlap.
    const texts = [...document.querySelectorAll('.focus > *, .foot > *, .line > *')].filter(
      (each) => each.textContent?.trim() !== '',
    );
    for (const one of texts)
      for (const other of texts) {
        if (one === other || one.parentElement !== other.parentElement) continue;
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const slack = Number.parseFloat(getComputedStyle(one).fontSize) / 2;
        if (across > 2 && down > slack) found.push(`${one.className} lies over ${other.className}`);
      }
    return [...new Set(found)];
  });
}

/**
 * Lines whose number and desk cannot be told apart: side by side with too little space for the font size, or stacked
 * with the next number as close to the desk as its own.
 */
export function runTogether(page: Page, least = 0.5): Promise<string[]> {
  return page.evaluate(
    (wanted) =>
      [...document.querySelectorAll('.line')].flatMap((line) => {
        const [label, desk] = [...line.querySelectorAll('bdi')].map((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return { text: text.textContent, box: range.getBoundingClientRect() };
        });
        if (label === undefined || desk === undefined) throw new Error('A line has a number and a desk.');
        const letters = [...line.children].map((part) => Number.parseFloat(getComputedStyle(part).fontSize));
        const next = line.nextElementSibling?.querySelector('bdi')?.getBoundingClientRect();
        const middle = (label.box.top + label.box.bottom) / 2;
        if (desk.box.top > middle) {
          const isNear = next === undefined || next.top - desk.box.bottom > desk.box.top - label.box.bottom + 2;
          const hasRule = Number.parseFloat(getComputedStyle(line).borderBottomWidth) >= 2;
          return next === undefined || (isNear && hasRule) ? [] : [`“${desk.text}” could be of the number below it`];
        }
        const between = Math.max(desk.box.left - label.box.right, label.box.left - desk.box.right);
        const ems = between / Math.max(...letters);
        return ems < wanted ? [`“${label.text}” and “${desk.text}” are ${ems.toFixed(2)} em apart`] : [];
      }),
    least,
  );
}

/** Desks, in the large area or in the list, whose name or tag is wrapped. */
export function wrappedDesks(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.focus-desk-name, .focus-desk-whole, .focus-their-desk, .line-desk')].flatMap(
      (desk) => {
        const range = document.createRange();
        range.selectNodeContents(desk);
        const tops = [...range.getClientRects()].map(({ top, height }) => top + height / 2);
        const size = Number.parseFloat(getComputedStyle(desk).fontSize);
        return Math.max(...tops) - Math.min(...tops) > size / 2 ? [`“${desk.textContent}” is wrapped`] : [];
      },
    ),
  );
}

/** Smallest cap height in millimetres of each text that must be legible from a distance. */
export function capitals(page: Page, inches: number): Promise<Record<string, number>> {
  return page.evaluate((size) => {
    const pen = document.createElement('canvas').getContext('2d')!;
    const mm = Math.hypot(window.innerWidth, window.innerHeight) / (size * 25.4);
    const heights: Record<string, number> = {};
    for (const text of document.querySelectorAll(
      '.focus-number, .focus-desk, .focus-their-desk, .line-label, .line-desk',
    )) {
      const { fontSize, fontFamily, fontWeight } = getComputedStyle(text);
      pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const height = pen.measureText('H').actualBoundingBoxAscent / mm;
      heights[text.className] = Math.min(heights[text.className] ?? height, height);
    }
    return heights;
  }, inches);
}

/** Cap height that is legible from that distance. */
export const wantedMm = (metres: number): number => (metres * 1000) / 200;

/** Elements with an animation or transition. */
export function motions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((each) => {
      const { animationName, transitionDuration } = getComputedStyle(each);
      const moved = animationName === 'none' ? [] : [`${each.className} moves: ${animationName}`];
      return transitionDuration === '0s' ? moved : [...moved, `${each.className} glides`];
    }),
  );
}

/** In forced colours: parts without a visible border between them, and new parts that look like the others. */
export function lostEdges(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const groundOf = (element: Element): string => getComputedStyle(element).backgroundColor;
    const root = document.querySelector('.page') ?? document.body;
    const sample = document.body.appendChild(document.createElement('div'));
    sample.style.background = 'Canvas';
    const canvas = groundOf(sample);
    sample.remove();
    const isAlike = (element: Element): boolean => [canvas, 'rgba(0, 0, 0, 0)'].includes(groundOf(element));
    for (const part of document.querySelectorAll('.focus, .list, .welcome-words, .foot, .setup-choice, .stale')) {
      if (isAlike(part) && Number.parseFloat(getComputedStyle(part).borderTopWidth) < 1)
        found.push(`${part.className} has no edge`);
    }
    if (root.getAttribute('data-stale') === 'false')
      for (const now of document.querySelectorAll('.focus[data-now="true"], .line[data-new="true"]'))
        if (isAlike(now)) found.push(`${now.className} looks as if it were not new`);
    for (const call of document.querySelectorAll('.focus')) {
      const strip = getComputedStyle(call, '::before');
      if (strip.display !== 'none' && strip.backgroundColor === groundOf(call))
        found.push('something lies over the call');
    }
    return [...new Set(found)];
  });
}
