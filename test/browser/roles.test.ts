/** Who may do what, as people set it and meet it: sets of one's own and an auditor, in Arabic, on a telephone and by keys. */
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import start from '../../assets/locales/ar/admin.json' with { type: 'json' };
import words from '../../assets/locales/ar/editor.json' with { type: 'json' };
import { USUAL_ROLES } from '../../main/site/contract/roles.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { codesSaid } from '../helpers/codes-said.ts';
import { openCounterTown } from '../helpers/counter-page.ts';
import { KeysAlone } from '../helpers/keys-alone.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { lockedSite, passwordOf } from '../helpers/locked-town.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import type { Town } from '../helpers/town.ts';

const NARROW = { width: 360, height: 740 };
const ARABIC = { viewport: NARROW, locale: 'ar', timezoneId: 'UTC' };
const SET = 'فريق الاستقبال';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openHouse(): Promise<Town> {
  const site = lockedSite();
  const vera = { id: 'vera', username: 'vera', name: 'Vera', roles: USUAL_ROLES.auditor, password: passwordOf('vera') };
  const town = await openCounterTown({
    site: { ...site, users: [...(site.users as object[]), vera] },
    hasher: quickHasher(),
  });
  onTestFinished(() => town.close());
  return town;
}

class Person {
  readonly page: Page;
  readonly keys: KeysAlone;
  readonly admin: Administrator;

  private constructor(admin: Administrator) {
    this.admin = admin;
    this.page = admin.page;
    this.keys = new KeysAlone(admin.page);
  }

  static async at(town: Town, name: string, password: string): Promise<Person> {
    const person = new Person(await Administrator.at({ program: town }, browser, ARABIC));
    await person.keys.write(person.page.locator('input[autocomplete="username"]'), name);
    await person.keys.write(person.page.locator('input[type="password"]').first(), password);
    await person.page.keyboard.press('Enter');
    await person.page.locator('.frame').waitFor();
    return person;
  }

  /** What the menu leads to. On a telephone it is there once it is opened. */
  menu(): Promise<readonly string[]> {
    return this.page
      .locator('nav a[href^="#/"]')
      .evaluateAll((links) => links.map(({ textContent }) => (textContent ?? '').trim()));
  }

  async look(address: string): Promise<void> {
    await this.admin.turnTo(address);
    await this.isInWords(address);
  }

  button(name: string): Locator {
    return this.page.locator('main').getByRole('button', { name, exact: true });
  }

  /** Nothing that people see or hear on this screen is a code of the interface, and nothing goes over the edge. */
  async isInWords(where: string): Promise<void> {
    expect(await codesSaid(this.page), where).toEqual([]);
    expect(await this.page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(
      NARROW.width,
    );
  }

  /** By keys, and until the server has it. */
  async save(isThere: () => boolean): Promise<void> {
    await this.page.keyboard.press('Control+s');
    await expect.poll(isThere, { timeout: 30_000 }).toBe(true);
  }
}

it('a set of one’s own is made, given, changed and kept, and decides what whoever has it is offered', async () => {
  const town = await openHouse();
  const chief = await Person.at(town, 'the.chief', passwordOf('chief'));
  const { page, keys } = chief;
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  const right = (role: keyof typeof words.role) => page.getByRole('checkbox', { name: words.role[role], exact: true });

  await chief.look('#/role_sets/new');
  await keys.write(page.locator('main input[type="text"], main input:not([type])').first(), SET);
  for (const role of ['reports_view', 'appointments_desk'] as const) await keys.press(right(role), 'Space');
  expect(await chief.admin.barriers()).toEqual([]);
  await chief.isInWords('a new set');
  await page.keyboard.press('Control+s');
  await chief.admin.heading(SET);
  await chief.look('#/role_sets');
  await page.locator('.list-name', { hasText: SET }).waitFor();

  await chief.look('#/users/nobody');
  await keys.press(chief.button(SET));
  const given = words.roles.fromSet.replace('{{name}}', SET);
  await page.getByText(given).first().waitFor();
  expect(await page.getByText(given).count()).toBe(2);
  // What comes with the set is not taken from one person alone.
  expect([await right('reports_view').isChecked(), await right('reports_view').isDisabled()]).toEqual([true, true]);
  expect(await right('audit_view').isDisabled()).toBe(false);
  expect(await chief.admin.barriers()).toEqual([]);
  await chief.isInWords('a user with a set');
  await chief.save(() => town.site.current().user('nobody')?.role_set !== '');
  await chief.look('#/users');
  await page.getByRole('row', { name: new RegExp(`nobody.*${SET}`) }).waitFor();

  const nobody = await Person.at(town, 'nobody', passwordOf('nobody'));
  const figures = [start.nav.today, start.nav.branches, start.nav.alarms, start.nav.reports];
  await expect.poll(() => nobody.menu(), { timeout: 30_000 }).toEqual([...figures, start.nav.appointments]);
  await nobody.page.goto(new URL('#/users', nobody.page.url()).href);
  await nobody.page.getByText(start.noEditRole).waitFor();
  await nobody.isInWords('what may not be seen');

  // Changed once, it holds for all who have it.
  await chief.look('#/role_sets');
  await keys.press(page.locator('.list-name', { hasText: SET }).locator('xpath=descendant-or-self::a'));
  await chief.admin.heading(SET);
  await keys.press(right('reports_view'), 'Space');
  await chief.save(() => town.site.current().file.role_sets[0]?.roles.join() === 'appointments_desk');
  await nobody.page.reload();
  await expect.poll(() => nobody.menu(), { timeout: 30_000 }).toEqual([start.nav.appointments]);
  await nobody.isInWords('the appointment desk');

  // Somebody has it: it stays.
  await keys.press(chief.button(start.edit.remove));
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: 'nobody' }).waitFor();
  await chief.isInWords('what needs a set');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  for (const many of ['change', 'table']) await chief.look(`#/many/${many}?collection=users`);
  // Who was given what, in words.
  await chief.look('#/audit');
  const log = page.locator('.audit');
  await log.getByText(words.role.reports_view).first().waitFor();
  expect(await log.innerText()).toContain(words.role.appointments_desk);
  expect(await log.innerText()).toContain(SET);
  await chief.isInWords('the change log');
  expect(await chief.admin.barriers()).toEqual([]);

  // Nobody takes the last administrator away, themselves neither; that is said in the reader's words, and in no others.
  await chief.look('#/users/chief');
  await keys.press(right('admin_site'), 'Space');
  await page.keyboard.press('Control+s');
  await page.getByText(start.edit.refused).waitFor();
  expect((await page.locator('.editor-failure').innerText()).trim()).toBe(start.edit.refused);
  await chief.isInWords('the last administrator');
  expect([...chief.admin.faults, ...nobody.admin.faults]).toEqual([]);
});

it('an auditor looks at everything that is set up and at the change log, and is offered no change', async () => {
  const town = await openHouse();
  const vera = await Person.at(town, 'vera', passwordOf('vera'));
  const { page } = vera;
  const { nav } = start;
  const menu = await vera.menu();
  for (const seen of [nav.reports, nav.services, nav.users, nav.role_sets, nav.settings, nav.audit])
    expect(menu, seen).toContain(seen);
  for (const hidden of [nav.start, nav.mail, nav.personal_data, nav.transfer])
    expect(menu, hidden).not.toContain(hidden);

  await vera.look('#/users');
  expect(await page.getByRole('link', { name: start.one.users.add }).count()).toBe(0);
  for (const screen of ['#/users/ana', '#/services/passports', '#/settings']) {
    await vera.look(screen);
    await page.getByText(start.edit.readOnly).waitFor();
    const fields = page.locator('.editor-fields');
    expect(await fields.evaluate((set) => (set as HTMLFieldSetElement).disabled), screen).toBe(true);
    for (const name of [start.edit.save, start.edit.remove]) expect(await vera.button(name).count(), screen).toBe(0);
  }
  await page.keyboard.press('Control+s');
  // By an address that somebody gave them they get no further.
  await vera.look('#/services/new');
  for (const name of [start.edit.create, start.edit.save]) expect(await vera.button(name).count()).toBe(0);
  await vera.look('#/audit');
  await page.locator('.audit tbody tr, .empty').first().waitFor();
  expect(await vera.admin.barriers()).toEqual([]);
  expect(vera.admin.faults).toEqual([]);
});
