/** Checks a page in each state against its AT-SPI tree. */
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { AssistedDesktop } from './assisted-desktop.ts';
import { settled } from './kiosk-page.ts';
import { disordered, untold } from './told-of.ts';

/** Maximum lag of the tree behind the page. */
const BEHIND = { timeout: 10_000, interval: 200 };

/** Checks a page state by state; `found` collects what the AT-SPI tree lacks. */
export class DesktopEar {
  readonly found: Record<string, readonly string[]> = {};
  readonly #desktop: AssistedDesktop;
  readonly #page: Page;

  constructor(desktop: AssistedDesktop, page: Page) {
    this.#desktop = desktop;
    this.#page = page;
  }

  async hear(state: string): Promise<void> {
    await settled(this.#page);
    let last: readonly string[] = [];
    const isTold = async (): Promise<boolean> => {
      const objects = await this.#desktop.objects();
      last = [...(await untold(this.#page, objects)), ...(await disordered(this.#page, objects))];
      return last.length === 0;
    };
    await vi.waitUntil(isTold, BEHIND).catch(() => undefined);
    if (last.length > 0) this.found[state] = last;
  }
}
