/** The appointment desk on a telephone, in Arabic, by keys alone: free times, a full one, moving, checking in, calling off, and who is where. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import staff from '../../assets/locales/ar/admin.json' with { type: 'json' };
import words from '../../assets/locales/ar/editor.json' with { type: 'json' };
import { USUAL_ROLES } from '../../main/site/contract/roles.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';
import { Reach } from '../helpers/page-reach.ts';

const NARROW = { width: 360, height: 740 };
const DAYS_BEFORE = 3 * 24 * 60;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A hall that gives permits every half hour of tomorrow's morning, to one person at a time. */
async function siteOf(day: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-desk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'site.json');
  const slots = { slot_time: 30, capacity: 1, app_schedule: 'Mo-Su 10:00-12:00' };
  const visit = (id: string, time: string, name: string) => ({
    id,
    service: 'permits',
    scheduled_to: `${day} ${time}:00`,
    client_name: name,
  });
  await writeFile(
    file,
    JSON.stringify({
      settings: { languages: ['en', 'ar'], default_lang: 'en' },
      // The hall lets people check in days before, so that nothing here hangs on the hour.
      locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC', t_checkin_before: DAYS_BEFORE }],
      services: [
        { id: 'permits', name: 'Permits', location: 'hall', tag: 'P', ...slots },
        { id: 'taxes', name: 'Taxes', location: 'hall', tag: 'T' },
      ],
      desks: [{ id: 'desk-1', name: 'Desk 1', tag: '1', location: 'hall' }],
      users: [{ id: 'ana', username: 'ana', name: 'Ana Reis', roles: ['acl_qmpad_access'] }],
      appointments: [visit('nora', '10:00', 'Nora Lund'), visit('ivo', '11:30', 'Ivo Santos')],
    }),
  );
  return file;
}

it('somebody is booked at a free time, moved to a full one, checked in, and the list follows', async () => {
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const machine = await openMachine({ site: await siteOf(day), printer: 'none' });
  const admin = await Administrator.at(machine, browser, { viewport: NARROW, locale: 'ar', address: '#/appointments' });
  const { page } = admin;
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
  const { state } = words.appointment;
  const list = async (): Promise<readonly string[]> =>
    (await page.locator('tbody tr').allInnerTexts()).map((row) =>
      row
        .split(/\t/)
        .map((cell) => cell.trim())
        .join('|'),
    );
  const stands = async (name: string, said: string): Promise<void> => {
    await expect
      .poll(async () => (await list()).find((row) => row.startsWith(name)))
      .toMatch(new RegExp(`\\|${said}(?:\\s*${words.checkIn.do})?\\|`));
  };
  const time = (clock: string): Locator => page.locator('.time', { hasText: clock });
  const field = (label: string): Locator => page.getByLabel(label, { exact: true });
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });

  await stands('Nora Lund', state.expected);
  // Each time in one line, as narrow as the page is.
  const lines = await page.locator('tbody .when').evaluateAll((all) =>
    all.map((one) => {
      const high = Number.parseFloat(getComputedStyle(one).lineHeight);
      return Math.round(one.getBoundingClientRect().height / high);
    }),
  );
  expect(lines).toEqual([1, 1]);
  await press(page.getByRole('link', { name: staff.one.appointments.add }));
  await admin.sees(words.appointment.choose);
  await reach(field(staff.fields.service));
  await page.keyboard.press('P');
  await field(words.appointment.day).fill(day);
  await time('10:00').waitFor();
  const { full } = words.appointment;
  const free = words.appointment.free.replace('{{number}}', '1');
  const times = async () => (await page.locator('.time').allInnerTexts()).map((text) => text.replace(/\s+/, ' '));
  await expect.poll(times).toEqual([`10:00 ${full}`, `10:30 ${free}`, `11:00 ${free}`, `11:30 ${full}`]);
  await reach(time('10:00').locator('input'));
  await page.keyboard.press('ArrowDown');
  expect(await field(words.appointment.time).inputValue()).toBe('10:30');
  await fits();
  await reach(field(words.fields.client_name));
  await page.keyboard.type('Pia Roth');
  await page.keyboard.press('Enter');
  await admin.heading('Pia Roth');
  await expect.poll(times).toContain(`10:30 ${free}`);

  // To a time that is full: nothing is booked before the question is answered, and whoever says no stands at the time.
  await reach(time('10:30').locator('input'));
  await page.keyboard.press('ArrowUp');
  await press(button(staff.edit.save));
  const dialog = page.getByRole('dialog', { name: words.appointment.fullTitle });
  await dialog.waitFor();
  await fits();
  const inReach = new Reach(page);
  await inReach.look('a time that is full');
  await page.setViewportSize(NARROW);
  await press(dialog.getByRole('button', { name: words.appointment.other }));
  await admin.sees(words.faults.full);
  await expect
    .poll(() => field(words.appointment.time).evaluate((element) => element === document.activeElement))
    .toBe(true);
  const booked = async () =>
    (await machine.get<{ item: { scheduled_to: string } }>(pathOf(page.url()))).item.scheduled_to;
  expect(await booked()).toBe(`${day} 10:30:00`);
  await press(button(staff.edit.save));
  await press(dialog.getByRole('button', { name: words.appointment.anyway }));
  // What was said when it was booked may be there yet.
  await expect.poll(booked).toBe(`${day} 10:00:00`);
  await admin.sees(staff.edit.saved);

  await press(button(words.checkIn.do));
  await admin.sees(words.checkIn.number.replace('{{number}}', 'P001'));
  await press(page.getByRole('link', { name: staff.nav.appointments }).first());
  await stands('Pia Roth', `${state.here} P001`);
  await fits();
  await inReach.look('the list');
  await page.setViewportSize(NARROW);
  expect(inReach.found).toEqual({});

  // What happens elsewhere is on the list by itself.
  const call = await machine.post<{ answer: { id: string } }>('callnextticket', {
    desk_id: 'desk-1',
    user_id: 'ana',
    services: ['permits'],
  });
  await stands('Pia Roth', `${state.called} P001`);
  await machine.post('endcall', { answer_id: call.answer.id });
  await stands('Pia Roth', `${state.served} P001`);

  await press(page.getByRole('link', { name: 'Ivo Santos' }));
  await reach(field(words.fieldsOf.appointments.state));
  await page.keyboard.press('Space');
  await press(button(staff.edit.save));
  await admin.sees(staff.edit.saved);
  await press(page.getByRole('link', { name: staff.nav.appointments }).first());
  await stands('Ivo Santos', state.off);
  await stands('Nora Lund', state.expected);
  // Without a look at the visit: the number is told, and the focus stays in the row.
  await press(button(`${words.checkIn.do}: Nora Lund`));
  await stands('Nora Lund', `${state.here} P002`);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Nora Lund');
  expect(admin.faults).toEqual([]);
});

/** Of the appointment that the page shows. */
function pathOf(url: string): string {
  const id = url.split('/').at(-1)?.split('?')[0] ?? '';
  return `/restapi/v2/admin/appointments/${id}`;
}

it('a ticket without an appointment comes from reception: to whoever is too late, and to anybody, with a code and on paper', async () => {
  const machine = await openMachine({ site: await siteOfLate(), printer: 'none' });
  const admin = await Administrator.at(machine, browser, { viewport: NARROW, locale: 'ar', address: '#/appointments' });
  const { page } = admin;
  const { state } = words.appointment;
  const row = page.locator('tbody tr', { hasText: 'Nora Lund' });
  const dialog = page.getByRole('dialog');
  const give = dialog.getByRole('button', { name: words.walkIn.give, exact: true });
  const printed = () => page.evaluate(() => document.body.innerText.split('\n').filter((line) => line.trim() !== ''));
  await page.evaluate(() => {
    window.print = () => document.body.classList.add('was-printed');
  });

  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/createticket')) asked.push(request.postDataJSON());
  });
  await page.locator('input').first().fill('rita');
  await page.locator('input[type="password"]').fill('rita-password');
  await page.keyboard.press('Enter');

  // Too late: what is known is filled in, and the list says that they are here after all.
  await row.getByText(state.missed).waitFor();
  await row.getByRole('button', { name: words.walkIn.give }).press('Enter');
  await dialog.getByText(words.walkIn.late).waitFor();
  expect(await admin.field(words.fields.client_name).inputValue()).toBe('Nora Lund');
  expect(await admin.barriers()).toEqual([]);
  await give.press('Enter');
  const number = (label: string) => words.checkIn.number.replace('{{number}}', label);
  await page.getByRole('dialog', { name: number('P001') }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await row.getByText(state.here).waitFor();
  await row.getByText('P001', { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Nora Lund');

  // Somebody else, who reads French.
  await page.getByRole('button', { name: words.walkIn.give, exact: true }).press('Enter');
  await admin.select(staff.fields.service, 'Taxes');
  await admin.select(words.walkIn.language, 'Français');
  await admin.field(words.fields.client_name).focus();
  await page.keyboard.type('Ivo Santos');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: number('T001') }).waitFor();
  const code = dialog.getByRole('img', { name: 'Suivez votre tour sur votre téléphone' });
  await code.waitFor();
  expect(await admin.barriers()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);

  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(words.walkIn.print);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.body.classList.contains('was-printed'));
  await page.emulateMedia({ media: 'print' });
  // Nothing of the page around it, and no name, which others could read.
  const [house, label, service, people] = await printed();
  expect([house, label, service]).toEqual(['Mairie', 'T001', 'Impôts']);
  expect(people).toMatch(/: 0$/);
  expect(await printed()).toHaveLength(6);
  expect(await code.isVisible()).toBe(true);

  expect(asked).toEqual(
    [
      { service_id: 'permits', appointment: 'nora', client_name: 'Nora Lund' },
      { service_id: 'taxes', lang: 'fr', client_name: 'Ivo Santos' },
    ].map((wish) => expect.objectContaining({ ...wish, walk_in: true })),
  );
  expect(admin.faults).toEqual([]);
});

/** A hall in whose zone it is afternoon, and an appointment of this morning. */
async function siteOfLate(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-late-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'site.json');
  const ahead = 14 - new Date().getUTCHours();
  const day = new Date(Date.now() + ahead * 3_600_000).toISOString().slice(0, 10);
  await writeFile(
    file,
    JSON.stringify({
      settings: { languages: ['en', 'fr', 'ar'], default_lang: 'en', public_url: 'https://queue.example' },
      locations: [
        {
          id: 'hall',
          name: 'Town hall',
          // The signs of these names are the other way round.
          timezone: ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
          t_checkin_after: 15,
          translations: { fr: { name: 'Mairie' } },
        },
      ],
      services: [
        { id: 'permits', name: 'Permits', location: 'hall', tag: 'P' },
        { id: 'taxes', name: 'Taxes', location: 'hall', tag: 'T', translations: { fr: { name: 'Impôts' } } },
      ],
      users: [
        {
          id: 'rita',
          username: 'rita',
          name: 'Rita',
          password: 'rita-password',
          roles: USUAL_ROLES.reception,
          locations: ['hall'],
        },
      ],
      appointments: [{ id: 'nora', service: 'permits', scheduled_to: `${day} 09:00:00`, client_name: 'Nora Lund' }],
    }),
  );
  return file;
}
