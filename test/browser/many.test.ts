/** Many things at once in the back office: a branch is copied, desks come from a spreadsheet, and several get other hours. By keyboard, in Arabic, on a telephone. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { SiteFile } from '../../main/contract/site.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'take-a-number-many-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

const SITE = {
  settings: { languages: ['en', 'ar'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
  services: [
    { id: 'permits', name: 'Permits', location: 'hall', tag: 'A' },
    { id: 'taxes', name: 'Taxes', location: 'hall', tag: 'B' },
  ],
  desks: [{ id: 'hall-1', name: 'Desk 1', location: 'hall', tag: '1', services: ['permits'] }],
  devices: [{ id: 'kiosk-1', name: 'Entrance', type: 1, location: 'hall' }],
};

it('a branch is copied, desks come from a table, and services of both get one wish', async () => {
  const place = await folder();
  const site = join(place, 'site.json');
  await writeFile(site, JSON.stringify(SITE));
  const machine = await openMachine({ site });
  const admin = await Administrator.at(machine, browser, { address: '#/locations' });
  const { page } = admin;

  await page.getByRole('link', { name: 'Copy a branch' }).click();
  await admin.heading('Copy a branch');
  await admin.field('Name of the new branch').focus();
  await page.keyboard.type('South Side');
  expect(await admin.field('Its id').inputValue()).toBe('south-side');
  await page.keyboard.press('Enter');
  await admin.sees('What would change: 5');
  expect(await admin.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Change all of it' }).focus();
  await page.keyboard.press('Enter');
  await admin.sees('Changed: 5');
  await admin.heading('South Side');

  await admin.open('Desks');
  await page.getByRole('link', { name: 'From a table' }).click();
  await admin.select('Location of rows that name none', 'South Side');
  const table = join(place, 'desks.csv');
  await writeFile(table, 'name;tag;services\nDesk 2;2;Permits|Taxes\nDesk 3;3;Weddings\n');
  await admin.field('CSV file').setInputFiles(table);
  await admin.press('See what would change');
  await admin.sees('Faults in the table: 1');
  await admin.sees('services: there is no “Weddings”.');
  expect(await admin.barriers()).toEqual([]);
  const mended = join(place, 'mended.csv');
  await writeFile(mended, 'name;tag;services\nDesk 2;2;Permits|Taxes\nDesk 3;3;\n');
  await admin.field('CSV file').setInputFiles(mended);
  await admin.press('See what would change');
  await admin.sees('What would change: 2');
  await admin.press('Change all of it');
  await admin.sees('Changed: 2');

  await admin.open('Services');
  await page.getByRole('link', { name: 'Put in order' }).click();
  await admin.heading('Put in order');
  await page.getByRole('button', { name: 'Move Taxes up' }).focus();
  await page.keyboard.press('Enter');
  expect(await page.locator('.many-order-name').allTextContents()).toEqual(['Taxes', 'Permits']);
  expect(await admin.barriers()).toEqual([]);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Permits' })
    .last()
    .dragTo(page.getByRole('listitem').filter({ hasText: 'Taxes' }).last());
  expect(await page.locator('.many-order-name').allTextContents()).toEqual(['Permits', 'Taxes']);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Taxes' })
    .last()
    .dragTo(page.getByRole('listitem').filter({ hasText: 'Permits' }).last());
  await admin.press('Save the order');
  await admin.sees('The order is saved.');

  await admin.open('Services');
  await page.getByRole('link', { name: 'Change several at once' }).click();
  await admin.press('Choose all (4)');
  await page.getByRole('checkbox', { name: /^Taxes.*South Side/ }).uncheck();
  await admin.sees('Chosen: 3');
  await admin.select('Field', 'Most people waiting');
  await page.getByRole('spinbutton').fill('25');
  await admin.press('See what would change');
  await admin.sees('What would change: 3');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await admin.barriers()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await admin.press('Change all of it');
  await admin.sees('Changed: 3');
  const sites = async () => {
    const answer = await fetch(`${machine.program.address}/restapi/v2/admin/site`);
    return ((await answer.json()) as { site: SiteFile }).site;
  };
  const now = await sites();
  expect(now.services.map(({ id, max_waiting }) => [id, max_waiting])).toEqual(
    expect.arrayContaining([
      ['permits', 25],
      ['taxes', 25],
      ['south-side-permits', 25],
      ['south-side-taxes', 0],
    ]),
  );
  expect(now.desks.some(({ services }) => services.join() === 'south-side-permits,south-side-taxes')).toBe(true);

  // From now on the branch follows the town hall; what it has otherwise it keeps, until somebody takes it back.
  await page.evaluate(() => {
    window.location.hash = '#/locations/south-side';
  });
  await admin.heading('South Side');
  await admin.select('Follows', 'Town hall');
  // Saving asks first; whoever goes back has changed nothing.
  await admin.press('Save');
  const follows = page.getByRole('dialog', { name: 'Follow this model?' });
  await follows.getByText('What would change: 5').waitFor();
  expect(await admin.barriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await follows.waitFor({ state: 'detached' });
  expect((await sites()).locations.map(({ follows: model }) => model)).toEqual(['', '']);
  await admin.press('Save');
  await admin.press('Change all of it');
  await admin.sees('Changed: 5');
  await follows.waitFor({ state: 'detached' });
  await admin.press('What is other here?');
  await admin.sees('Other than at the model: 2');
  await page.evaluate(() => {
    window.location.hash = '#/services/south-side-taxes';
  });
  await admin.heading('Taxes');
  await admin.sees('Other than at the model: 2');
  expect(await admin.barriers()).toEqual([]);
  await page.getByRole('button', { name: "Most people waiting: back to the model's" }).click();
  await admin.sees('As at the model again.');
  await admin.sees('Other than at the model: 1');
  expect(await page.getByRole('spinbutton', { name: 'Most people waiting' }).first().inputValue()).toBe('25');
  await page.evaluate(() => {
    window.location.hash = '#/locations/hall';
  });
  await page.getByText('Branches that follow: 1').click();
  await page.getByRole('link', { name: 'South Side' }).click();
  await admin.heading('South Side');

  // What goes at the model goes at the branch, and that is said before.
  const { desks } = await sites();
  const spare = desks.find(({ name, location }) => name === 'Desk 1' && location === 'hall');
  expect(desks.filter(({ follows: model }) => model === spare?.id)).toHaveLength(1);
  await admin.turnTo(`#/desks/${spare?.id}`);
  await admin.press('Delete');
  const removing = page.getByRole('dialog');
  await removing.getByText('Branches that lose it too: 1').waitFor();
  expect(await admin.barriers()).toEqual([]);
  await removing.getByRole('button', { name: 'Delete' }).click();
  await admin.sees('Desk 1 is deleted.');
  expect((await sites()).desks.map(({ name }) => name)).not.toContain('Desk 1');

  // So is what a file that is loaded changes at branches that it does not name.
  const loaded = join(place, 'permits.json');
  const permits = (await sites()).services.find(({ id }) => id === 'permits');
  await writeFile(loaded, JSON.stringify({ services: [{ ...permits, max_waiting: 7 }] }));
  await admin.turnTo('#/transfer');
  await page.locator('input[type=file]').setInputFiles(loaded);
  await admin.select('How', 'Add and change, delete nothing');
  await admin.sees('Also at branches that follow: 1');
  await page.getByRole('button', { name: /permits\.json/ }).click();
  await expect
    .poll(async () => (await sites()).services.find(({ id }) => id === 'south-side-permits')?.max_waiting)
    .toBe(7);
  expect(admin.faults).toEqual([]);
});

it('is in Arabic too', async () => {
  const site = join(await folder(), 'site.json');
  await writeFile(site, JSON.stringify(SITE));
  const machine = await openMachine({ site });
  const admin = await Administrator.at(machine, browser, {
    address: '#/many/change?collection=services',
    locale: 'ar',
  });
  await admin.heading('تغيير عدة عناصر معًا');
  expect(await admin.page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  expect(await admin.barriers()).toEqual([]);
  expect(admin.faults).toEqual([]);
});
