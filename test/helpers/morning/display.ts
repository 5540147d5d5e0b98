/** The display of the waiting room. */
import type { Browser, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { DEADLINE_MS, STANDING_STILL, type TownHall } from './town-hall.ts';

export interface ShownCall {
  readonly label: string;
  /** Name of the desk in the display's first language. */
  readonly desk: string;
}

export interface DisplayView {
  /** In the focus area; null without a current call. */
  readonly large: ShownCall | null;
  /** From the top. */
  readonly list: readonly ShownCall[];
}

export interface Display {
  readonly page: Page;
  readonly faults: readonly string[];
  view(): Promise<DisplayView>;
  isLive(): Promise<boolean>;
  /** Reloads the page, like switching the display off and on. */
  reopen(): Promise<void>;
}

export async function openDisplay(hall: Pick<TownHall, 'address'>, browser: Browser): Promise<Display> {
  const context = await browser.newContext({ ...STANDING_STILL, viewport: { width: 1920, height: 1080 } });
  context.setDefaultTimeout(DEADLINE_MS);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  const open = async (): Promise<void> => {
    await page.goto(`${hall.address}/display?device=display-1`);
    await page.locator('.page[data-stale="false"]:is([data-screen="calls"], [data-screen="idle"])').waitFor();
  };
  await open();

  return {
    page,
    faults,
    view: () =>
      page.evaluate(() => {
        const text = (within: Element, selector: string): string =>
          within.querySelector(selector)?.textContent?.trim() ?? '';
        const [large = null] = [...document.querySelectorAll('.focus')].map((each) => ({
          label: text(each, '.focus-number'),
          desk: text(each, '.focus-desk-name'),
        }));
        const list = [...document.querySelectorAll('.line')].map((each) => ({
          label: text(each, '.line-label'),
          desk: text(each, '.line-desk'),
        }));
        return { large, list };
      }),
    isLive: async () => (await page.locator('.page[data-stale="false"]').count()) > 0,
    reopen: open,
  };
}
