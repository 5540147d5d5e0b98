/** Breaks, outcomes, a button on the desk and the call that comes by itself: over one page, by keyboard, in Arabic and narrow. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { PeriodAnswer } from '../../main/reports/contract/rest/reports.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { endOfDay } from '../helpers/end-of-day.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { townSite } from '../helpers/town-site.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

it('a clerk notes outcomes, takes a break, and is called for by a button and by the clock', async () => {
  const site = townSite();
  const [hall] = site.locations as [Record<string, unknown>];
  // Shorter than a page hears nothing from a server whose clock stands still.
  hall.auto_call_seconds = 3;
  const [passports] = site.services as [Record<string, unknown>];
  passports.outcomes = [
    { code: 'new', name: 'New passport', kind: 'reason' },
    { code: 'issued', name: 'Issued' },
  ];
  passports.outcome_required = true;
  const town = await openCounterTown({ site });
  const ana = await Counter.seated(
    town,
    browser,
    { name: 'Ana Silva', desk: '1' },
    { locale: 'ar', viewport: { width: 360, height: 740 } },
  );
  onTestFinished(() => endOfDay(town, ana));
  const { page } = ana;
  const look = async (state: string): Promise<void> => {
    expect(await ana.barriers(), state).toEqual([]);
    expect(await ana.overflows(), state).toBe(false);
  };
  for (let person = 0; person < 4; person += 1) await town.createTicket('Passports');
  await ana.lists(['A001', 'A002', 'A003', 'A004']);

  // The button on the desk is learned by its being pressed.
  await page.locator('.work-staff summary').waitFor();
  await ana.press('?');
  const learn = ana.dialog().locator('[aria-pressed]');
  await learn.click();
  await learn.and(page.locator('[aria-pressed="true"]')).waitFor();
  await ana.press('PageDown');
  await learn.and(page.locator('[aria-pressed="false"]')).waitFor();
  await ana.press('Escape');
  await ana.dialog().waitFor({ state: 'detached' });
  await page.locator('.find input').focus();
  await ana.press('PageDown');
  expect(await ana.serving()).toBeNull();
  await page.locator('.work-staff summary').focus();
  await ana.press('PageDown');
  await ana.serves('A001');

  // Outcomes: needed, several, by digits; a digit alone ends the visit.
  await ana.press('e');
  await ana.dialog().locator('.outcome').first().waitFor();
  expect(await ana.dialog().locator('.button-main').count()).toBe(0);
  await look('outcomes');
  await ana.press('Shift+Digit1');
  await ana.dialog().locator('.choice-more').waitFor();
  await ana.press('2');
  await ana.serves(null);
  const report = await town.server.inject('/restapi/v2/reports/period?location=hall');
  const noted = (JSON.parse(report.body) as PeriodAnswer).by_outcome.map(({ code, count }) => `${code} ${count}`);
  expect(noted).toEqual(['issued 1', 'new 1']);

  // Whoever is next is called by itself; Escape holds it.
  await ana.serves('A002');
  await ana.press('e');
  await ana.dialog().locator('.outcome').first().waitFor();
  await ana.press('1');
  await page.locator('.work-auto').waitFor();
  await ana.press('Escape');
  await page.locator('.work-auto').waitFor({ state: 'detached' });

  // What was noted stands beside whoever is found.
  await page.locator('.find input').fill('A001');
  await page.locator('.found').getByText('Issued · New passport').waitFor();
  await look('found');
  await page.locator('.find input').fill('');
  await page.locator('.work-staff summary').focus();

  // A break, by its number; a colleague sees it, and the button of the desk still works after it.
  await ana.press('b');
  await ana.dialog().locator('.choice').nth(3).waitFor();
  await look('why');
  await ana.press('2');
  const back = page.locator('.work-now [aria-keyshortcuts="B"].button-main');
  await back.waitFor();
  await look('on a break');
  await ana.press('b');
  await back.waitFor({ state: 'detached' });

  // A colleague has called somebody to this desk: whoever sits there takes over.
  await town.post('callnextticket', { desk_id: 'desk-1', user_id: 'rui' });
  await ana.serves('A003');
  await page.locator('.work-take button').click();
  await page.locator('.work-take').waitFor({ state: 'detached' });
  await ana.serves('A003');
  expect(ana.faults).toEqual([]);
});
