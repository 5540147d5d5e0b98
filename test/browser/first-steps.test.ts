/** An empty house in Chromium: from the first sign-in by the guide to the first number on paper, with every touch counted. */
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import editor from '../../assets/locales/ar/editor.json' with { type: 'json' };
import guide from '../../assets/locales/ar/guide.json' with { type: 'json' };
import { LANGUAGES } from '../../main/lib/languages.ts';
import type { SiteFile } from '../../main/site/contract/site.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { KeysAlone } from '../helpers/keys-alone.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine, priorityOption } from '../helpers/machine.ts';
import { Reach } from '../helpers/page-reach.ts';
import { itInProofs } from '../helpers/whole.ts';

const MAX_TOUCHES = 30;
const OWN_PASSWORD = 'seven sleepy herons';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Somebody's fingers: a field that is written in counts as one touch, whatever is written. */
class Fingers {
  touches = 0;

  async touch(what: Locator): Promise<void> {
    this.touches += 1;
    await what.click();
  }

  async write(where: Locator, text: string): Promise<void> {
    await this.touch(where);
    await where.fill(text);
  }

  async key(page: Page, key: string): Promise<void> {
    this.touches += 1;
    await page.keyboard.press(key);
  }
}

it('leads from an empty server to the first printed ticket in at most thirty touches, and can be left and gone on with', async () => {
  const machine = await openMachine({ isEmpty: true, authentication: 'on' });
  const [, password = ''] = /password (\S+) for one login/.exec(machine.shown.join('\n')) ?? [];
  const home = await fetch(`${machine.program.address}/`, { redirect: 'manual' });
  expect(home.headers.get('location')).toBe('/admin/');

  const admin = await Administrator.at(machine, browser, { locale: 'en-GB', timezoneId: 'Europe/Lisbon' });
  const { page } = admin;
  const fingers = new Fingers();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const press = (name: string) => fingers.touch(button(name));
  const step = (name: string) => page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  const next = async (name: string): Promise<void> => {
    await press('Next');
    await step(name);
  };

  // The one-time password of the first start, and one of their own.
  await fingers.write(admin.field('User name'), 'admin');
  await fingers.write(admin.field('Password'), password);
  await press('Sign in');
  await admin.field('New password').waitFor();
  await fingers.write(admin.field('New password'), OWN_PASSWORD);
  await fingers.write(admin.field('Repeat new password'), OWN_PASSWORD);
  await press('Save and sign in');

  await admin.heading('First steps');
  await step('Your organisation');
  await fingers.write(admin.field('Name of the organisation'), 'Câmara de Tavira');
  // All languages that the program speaks to visitors.
  expect(await page.locator('.guide-languages').getByRole('checkbox').count()).toBe(LANGUAGES.length);
  await fingers.touch(page.getByRole('checkbox', { name: 'Português' }));
  expect(await admin.field('Country').inputValue()).toBe('PT');
  expect(await admin.field('Time zone').inputValue()).toBe('Europe/Lisbon');
  expect(await admin.barriers()).toEqual([]);
  await press('Create organisation');

  // A logo and a colour, seen on a small kiosk and display before they are saved with the next step.
  await step('Logo and colour');
  const kioskDrawn = page.getByRole('img', { name: 'Kiosk with this logo and colour' });
  const accent = (): Promise<string> =>
    kioskDrawn.evaluate((drawn) => getComputedStyle(drawn).getPropertyValue('--accent'));
  const logo = await readFile(new URL('../../assets/demo/town-hall.png', import.meta.url));
  fingers.touches += 1;
  await admin.field('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await kioskDrawn.locator('.preview-logo').waitFor();
  await fingers.write(admin.field('Colour'), '#ffe14d');
  await expect.poll(accent).toBe('#ffe14d');
  expect(await admin.barriers()).toEqual([]);
  await next('Services');
  expect(await admin.field('Letter').inputValue()).toBe('G');
  await fingers.write(admin.field('New service'), 'Lost property');
  await fingers.key(page, 'Enter');
  await page.getByRole('link', { name: 'Lost property' }).waitFor();
  expect(await admin.field('Letter').inputValue()).toBe('H');
  await admin.field('Letter').fill('A');
  await admin.sees('A is already used');

  // Left in the middle: what is done stays, and the guide goes on where something is missing.
  await page.reload();
  await step('Services');
  await next('Desks');
  await press('Add a desk');
  await page.getByRole('link', { name: 'Desk 4' }).waitFor();
  await next('Users');
  await fingers.write(admin.field('Name'), 'Ana Reis');
  await fingers.key(page, 'Enter');
  await admin.sees('Ana Reis signs in as ana.reis with the password');
  expect(await admin.barriers()).toEqual([]);
  await next('Kiosk');
  // Both are asked for whoever reads little, with yes as the answer proposed.
  const listen = page.getByRole('checkbox', { name: 'Listen:' });
  const callStaff = page.getByRole('checkbox', { name: 'Call staff:' });
  expect([await listen.isChecked(), await callStaff.isChecked()]).toEqual([true, true]);
  await fingers.touch(listen);
  await expect.poll(() => listen.isEnabled()).toBe(true);
  expect(await listen.isChecked()).toBe(false);
  const opened = page.context().waitForEvent('page');
  await press('Open the kiosk in a new tab');
  const kiosk = await opened;
  await kiosk.waitForSelector('[data-screen="choose"]');
  await kiosk.getByRole('button', { name: 'Call staff' }).waitFor();
  await page.bringToFront();
  await page.locator('[aria-current="step"]', { hasText: 'done' }).waitFor();
  await next('Display');
  await next('First ticket');
  await press('Print a test page');
  await admin.sees('The test page was printed.');
  expect(machine.printer.lastTicket()?.text).toMatch(/TEST/);

  await kiosk.bringToFront();
  await kiosk.setViewportSize({ width: 1080, height: 1920 });
  await fingers.touch(kiosk.locator('.choice-main', { hasText: 'Lost property' }));
  await fingers.touch(priorityOption(kiosk, 'No'));
  await kiosk.waitForSelector('[data-screen="take-ticket"]');
  expect(machine.printer.lastTicket()?.text).toMatch(/G001/);
  expect(fingers.touches).toBeLessThanOrEqual(MAX_TOUCHES);
  expect(admin.faults).toEqual([]);

  // What comes next: a logo, whatever its file says that it is, and the holidays of the coming year.
  await page.bringToFront();
  await page.goto(`${machine.program.address}/admin/#/locations/house`);
  await admin.heading('Câmara de Tavira');
  const choose = (buffer: Buffer) =>
    admin.field('Logo').setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer });
  await choose(Buffer.from('no picture at all'));
  await admin.sees('The browser cannot read this picture.');
  await choose(await readFile(new URL('../../assets/demo/town-hall.png', import.meta.url)));
  await page.locator('.logo-picture').waitFor();
  await press(`Public holidays ${new Date().getFullYear() + 1}`);
  await admin.sees('days added. Please save.');
  expect(await admin.barriers()).toEqual([]);
  await admin.save();

  const key = await page.evaluate(() => sessionStorage.getItem('take-a-number.key'));
  const read = async <T>(path: string): Promise<T> =>
    (await (
      await fetch(`${machine.program.address}${path}`, { headers: { authorization: `Bearer ${key}` } })
    ).json()) as T;
  const { site } = await read<{ site: SiteFile }>('/restapi/v2/admin/site');
  expect(site.locations).toMatchObject([{ name: 'Câmara de Tavira', country: 'PT', t_delete: 30, colour: '#ffe14d' }]);
  expect(site.locations[0]?.logo).toMatch(/^data:image\/png;base64,/);
  expect(site.locations[0]?.schedule).toMatch(/^24\/7; .* Apr 25 off "Dia da Liberdade"/);
  expect(site.devices.find(({ id }) => id === 'kiosk-1')).toMatchObject({ speech: 'headset', staff_call: true });
  expect(site.settings).toMatchObject({ default_lang: 'en', languages: ['en', 'pt'] });
  expect(site.users.find(({ username }) => username === 'ana.reis')).toMatchObject({ locations: ['house'] });
  expect(site.desks.at(-1)).toMatchObject({ tag: '4', translations: { pt: { name: 'Balcão 4' } } });

  // Another start brings no demo into a house that has begun.
  await machine.restart();
  expect((await read<{ site: SiteFile }>('/restapi/v2/admin/site')).site.locations).toHaveLength(1);
});

itInProofs(
  'leads there in Arabic, on a telephone and by keys alone, by way of the display, and whoever signs in elsewhere goes on',
  async () => {
    const machine = await openMachine({ isEmpty: true, authentication: 'on' });
    const [, password = ''] = /password (\S+) for one login/.exec(machine.shown.join('\n')) ?? [];
    const viewport = { width: 360, height: 740 };

    /** Somebody in front of the guide. */
    const sitsDown = async (secret: string) => {
      const admin = await Administrator.at(machine, browser, {
        viewport,
        locale: 'ar',
        timezoneId: 'Asia/Riyadh',
        address: '#/start',
      });
      const { page } = admin;
      const keys = new KeysAlone(page);
      await keys.write(page.locator('input[autocomplete="username"]'), 'admin');
      await keys.write(page.locator('input[type="password"]').first(), secret);
      await page.keyboard.press('Enter');
      return { admin, page, keys };
    };
    type Person = Awaited<ReturnType<typeof sitsDown>>;
    const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true });
    /** That step is there, and nothing in it stands in anybody's way. */
    const isAt = async (person: Person, step: keyof typeof guide.name): Promise<void> => {
      const { admin, page } = person;
      await page.getByRole('heading', { level: 2, name: guide.name[step], exact: true }).waitFor();
      expect(await page.evaluate(() => [document.documentElement.dir, document.documentElement.scrollWidth])).toEqual([
        'rtl',
        viewport.width,
      ]);
      expect(await admin.barriers(), step).toEqual([]);
      const reach = new Reach(page);
      await reach.look(step);
      expect(reach.found).toEqual({});
      await page.setViewportSize(viewport);
    };
    /** Whoever goes on stands at the head of the next step, and hears its name. */
    const goesOn = async (person: Person, step: keyof typeof guide.name): Promise<void> => {
      await person.keys.press(button(person, guide.next));
      await person.page.locator('h2:focus').getByText(guide.name[step], { exact: true }).waitFor();
      await isAt(person, step);
    };
    const isDone = ({ page }: Person): Promise<void> =>
      page.locator('[aria-current="step"]', { hasText: guide.done }).waitFor();

    const first = await sitsDown(password);
    const fresh = first.page.locator('input[autocomplete="new-password"]');
    for (const place of [0, 1]) await first.keys.write(fresh.nth(place), OWN_PASSWORD);
    await first.page.keyboard.press('Enter');
    await first.admin.heading(guide.title);
    await isAt(first, 'house');
    // What is missing is said before anything is made.
    await first.keys.press(button(first, guide.begin));
    await first.admin.sees(guide.house.needsName);
    await first.keys.write(first.admin.field(guide.house.name), 'بلدية الواحة');
    expect(await first.admin.field(guide.house.country).inputValue()).toBe('SA');
    await first.keys.press(button(first, guide.begin));
    await isAt(first, 'brand');
    const buffer = await readFile(new URL('../../assets/demo/town-hall.png', import.meta.url));
    await first.admin.field(editor.fields.logo).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await first.page.locator('.preview-kiosk .preview-logo').waitFor();
    await goesOn(first, 'services');
    await first.keys.write(first.admin.field(guide.services.new), 'رخص البناء');
    await first.page.keyboard.press('Enter');
    await first.page.getByRole('link', { name: /رخص البناء/ }).waitFor();
    await goesOn(first, 'desks');
    const desks = first.page.locator('.guide-things li');
    const before = await desks.count();
    await first.keys.press(button(first, guide.desks.add));
    await desks.nth(before).waitFor();
    // One too many: gone again, and the keyboard stands beside it.
    await first.keys.press(desks.nth(before).getByRole('button'));
    await desks.nth(before).waitFor({ state: 'detached' });
    expect(await first.page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    await goesOn(first, 'people');
    await first.page.context().close();

    // In another browser, with the password of their own: where something is still missing.
    const second = await sitsDown(OWN_PASSWORD);
    await isAt(second, 'kiosk');
    await second.keys.press(button(second, guide.back));
    await second.page.getByRole('heading', { level: 2, name: guide.name.display }).waitFor({ state: 'detached' });
    await isAt(second, 'people');
    await second.keys.write(second.admin.field(guide.people.new), 'نورة');
    await second.page.keyboard.press('Enter');
    await second.admin.sees(guide.people.pass.split('{{password}}')[1] ?? '');
    await goesOn(second, 'kiosk');
    /** The page that a button opens beside this one. */
    const opens = async (name: string): Promise<Page> => {
      const coming = second.page.context().waitForEvent('page');
      await second.keys.press(button(second, name));
      return coming;
    };
    const kiosk = await opens(guide.device.openKiosk);
    await kiosk.waitForSelector('[data-screen="choose"]');
    await second.page.bringToFront();
    await isDone(second);
    await goesOn(second, 'display');
    const display = await opens(guide.device.openDisplay);
    await second.page.bringToFront();
    await isDone(second);
    await second.keys.press(button(second, editor.care.action['test-call']));
    await second.page.getByRole('status').getByText(editor.care.state.done).waitFor();
    await isAt(second, 'display');
    await goesOn(second, 'ticket');
    await second.keys.press(button(second, guide.ticket.test));
    await second.admin.sees(guide.ticket.printed);
    expect(machine.printer.lastTicket()?.text).toBeTruthy();
    await kiosk.bringToFront();
    await kiosk.setViewportSize({ width: 1080, height: 1920 });
    await new KeysAlone(kiosk).press(kiosk.locator('.choice-main', { hasText: 'رخص البناء' }));
    // A kiosk ignores a key that comes too soon after the one before.
    await expect.poll(() => priorityOption(kiosk, 'No').isEnabled()).toBe(true);
    await new KeysAlone(kiosk).press(priorityOption(kiosk, 'No'));
    await kiosk.waitForSelector('[data-screen="take-ticket"]');
    await second.page.bringToFront();
    await expect.poll(() => second.page.locator('.guide-steps .badge').count()).toBe(Object.keys(guide.name).length);
    await isAt(second, 'ticket');
    await second.keys.press(button(second, guide.finish.button));
    await second.page.locator('h2:focus').getByText(guide.finish.title, { exact: true }).waitFor();
    await second.admin.sees(guide.finish.ready);
    expect(await second.admin.barriers()).toEqual([]);
    await display.close();
    expect([...first.admin.faults, ...second.admin.faults]).toEqual([]);
  },
);
