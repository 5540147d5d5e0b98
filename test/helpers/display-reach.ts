/** What of a display cannot be seen, and what of it moves. */
import type { Page } from 'playwright-core';

/** Writing that leaves the screen, or the part of it in which it stands, and things that lie over it. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '' || parent.closest('.spoken') !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // The boxes of lines are higher than their letters: a quarter of a letter at each end is room.
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
    // Two texts of one part never lie over each other.
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

/** Lines whose number and desk are read as one, for less than so many times the size of their letters stands between them. */
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
        const between = Math.max(desk.box.left - label.box.right, label.box.left - desk.box.right);
        const ems = between / Math.max(...letters);
        return ems < wanted ? [`“${label.text}” and “${desk.text}” are ${ems.toFixed(2)} em apart`] : [];
      }),
    least,
  );
}

/** All that moves or glides by a style, by what it is. */
export function motions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((each) => {
      const { animationName, transitionDuration } = getComputedStyle(each);
      const moved = animationName === 'none' ? [] : [`${each.className} moves: ${animationName}`];
      return transitionDuration === '0s' ? moved : [...moved, `${each.className} glides`];
    }),
  );
}

/** In the reader's own colours: parts that run into each other, and what is new and looks like all else. */
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
