/** What staff have screens do from afar, and how new ones come in: the back office, the screens' own pages, paper and sound. */

import jsQR from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { Display } from '../helpers/display-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine, Visitor } from '../helpers/machine.ts';
import { Reach } from '../helpers/page-reach.ts';
import { dotsOf } from '../helpers/read-barcode.ts';
import { siteFile } from '../helpers/site-file.ts';
import { toRgba } from '../helpers/virtual-printer.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const ARABIC = 'نقوم بتبديل الورق. نعود في الثالثة.';

async function careSite(): Promise<string> {
  const site = {
    settings: { languages: ['en', 'ar'], default_lang: 'en' },
    locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
    services: [{ id: 'permits', name: 'Permits', location: 'hall', tag: 'A' }],
    devices: [
      { id: 'kiosk-1', name: 'Entrance', type: 1, location: 'hall' },
      { id: 'wall', name: 'Wall', type: 9, location: 'hall', display: { chime: true, voice: true, volume: 0 } },
      { id: 'room', name: 'Waiting room', type: 9, location: 'hall' },
      { id: 'pad', name: 'Pad', type: 6, location: 'hall' },
    ],
    desks: [{ id: 'desk-1', name: 'Desk 1', tag: '1', location: 'hall' }],
    users: [{ id: 'ana', username: 'ana', name: 'Ana Reis' }],
  };
  return siteFile(site);
}

it('a kiosk is closed with a message in Arabic, tried out, looked into and opened again', async () => {
  const machine = await openMachine({ site: await careSite() });
  const visitor = await Visitor.at(machine, browser);
  const admin = await Administrator.at(machine, browser, { address: '#/devices/kiosk-1' });
  const { page } = admin;
  const panel = page.getByRole('region', { name: 'Remote actions' });
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
  await page.getByLabel('Message to visitors (العربية)').fill(ARABIC);
  await page.getByRole('dialog').locator('summary').click();
  await page.getByLabel('Message to visitors (English, easy read)').fill('We are back at 3.');
  await confirm('Close the kiosk');
  await became('Close the kiosk', 'Done');
  await visitor.sees('take-ticket');
  await visitor.page.locator('.bar .nav-primary').click();
  await visitor.sees('shut');
  expect(await visitor.text()).toContain('Please go to the reception desk.');
  await visitor.page.getByRole('button', { name: 'Easy read' }).click();
  await visitor.page.getByText('We are back at 3.').first().waitFor();
  await visitor.speaks('العربية');
  expect(await visitor.text()).toContain(ARABIC);
  expect(await barriersOf(visitor.page)).toEqual([]);

  await press('Print a copy of a ticket');
  await confirm('Print a copy of a ticket');
  await became('Print a copy of a ticket', 'Done');
  expect(machine.printer.lastTicket()?.text).toMatch(/A001[\s\S]*COPY/);

  await press('Fetch the log of the server of the last hour');
  await panel.getByRole('button', { name: /^View/ }).click();
  await page.getByRole('dialog', { name: 'Log of Entrance' }).getByText('"event":"kiosk.closed"').waitFor();
  expect(await admin.barriers()).toEqual([]);
  await confirm('Close');
  expect(await admin.barriers()).toEqual([]);

  await press('Open the kiosk');
  await visitor.sees('choose');
  await visitor.page.evaluate('void (window.before = true)');
  // It waits until nobody is there any more who has chosen a language.
  await visitor.page.locator('.languages').waitFor();
  await machine.program.host().call('back', {});
  await press('Reload the page');
  await confirm('Reload the page');
  await became('Reload the page', 'Done');
  await visitor.sees('choose');
  expect(await visitor.page.evaluate('window.before')).toBeUndefined();

  // A browser gives no picture of its page; Electron's window does.
  expect(await panel.getByRole('button', { name: 'Take a screenshot', exact: true }).count()).toBe(0);
  const host = machine.program.host();
  const leave = host.subscribe(() => {}, {
    reload: () => undefined,
    capture: () => visitor.page.screenshot({ scale: 'css' }),
  });
  await visitor.speaks('English');
  await press('Take a screenshot');
  await panel.getByRole('row', { name: /^Take a screenshot/ }).waitFor();
  await host.call('back', {});
  await became('Take a screenshot', 'Done');
  await panel
    .getByRole('button', { name: /^View: Take a screenshot/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('img', { name: 'Screen of Entrance', exact: true }).waitFor();
  const size =
    "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('dialog img'))";
  await expect.poll(() => page.evaluate(size)).toEqual([1080, 1920]);
  expect(await admin.barriers()).toEqual([]);
  const saved = page.waitForEvent('download');
  await confirm('Save as file');
  expect((await saved).suggestedFilename()).toMatch(/^[\dTZ-]+\.png$/);
  await confirm('Close');
  leave();

  // What a display says of itself, in words.
  const wall = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await wall.goto(`${machine.program.address}/display/?device=wall`);
  await page.goto(new URL('#/devices/wall', page.url()).href);
  const facts = page.getByRole('region', { name: 'Status' });
  const said = ['Waiting for visitors', 'Off', 'English', '1280×720', '1.0.0'];
  for (const words of said) await facts.getByText(words, { exact: true }).waitFor();
  await wall.close();

  await page.goto(new URL('#/audit', page.url()).href);
  await page.getByText(ARABIC).first().waitFor();
  expect([...visitor.faults, ...admin.faults]).toEqual([]);
});

/** What a telephone reads that is held before the page. */
async function readQr(page: Page): Promise<string> {
  const code = page.locator('.pair-qr');
  await code.locator('path[d]').waitFor();
  const dots = await dotsOf(await code.screenshot());
  return jsQR.default(toRgba(dots), dots.width, dots.height)?.data ?? '';
}

it('new screens are paired by the code and the QR code that they show, and a test call is seen and heard on the one that it is for', async () => {
  const machine = await openMachine({ site: await careSite(), printer: 'none' });
  const room = await Display.at(machine, browser, { begins: '/pair', voices: ['en'] });
  const shown = room.page.locator('.pair-code');
  await shown.waitFor();
  const admin = await Administrator.at(machine, browser, { address: '#/devices/room' });
  const { page } = admin;
  await admin.fill('Code on the screen', 'AAAA AAAA');
  await admin.press('Pair');
  await admin.sees('No screen shows this code.');
  // As people read it to each other: small, and in two halves.
  await admin.fill('Code on the screen', (await shown.innerText()).toLowerCase());
  await admin.press('Pair');
  await admin.sees('Waiting room receives its key within seconds.');
  await room.sees('idle');
  expect(new URL(room.page.url()).pathname).toBe('/display/');
  const wall = await Display.at(machine, browser, { device: 'wall', voices: ['en'] });
  await wall.sees('idle');

  const panel = page.getByRole('region', { name: 'Remote actions' });
  await panel.getByRole('button', { name: 'Call a test', exact: true }).click();
  await room.announces('TEST');
  await expect
    .poll(async () => (await room.heard()).map(({ kind }) => kind), { timeout: 30_000 })
    .toEqual(['chime', 'say']);
  expect(await room.heard()).toMatchObject([{}, { lang: 'en', text: expect.stringMatching(/T.*E.*S.*T/i) }]);
  await panel.getByRole('row', { name: /^Call a test.*Done/ }).waitFor();
  expect(await wall.page.locator('[data-screen="idle"]').count()).toBe(1);
  expect(await wall.heard()).toEqual([]);
  // Of a screen that begins anew, its key is known still.
  await room.page.goto(`${machine.program.address}/pair`);
  await room.sees('idle');

  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  onTestFinished(() => context.close());
  const pad = await context.newPage();
  await pad.goto(`${machine.program.address}/pair`);
  await pad.locator('.pair-qr path[d]').waitFor();
  const families = () =>
    pad.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  await expect.poll(families, { timeout: 30_000 }).toContain('Atkinson Hyperlegible Next');
  const reach = new Reach(pad);
  await reach.look('a new screen');
  expect([reach.found, await barriersOf(pad)]).toEqual([{}, []]);
  // The telephone that reads it is one that is signed in at the back office.
  await page.goto(await readQr(pad));
  await admin.heading('Pair a device');
  await page.getByLabel('Which device is this?').selectOption('pad');
  expect(await admin.field('Code on the screen').inputValue()).toHaveLength(8);
  await admin.press('Pair');
  await admin.sees('Pad receives its key within seconds.');
  await pad.waitForURL('**/counter/**');
  await pad.getByRole('button', { name: 'Ana Reis' }).click();
  await pad.getByRole('button', { name: /^Desk 1/ }).click();
  await pad.getByRole('button', { name: /^Call next/ }).waitFor();
  expect([...room.faults, ...wall.faults, ...admin.faults]).toEqual([]);
});
