/** A picture for a service: chosen in its editor by keyboard, or from this computer, and seen on the button of the kiosk. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine, Visitor } from '../helpers/machine.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const SITE = {
  settings: { languages: ['en'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
  services: [
    { id: 'taxes', name: 'Taxes', location: 'hall', tag: 'A', pictogram: 'tax' },
    { id: 'dogs', name: 'Dogs', location: 'hall', tag: 'B' },
  ],
  devices: [{ id: 'kiosk-1', name: 'Entrance', type: 1, location: 'hall' }],
};

it('is chosen by arrow keys under its name, or brought along, and stands on the button', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const site = join(folder, 'site.json');
  await writeFile(site, JSON.stringify(SITE));
  const machine = await openMachine({ site, printer: 'none' });
  const admin = await Administrator.at(machine, browser, { address: '#/services/dogs' });
  const { page } = admin;
  const picture = page.getByRole('group', { name: 'Picture', exact: true });

  await picture.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await picture.getByRole('radio', { name: 'No picture' }).isChecked()).toBe(true);
  // Backwards from none begins at the end.
  await page.keyboard.press('ArrowLeft');
  expect(await picture.getByRole('radio', { name: 'Other matters' }).isChecked()).toBe(true);
  await picture.getByRole('radio', { name: 'Dogs and animals' }).check();
  expect(await picture.locator('summary').innerText()).toBe('Dogs and animals');
  expect(await admin.barriers()).toEqual([]);
  await admin.save();

  const visitor = await Visitor.at(machine, browser);
  const drawn = (name: string) => visitor.choice(name).locator('.pictogram path');
  await expect.poll(() => drawn('Dogs').getAttribute('d')).toMatch(/^M4 17/);
  await expect.poll(() => drawn('Taxes').getAttribute('d')).toMatch(/^M9 4/);
  // The words say it; a reader does not hear it twice.
  expect(await visitor.choice('Dogs').getByRole('button').first().ariaSnapshot()).not.toMatch(/img|Dogs and animals/);

  const file = join(folder, 'own.png');
  await visitor.choice('Dogs').locator('.pictogram').screenshot({ path: file });
  await picture.locator('input[type="file"]').setInputFiles(file);
  await expect.poll(() => picture.locator('summary').innerText()).toBe('Your own picture');
  await admin.save();
  await visitor.choice('Dogs').locator('img.pictogram').waitFor();
  expect(await visitor.choice('Dogs').locator('img.pictogram').getAttribute('src')).toMatch(/^data:image\/png;base64,/);
  expect(visitor.faults).toEqual([]);
});
