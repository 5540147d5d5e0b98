/** Every state of the counter by eye and ear: no barriers, nothing cut off, right to left, narrow, keyboard alone. */
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Counter, type CounterOptions, openCounterTown } from '../helpers/counter-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { lockedSite, passwordOf } from '../helpers/locked-town.ts';
import { ENLARGED, Reach } from '../helpers/page-reach.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import type { Town, TownOptions } from '../helpers/town.ts';
import { chosenOf, IS_WHOLE } from '../helpers/whole.ts';
import { busySite, WALKS } from './counter-states.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function open(
  options: CounterOptions = {},
  house: TownOptions = { site: busySite() },
): Promise<{ town: Town; counter: Counter }> {
  const town = await openCounterTown(house);
  const counter = await Counter.at(town, browser, options);
  onTestFinished(async () => {
    await counter.page.context().close();
    await town.close();
  });
  return { town, counter };
}

/** Windows and languages. English has two windows per walk: both in slow tests, alternating in other runs. */
const LOOKS = [
  [
    'in English, wide and light, narrow and dark',
    'en-GB',
    [
      { width: 1280, height: 800, colorScheme: 'light' },
      { width: 360, height: 800, colorScheme: 'dark' },
    ],
  ],
  ['in Arabic, narrow', 'ar', [{ width: 360, height: 800, colorScheme: 'light' }]],
  ['in German, narrow', 'de-DE', [{ width: 360, height: 640, colorScheme: 'light' }]],
] as const;

/**
 * Every run has a visit in English, and other work in Arabic. The visit is also checked for reach, as in
 * `staff-reach.test.ts`, which covers further walks in the slow tests.
 */
const ALL = WALKS.flatMap((walk, day) =>
  LOOKS.map(([look, locale, windows], at) => {
    const isReached = !IS_WHOLE && day === 0 && at === 0;
    const looks = isReached ? `${look}, and is within reach` : look;
    return { ...walk, looks, locale, windows, isInEachRun: day === at, isReached };
  }),
);

describe('the counter', () => {
  it.each(chosenOf(ALL, ({ isInEachRun }) => isInEachRun))(
    'has no barriers and nothing cut off in $name, $looks',
    { timeout: 240_000 },
    async ({ site, eachState, locale, windows, isReached }) => {
      const opened = await open({ locale }, { site: site() });
      const { page } = opened.counter;
      const reach = new Reach(page);
      let turn = 0;
      await eachState(opened, async (state) => {
        turn += 1;
        for (const { width, height, colorScheme } of chosenOf<(typeof windows)[number]>(
          windows,
          (_, at) => at === turn % windows.length,
        )) {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme });
          const seen = `${state}, ${width} px, ${colorScheme}`;
          expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
          expect(await opened.counter.barriers(), seen).toEqual([]);
          expect(await opened.counter.overflows(), seen).toBe(false);
        }
        if (!isReached) return;
        await page.setViewportSize(ENLARGED);
        await page.emulateMedia({ colorScheme: 'light' });
        await reach.look(state);
      });
      expect(reach.found).toEqual({});
      expect(opened.counter.faults).toEqual([]);
    },
  );

  it('has no barriers in high contrast', async () => {
    const { town, counter } = await open();
    await counter.isUser('Ana Silva');
    await counter.sitsAt('Desk 1');
    await counter.page.locator('.bar-user').click();
    await counter.dialog().getByLabel('Appearance').selectOption('contrast');
    expect(await counter.barriers()).toEqual([]);
    await counter.press('Escape');
    await town.createTicket('Passports');
    await counter.callNext();
    await counter.serves('A001');
    expect(await counter.barriers()).toEqual([]);
    await counter.page.reload();
    await counter.serves('A001');
    expect(await counter.page.locator('html').getAttribute('data-contrast')).not.toBeNull();
  });

  it('has no barriers before somebody has signed in', async () => {
    const town = await openCounterTown({ site: lockedSite(), hasher: quickHasher() });
    const counter = await Counter.at(town, browser, { viewport: { width: 360, height: 640 } });
    onTestFinished(async () => {
      await counter.page.context().close();
      await town.close();
    });
    await counter.page.locator('input[autocomplete="username"]').waitFor();
    expect(await counter.barriers()).toEqual([]);
    await counter.signsIn('nobody else', 'wrong');
    await counter.page.locator('.notice-fault').waitFor();
    expect(await counter.barriers()).toEqual([]);
    expect(await counter.overflows()).toBe(false);
  });

  it('keeps the next action in view of a narrow window, also while somebody is served', async () => {
    const { town, counter } = await open({ viewport: { width: 360, height: 640 } });
    await counter.isUser('Ana Silva');
    await counter.sitsAt('Desk 1');
    await town.createTicket('Passports', { client_name: 'Rosa Lima', priority: true });
    await counter.callNext();
    await counter.serves('A001');
    const box = await counter.page.locator('#next').boundingBox();
    expect((box?.y ?? 1_000) + (box?.height ?? 0)).toBeLessThan(640);
  });

  it('keeps its tabs whole above a list of fifty', async () => {
    const { town, counter } = await open();
    await counter.isUser('Ana Silva');
    await counter.sitsAt('Desk 1');
    for (let count = 0; count < 50; count += 1) await town.createTicket('Passports');
    await counter.page.locator('.row').nth(49).waitFor();
    const tabs = await counter.page.locator('.lists [role="tab"]').evaluateAll((all) =>
      all.map((tab) => {
        const { x, y, width, height } = tab.getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[role="tab"]') === tab;
        // The bar cuts off what stands out of it: what counts is how much of the tab is left.
        const bar = tab.parentElement?.getBoundingClientRect();
        return { hit, tall: Math.min(height, bar?.height ?? 0) >= 40 };
      }),
    );
    expect(tabs).toEqual(Array(4).fill({ hit: true, tall: true }));
  });

  it('lets a clerk who may only call the next one go through a long list with the keyboard', async () => {
    const site = lockedSite();
    const users = [
      ...(site.users as object[]),
      { id: 'next', username: 'next', name: 'Next', roles: ['acl_qmpad_access'], password: passwordOf('next') },
    ];
    const { town, counter } = await open({}, { site: { ...site, users }, hasher: quickHasher() });
    const { body } = await town.post('login', { user_id: 'chief', password: passwordOf('chief') });
    const key = { authorization: `Bearer ${body.authtoken}` };
    for (let count = 0; count < 30; count += 1) await town.post('createticket', { service_id: 'passports' }, key);
    await counter.signsIn('next', passwordOf('next'));
    await counter.sitsAt('Desk 1');
    await counter.row('A030').waitFor();
    expect(await counter.page.locator('.row-call').count()).toBe(0);
    expect(await counter.barriers()).toEqual([]);
    await counter.page.locator('.lists [role="tab"][aria-selected="true"]').focus();
    await counter.press('Tab');
    const list = counter.page.getByRole('tabpanel', { name: /^Waiting/ });
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
    await counter.press('End');
    await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  });

  it('remembers the language and reads from right to left in Arabic, numbers as on paper', async () => {
    const { town, counter } = await open();
    await counter.isUser('Ana Silva');
    await counter.sitsAt('Desk 1');
    await counter.page.locator('.bar-user').click();
    await counter.dialog().getByLabel('Language').selectOption('ar');
    await counter.page.locator('html[dir="rtl"]').waitFor();
    await counter.press('Escape');
    await town.createTicket('Passports');
    await counter.page.reload();
    await counter.lists(['A001']);
    expect(await counter.page.locator('html').getAttribute('lang')).toBe('ar');
    expect(await counter.page.locator('.row .label').getAttribute('dir')).toBe('ltr');
  });
});

describe('with the keyboard alone', () => {
  it('a whole service is done without touching anything else', async () => {
    const { town, counter } = await open();
    const { page } = counter;
    await page.locator('.choice').first().waitFor();
    await page.locator('.choice', { hasText: 'Ana Silva' }).focus();
    await counter.press('Enter');
    await page.locator('.choices-desks .choice', { hasText: 'Desk 1' }).focus();
    await counter.press('Enter');
    await counter.isReady();
    for (const service of ['Taxes', 'Weddings', 'Taxes']) await town.createTicket(service);
    await counter.lists(['B001', 'C001', 'B002']);

    await counter.press('n');
    await counter.serves('B001');
    await counter.press('r');
    await counter.isTold('B001 has been recalled.');
    await counter.press('p');
    await counter.serves(null);
    // To the list, one row down, and call.
    await counter.press('l');
    await counter.press('ArrowDown');
    await counter.press('Enter');
    await counter.serves('B002');
    await counter.press('x');
    await counter.serves(null);
    await counter.press('s');
    await counter.press('s');
    await counter.lists(['B002']);
    await counter.press('l');
    await counter.press('Enter');
    await counter.serves('B002');
    // Sent on: the window begins at its first tab, and Enter in its note sends.
    await counter.press('t');
    await counter.dialog().waitFor();
    // From the search field over the tabs to the first service.
    await counter.press('Tab');
    await counter.press('Tab');
    await page.locator('.choice:focus').waitFor();
    await counter.press('Enter');
    await counter.dialog().getByRole('button', { name: 'Transfer' }).focus();
    await counter.press('Enter');
    await counter.serves(null);
    await counter.press('w');
    await counter.dialog().waitFor();
    await page.locator('.choice:focus').waitFor();
    await counter.press('Enter');
    await counter.dialog().getByLabel('Name (optional)').focus();
    await counter.press('Enter');
    await counter.dialog().waitFor({ state: 'detached' });
    await page.locator('.now[data-busy="false"] .label-big').waitFor();
    await counter.press('?');
    await counter.dialog().getByText('These keys work while you are not typing.').waitFor();
    await counter.press('Escape');
    await counter.press('e');
    await counter.dialog().or(page.locator('.now[data-state="free"]')).first().waitFor();
  });

  it('whoever pressed something stands somewhere when it has gone, and on nothing that a second press would do', async () => {
    const { town, counter } = await open();
    const { page } = counter;
    const presses = async (what: Locator): Promise<void> => {
      await what.focus();
      await counter.press('Enter');
    };
    /** Asked again until it is so: the page is drawn before the focus follows. */
    const standsOn = (what: Locator): Promise<void> =>
      expect
        .poll(() => what.evaluate((element) => element === document.activeElement), { message: String(what) })
        .toBe(true);
    const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name });

    await page.locator('.choice').first().waitFor();
    await presses(page.locator('.choice', { hasText: 'Ana Silva' }));
    await standsOn(heading('Which desk is this?'));
    await presses(page.locator('.choice', { hasText: 'Desk 1' }));
    await standsOn(heading('This desk is free'));
    for (const service of ['Taxes', 'Weddings', 'Taxes', 'Passports']) await town.createTicket(service);
    await counter.lists(['B001', 'C001', 'B002', 'A001']);

    // The row after it takes the focus, as a row; its arrows lead on from there.
    await presses(page.getByRole('button', { name: 'Call C001', exact: true }));
    await counter.serves('C001');
    await standsOn(counter.row('B002'));
    await counter.press('ArrowDown');
    await standsOn(page.getByRole('button', { name: 'Call B002', exact: true }));
    await presses(counter.act(/^Pause/));
    await counter.serves(null);
    await standsOn(heading('This desk is free'));
    // The last row leaves it to the one before.
    await presses(page.getByRole('button', { name: 'Call A001', exact: true }));
    await counter.serves('A001');
    await standsOn(counter.row('B002'));
    await presses(counter.act(/^End( E)?$/));
    await counter.dialog().waitFor();
    await counter.press('Escape');
    await standsOn(counter.act(/^End( E)?$/));
    await presses(counter.act(/^No-show( X)?$/));
    await counter.serves(null);
    await standsOn(heading('This desk is free'));
    // A step is taken back; the same key once more calls nobody.
    await presses(page.locator('.undo-button'));
    await counter.serves('A001');
    await standsOn(page.getByRole('heading', { level: 1 }));
    await presses(counter.act(/^No-show( X)?$/));
    await counter.serves(null);
    await presses(page.getByRole('button', { name: /^Pause desk/ }));
    await presses(counter.dialog().locator('.choice').first());
    await counter.dialog().waitFor({ state: 'detached' });
    await standsOn(heading('You are on a break'));
    // And hears that the desk is on a break.
    await page
      .getByRole('status')
      .filter({ hasText: /^Break: Short break$/ })
      .waitFor({ state: 'attached' });
    // Who goes away on purpose is left alone.
    await page.getByRole('button', { name: /^Back to work/ }).focus();
    await page.mouse.click(5, 790);
    await counter.press('b');
    await page.getByRole('button', { name: /^Pause desk/ }).waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    // The first stop leads past the bar.
    await page.reload();
    await counter.isReady();
    await counter.press('Tab');
    await standsOn(page.getByRole('button', { name: 'Skip to content' }));
    await counter.press('Enter');
    await standsOn(heading('This desk is free'));
  });

  it('a clerk who writes does not call; Ctrl and Enter does', async () => {
    const { town, counter } = await open();
    await counter.isUser('Ana Silva');
    await counter.sitsAt('Desk 1');
    await town.createTicket('Passports');
    await town.createTicket('Taxes');
    await counter.press('n');
    await counter.serves('A001');
    await counter.page.locator('.questions').getByLabel('file?').click();
    await counter.page.keyboard.type('new expert text');
    expect(await counter.serving()).toBe('A001');
    await counter.page
      .getByRole('group', { name: /^mood\?/ })
      .getByRole('button', { name: '4' })
      .click();
    await counter.page.locator('.questions').getByLabel('file?').focus();
    await counter.page.locator('#next:not([aria-busy])').waitFor();
    await counter.press('Control+Enter');
    await counter.serves('B001');
  });

  it('single keys can be switched off, and stay off', async () => {
    const { town, counter } = await open();
    await counter.isUser('Ana Silva');
    await counter.sitsAt('Desk 1');
    await town.createTicket('Passports');
    await counter.press('?');
    await counter.dialog().getByLabel('Single-key shortcuts').uncheck();
    await counter.press('Escape');
    await counter.press('n');
    await counter.page.reload();
    await counter.lists(['A001']);
    await counter.press('n');
    await counter.press('Control+Enter');
    await counter.serves('A001');
    expect(await counter.page.locator('.key-hint').count()).toBe(0);
  });
});
