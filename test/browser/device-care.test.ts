/** What staff have a kiosk do from afar: the panel of the device in the back office, the kiosk's page, paper. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine, Visitor } from '../helpers/machine.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const ARABIC = 'نقوم بتبديل الورق. نعود في الثالثة.';

async function siteFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-site-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'site.json');
  const site = {
    settings: { languages: ['en', 'ar'], default_lang: 'en' },
    locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
    services: [{ id: 'permits', name: 'Permits', location: 'hall', tag: 'A' }],
    devices: [
      { id: 'kiosk-1', name: 'Entrance', type: 1, location: 'hall' },
      { id: 'wall', name: 'Wall', type: 9, location: 'hall', display: { chime: true, voice: true, volume: 0 } },
    ],
  };
  await writeFile(file, JSON.stringify(site));
  return file;
}

it('a kiosk is closed with a message in Arabic, tried out, looked into and opened again', async () => {
  const machine = await openMachine({ site: await siteFile() });
  const visitor = await Visitor.at(machine, browser);
  const admin = await Administrator.at(machine, browser, { address: '#/devices/kiosk-1' });
  const { page } = admin;
  const panel = page.getByRole('region', { name: 'From afar' });
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click();
  const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
  const became = (action: string, what: string) =>
    panel
      .getByRole('row', { name: new RegExp(`^${action}.*${what}`) })
      .first()
      .waitFor();

  await press('Print a test page');
  await became('Print a test page', 'Done');
  expect(machine.printer.lastTicket()?.text).toMatch(/Test page[\s\S]*TEST/);

  // Whoever has chosen a language comes to the end first.
  await visitor.touch('Permits');
  await visitor.sees('take-ticket');
  await page.getByText('A visitor takes a ticket').waitFor();
  await press('Close the kiosk');
  await page.getByLabel('What visitors read (العربية)').fill(ARABIC);
  await confirm('Close the kiosk');
  await became('Close the kiosk', 'Done');
  await visitor.sees('take-ticket');
  await visitor.page.locator('.bar .nav-primary').click();
  await visitor.sees('shut');
  expect(await visitor.text()).toContain('Please go to the reception desk.');
  await visitor.speaks('العربية');
  expect(await visitor.text()).toContain(ARABIC);
  expect(await barriersOf(visitor.page)).toEqual([]);

  await press('Print a copy of a ticket');
  await confirm('Print a copy of a ticket');
  await became('Print a copy of a ticket', 'Done');
  expect(machine.printer.lastTicket()?.text).toMatch(/A001[\s\S]*COPY/);

  await press('Fetch the log of the last hour');
  await panel.getByRole('button', { name: /^Look at it/ }).click();
  await page.getByRole('dialog', { name: 'Log of Entrance' }).getByText('"event":"kiosk.shut"').waitFor();
  expect(await admin.barriers()).toEqual([]);
  await confirm('Close');
  expect(await admin.barriers()).toEqual([]);

  await press('Open the kiosk');
  await visitor.sees('choose');
  await visitor.page.evaluate('void (window.before = true)');
  // It waits until nobody is there any more who has chosen a language.
  await visitor.page.getByRole('button', { name: 'English', exact: true }).waitFor();
  await machine.program.host().call('back', {});
  await press('Load the page anew');
  await confirm('Load the page anew');
  await became('Load the page anew', 'Done');
  await visitor.sees('choose');
  expect(await visitor.page.evaluate('window.before')).toBeUndefined();

  // A browser gives no picture of its page; Electron's window does.
  expect(await panel.getByRole('button', { name: 'Take a picture of the screen', exact: true }).count()).toBe(0);
  const host = machine.program.host();
  const leave = host.subscribe(() => {}, {
    reload: () => undefined,
    capture: () => visitor.page.screenshot({ scale: 'css' }),
  });
  await visitor.page.getByRole('button', { name: 'English', exact: true }).click();
  await press('Take a picture of the screen');
  await panel.getByRole('row', { name: /^Take a picture of the screen/ }).waitFor();
  await host.call('back', {});
  await became('Take a picture of the screen', 'Done');
  await panel
    .getByRole('button', { name: /^Look at it: Take a picture of the screen/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('img', { name: 'The screen of Entrance', exact: true }).waitFor();
  const size =
    "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('dialog img'))";
  await expect.poll(() => page.evaluate(size)).toEqual([1080, 1920]);
  expect(await admin.barriers()).toEqual([]);
  const saved = page.waitForEvent('download');
  await confirm('Save as a file');
  expect((await saved).suggestedFilename()).toMatch(/^[\dTZ-]+\.png$/);
  await confirm('Close');
  leave();

  // What a display says of itself, in words.
  const wall = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await wall.goto(`${machine.program.address}/display/?device=wall`);
  await page.goto(new URL('#/devices/wall', page.url()).href);
  const facts = page.getByRole('region', { name: 'Now' });
  const said = ['Waiting for visitors', 'Off', 'English', '1280×720', '0.1.0'];
  for (const words of said) await facts.getByText(words, { exact: true }).waitFor();
  await wall.close();

  await page.goto(new URL('#/audit', page.url()).href);
  await page.getByText(ARABIC).first().waitFor();
  expect([...visitor.faults, ...admin.faults]).toEqual([]);
});
