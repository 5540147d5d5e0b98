/** Checks that all text of a kiosk page is visible: within its box, its part of the page and its line. */
import type { Page } from 'playwright-core';

/** Text that leaves the window, its button or card, or its part of the page; in a scrolling list, only sideways. */
export function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const listOf = (element: Element): Element | null => {
      const list = element.closest('.language-sheet, .panel-body, .panel-home, .stage, .band');
      if (list === null) return null;
      const isPushed = getComputedStyle(list).overflowY === 'auto';
      return isPushed ? list : listOf(list.parentElement ?? document.documentElement);
    };
    // The scrolled content counts as if the list were as high as its content.
    const contentsOf = (list: Element): Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'> => {
      const { left, right, top } = list.getBoundingClientRect();
      const start = top - list.scrollTop;
      return { left, right, top: start, bottom: start + list.scrollHeight };
    };
    for (const list of document.querySelectorAll('.language-sheet, .panel-body, .panel-home')) {
      const stage = list.closest('.stage')?.getBoundingClientRect();
      if (listOf(list) !== list || stage === undefined) continue;
      const { top, bottom } = list.getBoundingClientRect();
      if (top < stage.top - 1 || bottom > stage.bottom + 1) found.push(`${list.className} leaves its part of the page`);
      if (list.scrollWidth > list.clientWidth) found.push(`${list.className} scrolls sideways`);
    }
    if (document.documentElement.scrollWidth > window.innerWidth) found.push('the page scrolls sideways');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || node.textContent?.trim() === '' || parent.closest('.spoken, [hidden], .choice-about'))
        continue;
      // Typed text scrolls to its end automatically.
      if (parent.closest('.line-text') !== null) continue;
      // For screen readers only.
      if (getComputedStyle(parent).clipPath !== 'none') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      if (text.width === 0 || text.height === 0) continue;
      const list = listOf(parent);
      const parts =
        list === null
          ? [document.documentElement, parent.closest('.band, .stage, .timeout, .settings, .foot')]
          : [list];
      for (const holder of [...parts, parent.closest('button'), parent.closest('.ticket, .choice, .notice')]) {
        if (holder === null) continue;
        const room = holder === list ? contentsOf(list) : holder.getBoundingClientRect();
        const out = Math.max(
          room.left - text.left,
          text.right - room.right,
          room.top - text.top,
          text.bottom - room.bottom,
        );
        if (out > 2)
          found.push(`"${node.textContent}" leaves ${holder.className || holder.tagName} by ${Math.round(out)} px`);
      }
    }
    for (const control of document.querySelectorAll(
      '.choice:not([hidden]), .nav:not([disabled]), .language, .size, .toggle',
    )) {
      // Small screens have no choice of text size.
      if (!control.checkVisibility()) continue;
      const box = control.getBoundingClientRect();
      const stage = control.closest('.stage, .timeout, .settings, .foot')?.getBoundingClientRect();
      if (
        stage !== undefined &&
        listOf(control) === null &&
        (box.bottom > stage.bottom + 1 || box.top < stage.top - 1)
      ) {
        found.push(`${control.className} leaves its part of the page`);
      }
      const least = control.classList.contains('choice') ? 120 : 79;
      if (box.height < least || box.width < 79) found.push(`${control.className} is ${box.width} by ${box.height} px`);
    }
    return found;
  });
}

/** Hyphenation patterns are loaded with the first word that does not fit on a line. */
const FETCHED_MS = 5_000;

/** Words broken across two lines in texts that should shrink instead; scripts without spaces are ignored. */
export async function brokenWords(page: Page): Promise<readonly string[]> {
  const until = Date.now() + FETCHED_MS;
  for (;;) {
    const found = await brokenNow(page);
    if (found.length === 0 || Date.now() > until) return found;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

function brokenNow(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    for (const { firstChild: text } of document.querySelectorAll('.fit')) {
      if (!(text instanceof Text) || /\p{Script=Han}/u.test(text.data)) continue;
      // For screen readers only.
      if (text.parentElement !== null && getComputedStyle(text.parentElement).clipPath !== 'none') continue;
      for (const { 0: word, index } of text.data.matchAll(/[^\s\u00ad\u200b-]+/gu)) {
        const range = document.createRange();
        // The hyphen at the end of a line is part of the next letter's range.
        const isDivided = text.data[index - 1] === '\u00ad' && word.length > 1;
        range.setStart(text, index + (isDivided ? 1 : 0));
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(word);
      }
    }
    return found;
  });
}
