/**
 * The pages of staff in hands that do not use them as they were drawn: enlarged four times, with letters wider apart, in
 * colours of the reader's own, by the Tab key alone, and by names that are spoken.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { STAFF_LANGUAGES } from '../../main/contract/languages.ts';
import { ROLES } from '../../main/contract/roles.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { codesSaid } from '../helpers/codes-said.ts';
import { Counter, openCounterTown } from '../helpers/counter-page.ts';
import { launchChromium } from '../helpers/kiosk-page.ts';
import { lockedSite } from '../helpers/locked-town.ts';
import { openMachine } from '../helpers/machine.ts';
import { ENLARGED, Reach } from '../helpers/page-reach.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import { chosenOf, itInProofs } from '../helpers/whole.ts';
import { WALKS } from './counter-states.ts';

const HOUSE = {
  settings: {
    languages: ['en', 'pt_PT'],
    default_lang: 'en',
    break_reasons: [
      { id: 'lunch', name: 'Lunch' },
      { id: 'phone', name: 'Telephone' },
    ],
  },
  locations: [
    {
      id: 'hall',
      name: 'Town hall',
      timezone: 'UTC',
      country: 'PT',
      schedule: 'Mo-Fr 09:00-12:30,14:00-17:00; Sa 09:00-12:00; PH off; 2027 Jan 02 off; 2027 Jan 03 off',
      languages: ['en', 'pt_PT'],
    },
    { id: 'clinic', name: 'Clinic', timezone: 'UTC', country: 'PT' },
  ],
  service_groups: [{ id: 'papers', name: 'Papers', location: 'hall' }],
  services: [
    {
      id: 'permits',
      name: 'Permits',
      location: 'hall',
      tag: 'A',
      rgbColour: '0b5f70',
      service_group: 'papers',
      forms: ['before'],
      outcomes: [
        { code: 'ok', name: 'Granted', kind: 'result' },
        { code: 'no', name: 'Refused', kind: 'result' },
      ],
      translations: { pt_PT: { name: 'Licenças' } },
    },
    { id: 'taxes', name: 'Taxes', location: 'hall', tag: 'B', desks: ['desk-1'] },
  ],
  desks: [
    { id: 'desk-1', name: 'Desk 1', tag: '1', location: 'hall' },
    { id: 'desk-2', name: 'Desk 2', tag: '2', location: 'hall' },
  ],
  users: [
    { id: 'ana', username: 'ana', name: 'Ana Reis', roles: ROLES },
    { id: 'rui', username: 'rui', name: 'Rui Costa', roles: [] },
  ],
  role_sets: [{ id: 'clerks', name: 'Clerks', roles: ['acl_qmpad_access'] }],
  devices: [
    { id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall' },
    {
      id: 'display-1',
      name: 'Display',
      type: 9,
      location: 'hall',
      display: {
        volume_hours: [
          { from: '20:00', to: '08:00', volume: 30 },
          { from: '12:00', to: '13:00', volume: 10 },
        ],
      },
    },
  ],
  forms: [
    {
      id: 'before',
      name: 'Before the visit',
      questions: {
        before: [
          { id: 'q1', question: 'Is it about a house?', qat_id: 'yes-no', visible_on: { ticket_kiosks: true } },
          { id: 'q2', question: 'In which street?', qat_id: 'words', visible_on: { ticket_kiosks: true } },
        ],
      },
    },
  ],
  question_answer_types: [
    { id: 'yes-no', name: 'Yes or no', type: 6 },
    { id: 'words', name: 'Text', type: 1 },
  ],
};

/** Every section of the back office, and an editor of each kind; in each run those with the most that can go wrong. */
const SCREENS: readonly (readonly [address: string, inEachRun?: 'each'])[] = [
  ['#/today'],
  ['#/branches'],
  ['#/alarms'],
  ['#/reports', 'each'],
  ['#/start'],
  ['#/locations'],
  ['#/locations/hall', 'each'],
  ['#/services'],
  ['#/services/permits', 'each'],
  ['#/service_groups/papers'],
  ['#/desks/desk-1'],
  ['#/users/ana'],
  ['#/role_sets/clerks'],
  ['#/devices'],
  ['#/devices/kiosk-1'],
  ['#/devices/display-1', 'each'],
  ['#/appointments'],
  ['#/appointments/new'],
  ['#/forms/before', 'each'],
  ['#/question_answer_types/words'],
  ['#/settings', 'each'],
  ['#/mail'],
  ['#/webhooks/new'],
  ['#/report_keys/new'],
  ['#/audit'],
  ['#/transfer'],
  ['#/pair'],
  ['#/many/copy'],
  ['#/many/change?collection=services', 'each'],
  ['#/many/order?collection=services'],
  ['#/many/table?collection=users'],
];

const NARROW = { width: 360, height: 740 };

/** Of things whose fields lie within fields something becomes other, as the change log tells it. */
function changesMuch(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const at = (thing: string): string => `/restapi/v2/admin/${thing}`;
    const read = async (thing: string) => (await (await fetch(at(thing))).json()) as Record<string, object>;
    const change = async (thing: string, part: 'item' | 'settings', fields: object): Promise<void> => {
      const body = JSON.stringify({ ...(await read(thing))[part], ...fields });
      const answer = await fetch(at(thing), { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
      if (!answer.ok) throw new Error(`${thing}: ${await answer.text()}`);
    };
    await change('settings', 'settings', {
      break_reasons: [{ id: '1', name: 'Lunch', translations: { pt_PT: { name: 'Almoço' } } }],
    });
    await change('services/permits', 'item', {
      outcomes: [{ code: 'ok', name: 'Allowed', kind: 'reason', translations: { pt_PT: { name: 'Permitido' } } }],
      extra_text: 'Bring a plan.',
      max_waiting: 20,
    });
    await change('devices/display-1', 'item', {
      display: { ticker: 'Welcome', ticker_translations: { pt_PT: 'Bem-vindos' }, volume_hours: [], look: 'dark' },
    });
    await change('locations/hall', 'item', { ticket_layout: [{ part: 'number', size: 2 }], call_order: 'ratio' });
    await change('users/ana', 'item', { roles: ['admin_site', 'acl_qmpad_access'], role_set: 'clerks' });
  });
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe('the counter', () => {
  it.each(chosenOf(WALKS, (_, day) => day === 0))(
    'is within reach in each state of $name',
    async ({ site, eachState }) => {
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
    },
  );

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
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-site-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'site.json');
  await writeFile(file, JSON.stringify(HOUSE));
  const machine = await openMachine({ site: file, printer: 'none' });
  return Administrator.at(machine, browser, options);
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
    await admin.press('Make a new key');
    await reach.look('a key, and what it means for the one before');
    await inWindow('a key', () => admin.press('Make a new key'));
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
