/**
 * The pages of staff as a screen reader of the desktop meets them, read through AT-SPI as the kiosk is: the counter from the gate over
 * calls, a pause and the window in which somebody is sent on, and the settings of a display in the back office. In English, and in
 * Arabic, which runs from right to left: `npm run prove -- atspi`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Administrator } from '../helpers/admin-page.ts';
import { type AssistedDesktop, openDesktop } from '../helpers/assisted-desktop.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { settled } from '../helpers/kiosk-page.ts';
import { lockedSite, passwordOf } from '../helpers/locked-town.ts';
import { openMachine } from '../helpers/machine.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import { untold } from '../helpers/told-of.ts';
import { busySite, WALKS } from './counter-states.ts';

const LANGUAGES = ['en', 'ar'] as const;
/** How long the tree may take to follow the page. */
const BEHIND = { timeout: 10_000, interval: 200 };

/** Looks at a page, state by state; `found` says what AT-SPI does not tell of it, once it has followed. */
class Ear {
  readonly found: Record<string, readonly string[]> = {};
  readonly #desktop: AssistedDesktop;
  readonly #page: Page;

  constructor(desktop: AssistedDesktop, page: Page) {
    this.#desktop = desktop;
    this.#page = page;
  }

  async hear(state: string): Promise<void> {
    await settled(this.#page);
    let last: readonly string[] = [];
    const isTold = async (): Promise<boolean> => {
      last = await untold(this.#page, await this.#desktop.objects());
      return last.length === 0;
    };
    await vi.waitUntil(isTold, BEHIND).catch(() => undefined);
    if (last.length > 0) this.found[state] = last;
  }
}

it.each(LANGUAGES)('every state of a visit at the counter is told: %s', { timeout: 300_000 }, async (lang) => {
  const desktop = await openDesktop();
  const town = await openCounterTown({ site: busySite() });
  onTestFinished(() => town.close());
  const counter = await Counter.at(town, desktop.browser, { locale: lang });
  const ear = new Ear(desktop, counter.page);
  for (const { eachState } of WALKS.slice(0, 1)) await eachState({ town, counter }, (state) => ear.hear(state));
  expect(ear.found).toEqual({});
  expect(counter.faults).toEqual([]);
});

it.each(LANGUAGES)('the gate is told, and who is refused there hears it: %s', async (lang) => {
  const desktop = await openDesktop();
  const town = await openCounterTown({ site: lockedSite(), hasher: quickHasher() });
  onTestFinished(() => town.close());
  const counter = await Counter.at(town, desktop.browser, { locale: lang });
  const ear = new Ear(desktop, counter.page);
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

const HOUSE = {
  settings: { languages: ['en', 'ar'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC' }],
  services: [{ id: 'permits', name: 'Permits', location: 'hall', tag: 'A' }],
  service_groups: [{ id: 'papers', name: 'Papers', location: 'hall' }],
  users: [{ id: 'ana', username: 'ana', name: 'Ana Reis' }],
  devices: [
    {
      id: 'display-1',
      name: 'Display',
      type: 9,
      location: 'hall',
      display: { ticker: 'Please have your papers ready.', volume_hours: [{ from: '20:00', to: '08:00', volume: 30 }] },
    },
  ],
};

it.each(LANGUAGES)('the settings of a display are told: %s', async (lang) => {
  const desktop = await openDesktop();
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-site-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const site = join(folder, 'site.json');
  await writeFile(site, JSON.stringify(HOUSE));
  const machine = await openMachine({ site, printer: 'none' });
  const admin = await Administrator.at(machine, desktop.browser, { locale: lang });
  const ear = new Ear(desktop, admin.page);
  await admin.turnTo('#/devices/display-1');
  await ear.hear('a display');
  for (const summary of await admin.page.locator('.screen summary').all()) await summary.click();
  await ear.hear('all of its settings');
  expect(ear.found).toEqual({});
  expect(admin.faults).toEqual([]);
});
