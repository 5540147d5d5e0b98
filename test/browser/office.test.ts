/** All branches, saved reports and mail in the back office: by keys alone, in Arabic, on a narrow screen, with the real mail server of a test. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import start from '../../assets/locales/ar/admin.json' with { type: 'json' };
import arabic from '../../assets/locales/ar/office.json' with { type: 'json' };
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';
import { openMailServer } from '../helpers/mail-server.ts';

const NARROW = { width: 360, height: 740 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('branches are seen and compared, a report is saved to be sent, and mail is tried', async () => {
  const machine = await openMachine({ printer: 'none' });
  const post = await openMailServer();
  onTestFinished(() => post.close());
  const settings = await machine.get<{ settings: object }>('/restapi/v2/admin/settings');
  const answer = await fetch(`${machine.program.address}/restapi/v2/admin/settings`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...settings.settings,
      mail_server: '127.0.0.1',
      mail_port: post.port,
      mail_security: 'none',
      mail_from: 'Hall <queue@pontalva.example>',
    }),
  });
  expect(await answer.json()).toMatchObject({ success: true });
  await machine.post('createticket', { service_id: 'passports' });

  const admin = await Administrator.at(machine, browser, { viewport: NARROW, locale: 'ar', address: '#/branches' });
  const { page } = admin;
  /** Goes on by Tab until it stands there. */
  const reach = async (what: Locator): Promise<void> => {
    await what.waitFor();
    for (let steps = 0; steps < 80; steps += 1) {
      if (await what.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`No key leads to ${what}.`);
  };
  const press = async (what: Locator): Promise<void> => {
    await reach(what);
    await page.keyboard.press('Enter');
  };
  const fits = async (): Promise<void> => {
    expect(await admin.barriers()).toEqual([]);
    expect(await page.evaluate(() => [document.documentElement.dir, document.documentElement.scrollWidth])).toEqual([
      'rtl',
      NARROW.width,
    ]);
  };

  // The one in which somebody waits before the one in which nobody does.
  const tiles = page.locator('.branch');
  await tiles.nth(1).waitFor();
  expect(await tiles.first().innerText()).toContain('بلدية بونتالفا');
  expect(await tiles.first().locator('dd').first().innerText()).toMatch(/^[1١]$/);
  // An alarm takes half a minute to be raised: here the server is made to say so.
  await page.route('**/reports/branches', async (route) => {
    const found = (await (await route.fetch()).json()) as { branches: { alarms: number }[] };
    const branches = found.branches.map((branch, place) => (place === 0 ? { ...branch, alarms: 2 } : branch));
    await route.fulfill({ json: { ...found, branches } });
  });
  const alarmed = tiles.first().getByRole('link', { name: start.nav.alarms });
  await alarmed.waitFor();
  expect([await alarmed.innerText(), await alarmed.getAttribute('href')]).toEqual([
    expect.stringMatching(/[2٢]/),
    expect.stringMatching(/^#\/alarms\?location=./),
  ]);
  await fits();
  await page.unrouteAll({ behavior: 'wait' });
  await press(page.locator('.card-table .filters button'));
  await page.locator('.card-table tbody tr').nth(1).waitFor();
  await fits();
  // Down to the day of that branch.
  await press(tiles.last().locator('button'));
  await page.locator('[data-screen="today"]').waitFor();
  const chosen = page.locator('select', { has: page.locator('option[value="clinic"]') }).first();
  expect(await chosen.inputValue()).toBe('clinic');

  await admin.turnTo('#/reports');
  await press(page.getByRole('button', { name: arabic.views.save }));
  const dialog = page.getByRole('dialog');
  await reach(dialog.locator('input[type="text"], input:not([type])').first());
  await page.keyboard.type('Clinic week');
  await reach(dialog.locator('select').first());
  await page.keyboard.press('End');
  await reach(dialog.locator('textarea'));
  await page.keyboard.type('chief@pontalva.example');
  await fits();
  await press(dialog.locator('button[type="submit"]'));
  const saved = page.getByRole('button', { name: 'Clinic week', exact: true });
  await saved.waitFor();
  await fits();

  await admin.turnTo('#/mail');
  await reach(page.locator('.panel input'));
  await page.keyboard.type('chief@pontalva.example');
  await page.keyboard.press('Enter');
  await page.getByText(arabic.mail.sent).waitFor();
  expect(post.taken.map(({ to }) => to)).toEqual([['chief@pontalva.example']]);
  await fits();
  expect(admin.faults).toEqual([]);
});
