/** Operates a page by keyboard only: Tab to move, Enter or Space to activate. */
import type { Locator, Page } from 'playwright-core';

/** A page that needs more steps is not usable by keyboard. */
const MAX_STEPS = 120;

export class KeysAlone {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Moves to the element with Tab, or with Shift+Tab if it comes before. */
  async reach(what: Locator): Promise<void> {
    await what.waitFor();
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const way = await what.evaluate((element) => {
        const { activeElement } = document;
        if (activeElement === element) return null;
        const isBefore =
          activeElement !== null &&
          activeElement !== document.body &&
          (element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
        return isBefore ? 'Shift+Tab' : 'Tab';
      });
      if (way === null) return;
      await this.#page.keyboard.press(way);
    }
    throw new Error(`No key leads to ${what}.`);
  }

  async press(what: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.reach(what);
    await this.#page.keyboard.press(key);
  }

  /** Replaces the text of a field. */
  async write(where: Locator, text: string): Promise<void> {
    await this.reach(where);
    await this.#page.keyboard.press('Control+a');
    await this.#page.keyboard.type(text);
  }

  /** Selects an option with the arrow keys; `value` is the option's value. */
  async choose(where: Locator, value: string): Promise<void> {
    await this.reach(where);
    const way = await where.evaluate((list, wanted) => {
      const { options, selectedIndex } = list as HTMLSelectElement;
      return [...options].findIndex((option) => option.value === wanted) - selectedIndex;
    }, value);
    for (let step = 0; step < Math.abs(way); step += 1)
      await this.#page.keyboard.press(way > 0 ? 'ArrowDown' : 'ArrowUp');
  }
}
