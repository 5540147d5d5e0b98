/**
 * Pages of staff in the accessibility tree of a desktop, in English and Arabic: the counter from login to transfers,
 * the screens of the back office, and the settings of a display: `npm run test:slow -- atspi`.
 */

import { expect, it, onTestFinished } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { type AssistedDesktop, openDesktop } from '../helpers/assisted-desktop.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { DesktopEar } from '../helpers/desktop-ear.ts';
import { lockedSite, passwordOf } from '../helpers/locked-town.ts';
import { type Machine, openMachine } from '../helpers/machine.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import { siteFile } from '../helpers/site-file.ts';
import { WALKS } from './counter-states.ts';
import { busyHouse, HOUSE, OFFICE_WALKS, SCREENS } from './office-states.ts';

const LANGUAGES = ['en', 'ar'] as const;
it.each(LANGUAGES.flatMap((lang) => WALKS.map((walk) => [walk.name, lang, walk] as const)))(
  'AT-SPI exposes every state of the counter: %s, %s',
  async (_name, lang, { site, eachState }) => {
    const desktop = await openDesktop();
    const town = await openCounterTown({ site: site() });
    onTestFinished(() => town.close());
    const counter = await Counter.at(town, desktop.browser, { locale: lang });
    const ear = new DesktopEar(desktop, counter.page);
    await eachState({ town, counter }, (state) => ear.hear(state));
    expect(ear.found).toEqual({});
    expect(counter.faults).toEqual([]);
  },
);

it.each(LANGUAGES)('AT-SPI exposes the login and its refusal: %s', async (lang) => {
  const desktop = await openDesktop();
  const town = await openCounterTown({ site: lockedSite(), hasher: quickHasher() });
  onTestFinished(() => town.close());
  const counter = await Counter.at(town, desktop.browser, { locale: lang });
  const ear = new DesktopEar(desktop, counter.page);
  await counter.page.locator('input[autocomplete="username"]').waitFor();
  await ear.hear('the gate');
  await counter.signsIn('nobody else', 'wrong');
  await counter.page.locator('.notice-fault').waitFor();
  await ear.hear('refused');
  await counter.signsIn('ana', passwordOf('ana'));
  await counter.page.locator('.choices-desks .choice').first().waitFor();
  await ear.hear('which desk');
  expect(ear.found).toEqual({});
});

interface Office {
  readonly desktop: AssistedDesktop;
  readonly machine: Machine;
  readonly admin: Administrator;
  readonly ear: DesktopEar;
}

async function openOffice(lang: string, house: object): Promise<Office> {
  const desktop = await openDesktop();
  const site = await siteFile(house);
  const machine = await openMachine({ site, printer: 'none' });
  const admin = await Administrator.at(machine, desktop.browser, { locale: lang });
  return { desktop, machine, admin, ear: new DesktopEar(desktop, admin.page) };
}

it.each(LANGUAGES)('AT-SPI exposes every screen of the back office: %s', async (lang) => {
  const { admin, ear } = await openOffice(lang, HOUSE);
  for (const [screen] of SCREENS) {
    await admin.turnTo(screen);
    await ear.hear(screen);
  }
  expect(ear.found).toEqual({});
  expect(admin.faults).toEqual([]);
});

it.each(LANGUAGES.flatMap((lang) => OFFICE_WALKS.map(([name, go]) => [name, lang, go] as const)))(
  'AT-SPI exposes the states of the back office: %s, %s',
  async (_name, lang, go) => {
    const { machine, admin, ear } = await openOffice(lang, busyHouse());
    await go({ machine, admin, look: (state) => ear.hear(state) });
    expect(ear.found).toEqual({});
  },
);

it.each(LANGUAGES)('AT-SPI exposes the settings of a display: %s', async (lang) => {
  const { admin, ear } = await openOffice(lang, HOUSE);
  await admin.turnTo('#/devices/display-1');
  await ear.hear('a display');
  for (const summary of await admin.page.locator('.screen summary').all()) await summary.click();
  await ear.hear('all of its settings');
  expect(ear.found).toEqual({});
  expect(admin.faults).toEqual([]);
});
