/**
 * Many things at once in the back office: a branch is copied, desks come from a spreadsheet, services are put in order, and
 * several get one value: by keyboard, in Arabic, on a telephone. Then the branch follows another one.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import start from '../../assets/locales/ar/editor.json' with { type: 'json' };
import words from '../../assets/locales/ar/office.json' with { type: 'json' };
import type { SiteFile } from '../../main/site/contract/site.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { KeysAlone } from '../helpers/keys-alone.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';

const NARROW = { width: 360, height: 740 };

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
  const narrow = await Administrator.at(machine, browser, { address: '#/locations', locale: 'ar', viewport: NARROW });
  const keys = new KeysAlone(narrow.page);
  const { many } = words;
  const button = (name: string) => narrow.page.getByRole('button', { name, exact: true });
  const link = (name: string) => narrow.page.getByRole('link', { name, exact: true });
  const isWell = async (): Promise<void> => {
    expect(await narrow.barriers()).toEqual([]);
    expect(
      await narrow.page.evaluate(() => [document.documentElement.dir, document.documentElement.scrollWidth]),
    ).toEqual(['rtl', NARROW.width]);
  };
  const would = (count: number): Promise<void> => narrow.sees(many.would.replace('{{number}}', String(count)));
  const done = async (count: number): Promise<void> => {
    await keys.press(button(many.apply));
    await narrow.sees(many.done.replace('{{number}}', String(count)));
    expect(await narrow.page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  };

  await keys.press(link(start.many.copy));
  await narrow.heading(many.title.copy);
  await keys.write(narrow.field(many.name), 'South Side');
  expect(await narrow.field(many.id).inputValue()).toBe('south-side');
  await narrow.page.keyboard.press('Enter');
  await would(5);
  await isWell();
  await done(5);
  await narrow.heading('South Side');

  await narrow.turnTo('#/desks');
  await keys.press(link(start.many.table));
  await narrow.heading(many.title.table);
  await keys.choose(narrow.field(many.place), 'south-side');
  const table = join(place, 'desks.csv');
  await writeFile(table, 'name;tag;services\nDesk 2;2;Permits|Taxes\nDesk 3;3;Weddings\n');
  /** The window in which the system asks for a file is its own, and opens by a key. */
  const takes = async (file: string): Promise<void> => {
    const asked = narrow.page.waitForEvent('filechooser');
    await keys.press(narrow.field(many.file));
    await (await asked).setFiles(file);
  };
  await takes(table);
  await keys.press(button(many.look));
  await narrow.sees(many.faults.replace('{{number}}', '1'));
  await narrow.sees(many.fault.reference.replace('{{column}}', 'services').replace('{{value}}', 'Weddings'));
  await isWell();
  const mended = join(place, 'mended.csv');
  await writeFile(mended, 'name;tag;services\nDesk 2;2;Permits|Taxes\nDesk 3;3;\n');
  await takes(mended);
  await keys.press(button(many.look));
  await would(2);
  await done(2);

  await narrow.turnTo('#/services');
  await keys.press(link(start.many.order));
  await narrow.heading(many.order.title);
  const inOrder = () => narrow.page.locator('.many-order-name').allTextContents();
  const up = button(start.up.replace('{{name}}', 'Taxes'));
  await keys.press(up);
  expect(await inOrder()).toEqual(['Taxes', 'Permits']);
  // The keyboard goes with the line that it moved.
  expect(await narrow.page.locator('li', { hasText: 'Taxes' }).locator(':focus').count()).toBe(1);
  await isWell();
  // By dragging as well.
  const line = (name: string) => narrow.page.locator('.many-order li', { hasText: name });
  await line('Permits').dragTo(line('Taxes'));
  expect(await inOrder()).toEqual(['Permits', 'Taxes']);
  await keys.press(up);
  await keys.press(button(many.order.save));
  await narrow.sees(many.order.saved);

  await narrow.turnTo('#/services');
  await keys.press(link(start.many.change));
  await narrow.heading(many.title.change);
  await keys.press(button(many.all.replace('{{number}}', '4')));
  await keys.press(narrow.page.getByRole('checkbox', { name: /^Taxes.*South Side/ }), 'Space');
  await narrow.sees(many.chosen.replace('{{number}}', '3'));
  await keys.choose(narrow.field(many.field), 'max_waiting');
  await keys.write(narrow.page.getByRole('spinbutton'), '25');
  await keys.press(button(many.look));
  await would(3);
  await isWell();
  await done(3);
  expect(narrow.faults).toEqual([]);
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
  await narrow.page.context().close();

  // From now on the branch follows the town hall; what it has otherwise it keeps, until somebody takes it back.
  const admin = await Administrator.at(machine, browser, { address: '#/locations/south-side' });
  const { page } = admin;
  await admin.heading('South Side');
  await admin.select('Inherits from', 'Town hall');
  // Saving asks first; whoever goes back has changed nothing.
  await admin.press('Save');
  const follows = page.getByRole('dialog', { name: 'Inherit from this location?' });
  await follows.getByText('Changes: 5').waitFor();
  expect(await admin.barriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await follows.waitFor({ state: 'detached' });
  expect((await sites()).locations.map(({ follows: model }) => model)).toEqual(['', '']);
  await admin.press('Save');
  await admin.press('Apply all');
  await admin.sees('Changed: 5');
  await follows.waitFor({ state: 'detached' });
  await admin.press('Show differences');
  await admin.sees('Differences from the parent location: 2');
  await page.evaluate(() => {
    window.location.hash = '#/services/south-side-taxes';
  });
  await admin.heading('Taxes');
  await admin.sees('Differences from the parent location: 2');
  expect(await admin.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Queue limit (people waiting): reset to parent' }).click();
  await admin.sees('Reset to the parent location.');
  await admin.sees('Differences from the parent location: 1');
  expect(await page.getByRole('spinbutton', { name: 'Queue limit (people waiting)' }).first().inputValue()).toBe('25');
  await page.evaluate(() => {
    window.location.hash = '#/locations/hall';
  });
  await page.getByText('Inheriting locations: 1').click();
  await page.getByRole('link', { name: 'South Side' }).click();
  await admin.heading('South Side');

  // What goes at the model goes at the branch, and that is said before.
  const { desks } = await sites();
  const spare = desks.find(({ name, location }) => name === 'Desk 1' && location === 'hall');
  expect(desks.filter(({ follows: model }) => model === spare?.id)).toHaveLength(1);
  await admin.turnTo(`#/desks/${spare?.id}`);
  await admin.press('Delete');
  const removing = page.getByRole('dialog');
  await removing.getByText('Also deleted at inheriting locations: 1').waitFor();
  expect(await admin.barriers()).toEqual([]);
  await removing.getByRole('button', { name: 'Delete' }).click();
  await admin.sees('Desk 1 has been deleted.');
  expect((await sites()).desks.map(({ name }) => name)).not.toContain('Desk 1');

  // So is what a file that is loaded changes at branches that it does not name.
  const loaded = join(place, 'permits.json');
  const permits = (await sites()).services.find(({ id }) => id === 'permits');
  await writeFile(loaded, JSON.stringify({ services: [{ ...permits, max_waiting: 7 }] }));
  await admin.turnTo('#/transfer');
  await page.locator('input[type=file]').setInputFiles(loaded);
  await admin.select('Mode', 'Add and change, delete nothing');
  await admin.sees('Also applies to inheriting locations: 1');
  await page.getByRole('button', { name: /permits\.json/ }).click();
  await expect
    .poll(async () => (await sites()).services.find(({ id }) => id === 'south-side-permits')?.max_waiting)
    .toBe(7);
  expect(admin.faults).toEqual([]);
});
