/** A visitor calls staff at the kiosk by one touch, and a clerk at a counter goes there: both pages over one program. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { barriersOf } from '../helpers/barriers.ts';
import { Counter } from '../helpers/counter-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine, Visitor } from '../helpers/machine.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const SITE = {
  settings: { languages: ['en', 'de'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
  services: [{ id: 'permits', name: 'Permits', location: 'hall', tag: 'A' }],
  desks: [{ id: 'desk-1', name: 'Desk 1', location: 'hall', tag: '1' }],
  users: [{ id: 'ana', username: 'ana', name: 'Ana Reis', roles: ['acl_qmpad_access'] }],
  devices: [{ id: 'kiosk-1', name: 'Entrance', type: 1, location: 'hall', staff_call: true }],
};

it('is read at the counter at once, taken there by one button, and the visitor reads that somebody comes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-call-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const site = join(folder, 'site.json');
  await writeFile(site, JSON.stringify(SITE));
  const machine = await openMachine({ site, printer: 'none' });
  const visitor = await Visitor.at(machine, browser);
  const ana = await Counter.seated(machine.program, browser, { name: 'Ana Reis', desk: 'Desk 1' });
  onTestFinished(() => ana.page.context().close());
  const button = visitor.page.locator('.staff-call');

  expect(await button.innerText()).toBe('Call staff');
  // By key, as a visitor without a hand for the screen does it: the focus stays where it is.
  await button.focus();
  await visitor.page.keyboard.press('Enter');
  await visitor.page.locator('.staff-call[data-state="asked"]').waitFor();
  expect(await button.innerText()).toMatch(/^Staff have been informed\s+just now$/);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await visitor.page.keyboard.press('Enter');

  const asked = ana.page.locator('.staff-calls .notice');
  await asked.waitFor();
  expect(await asked.innerText()).toMatch(/^A visitor needs help: Entrance · .*\s+I am coming\s+Entrance$/s);
  expect(await barriersOf(ana.page)).toEqual([]);
  expect(await barriersOf(visitor.page)).toEqual([]);
  await ana.page.getByRole('button', { name: 'I am coming Entrance' }).click();
  await asked.waitFor({ state: 'detached' });
  await ana.isTold('Entrance shows that you are coming.');

  await visitor.page.locator('.staff-call[data-state="coming"]').waitFor();
  await visitor.speaks('Deutsch');
  await expect.poll(() => button.innerText()).toMatch(/^Es kommt jemand/);
  expect([visitor.faults, ana.faults]).toEqual([[], []]);
});
