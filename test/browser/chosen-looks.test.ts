/** What is chosen is seen, also where the reader has given the colours and in the page's own high contrast. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine, Visitor } from '../helpers/machine.ts';

const LOOKS = [
  ['in forced colours', { forcedColors: 'active' }],
  ['in high contrast', { contrast: 'more' }],
] as const;

/** As the browser writes the reader's own colours of what is chosen. */
const CHOSEN_GROUNDS = { forcedColors: 'Highlight', contrast: '#ffffff' } as const;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The grounds of those that match, each once: of what is chosen, and of what is not. */
async function grounds(page: Page, chosen: string, others: string): Promise<readonly (readonly string[])[]> {
  const read = (selector: string) =>
    page.locator(selector).evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))]);
  return [await read(chosen), await read(others)];
}

/** A colour as the page itself computes it. */
const colour = (page: Page, name: string): Promise<string> =>
  page.evaluate((wanted) => {
    const sample = document.createElement('span');
    sample.style.setProperty('forced-color-adjust', 'none');
    sample.style.setProperty('background-color', wanted);
    document.body.append(sample);
    const { backgroundColor } = getComputedStyle(sample);
    sample.remove();
    return backgroundColor;
  }, name);

async function isFilled(page: Page, look: object, chosen: string, others: string): Promise<void> {
  const wanted = await colour(page, 'contrast' in look ? CHOSEN_GROUNDS.contrast : CHOSEN_GROUNDS.forcedColors);
  // Grounds change softly.
  await expect.poll(async () => (await grounds(page, chosen, others))[0], { timeout: 30_000 }).toEqual([wanted]);
  expect((await grounds(page, chosen, others))[1]).not.toContain(wanted);
}

describe.each(LOOKS)('%s', (_name, look) => {
  it('one sees in the back office which letters are bold, and on which screen one is', async () => {
    const machine = await openMachine({ printer: 'none' });
    const admin = await Administrator.at(machine, browser, { ...look, address: '#/locations/town-hall' });
    await admin.page.getByRole('radio', { name: 'Long, with custom parts' }).check();
    await admin.page.locator('.ticket-row').first().waitFor();
    await admin.page.getByRole('button', { name: 'Bold: Service', pressed: true }).waitFor();
    const toggles = '.ticket-part-look .button';
    await isFilled(admin.page, look, `${toggles}[aria-pressed="true"]`, `${toggles}[aria-pressed="false"]`);
    await isFilled(admin.page, look, '.side a[aria-current="page"]', '.side a:not([aria-current])');
    expect(await admin.barriers()).toEqual([]);
  });

  it('one sees at the counter which services one calls', async () => {
    const town = await openCounterTown();
    const counter = await Counter.at(town, browser, look);
    onTestFinished(async () => {
      await counter.page.context().close();
      await town.close();
    });
    await counter.isUser('Ana Silva');
    await counter.sitsAt('Desk 1');
    await counter.page.locator('.services summary').click();
    await counter.page.locator('.service').first().click();
    await isFilled(counter.page, look, '.service[aria-pressed="true"]', '.service[aria-pressed="false"]');
    expect(await counter.barriers()).toEqual([]);
  });
});

it('one sees at the kiosk in forced colours which language and which size are chosen', async () => {
  const machine = await openMachine({ printer: 'none' });
  const { page } = await Visitor.at(machine, browser);
  const look = { forcedColors: 'active' } as const;
  await page.emulateMedia(look);
  await page.locator('.to-settings').click();
  for (const kind of ['.size']) {
    await isFilled(page, look, `${kind}[aria-pressed="true"]`, `${kind}[aria-pressed="false"]`);
  }
});
