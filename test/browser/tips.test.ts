/** What a drawing of the back office stands for, seen by a mouse that rests on it and by the keyboard that has come to it. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';
import { siteFile } from '../helpers/site-file.ts';
import { HOUSE } from './office-states.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('a tip comes to mouse and keyboard, may be pointed at, stays, and goes by Escape alone', async () => {
  const machine = await openMachine({ site: await siteFile(HOUSE), printer: 'none' });
  const { page } = await Administrator.at(machine, browser, { address: '#/locations/hall' });
  const tip = page.locator('.tip');
  const bold = page.getByRole('button', { name: 'Bold: Service', exact: true });
  const elsewhere = page.locator('h1');
  const says = (words: string) => tip.filter({ hasText: words }).waitFor();
  const isGone = () => tip.waitFor({ state: 'detached' });

  await page.getByRole('radio', { name: 'Long, with custom parts' }).check();
  await bold.hover();
  await says('Bold: Service');
  // From the button into the tip, and about in it.
  const box = await tip.boundingBox();
  if (box === null) throw new Error('It is not drawn.');
  const from = await bold.boundingBox();
  const below = box.y > (from?.y ?? 0);
  const edge = below ? box.y + 1 : box.y + box.height - 1;
  await page.mouse.move(box.x + box.width / 2, edge, { steps: 12 });
  await page.mouse.move(box.x + 4, box.y + box.height / 2, { steps: 4 });
  expect(await page.evaluate(() => document.querySelector('.tip:hover')?.textContent)).toBe('Bold: Service');
  await elsewhere.hover();
  await isGone();

  await bold.hover();
  await says('Bold: Service');
  await page.keyboard.press('Escape');
  await isGone();

  await elsewhere.hover();
  await page.getByLabel('Size: Service', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await says('Start of the line: Service');
  await page.keyboard.press('Tab');
  await says('Bold: Service');
  await page.keyboard.press('Escape');
  await isGone();
  expect(await bold.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Shift+Tab');
  await says('Start of the line: Service');
  await page.keyboard.press('Shift+Tab');
  await isGone();
});
