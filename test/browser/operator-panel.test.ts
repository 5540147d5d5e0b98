/**
 * A technician at a kiosk without paper: alarm on every channel of the staff, panel, change of paper, reprint, and all is well again
 * at the kiosk, on the board and at the counter. By touch, then by keys.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { EventMessage } from '../../main/events/contract/events.ts';
import { ROLES } from '../../main/site/contract/roles.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { barriersOf } from '../helpers/barriers.ts';
import { Counter } from '../helpers/counter-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { listen } from '../helpers/listener.ts';
import { openMachine, Visitor } from '../helpers/machine.ts';

const PIN = '482915';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** A hall with one service, one desk, and a PIN for its kiosk. */
async function siteWithPin(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'panel-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const site = {
    locations: [{ id: 'hall', name: 'Town Hall' }],
    services: [{ id: 'passports', name: 'Passports', tag: 'A' }],
    desks: [{ id: 'desk-1', name: 'Desk 1', tag: '1' }],
    users: [{ id: 'ana', username: 'ana', name: 'Ana Reis', roles: ROLES }],
    devices: [{ id: 'kiosk-1', name: 'Entrance', panel_pin: PIN }],
  };
  const path = join(folder, 'site.json');
  await writeFile(path, JSON.stringify(site));
  return path;
}

/** Keeps a finger on the coloured band until the panel asks for the PIN. */
async function pressTheBand(page: Page): Promise<void> {
  const band = await page.locator('.band').boundingBox();
  if (band === null) throw new Error('There is no band.');
  await page.mouse.move(band.x + band.width / 2, band.y + 12);
  await page.mouse.down();
  await page.waitForSelector('[data-screen="panel-pin"]');
  await page.mouse.up();
}

/** Whether it says that the kiosk's alarm of paper begins, or that it is over. */
function isNoPaper(message: EventMessage, what: 'begins' | 'ends'): boolean {
  if (message.type !== 'device.alarm') return false;
  return message.alarms.some(
    ({ device_id, kind, ended_at }) =>
      device_id === 'kiosk-1' && kind === 'no-paper' && (ended_at === '') === (what === 'begins'),
  );
}

it('mends a kiosk without paper, and gives the visitor the missing ticket', async () => {
  const machine = await openMachine({ site: await siteWithPin() });
  const { printer } = machine;
  const visitor = await Visitor.at(machine, browser, { width: 800, height: 1280 });
  const { page } = visitor;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const sees = (place: string) => page.waitForSelector(`[data-screen="panel-${place}"]`);

  // Those who are far away: a program that listens, the board of devices, and a clerk.
  const office = await listen(machine.program.address, 'hall');
  onTestFinished(() => office.socket.terminate());
  const admin = await Administrator.at(machine, browser);
  await admin.open('Devices');
  const row = admin.page.getByRole('row', { name: /^Entrance/ });
  const counter = await Counter.seated(machine.program, browser, { name: 'Ana Reis', desk: 'Desk 1' });
  onTestFinished(() => counter.page.context().close());
  const atTheCounter = counter.page.getByText('Entrance: Out of paper. Put in a new roll.');
  await row.getByText('Connected', { exact: true }).waitFor();

  // Alarm: all of them are told, and a visitor has a number without paper.
  printer.outOfPaper();
  await office.until((message) => isNoPaper(message, 'begins'));
  await row.getByText('Out of paper').waitFor();
  await row.getByText('Put in a new roll').waitFor();
  await atTheCounter.waitFor();
  await visitor.touch('Passports');
  await visitor.sees('problem');
  const number = (await page.locator('.ticket-number').innerText()).trim();

  // The technician, with one wrong PIN.
  await pressTheBand(page);
  expect(await barriersOf(page)).toEqual([]);
  for (const digit of '482916') await button(digit).click();
  await button('Open').click();
  await page.getByText('Incorrect PIN.').waitFor();
  for (const digit of PIN) await button(digit).click();
  await button('Open').click();
  await sees('home');
  await page.locator('[data-trouble="no-paper"]').waitFor();
  expect(await page.locator('body').innerText()).not.toContain(PIN);

  // What the printer says leads on.
  await button('Change the paper').click();
  await sees('paper-open');
  printer.openCover();
  await sees('paper-insert');
  printer.loadPaper();
  printer.closeCover();
  await sees('paper-done');
  const test = await printer.nextTicket();
  expect(test.text).not.toContain(number);

  // The missing ticket, once more and marked.
  await button('Last tickets').click();
  await sees('tickets');
  await button(`Print again: ${number}`).click();
  await page.getByText(`${number} was printed again.`).waitFor();
  const copy = await printer.nextTicket();
  expect(copy.text).toContain(number);
  expect(copy.text).toContain('COPY');
  expect(await barriersOf(page)).toEqual([]);

  // Green: nothing is wrong here, nor for anybody who was told, and visitors have the kiosk.
  await button('Back').click();
  await page.locator('[data-trouble="none"]').waitFor();
  await button('Done').click();
  // The number without paper stood there for its visitor all the while.
  await visitor.sees('problem');
  await page.getByRole('button', { name: /^(Done|Take a new ticket)$/ }).click();
  await visitor.sees('choose');
  await office.until((message) => isNoPaper(message, 'ends'));
  await row.getByText('Connected', { exact: true }).waitFor();
  await row.getByText(/m used since/).waitFor();
  expect(await row.getByText('Out of paper').count()).toBe(0);
  await atTheCounter.waitFor({ state: 'detached' });
  expect(printer.tickets).toHaveLength(2);

  // By keys alone: two opposite arrows held down, digits, arrows and Enter.
  await page.keyboard.down('ArrowUp');
  await page.keyboard.down('ArrowDown');
  await sees('pin');
  await page.keyboard.up('ArrowUp');
  await page.keyboard.up('ArrowDown');
  await page.keyboard.type(PIN, { delay: 5 });
  await page.keyboard.press('Enter');
  await sees('home');
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
  for (let presses = 0; presses < 12 && (await focused()) !== 'Network'; presses += 1)
    await page.keyboard.press(presses % 2 === 0 ? 'ArrowDown' : 'ArrowRight');
  expect(await focused()).toBe('Network');
  await page.keyboard.press('Enter');
  await sees('network');
  await page.getByText('In this program').waitFor();
  expect([visitor.faults, admin.faults, counter.faults]).toEqual([[], [], []]);
});
