/** The screens and states of the back office, one after another, for whoever looks at each of them. */
import type { Locator, Page } from 'playwright-core';
import { ROLES } from '../../main/site/contract/roles.ts';
import type { Administrator } from '../helpers/admin-page.ts';
import { settled } from '../helpers/kiosk-page.ts';
import type { Machine } from '../helpers/machine.ts';

/** A house with something of everything. */
export const HOUSE = {
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

/** Every section of the back office, and an editor of each kind; in each run those with the most that can go wrong, and that the windows do not stand on. */
export const SCREENS: readonly (readonly [address: string, inEachRun?: 'each'])[] = [
  ['#/today'],
  ['#/branches'],
  ['#/alarms'],
  ['#/reports', 'each'],
  ['#/start'],
  ['#/locations'],
  ['#/locations/hall', 'each'],
  ['#/services'],
  ['#/services/permits'],
  ['#/service_groups/papers'],
  ['#/desks/desk-1'],
  ['#/users/ana'],
  ['#/role_sets/clerks'],
  ['#/devices'],
  ['#/devices/kiosk-1'],
  ['#/devices/display-1'],
  ['#/appointments'],
  ['#/appointments/new'],
  ['#/forms/before', 'each'],
  ['#/question_answer_types/words'],
  ['#/settings', 'each'],
  ['#/mail'],
  ['#/personal_data'],
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

/** Of things whose fields lie within fields something becomes other, as the change log tells it. */
export function changesMuch(page: Page): Promise<void> {
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

const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitän Maximiliana von und zu Hohenstein-Wolfenbüttel';

/** A day that is always to come, as fields and files have it. */
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** The house at work: it has what is long, what is wrong, and what follows something else. */
export function busyHouse(): object {
  const [hall, clinic] = HOUSE.locations;
  const [permits, taxes] = HOUSE.services;
  const slots = { slot_time: 30, capacity: 1, app_schedule: 'Mo-Su 10:00-12:00' };
  return {
    ...HOUSE,
    settings: {
      ...HOUSE.settings,
      webhook_networks: ['127.0.0.0/8'],
      mail_server: '127.0.0.1',
      mail_port: 9,
      mail_security: 'none',
      mail_from: 'Hall <queue@pontalva.example>',
    },
    locations: [
      { ...hall, t_checkin_before: 10_000 },
      { ...clinic, follows: 'hall' },
    ],
    services: [
      { ...permits, ...slots },
      { ...taxes, name: `Taxes, ${LONG_NAME}` },
    ],
    webhooks: [{ id: 'board', name: 'The board in the yard', url: 'http://127.0.0.1:9/' }],
    report_keys: [{ id: 'figures', name: 'Figures' }],
    appointments: [
      { id: 'nora', service: 'permits', scheduled_to: `${TOMORROW} 10:00:00`, client_name: LONG_NAME },
      { id: 'ivo', service: 'permits', scheduled_to: `${TOMORROW} 11:30:00`, client_name: 'Ivo Santos' },
    ],
  };
}

/** Screens with parts that are folded away at first. */
const UNFOLDED = [
  '#/locations/hall',
  '#/locations/clinic',
  '#/services/permits',
  '#/devices/kiosk-1',
  '#/devices/display-1',
  '#/users/ana',
  '#/settings',
  '#/audit',
  '#/reports',
];

/** Whoever works at the back office, and has each state looked at. */
interface Worker {
  readonly machine: Machine;
  readonly admin: Administrator;
  readonly look: (state: string) => Promise<void>;
}

/**
 * What screens come to when somebody works there: windows, refusals, lists in which nothing is found, all that is folded away,
 * what is put in order, and what is looked at before it is done. Each goes by itself over the busy house; nothing hangs on the
 * language of the page.
 */
export const OFFICE_WALKS: readonly (readonly [name: string, go: (worker: Worker) => Promise<void>])[] = [
  ['all that is folded away', whatIsFolded],
  ['lists', lists],
  ['a service', aService],
  ['questions', questions],
  ['visits', visits],
  ['devices', devices],
  ['what goes out', whatGoesOut],
  ['files', files],
  ['many things', manyThings],
  ['first steps', firstSteps],
  ['two at once', twoAtOnce],
];

/** What an editor sends with. */
const submitOf = (page: Page): Locator => page.locator('.editor-form [type="submit"]').first();
const press = (page: Page, what: string): Promise<void> => page.locator(what).first().click();

export async function unfold(page: Page): Promise<void> {
  // What was folded away may hold more of it.
  const folded = page.locator('.screen details:not([open]) > summary:visible');
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Has a window looked at that opens, and leaves it. */
async function inWindow({ admin: { page }, look }: Worker, state: string, open: () => Promise<void>): Promise<void> {
  const dialog = page.locator('dialog[open]');
  await open();
  await dialog.waitFor();
  await look(state);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

async function whatIsFolded({ admin, look }: Worker): Promise<void> {
  await changesMuch(admin.page);
  for (const screen of UNFOLDED) {
    await admin.turnTo(screen);
    await unfold(admin.page);
    await look(`${screen}, unfolded`);
  }
}

async function lists({ admin, look }: Worker): Promise<void> {
  for (const screen of ['#/services', '#/users', '#/role_sets', '#/desks', '#/forms', '#/server_services']) {
    await admin.turnTo(screen);
    await look(screen);
  }
  for (const screen of ['#/services', '#/devices', '#/appointments']) {
    await admin.turnTo(screen);
    await admin.page.locator('.filters input[type="search"]').fill('nothing is called so');
    await admin.page.locator('.empty').first().waitFor();
    await look(`${screen}, nothing found`);
  }
}

async function aService(worker: Worker): Promise<void> {
  const { admin, look } = worker;
  const { page } = admin;
  await admin.turnTo('#/services/permits');
  await page.locator('.editor-form input.input').first().fill('');
  await page.locator('.editor-form input[type="color"]').first().fill('#ffff00');
  await submitOf(page).click();
  await page.locator('.field-fault').first().waitFor();
  await look('a service that cannot be saved');
  await inWindow(worker, 'what is unsaved', () => press(page, '.top-drafts'));
  await inWindow(worker, 'command palette', () => page.keyboard.press('Control+k'));
  await inWindow(worker, 'preferences', () => page.locator('.top-end .button').last().click());
  await inWindow(worker, 'what needs it', () => page.locator('.screen-actions .button-plain').last().click());
  await admin.turnTo('#/locations/hall');
  await page
    .locator('select')
    .filter({ has: page.locator('option[value="text"]') })
    .first()
    .selectOption('text');
  await look('opening hours as a text');
}

async function questions({ admin, look }: Worker): Promise<void> {
  const { page } = admin;
  await admin.turnTo('#/forms/before');
  await press(page, '.questions ~ .button');
  await page.locator('.question-body').waitFor();
  await unfold(page);
  await look('a question that is new');
  await submitOf(page).click();
  await page.locator('.field-fault').first().waitFor();
  await look('a question that says nothing');
}

async function visits(worker: Worker): Promise<void> {
  const { admin, look } = worker;
  const { page } = admin;
  await admin.turnTo('#/reports');
  await unfold(page);
  await inWindow(worker, 'a report to save', () => press(page, '.table-head > .button'));
  await admin.turnTo('#/appointments');
  await inWindow(worker, 'a ticket at reception', () => press(page, '.screen-actions .button'));
  await admin.turnTo('#/appointments/nora');
  await look('an appointment of a long name');
}

async function devices(worker: Worker): Promise<void> {
  const { admin, machine, look } = worker;
  const { page } = admin;
  await admin.turnTo('#/devices/kiosk-1');
  const dialog = page.locator('dialog[open]');
  for (const [at, button] of (await page.locator('[aria-labelledby="device-care"] .adds .button').all()).entries()) {
    await button.click();
    // Some ask first, in a window that comes with the next drawing.
    await settled(page);
    if ((await dialog.count()) === 0) continue;
    await look(`what is done from afar, ${at}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await admin.turnTo('#/devices/display-1');
  const key = '[aria-labelledby="device-key"]';
  await press(page, `${key} > .adds .button`);
  await page.locator(`${key} .notice`).waitFor();
  await look('what a new key means');
  await inWindow(worker, 'a key', () => press(page, `${key} .notice .button`));
  await fetch(`${machine.program.address}/restapi/v2/kiosks/kiosk-1/status`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ screen: 'idle', printer: 'no-paper' }),
  });
  await admin.turnTo('#/devices');
  await page.locator('.badge-fault').first().waitFor();
  await look('a device in trouble');
  await admin.turnTo('#/pair');
  await page.locator('.editor select').selectOption('display-1');
  await page.locator('.pair-box input').first().fill('XXXXXX');
  await press(page, '.pair-box [type="submit"]');
  await page.locator('.pair-box .notice, .pair-box .field-fault').first().waitFor();
  await look('a code that nobody shows');
}

async function whatGoesOut(worker: Worker): Promise<void> {
  const { admin, look } = worker;
  const { page } = admin;
  const state = '[aria-labelledby="webhook-state"] .adds .button';
  await admin.turnTo('#/webhooks/board');
  await inWindow(worker, 'a secret', () => page.locator(state).last().click());
  await press(page, state);
  await page.locator('.panel table tbody tr').first().waitFor();
  await look('a webhook that nobody hears');
  await admin.turnTo('#/report_keys/figures');
  await inWindow(worker, 'a key of reports', () => press(page, '[aria-labelledby="report-key"] .adds .button'));
  await admin.turnTo('#/mail');
  await page.locator('form input[type="email"]').fill('ana@pontalva.example');
  await press(page, 'form [type="submit"]');
  await page.locator('form .notice').first().waitFor();
  await look('mail that does not go');
}

/** Chooses a file in the only field for one. */
const bring = (page: Page, text: string): Promise<void> =>
  page
    .locator('.screen input[type="file"]')
    .first()
    .setInputFiles({ name: 'file', mimeType: 'text/plain', buffer: Buffer.from(text) });

async function files({ admin, machine, look }: Worker): Promise<void> {
  const { page } = admin;
  await admin.turnTo('#/transfer');
  await bring(page, 'no JSON');
  await page.locator('.screen .notice-fault').waitFor();
  await look('a file that is none');
  const { site } = await machine.get<{ site: { devices: object[]; services: object[] } }>('/restapi/v2/admin/site');
  const [kiosk, ...others] = site.devices;
  await bring(page, JSON.stringify({ ...site, devices: [{ ...kiosk, name: 7, wrong: true }, ...others] }));
  await page.locator('.differences').waitFor();
  await look('what a file would change');
  await page.locator('[aria-labelledby="import"] .button').last().click();
  await page.locator('.fault-list').waitFor();
  await look('a file that is refused');
}

async function manyThings({ admin, look }: Worker): Promise<void> {
  const { page } = admin;
  const seen = page.locator('.screen > .section .button-main').first();
  await admin.turnTo('#/many/table?collection=desks&location=hall');
  await bring(page, 'name;tag;services\nDesk 3;3;Weddings\n');
  await seen.click();
  await page.locator('.many-faults').waitFor();
  await look('a table with a fault');
  await bring(page, `name;tag;services\n${LONG_NAME};3;Permits\n`);
  await seen.click();
  await page.locator('.differences').waitFor();
  await look('what a table would change');
  await admin.turnTo('#/many/order?collection=services');
  await press(page, '.many-order .button-mark:not([aria-disabled="true"])');
  await look('an order that is not saved');
}

async function firstSteps({ admin, look }: Worker): Promise<void> {
  for (const step of ['house', 'brand', 'services', 'desks', 'people', 'kiosk', 'display', 'ticket']) {
    await admin.turnTo(`#/start/${step}`);
    await look(`the step ${step}`);
  }
}

async function twoAtOnce({ admin, look }: Worker): Promise<void> {
  const { page } = admin;
  await admin.turnTo('#/services/taxes');
  await page.locator('.editor-form input.input').first().fill('Mine');
  await page.evaluate(async () => {
    const place = '/restapi/v2/admin/services/taxes';
    const { item } = (await (await fetch(place)).json()) as { item: object };
    const body = JSON.stringify({ ...item, name: 'Theirs' });
    await fetch(place, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  });
  await page.locator('.meeting').waitFor();
  await look('two who have changed the same');
  await page.context().setOffline(true);
  await page.locator('.stale[data-stale="true"]').waitFor();
  await look('cut off');
}
