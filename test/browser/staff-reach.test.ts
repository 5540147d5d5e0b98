/**
 * The pages of staff in hands that do not use them as they were drawn: enlarged four times, with letters wider apart, in
 * colours of the reader's own, by the Tab key alone, and by names that are spoken.
 */

import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { STAFF_LANGUAGES } from '../../main/lib/languages.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { codesSaid } from '../helpers/codes-said.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { lockedSite } from '../helpers/locked-town.ts';
import { openMachine } from '../helpers/machine.ts';
import { ENLARGED, Reach } from '../helpers/page-reach.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import { siteFile } from '../helpers/site-file.ts';
import { chosenOf, itInProofs } from '../helpers/whole.ts';
import { WALKS } from './counter-states.ts';
import { busyHouse, changesMuch, HOUSE, OFFICE_WALKS, SCREENS, unfold } from './office-states.ts';

const NARROW = { width: 360, height: 740 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe('the counter', () => {
  // A visit in each run too: on the walk of `counter-looks.test.ts`, which costs more than the looks.
  itInProofs.each(WALKS)('is within reach in each state of $name', async ({ site, eachState }) => {
    const town = await openCounterTown({ site: site() });
    const counter = await Counter.at(town, browser, { viewport: ENLARGED });
    onTestFinished(async () => {
      await counter.page.context().close();
      await town.close();
    });
    const reach = new Reach(counter.page);
    await eachState({ town, counter }, (state) => reach.look(state));
    expect(reach.found).toEqual({});
    expect(counter.faults).toEqual([]);
  });

  it('is within reach before somebody has signed in', async () => {
    const town = await openCounterTown({ site: lockedSite(), hasher: quickHasher() });
    const counter = await Counter.at(town, browser, { viewport: ENLARGED });
    onTestFinished(async () => {
      await counter.page.context().close();
      await town.close();
    });
    const reach = new Reach(counter.page);
    await counter.page.locator('input[autocomplete="username"]').waitFor();
    await reach.look('the gate');
    await counter.signsIn('nobody else', 'wrong');
    await counter.page.locator('.notice-fault').waitFor();
    await reach.look('the gate, refused');
    expect(reach.found).toEqual({});
  });
});

async function openOffice(options: BrowserContextOptions = { viewport: ENLARGED }): Promise<Administrator> {
  return (await openHouse(HOUSE, options)).admin;
}

async function openHouse(house: object, options: BrowserContextOptions) {
  const file = await siteFile(house);
  const machine = await openMachine({ site: file, printer: 'none' });
  return { machine, admin: await Administrator.at(machine, browser, options) };
}

describe('the back office', () => {
  it('is within reach on its screens', { timeout: 240_000 }, async () => {
    const admin = await openOffice();
    const reach = new Reach(admin.page);
    for (const [screen] of chosenOf(SCREENS, ([, inEachRun]) => inEachRun === 'each')) {
      await admin.turnTo(screen);
      await reach.look(screen);
    }
    await admin.look('#/nowhere');
    await reach.look('an address that is unknown');
    expect(reach.found).toEqual({});
    expect(admin.faults).toEqual([]);
  });

  it('stays where it is, whatever is filled in', async () => {
    const admin = await openOffice({});
    const reach = new Reach(admin.page);
    let fields = 0;
    // In each run the one with the most fields.
    for (const [screen] of chosenOf(SCREENS, ([address]) => address === '#/locations/hall')) {
      await admin.turnTo(screen);
      await unfold(admin.page);
      fields += await reach.fillIn(screen);
    }
    expect(reach.found).toEqual({});
    expect(fields).toBeGreaterThan(30);
    expect(admin.faults).toEqual([]);
  });

  itInProofs.each(OFFICE_WALKS)('is within reach in what it comes to: %s', async (_name, go) => {
    const { machine, admin } = await openHouse(busyHouse(), { viewport: ENLARGED });
    const reach = new Reach(admin.page);
    await go({ machine, admin, look: (state) => reach.look(state) });
    expect(reach.found).toEqual({});
  });

  // English in each run, by the looks above; other words are longer, or run the other way.
  itInProofs.each(['ar', 'de'])('is reached by the Tab key alone, in %s', async (locale) => {
    const admin = await openOffice({ viewport: ENLARGED, locale });
    const reach = new Reach(admin.page);
    for (const [screen] of SCREENS) {
      await admin.turnTo(screen);
      expect(await admin.page.locator('html').getAttribute('lang')).toBe(locale);
      await reach.tab(screen);
    }
    expect(reach.found).toEqual({});
    expect(admin.faults).toEqual([]);
  });

  // English in each run, by the looks above; what a house has changed is read in the log.
  itInProofs.each(STAFF_LANGUAGES)('says nothing in codes, and fits a telephone, in %s', async (locale) => {
    const admin = await openOffice({ viewport: NARROW, locale });
    await changesMuch(admin.page);
    const found: Record<string, readonly string[]> = {};
    for (const [screen] of SCREENS) {
      await admin.turnTo(screen);
      const codes = await codesSaid(admin.page);
      const width = await admin.page.evaluate(() => document.documentElement.scrollWidth);
      if (codes.length > 0) found[screen] = codes;
      if (width > NARROW.width) found[`${screen}, wide`] = [`${width} px`];
    }
    expect(found).toEqual({});
    expect(admin.faults).toEqual([]);
  });

  it('is within reach in its menu and its windows', { timeout: 120_000 }, async () => {
    const admin = await openOffice();
    const { page } = admin;
    const reach = new Reach(page);
    const dialog = page.locator('dialog[open]');
    const inWindow = async (name: string, open: () => Promise<void>): Promise<void> => {
      await open();
      await dialog.waitFor();
      await reach.look(name);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    };
    await admin.turnTo('#/services/permits');
    await admin.press('Menu');
    await reach.look('the menu');
    await admin.press('Menu');
    await admin.fill('Name', 'Permits of all kinds');
    await inWindow('what is unsaved', () => page.locator('.top-drafts').click());
    await reach.look('an editor with something unsaved');
    await inWindow('what needs it', () => admin.press('Delete'));
    await inWindow('preferences', () => page.locator('.top-end .button').last().click());
    await admin.turnTo('#/reports');
    await inWindow('a report to save', () => admin.press('Save this report'));
    await admin.turnTo('#/devices/display-1');
    await admin.press('Create a new key');
    await reach.look('a key, and what it means for the one before');
    await inWindow('a key', () => admin.press('Create a new key'));
    expect(reach.found).toEqual({});
  });
});

itInProofs.each(STAFF_LANGUAGES)(
  'what is seen on a control is what it is called: counter, %s',
  { timeout: 240_000 },
  async (lang) => {
    for (const { name, site, eachState } of WALKS) {
      const town = await openCounterTown({ site: site() });
      const counter = await Counter.at(town, browser, { locale: lang });
      onTestFinished(async () => {
        await counter.page.context().close();
        await town.close();
      });
      const reach = new Reach(counter.page);
      await eachState({ town, counter }, (state) => reach.speak(`${name}, ${state}`));
      expect(await counter.page.locator('html').getAttribute('lang')).toBe(lang);
      expect(reach.found).toEqual({});
    }
  },
);

itInProofs.each(STAFF_LANGUAGES)(
  'what is seen on a control is what it is called: back office and settings of a display, %s',
  { timeout: 240_000 },
  async (lang) => {
    const admin = await openOffice({ locale: lang });
    const reach = new Reach(admin.page);
    for (const [screen] of SCREENS) {
      await admin.turnTo(screen);
      await reach.speak(screen);
    }
    expect(reach.found).toEqual({});
  },
);

itInProofs.each(STAFF_LANGUAGES.flatMap((lang) => OFFICE_WALKS.map(([name, go]) => [name, lang, go] as const)))(
  'what is seen on a control is what it is called: %s at the back office, %s',
  async (_name, locale, go) => {
    const { machine, admin } = await openHouse(busyHouse(), { locale });
    const reach = new Reach(admin.page);
    await go({ machine, admin, look: (state) => reach.speak(state) });
    expect(await admin.page.locator('html').getAttribute('lang')).toBe(locale);
    expect(reach.found).toEqual({});
  },
);
