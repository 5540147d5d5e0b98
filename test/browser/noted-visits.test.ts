/** Outcomes of a service and reasons of breaks: set up in the back office, used at a desk, and read in its reports. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const SITE = {
  settings: { languages: ['en', 'pt_PT'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
  services: [{ id: 'permits', name: 'Permits', location: 'hall', tag: 'A' }],
  desks: [{ id: 'desk-1', name: 'Desk 1', location: 'hall', tag: '1' }],
  users: [{ id: 'ana', username: 'ana', name: 'Ana Reis', roles: ['acl_qmpad_access'] }],
};

it('what a house lets its clerks note is set up, and stands in the report as they noted it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-noted-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const site = join(folder, 'site.json');
  await writeFile(site, JSON.stringify(SITE));
  const machine = await openMachine({ site, printer: 'none' });
  const admin = await Administrator.at(machine, browser, { address: '#/services/permits' });
  const { page } = admin;
  const group = (name: string): Locator => page.getByRole('group', { name, exact: true });
  const add = async (name: string): Promise<void> => {
    await group(name)
      .getByRole('button', { name: `Add ${name}`, exact: true })
      .focus();
    await page.keyboard.press('Enter');
  };
  // Each is heard with the number of its row.
  const last = (name: string, label: string): Locator =>
    group(name)
      .getByLabel(new RegExp(`^${label} \\d+$`))
      .last();

  for (const [name, code] of [
    ['Renewed', 'renewed'],
    ['Moved house', 'renewed'],
  ] as const) {
    await add('Outcomes');
    await last('Outcomes', 'Name').fill(name);
    await last('Outcomes', 'Code').fill(code);
  }
  await last('Outcomes', 'Type').selectOption({ label: 'Reason for the visit' });
  await group('Outcomes')
    .getByLabel(/^Português/)
    .last()
    .fill('Mudança de casa');
  await admin.press('Save');
  // No two of them may have one code.
  await expect
    .poll(() => last('Outcomes', 'Code').evaluate((element) => element === document.activeElement))
    .toBe(true);
  expect(await last('Outcomes', 'Code').getAttribute('aria-invalid')).toBe('true');
  await last('Outcomes', 'Code').fill('moved');
  expect(await admin.barriers()).toEqual([]);
  await admin.save();
  await admin.turnTo('#/settings');
  await add('Break reasons');
  await last('Break reasons', 'Name').fill('Training');
  await last('Break reasons', 'Code').fill('training');
  await admin.save();

  const desk = { desk_id: 'desk-1', user_id: 'ana' };
  await machine.post('createticket', { service_id: 'permits' });
  const call = await machine.post<{ answer: { id: string } }>('callnextticket', { ...desk, services: ['permits'] });
  const outcomes = [{ code: 'renewed', count: 2 }, { code: 'moved' }];
  expect(await machine.post('endcall', { answer_id: call.answer.id, outcomes })).toEqual({ success: true });
  await machine.post('setdesk', { ...desk, state: 'break', reason: 'training' });
  await machine.post('setdesk', { ...desk, state: 'open' });

  await admin.turnTo('#/reports');
  const rows = (caption: string): Promise<readonly string[]> =>
    page.getByRole('table', { name: caption }).locator('tbody tr').allInnerTexts();
  await page.getByRole('table', { name: 'Breaks' }).waitFor();
  expect((await rows('Outcomes of visits')).map((row) => row.split(/\s*\t\s*/))).toEqual([
    ['Permits', 'Moved house', 'Ana Reis', '1', '1'],
    ['Permits', 'Renewed', 'Ana Reis', '1', '2'],
  ]);
  expect((await rows('Breaks')).map((row) => row.split(/\s*\t\s*/).slice(0, 3))).toEqual([
    ['Ana Reis', 'Training', '1'],
  ]);
  expect(await admin.barriers()).toEqual([]);
  expect(admin.faults).toEqual([]);
});
