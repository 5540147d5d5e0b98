/** Finds controls without a visible focus. */
import type { Page } from 'playwright-core';

/** Controls without a focus ring, or with one that does not change their look. Presses Tab first. */
export async function unseenFocus(page: Page): Promise<string[]> {
  // Browsers show the focus ring only after a key press.
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const groundOf = (element: Element | null): string => {
      for (let at = element; at !== null; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!/rgba\(.*, 0\)|transparent/.test(backgroundColor)) return backgroundColor;
      }
      return 'rgb(255, 255, 255)';
    };
    const ringOf = (element: Element) => {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
      const isDrawn = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      return { isDrawn, colour: outlineColor, looks: [outlineStyle, outlineWidth, outlineColor, outlineOffset].join() };
    };
    const controls = [...document.querySelectorAll<HTMLElement>('button, a[href], input, [tabindex="0"]')].filter(
      (control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches(':disabled'),
    );
    (document.activeElement as HTMLElement | null)?.blur();
    return controls.flatMap((control) => {
      const before = ringOf(control);
      control.focus({ preventScroll: true });
      const name = `${control.className} “${control.getAttribute('aria-label') ?? control.textContent}”`;
      if (!control.matches(':focus-visible')) return [`cannot have the focus: ${name}`];
      const ring = ringOf(control);
      if (!ring.isDrawn) return [`no ring: ${name}`];
      if (ring.looks === before.looks) return [`looks as without the focus: ${name}`];
      return ring.colour === groundOf(control.parentElement) ? [`a ring in the colour of its ground: ${name}`] : [];
    });
  });
}
