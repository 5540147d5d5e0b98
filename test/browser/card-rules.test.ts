/** Rules for cards from the back office to the kiosk: what an administrator writes is what a visitor with a card meets. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine, Visitor } from '../helpers/machine.ts';
import { siteFile } from '../helpers/site-file.ts';

const SITE = {
  settings: { languages: ['en', 'pt_PT'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
  services: [
    { id: 'permits', name: 'Permits', location: 'hall', tag: 'A' },
    { id: 'taxes', name: 'Taxes', location: 'hall', tag: 'B' },
  ],
  devices: [{ id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall' }],
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('are written in the settings, and the kiosk goes by them with the next card', async () => {
  const machine = await openMachine({ site: await siteFile(SITE), printer: 'none', serialReader: 'rule=table' });
  const admin = await Administrator.at(machine, browser, { address: '#/settings' });
  const { page } = admin;
  const rules = page.getByRole('group', { name: 'Card rules', exact: true });
  const rule = (number: number) => page.getByRole('group', { name: `Rule ${number}`, exact: true });
  await rules.getByRole('button', { name: /^Add Card rules/ }).click();
  await rule(1)
    .getByLabel(/^Pattern of card values/)
    .fill('7700');
  await rule(1)
    .getByLabel(/^These cards are/)
    .selectOption('block');
  await rules.getByRole('button', { name: /^Add Card rules/ }).click();
  await rule(2)
    .getByLabel(/^Pattern of card values/)
    .fill('77(');
  await admin.press('Save');
  await page.getByText('Invalid pattern.').first().waitFor();
  const faulty = rule(2).locator('[aria-invalid="true"]');
  expect(await faulty.count()).toBe(1);
  expect(await faulty.inputValue()).toBe('77(');
  await rule(2)
    .getByLabel(/^Pattern of card values/)
    .fill('77[0-9]+');
  await rule(2)
    .getByLabel(/^Language/)
    .selectOption('pt_PT');
  await rule(2).getByLabel('Priority ticket').check();
  await rule(2).getByLabel(/Taxes/).check();
  expect(await admin.barriers()).toEqual([]);
  await admin.save();
  const settings = async () =>
    (await machine.get<{ settings: { card_rules: readonly object[] } }>('/restapi/v2/admin/settings')).settings;
  await expect
    .poll(async () => (await settings()).card_rules)
    .toMatchObject([
      { pattern: '7700', use: 'block' },
      { pattern: '77[0-9]+', use: 'accept', lang: 'pt_PT', priority: true, services: ['taxes'] },
    ]);

  const visitor = await Visitor.at(machine, browser, { width: 800, height: 1280 });
  await machine.swipe('7700');
  await visitor.sees('problem');
  expect(await visitor.text()).toContain('This card is blocked');
  await machine.swipe('7701');
  await visitor.page.getByText('B001').first().waitFor();
  expect(machine.log.events()).toContain('card.blocked');
  expect(machine.log.lines.join('\n')).not.toMatch(/770[01]/);
  expect([...visitor.faults, ...admin.faults]).toEqual([]);
});

it('lists single cards that staff present, counts them, and shows no number again', async () => {
  const machine = await openMachine({ site: await siteFile(SITE), printer: 'none', serialReader: 'rule=table' });
  const admin = await Administrator.at(machine, browser, { address: '#/settings' });
  const { page } = admin;
  const rules = page.getByRole('group', { name: 'Card rules', exact: true });
  await rules.getByRole('button', { name: /^Add Card rules/ }).click();
  const rule = page.getByRole('group', { name: 'Rule 1', exact: true });
  const single = rule.getByRole('group', { name: 'Individual cards', exact: true });
  const number = single.getByLabel(/^Card number/);
  /** As a reader that types: fast, and with Enter at the end. */
  const present = async (card: string): Promise<void> => {
    await number.focus();
    await page.keyboard.type(card);
    await page.keyboard.press('Enter');
  };
  await rule.getByLabel(/^These cards are/).selectOption('block');
  expect(await number.getAttribute('type')).toBe('password');
  // The next card is there before the answer to the one before.
  for (const card of ['880011', '880022', '88-00-33']) await present(card);
  await single.getByText('3 cards').waitFor();
  await present('88 00 33');
  await single.getByText('This card is in this rule.').waitFor();
  expect(await single.getByText('3 cards').count()).toBe(1);
  await single.getByRole('button', { name: 'Remove this card' }).click();
  await single.getByText('2 cards').waitFor();
  expect(await admin.barriers()).toEqual([]);
  await admin.save();
  const { settings } = await machine.get<{ settings: { card_rules: readonly { cards: readonly string[] }[] } }>(
    '/restapi/v2/admin/settings',
  );
  const cards = settings.card_rules[0]?.cards ?? [];
  expect([cards.length, new Set(cards.map((card) => card.split('$')[1])).size]).toEqual([2, 1]);

  await admin.look('#/settings');
  await single.getByText('2 cards').waitFor();
  await present('880011');
  await single.getByRole('button', { name: 'Remove this card' }).click();
  await single.getByText('1 card', { exact: true }).waitFor();
  expect(await page.content()).not.toMatch(/880011|880022|88-?00-?33/);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
  expect(stored).not.toMatch(/880011|880022|88-?00-?33/);

  const visitor = await Visitor.at(machine, browser, { width: 800, height: 1280 });
  await machine.swipe('880022');
  await visitor.sees('problem');
  expect(await visitor.text()).toContain('This card is blocked');
  expect(machine.log.lines.join('\n')).not.toMatch(/880011|880022|88-?00-?33/);
  const audit = await machine.get<object>('/restapi/v2/admin/audit');
  expect(JSON.stringify(audit)).not.toMatch(/880011|880022|88-?00-?33|card\$/);
  expect([...visitor.faults, ...admin.faults]).toEqual([]);
});
