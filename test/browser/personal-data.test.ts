/** Personal data in the back office: by keys alone, in Arabic, on a narrow screen. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import start from '../../assets/locales/ar/admin.json' with { type: 'json' };
import arabic from '../../assets/locales/ar/office.json' with { type: 'json' };
import { Administrator } from '../helpers/admin-page.ts';
import { KeysAlone } from '../helpers/keys-alone.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('a person is found and exported, a namesake stays, and the rest is erased after a question', async () => {
  const machine = await openMachine({ printer: 'none' });
  const draw = (client_name: string, note: string) =>
    machine.post<{ ticket: { id: string } }>('createticket', {
      service_id: 'passports',
      client_name,
      custom_field: note,
    });
  await draw('Marta Reis', 'lost her passport');
  await draw('Marta Reis', 'a namesake');
  await draw('Rui Costa', '');
  const viewport = { width: 360, height: 740 };
  const admin = await Administrator.at(machine, browser, { viewport, locale: 'ar', address: '#/personal_data' });
  const { page } = admin;
  const keys = new KeysAlone(page);
  const words = arabic.personal;

  await keys.reach(page.locator('.panel input'));
  await page.keyboard.type('marta reis');
  await page.keyboard.press('Enter');
  await page.getByText(words.found_two, { exact: true }).waitFor();
  const checks = page.locator('.panel input[type="checkbox"]');
  expect(await checks.count()).toBe(2);
  expect(await admin.barriers()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);

  const downloading = page.waitForEvent('download');
  await keys.press(page.getByRole('button', { name: words.export }));
  const file = await (await downloading).path();
  const data = JSON.parse(await readFile(file, 'utf8'));
  expect(data.tickets.map(({ custom_field }: { custom_field: string }) => custom_field).toSorted()).toEqual([
    'a namesake',
    'lost her passport',
  ]);

  await keys.press(page.getByRole('checkbox', { name: /.*/, description: /namesake/ }), 'Space');
  await keys.press(page.getByRole('button', { name: words.erase }));
  const dialog = page.getByRole('dialog');
  await dialog.getByText(words.eraseAbout_one).waitFor();
  expect(await admin.barriers()).toEqual([]);
  await keys.press(dialog.getByRole('button', { name: words.erase }));
  await page.getByText(words.done).waitFor();
  await keys.reach(page.locator('.panel input'));
  await page.keyboard.type('marta reis');
  await page.keyboard.press('Enter');
  await page.getByText(words.found_one, { exact: true }).waitFor();
  await page.getByText('a namesake').waitFor();
  await admin.turnTo('#/audit');
  await page.locator('.screen').getByText(start.nav.personal_data).filter({ visible: true }).first().waitFor();
  expect(await page.locator('.screen').innerText()).not.toMatch(/Marta|Reis/);
  expect(admin.faults).toEqual([]);
});
