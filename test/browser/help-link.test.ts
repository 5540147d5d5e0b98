/** Help link of back office and counter. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import type { Town } from '../helpers/town.ts';

let town: Town;
let browser: Browser;
beforeAll(async () => {
  town = await openCounterTown();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await town.close();
});

/** Where a click on the link leads, in another tab. */
async function opened(page: Page, part: 'banner' | 'dialog'): Promise<string> {
  const popup = page.context().waitForEvent('page');
  await page.getByRole(part).getByRole('link', { name: 'Help', exact: true }).click();
  const tab = await popup;
  await tab.waitForLoadState();
  const url = tab.url();
  await tab.close();
  return url;
}

describe('the link Help', () => {
  it('of the back office opens the documentation, and the page stays', async () => {
    const admin = await Administrator.at({ program: town }, browser);
    expect(await opened(admin.page, 'banner')).toBe(`${town.address}/help/`);
    expect(new URL(admin.page.url()).pathname).toBe('/admin/');
    expect(admin.faults).toEqual([]);
  });

  it('of the counter opens the documentation, and the desk stays open', async () => {
    const counter = await Counter.seated(town, browser, { name: 'Ana Silva', desk: 'Desk 1' });
    await counter.page.locator('.bar-user').click();
    expect(await opened(counter.page, 'dialog')).toBe(`${town.address}/help/`);
    expect(await counter.page.locator('.bar-desk').textContent()).toBe('Desk 1');
    expect(counter.faults).toEqual([]);
    await counter.page.context().close();
  });
});
