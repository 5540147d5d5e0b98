/** Somebody who has a keyboard and nothing else: Tab leads there, Enter or Space does it. */
import type { Locator, Page } from 'playwright-core';

/** A page that needs more to get anywhere is not used by keys. */
const MAX_STEPS = 120;

export class KeysAlone {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Goes there by Tab, or back by Shift and Tab where it stands before. */
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

  /** Writes over whatever stands in that field. */
  async write(where: Locator, text: string): Promise<void> {
    await this.reach(where);
    await this.#page.keyboard.press('Control+a');
    await this.#page.keyboard.type(text);
  }

  /** Chooses by the arrows, as the list stands; `value` is that of the choice. */
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
