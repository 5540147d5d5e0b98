/** All branches, saved reports and mail in the back office: by keys alone, in Arabic, on a narrow screen, with the real mail server of a test. */
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import start from '../../assets/locales/ar/admin.json' with { type: 'json' };
import limits from '../../assets/locales/ar/limits.json' with { type: 'json' };
import arabic from '../../assets/locales/ar/office.json' with { type: 'json' };
import { writeReport } from '../../main/app/report-thread/report-thread.ts';
import { Abandoned } from '../../main/database/store-errors.ts';
import { durationWords } from '../../main/lib/duration-words.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { openCounterTown } from '../helpers/counter-page.ts';
import { KeysAlone } from '../helpers/keys-alone.ts';
import { launchChromium, settled } from '../helpers/kiosk-page.ts';
import { openMachine } from '../helpers/machine.ts';
import { openMailServer } from '../helpers/mail-server.ts';
import { manyBranches } from '../helpers/many-branches.ts';
import { townSite } from '../helpers/town-site.ts';
import { itInProofs } from '../helpers/whole.ts';

const NARROW = { width: 360, height: 740 };
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** In Arabic from right to left, as wide as the window, and clean for axe. */
async function isWell(admin: Administrator): Promise<void> {
  expect(await admin.barriers()).toEqual([]);
  expect(await admin.page.evaluate(() => [document.documentElement.dir, document.documentElement.scrollWidth])).toEqual(
    ['rtl', NARROW.width],
  );
}

it('branches are seen and compared, a report is saved to be sent, and mail is tried', async () => {
  const post = await openMailServer();
  onTestFinished(() => post.close());
  const machine = await openMachine({ printer: 'none', mailPorts: [post.port] });
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
  const keys = new KeysAlone(page);
  const fits = (): Promise<void> => isWell(admin);

  // The one in which somebody waits before the one in which nobody does.
  const rows = page.locator('[data-screen="branches"] tbody').first().locator('tr');
  await rows.nth(1).waitFor();
  expect(await rows.first().innerText()).toContain('بلدية بونتالفا');
  expect(await page.locator('.figure-value').first().innerText()).toMatch(/^[1١]$/);
  // An alarm takes half a minute to be raised: here the server is made to say so.
  await page.route('**/reports/locations', async (route) => {
    const found = (await (await route.fetch()).json()) as { branches: { alarms: number }[] };
    const branches = found.branches.map((branch, place) => (place === 0 ? { ...branch, alarms: 2 } : branch));
    await route.fulfill({ json: { ...found, branches } });
  });
  const alarmed = rows.first().getByRole('link', { name: start.nav.alarms });
  await alarmed.waitFor();
  expect([await alarmed.innerText(), await alarmed.getAttribute('href')]).toEqual([
    expect.stringMatching(/[2٢]/),
    expect.stringMatching(/^#\/alarms\?location=./),
  ]);
  await fits();
  await page.unrouteAll({ behavior: 'wait' });
  await keys.press(page.locator('.card-table .filters button'));
  await page.locator('.card-table').nth(1).locator('tbody tr').nth(1).waitFor();
  await fits();
  // The wall view has no controls, and is left with Escape.
  await keys.press(page.getByRole('link', { name: arabic.branches.wall }));
  await page.locator('.wall-branch').nth(1).waitFor();
  await fits();
  await page.keyboard.press('Escape');
  await rows.nth(1).waitFor();
  // Down to the day of that branch.
  await keys.press(rows.last().locator('.list-name'));
  await page.locator('[data-screen="today"]').waitFor();
  const chosen = page.locator('select', { has: page.locator('option[value="clinic"]') }).first();
  expect(await chosen.inputValue()).toBe('clinic');

  // Nobody waits for alarms that cannot come.
  await admin.turnTo('#/alarms');
  await admin.sees(limits.unset);
  await fits();

  await admin.turnTo('#/reports');
  const save = page.getByRole('button', { name: arabic.views.save });
  // Nothing sticks to the edge of its card.
  const inset = await save.evaluate((button) => {
    const [box, card] = [button.getBoundingClientRect(), button.closest('.card')?.getBoundingClientRect()];
    return card === undefined ? 0 : Math.min(box.left - card.left, card.right - box.right);
  });
  expect(inset).toBeGreaterThanOrEqual(8);
  await keys.press(save);
  const dialog = page.getByRole('dialog');
  await keys.reach(dialog.locator('input[type="text"], input:not([type])').first());
  await page.keyboard.type('Clinic week');
  await keys.reach(dialog.locator('select').first());
  await page.keyboard.press('End');
  await keys.reach(dialog.locator('textarea'));
  await page.keyboard.type('chief@pontalva.example');
  await fits();
  await keys.press(dialog.locator('button[type="submit"]'));
  const saved = page.getByRole('button', { name: 'Clinic week', exact: true });
  await saved.waitFor();
  await fits();

  await admin.turnTo('#/mail');
  await keys.reach(page.locator('.panel input'));
  await page.keyboard.type('chief@pontalva.example');
  await page.keyboard.press('Enter');
  await page.getByText(arabic.mail.sent).waitFor();
  expect(post.taken.map(({ to }) => to)).toEqual([['chief@pontalva.example']]);
  await fits();
  expect(admin.faults).toEqual([]);
});

it.each([
  { width: 1_920, height: 1_080 },
  { width: 3_840, height: 2_160 },
  { width: 1_080, height: 1_920 },
])('fits the worst of 100 locations into a wall of $width × $height, and counts the others', async (viewport) => {
  const town = await openCounterTown({ site: manyBranches(100) });
  onTestFinished(() => town.close());
  const admin = await Administrator.at({ program: town }, browser, { viewport, address: '#/wall' });
  const { page } = admin;
  await page.locator('.wall-more').waitFor();
  const drawn = await page.locator('.wall-branch').count();
  expect(drawn).toBeGreaterThanOrEqual(12);
  expect(await page.locator('.wall-more').innerText()).toBe(`and ${100 - drawn} more locations`);
  const inside = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.wall-branch, .wall-more')].map((each) =>
      each.getBoundingClientRect(),
    );
    const { scrollWidth, scrollHeight } = document.documentElement;
    return {
      bottom: Math.max(...boxes.map(({ bottom }) => bottom)) <= window.innerHeight,
      scrolls: scrollWidth > window.innerWidth || scrollHeight > window.innerHeight,
    };
  });
  expect(inside).toEqual({ bottom: true, scrolls: false });
  expect(await admin.barriers()).toEqual([]);
  expect(admin.faults).toEqual([]);
});

it('keeps the headings of 300 branches in view, and draws the rows of each position', async () => {
  const town = await openCounterTown({ site: manyBranches(300) });
  onTestFinished(() => town.close());
  const admin = await Administrator.at({ program: town }, browser, { address: '#/branches' });
  const { page } = admin;
  const table = page.locator('.table-place');
  const drawn = (): Promise<readonly number[]> =>
    table.evaluate((place) => {
      const { top, bottom } = place.getBoundingClientRect();
      return [...place.querySelectorAll('tr[data-row]')].flatMap((row) => {
        const box = row.getBoundingClientRect();
        return box.bottom > top && box.top < bottom ? [Number(row.getAttribute('aria-rowindex'))] : [];
      });
    });
  const isInOrder = (rows: readonly number[]): boolean => rows.every((row, at) => row === (rows[0] ?? 0) + at);
  await table.locator('tr[data-row]').first().waitFor();
  expect((await drawn())[0]).toBe(2);
  for (const part of [0.3, 0.6, 1]) {
    await table.evaluate((place, to) => place.scrollTo(0, to * place.scrollHeight), part);
    await expect.poll(async () => (await drawn()).length).toBeGreaterThan(8);
    expect(isInOrder(await drawn())).toBe(true);
    expect(await table.locator('tr[data-row]').count()).toBeLessThan(80);
    const [head, place] = await Promise.all([table.locator('thead th').first().boundingBox(), table.boundingBox()]);
    expect(Math.abs((head?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(2);
  }
  expect((await drawn()).at(-1)).toBe(301);
  expect(await admin.barriers()).toEqual([]);
});

it('whoever wants other days than those of a report that is still being made hangs up', async () => {
  const asked = Promise.withResolvers<void>();
  let takesLong = false;
  let hasEnded = false;
  const town = await openCounterTown({
    wrapStore: (store) => ({
      ...store,
      report(report, input, asking) {
        if (report !== 'days' || !takesLong) return store.report(report, input, asking);
        takesLong = false;
        asked.resolve();
        return new Promise((_, reject) => {
          asking?.signal?.addEventListener('abort', () => {
            hasEnded = true;
            reject(new Abandoned());
          });
        });
      },
    }),
  });
  onTestFinished(() => town.close());
  const admin = await Administrator.at({ program: town }, browser);
  const { page } = admin;
  await admin.look('#/reports?location=hall');
  takesLong = true;
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/reports/period?')) requests += 1;
  });
  await page.getByRole('button', { name: '30 days', exact: true }).click();
  await asked.promise;
  // Whatever else is changed meanwhile, it goes on being made.
  const heard = page.waitForResponse((response) => response.url().includes('/v2/admin/site?'));
  await town.site.load({ service_groups: [{ id: 'other', name: 'Other papers' }] });
  await (await heard).finished();
  await settled(page);
  expect([requests, hasEnded]).toEqual([1, false]);
  const answered = page.waitForResponse((response) => response.url().includes('/reports/period?'));
  const compared = page.waitForResponse((response) => /\/reports\/period\?.*until=\d/.test(response.url()));
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await expect.poll(() => hasEnded).toBe(true);
  expect((await answered).status()).toBe(200);
  // The earlier period is read afterwards.
  expect((await compared).status()).toBe(200);
  // Days in the wrong order are not asked for, and nobody waits for them.
  const status = page.locator('.count[role="status"]');
  takesLong = true;
  await page.getByRole('button', { name: '30 days', exact: true }).click();
  await expect.poll(() => takesLong).toBe(false);
  await status.getByText('One moment, please.').waitFor();
  await page.getByLabel('From', { exact: true }).fill('2999-01-01');
  await status.getByText('One moment, please.').waitFor({ state: 'detached' });
  expect(admin.faults).toEqual([]);
});

itInProofs(
  'a week is read with its people, breaks and outcomes and what comes tomorrow, and taken along as PDF and for Excel',
  async () => {
    const site = townSite();
    const services = (site.services as { readonly id: string }[]).map((each) =>
      each.id === 'passports' ? { ...each, outcomes: [{ code: 'issued', name: 'Issued' }] } : each,
    );
    // The page reads the days by the clock of its computer: the town begins on the day of tomorrow's name a week ago.
    const now = Date.now();
    const town = await openCounterTown({
      at: new Date(now - 6 * DAY_MS).toISOString(),
      site: { ...site, services },
      writeReport,
    });
    onTestFinished(() => town.close());
    for (let person = 0; person < 3; person += 1) await town.createTicket('Passports');
    town.clock.set(new Date(now - 12 * MINUTE_MS).toISOString());
    await town.createTicket('Passports');
    const call = await town.callNext('Desk 1', ['Passports']);
    for (const [minutes, operation, wish] of [
      [2, 'setoutcomes', { answer_id: call.id, outcomes: [{ code: 'issued', count: 1 }] }],
      [0, 'endcall', { answer_id: call.id }],
      [0, 'setdesk', { desk_id: 'desk-1', user_id: 'ana', state: 'break', reason: 'lunch' }],
      [10, 'setdesk', { desk_id: 'desk-1', user_id: 'ana', state: 'open' }],
    ] as const) {
      town.clock.advance(minutes * MINUTE_MS);
      expect((await town.post(operation, wish)).body, operation).toMatchObject({ success: true });
    }

    const admin = await Administrator.at({ program: town }, browser, {
      viewport: NARROW,
      locale: 'ar',
      timezoneId: 'Europe/Lisbon',
      address: '#/reports?location=hall',
    });
    const { page } = admin;
    const keys = new KeysAlone(page);
    const row = (table: string, ...cells: readonly (string | RegExp)[]): Promise<void> =>
      cells
        .reduce(
          (rows, hasText) => rows.filter({ hasText }),
          page.getByRole('table', { name: table, exact: true }).locator('tbody tr'),
        )
        .waitFor();
    // Who worked, what it came to, and how long somebody was away.
    await row(start.nav.users, 'Ana Silva', '1');
    await row(arabic.report.outcomes, 'Passports', /100/);
    await row(arabic.report.noted.title, 'Passports', 'Issued', 'Ana Silva');
    await row(arabic.report.noted.breaks, 'Ana Silva', durationWords(600, 'ar'));
    // One Thursday, or whatever tomorrow is, with three tickets.
    const tomorrow = page.getByRole('region', { name: arabic.report.forecast.split('{{')[0] ?? '' }).last();
    await tomorrow.getByText(arabic.report.forecastFrom_one).waitFor();
    await tomorrow.getByText(arabic.report.forecastTotal.replace('{{total}}', '3')).waitFor();
    await isWell(admin);

    const taken = async (button: string): Promise<{ readonly name: string; readonly content: Buffer }> => {
      const coming = page.waitForEvent('download');
      await keys.press(page.getByRole('button', { name: button, exact: true }));
      const file = await coming;
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
    };
    const pdf = await taken(arabic.report.pdf);
    expect(pdf.name).toMatch(/\.pdf$/);
    expect(pdf.content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.content.toString('latin1')).toMatch(/NotoSansArabic/);
    const sheets = await taken(arabic.report.xlsx);
    expect(sheets.name).toMatch(/\.xlsx$/);
    expect(sheets.content.toString('latin1')).toMatch(/^PK.*xl\/worksheets\/sheet1\.xml/s);
    expect(admin.faults).toEqual([]);
  },
);
