/** A limit that is broken, as staff meet it: at the counter in Arabic, on a narrow screen and by keys, and in the back office after. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import start from '../../assets/locales/ar/admin.json' with { type: 'json' };
import arabic from '../../assets/locales/ar/limits.json' with { type: 'json' };
import { silentLog } from '../../main/lib/context.ts';
import { startLimitKeeper } from '../../main/queue-alerts/service/alert-monitor.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { endOfDay } from '../helpers/end-of-day.ts';
import { KeysAlone } from '../helpers/keys-alone.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { lockedSite, passwordOf } from '../helpers/locked-town.ts';
import { Reach } from '../helpers/page-reach.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import type { Town } from '../helpers/town.ts';
import { IS_WHOLE } from '../helpers/whole.ts';

const NARROW = { width: 360, height: 740 };
const ARABIC = { viewport: NARROW, locale: 'ar', timezoneId: 'UTC' };
const PATIENT = { timeout: 60_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** Axe finds nothing; in the slow tests it is within reach at 400 % too. */
async function isWell(who: Counter | Administrator, state: string): Promise<void> {
  expect(await who.barriers(), state).toEqual([]);
  if (!IS_WHOLE) return;
  const reach = new Reach(who.page);
  await reach.look(state);
  expect(reach.found).toEqual({});
  await who.page.setViewportSize(NARROW);
}

/** At most two may wait for passports, and nobody longer than 20 minutes for taxes. */
async function openWatchedTown(): Promise<Town> {
  const site = lockedSite();
  const limits: Record<string, object> = { passports: { limit_waiting: 2 }, taxes: { limit_wait: 20 } };
  const services = (site.services as { readonly id: string }[]).map((each) => ({ ...each, ...limits[each.id] }));
  const town = await openCounterTown({
    at: '2026-03-09T09:00:00Z',
    site: { ...site, services },
    hasher: quickHasher(),
  });
  const { store, clock } = town;
  const keeper = startLimitKeeper({
    store,
    site: town.site,
    clock,
    log: silentLog,
    mails: () => [],
    wake: () => {},
  });
  return {
    ...town,
    async close() {
      await keeper.close();
      await town.close();
    },
  };
}

it('an alarm reaches the counter, is seen there by a key, and the back office tells by whom and when it ended', async () => {
  const town = await openWatchedTown();
  const counter = await Counter.at(town, browser, ARABIC);
  onTestFinished(() => endOfDay(town, counter));
  const { page } = counter;
  const keys = new KeysAlone(page);
  const { body } = await town.post('login', { user_id: 'chief', password: passwordOf('chief') });
  const key = { authorization: `Bearer ${body.authtoken}` };
  const does = async (operation: string, parameters: object): Promise<void> => {
    expect((await town.post(operation, parameters, key)).body).toMatchObject({ success: true });
  };
  const standing = async (): Promise<number> => (await town.store.query('openLimitAlarms', {})).length;
  /** Time goes on, in looks of whoever watches over the limits, until so many alarms stand. */
  const until = (count: number): Promise<unknown> =>
    vi.waitUntil(async () => {
      town.clock.advance(15_000);
      return (await standing()) === count;
    }, PATIENT);

  await keys.write(page.locator('input[autocomplete="username"]'), 'ana');
  await keys.write(page.locator('input[type="password"]').first(), passwordOf('ana'));
  await page.keyboard.press('Enter');
  await keys.press(page.locator('.choices-desks .choice', { hasText: 'Desk 1' }));
  await counter.isReady();
  const line = page.getByRole('status', { name: arabic.heading, exact: true });
  await line.waitFor({ state: 'attached' });
  expect(await line.textContent()).toBe('');

  for (let person = 0; person < 3; person += 1) await does('createticket', { service_id: 'passports' });
  await does('createticket', { service_id: 'taxes' });
  await until(1);
  const waiting = arabic.kind.waiting.replace('{{worst}}', '3').replace('{{bound}}', '2');
  await line.getByText(waiting).waitFor();
  expect(await line.locator('strong').textContent()).toBe('Passports');
  town.clock.advance(20 * 60_000);
  await until(2);
  // The one who waits too long comes before it, and a press that was meant for the other alarm would not hit it.
  await line.getByText(arabic.kind.wait.split('{{worst}}')[0] ?? '').waitFor();
  await line.getByText(arabic.more_one.replace('{{count}}', '1')).waitFor();
  await isWell(counter, 'two alarms at the counter');
  expect(await counter.overflows()).toBe(false);

  const see = line.getByRole('button', { name: arabic.see });
  await keys.press(see);
  await line.getByText(waiting).waitFor();
  await expect.poll(() => line.evaluate((element) => element === document.activeElement)).toBe(true);
  await keys.press(see);
  // Who looks after them is told for as long as they stand, to colleagues too.
  const seen = line.getByRole('listitem');
  await expect
    .poll(() => seen.allTextContents())
    .toEqual([
      expect.stringMatching(/^Taxes.*Ana Silva، 09:2\d$/),
      expect.stringMatching(/^Passports.*Ana Silva، 09:2\d$/),
    ]);
  expect(await line.getByRole('button').count()).toBe(0);
  await isWell(counter, 'two alarms that somebody has seen');
  await expect.poll(() => line.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await counter.barriers()).toEqual([]);

  // The queue gets shorter; after two minutes it is over.
  await does('callnextticket', { desk_id: 'desk-1', user_id: 'ana', services: ['passports'] });
  await until(1);
  await expect.poll(() => seen.count()).toBe(1);
  expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);

  const admin = await Administrator.at({ program: town }, browser, { ...ARABIC, address: '#/alarms' });
  const office = new KeysAlone(admin.page);
  await office.write(admin.page.locator('input[autocomplete="username"]'), 'the.chief');
  await office.write(admin.page.locator('input[type="password"]').first(), passwordOf('chief'));
  await admin.page.keyboard.press('Enter');
  await admin.heading(start.nav.alarms);
  const rows = admin.page.locator('tbody tr');
  // What stands now, at all locations: seen by whom, and when.
  await rows.first().getByText(arabic.stands).waitFor();
  expect(await rows.count()).toBe(1);
  expect(await admin.page.getByText(arabic.unset).count()).toBe(0);
  expect(await rows.first().innerText()).toContain('Ana Silva');
  await office.choose(admin.page.locator('main select', { has: admin.page.locator('option[value="hall"]') }), 'hall');
  await rows.nth(1).waitFor();
  const [, ended] = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim())),
  );
  const thatDay = /^9 مارس 2026، 09:\d\d/;
  expect(ended).toEqual([
    `${arabic.ended} ${waiting}`,
    expect.stringMatching(/Passports$/),
    expect.stringMatching(thatDay),
    expect.stringMatching(thatDay),
    expect.stringMatching(/^Ana Silva، 9 مارس 2026، 09:2/),
  ]);
  await isWell(admin, 'alarms of a day');

  // Another one, which nobody at a desk has seen: seen from here by a key.
  await does('createticket', { service_id: 'passports' });
  await until(2);
  await admin.turnTo('#/alarms');
  const unseen = rows.filter({ has: admin.page.getByRole('button') });
  await unseen.waitFor();
  await isWell(admin, 'an alarm that nobody has seen');
  await office.press(unseen.getByRole('button', { name: arabic.see }));
  await unseen.waitFor({ state: 'detached' });
  expect(await admin.page.evaluate(() => document.activeElement !== document.body)).toBe(true);
  expect(await rows.filter({ hasText: 'chief' }).count()).toBe(1);
  expect(admin.faults).toEqual([]);
});
