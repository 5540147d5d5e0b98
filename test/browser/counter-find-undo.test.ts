/** A clerk takes steps back, finds people, goes on with visits that had ended and puts tickets right: over one page each. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { Counter, type CounterOptions, openCounterTown } from '../helpers/counter-page.ts';
import { endOfDay } from '../helpers/end-of-day.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import type { Town } from '../helpers/town.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function atDesk1(options: CounterOptions = {}): Promise<{ readonly town: Town; readonly ana: Counter }> {
  const town = await openCounterTown();
  const ana = await Counter.seated(town, browser, { name: 'Ana Silva', desk: '1' }, options);
  onTestFinished(() => endOfDay(town, ana));
  return { town, ana };
}

it('a step is taken back by key and by button for ten seconds, and what cannot be is told in words', async () => {
  const { town, ana } = await atDesk1();
  const { page } = ana;
  const first = await town.createTicket('Passports');
  for (const service of ['Taxes', 'Passports']) await town.createTicket(service);
  await ana.press('n');
  await ana.serves('A001');
  await page.locator('.undo').getByText('A001 called').waitFor();
  // Said once: the seconds that run are for eyes.
  const told = page.locator('[role="status"]', { hasText: 'A001 called. Undo is available for 10 seconds' });
  await told.waitFor();
  await ana.press('u');
  await ana.isTold('Undone. A001 is back in the queue; nothing was announced.');
  await ana.serves(null);
  await ana.lists(['A001', 'B001', 'A002']);
  await page.locator('.undo').waitFor({ state: 'detached' });

  // The end of a call, by Ctrl and Z; whoever was called by the same step waits again.
  await ana.press('n');
  await ana.serves('A001');
  await ana.endAndNext();
  await ana.serves('B001');
  await page.locator('.undo', { hasText: 'B001 called' }).waitFor();
  await ana.press('Control+z');
  await ana.serves('A001');
  await ana.lists(['B001', 'A002']);
  await ana.press('e');
  await ana.isTold('A001 has been served.');
  await page.locator('.undo', { hasText: 'A001 served' }).waitFor();
  await ana.press('u');
  await ana.isTold('Undone. A001 is back at this desk');
  await ana.serves('A001');
  // What was said of the end is not so any more.
  expect(await ana.notices()).toEqual([expect.stringContaining('Undone. A001 is back at this desk')]);

  // In a field those keys take back what was written, and nothing else.
  await ana.press('p');
  await ana.serves(null);
  await page.locator('.undo', { hasText: 'A001 paused' }).waitFor();
  await ana.press('/');
  await page.keyboard.type('x');
  await ana.press('Control+z');
  await ana.press('Escape');
  await ana.press('Escape');
  await ana.sheet('Paused');
  await ana.lists(['A001']);

  // Somebody elsewhere goes on with that ticket: refused in words, and nothing is changed.
  await town.post('requeueticket', { desk_id: 'desk-2', user_id: 'rui', ticket_id: first.ticket.id });
  await ana.lists([]);
  await ana.press('u');
  await ana.isTold('This can no longer be undone');
  await ana.serves(null);
  // When the time is over, the key does nothing.
  town.clock.advance(11_000);
  await page.locator('.undo').waitFor({ state: 'detached' });
  await ana.press('u');
  await ana.sheet('Waiting');
  await ana.lists(['A001', 'B001', 'A002']);
});

it('a step is taken back also by who presses the key before the server has answered', async () => {
  const { town, ana } = await atDesk1();
  await town.createTicket('Passports');
  await ana.press('n');
  await ana.serves('A001');
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await ana.page.route('**/endticket**', async (route) => {
    await held;
    await route.continue();
  });
  await ana.press('e');
  await ana.page.locator('.now[data-busy="true"]').waitFor();
  await ana.press('u');
  answer();
  await ana.isTold('Undone. A001 is back at this desk');
  await ana.serves('A001');
  await ana.page.unroute('**/endticket**');

  // What was on its way is refused: what was done before it is not meant.
  await ana.pause();
  await ana.serves(null);
  await ana.page.locator('.undo', { hasText: 'A001 paused' }).waitFor();
  let refuse = (): void => undefined;
  const asked = new Promise<void>((done) => {
    refuse = done;
  });
  await ana.page.route('**/callnextticket**', async (route) => {
    await asked;
    await route.fulfill({ json: { success: false, errno: 112, error: 'There is nobody.' } });
  });
  await ana.press('n');
  await ana.page.locator('.now[data-busy="true"]').waitFor();
  await ana.press('u');
  refuse();
  await ana.serves(null);
  await ana.sheet('Paused');
  await ana.lists(['A001']);
});

it('a step is offered longer to whoever wishes that, and as long as the pointer moves on it or the focus is there', async () => {
  const { town, ana } = await atDesk1();
  const { page } = ana;
  const bar = page.locator('.undo');
  const left = async (): Promise<number> => Number.parseInt((await bar.locator('.undo-left').textContent()) ?? '', 10);
  await town.createTicket('Passports');
  await ana.press('n');
  await ana.serves('A001');
  // Under a pointer that moves no second passes; under one that only lies there, and away from it, they run again.
  await bar.hover();
  const held = await left();
  for (const x of [20, 30]) {
    town.clock.advance(9_000);
    await town.createTicket('Taxes');
    await ana.lists(x === 20 ? ['B001'] : ['B001', 'B002']);
    await expect.poll(left).toBeGreaterThanOrEqual(held - 2);
    await bar.hover({ position: { x, y: 10 } });
  }
  await bar.locator('button').focus();
  await page.mouse.move(0, 0);
  town.clock.advance(60_000);
  await town.createTicket('Taxes');
  await ana.lists(['B001', 'B002', 'B003']);
  await expect.poll(left).toBeGreaterThanOrEqual(held - 4);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await bar.hover();
  town.clock.advance(21_000);
  await bar.waitFor({ state: 'detached' });

  await page.locator('.bar-user').click();
  await ana.dialog().getByLabel('Undo available for').selectOption({ label: '120 seconds' });
  await page.keyboard.press('Escape');
  // The server takes that step still, and it is offered again.
  await bar.waitFor();
  await ana.press('e');
  await ana.serves(null);
  town.clock.advance(100_000);
  await page.locator('[role="status"]', { hasText: 'For 120 seconds' }).waitFor();
  await ana.press('u');
  await ana.isTold('Undone. A001 is back at this desk; nothing was announced.');
  await ana.serves('A001');
});

it('anybody is found wherever they are, by keyboard alone, and done with what can be done; in Arabic and narrow', async () => {
  const { town, ana } = await atDesk1({ locale: 'ar', viewport: { width: 360, height: 740 } });
  const { page } = ana;
  const look = async (state: string): Promise<void> => {
    expect(await ana.barriers(), state).toEqual([]);
    expect(await ana.overflows(), state).toBe(false);
  };
  await town.createTicket('Taxes', { client_name: 'Rosa Lima' });
  await town.createTicket('Passports', { client_name: 'Rui Límà' });
  await town.createTicket('Taxes', { client_name: 'Jo Ferro' });
  const there = await town.callNext('Desk 2');
  await ana.lists(['A001', 'B002']);
  await page.keyboard.press('/');
  await page.keyboard.type('lima');
  // Also who is at another desk; with whom nothing can be done from here.
  await ana.lists(['A001', 'B001']);
  await page.locator('.where-elsewhere').waitFor();
  expect(await ana.row('B001').locator('button').count()).toBe(0);
  await look('found');
  await town.conclude('endcall', there.id);
  await page.locator('.where-served').waitFor();
  // Down to the first one, and up to the field again.
  await page.keyboard.press('ArrowDown');
  expect(
    await ana
      .row('A001')
      .locator('.row-call')
      .evaluate((button) => button === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await page.locator('.find input').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await ana.serves('A001');
  await page.locator('.where-here').waitFor();
  await page.locator('.undo').waitFor();
  await look('called, may be undone');
  // Whoever was served goes on here, after the one who is here was paused.
  await ana.row('B001').locator('.row-call').click();
  await ana.dialog().locator('.dialog-actions .button-normal').click();
  await ana.serves('B001');
  await page.locator('.where-paused').waitFor();
  await page.locator('.find input').fill('nobody at all');
  await page.locator('.found[data-looking="false"]').waitFor();
  await ana.lists([]);
  await look('nothing found');
  // What was written goes first, then the field is left.
  await ana.press('Escape');
  await ana.press('Escape');
  await ana.press('e');
  await ana.serves(null);
  // The served: back into the queue, where the ticket stood.
  await page.locator('[data-tab="served"]').click();
  await ana.lists(['B001']);
  await look('the served');
  await ana.row('B001').locator('.row-rest').click();
  await ana.lists([]);
  await page.locator('[data-tab="waiting"]').click();
  await ana.lists(['B001', 'B002']);
  // Another service for one, with a reason; the other one is taken away.
  await ana.row('B002').locator('.row-rest').click();
  await look('what can be done');
  await ana.dialog().locator('.choice').first().click();
  await ana.dialog().locator('select').selectOption('passports');
  await ana.dialog().locator('button[type="submit"]').click();
  await ana.dialog().locator('.field-fault').waitFor();
  await look('no reason yet');
  await ana.dialog().locator('.option').first().click();
  await ana.dialog().locator('button[type="submit"]').click();
  await ana.dialog().waitFor({ state: 'detached' });
  await ana.row('B002').getByText('Passaportes').waitFor();
  await ana.row('B001').locator('.row-rest').click();
  await ana.dialog().locator('.choice').last().click();
  await ana.dialog().locator('input').fill('Left');
  await look('remove');
  await page.keyboard.press('Enter');
  await ana.lists(['B002']);
});

it('who is sent here stands first, with the note and by whom, in the place of their arrival', async () => {
  const { town, ana } = await atDesk1();
  for (const service of ['Taxes', 'Passports', 'Taxes']) await town.createTicket(service);
  const rui = await Counter.seated(town, browser, { name: 'Rui Costa', desk: '2' });
  onTestFinished(() => rui.page.context().close());
  await rui.callNext();
  await rui.serves('B001');
  await rui.press('t');
  await rui.dialog().getByRole('tab', { name: 'Clerk' }).click();
  await rui.dialog().locator('.choice', { hasText: 'Ana Silva' }).click();
  await rui.dialog().getByLabel('Note for the next clerk').fill('The birth certificate is missing');
  expect(await rui.dialog().getByLabel('At the end of the queue').isChecked()).toBe(true);
  await rui.dialog().getByLabel('By original arrival time').check();
  expect(await rui.barriers()).toEqual([]);
  await rui.dialog().getByRole('button', { name: 'Transfer' }).click();
  await rui.serves(null);
  await ana.page.getByRole('heading', { name: 'Transferred to you' }).waitFor();
  await ana.lists(['B001', 'A001', 'B002']);
  await ana.row('B001').getByText('from Rui Costa · next in your queue').waitFor();
  await ana.row('B001').getByText('The birth certificate is missing').waitFor();
  // Sent to the wrong place: back to the desk that sent it.
  await rui.press('u');
  await rui.serves('B001');
  await ana.lists(['A001', 'B002']);
  // Now behind everybody: first in sight all the same, and not the next.
  town.clock.advance(60_000);
  await rui.press('t');
  await rui.dialog().getByRole('tab', { name: 'Clerk' }).click();
  await rui.dialog().locator('.choice', { hasText: 'Ana Silva' }).click();
  await rui.dialog().getByRole('button', { name: 'Transfer' }).click();
  await ana.row('B001').getByText('from Rui Costa · position 3 in your queue').waitFor();
  await ana.callNext();
  await ana.serves('A001');

  // What is chosen unless somebody says otherwise is for the house to say.
  const { file } = town.site.current();
  const isSaid = await town.site.load({ ...file, settings: { ...file.settings, transfer_place: 'arrival' } });
  expect(isSaid.ok).toBe(true);
  await rui.callNext();
  await rui.serves('B002');
  await rui.press('t');
  await rui.dialog().getByRole('tab', { name: 'Clerk' }).click();
  expect(await rui.dialog().getByLabel('By original arrival time').isChecked()).toBe(true);
  expect(rui.faults).toEqual([]);
});
