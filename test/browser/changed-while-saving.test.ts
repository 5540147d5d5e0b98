/** An administrator who goes on while something is being saved loses nothing of it. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteFile } from '../../main/contract/site.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { type Machine, openMachine } from '../helpers/machine.ts';
import { siteFile } from '../helpers/site-file.ts';

const TOWN = {
  settings: { languages: ['en'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'Etc/UTC' }],
  services: [{ id: 'permits', name: 'Permits', location: 'hall', tag: 'A' }],
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openTownHall(): Promise<Machine> {
  const site = await siteFile(TOWN);
  return openMachine({ site, printer: 'none' });
}

it.each([
  ['of a thing', '#/services/permits', 'Save'],
  ['of a new one', '#/services/new?location=hall', 'Add'],
])('what is changed while the server has not answered yet stays to be saved: %s', async (_what, address, press) => {
  const machine = await openTownHall();
  const admin = await Administrator.at(machine, browser, { address });
  const { page } = admin;
  await admin.fill('Name', 'Permits for boats');
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  let asked = (): void => undefined;
  const isAsked = new Promise<void>((done) => {
    asked = done;
  });
  await page.route('**/v2/admin/services**', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    asked();
    await held;
    await route.continue();
  });
  await admin.press(press);
  await isAsked;
  await admin.fill('Name', 'Permits for large boats');
  await admin.fill('Letter before the number', 'Q');
  answer();
  await admin.sees('Saved.');
  const saved = async (name: string) => {
    const { site } = await machine.get<{ readonly site: SiteFile }>('/restapi/v2/admin/site');
    return site.services.find((each) => each.name === name)?.tag;
  };
  expect(await saved('Permits for boats')).not.toBe('Q');
  expect(await admin.field('Name').inputValue()).toBe('Permits for large boats');

  await page.unroute('**/v2/admin/services**');
  await admin.press('Save');
  await expect.poll(() => saved('Permits for large boats'), { timeout: 30_000 }).toBe('Q');
  expect(await saved('Permits for boats')).toBeUndefined();
  expect(admin.faults).toEqual([]);
});
