/** An administrator who goes on while something is being saved loses nothing of it. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteFile } from '../../main/site/contract/site.ts';
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

/** Presses, and waits until the server is asked, which hears it only when the answer is wanted. */
async function pressed(page: Page, collection: string, press: () => Promise<void>): Promise<() => void> {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(`**/v2/admin/${collection}**`, async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await press();
  await asked.promise;
  return held.resolve;
}

it.each([
  ['of a thing', '#/services/permits', 'Save'],
  ['of a new one', '#/services/new?location=hall', 'Add'],
])('what is changed while the server has not answered yet stays to be saved: %s', async (_what, address, press) => {
  const machine = await openTownHall();
  const admin = await Administrator.at(machine, browser, { address });
  const { page } = admin;
  await admin.fill('Name', 'Permits for boats');
  const answer = await pressed(page, 'services', () => admin.press(press));
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

it('so does what is changed of a new appointment, and whoever has gone elsewhere meanwhile stays there', async () => {
  const machine = await openTownHall();
  const admin = await Administrator.at(machine, browser, { address: '#/appointments/new' });
  const { page } = admin;
  await admin.field('Service').selectOption('permits');
  await admin.fill('Day', new Date(Date.now() + 86_400_000).toISOString().slice(0, 10));
  await admin.fill('Time', '10:30');
  await admin.fill('Visitor', 'Ana Melo');
  const answer = await pressed(page, 'appointments', () => admin.press('Add'));
  await admin.fill('Visitor', 'Ana Maria Melo');
  answer();
  await admin.sees('Saved.');
  await admin.heading('Ana Melo');
  expect(await admin.field('Visitor').inputValue()).toBe('Ana Maria Melo');
  await page.unroute('**/v2/admin/appointments**');
  await admin.save();
  await admin.heading('Ana Maria Melo');

  await admin.turnTo('#/services/new?location=hall');
  await admin.fill('Name', 'Boats');
  const add = await pressed(page, 'services', () => admin.press('Add'));
  await admin.open('Desks');
  add();
  await page.locator('.top-drafts').waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toBe('#/desks');
  expect(admin.faults).toEqual([]);
});
