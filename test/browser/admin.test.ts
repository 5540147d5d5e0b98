/** The back office in Chromium, over the real program: what is set up there is what visitors meet. */
import { readFile } from 'node:fs/promises';

import type { RunOptions } from 'axe-core';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ROLES, USUAL_ROLES } from '../../main/site/contract/roles.ts';
import { Administrator } from '../helpers/admin-page.ts';
import { openCounterTown } from '../helpers/counter-page.ts';
import { launchChromium, settled } from '../helpers/kiosk-page.ts';
import { type Machine, openMachine, Visitor } from '../helpers/machine.ts';
import { openPageCable } from '../helpers/page-cable.ts';
import { Reach } from '../helpers/page-reach.ts';
import { Receiver } from '../helpers/receiver.ts';
import { siteFile } from '../helpers/site-file.ts';
import { chosenOf, IS_WHOLE, itInProofs } from '../helpers/whole.ts';

const TOWN = {
  settings: { languages: ['en', 'pt_PT'], default_lang: 'en' },
  locations: [{ id: 'hall', name: 'Town hall', timezone: 'UTC', country: 'PT' }],
  services: [
    { id: 'permits', name: 'Permits', location: 'hall', tag: 'A', translations: { pt_PT: { name: 'Licenças' } } },
    { id: 'taxes', name: 'Taxes', location: 'hall', tag: 'B', desks: ['desk-1'] },
  ],
  desks: [
    { id: 'desk-1', name: 'Desk 1', tag: '1', location: 'hall' },
    { id: 'desk-2', name: 'Desk 2', tag: '2', location: 'hall' },
  ],
  users: [{ id: 'ana', username: 'ana', name: 'Ana Reis', roles: ROLES }],
  devices: [{ id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall' }],
  forms: [
    {
      id: 'before',
      name: 'Before the visit',
      questions: {
        before: [
          { id: 'q1', question: 'Is it about a house?', qat_id: 'yes-no', visible_on: { ticket_kiosks: true } },
          {
            id: 'q2',
            question: 'In which street?',
            qat_id: 'words',
            visible_on: { ticket_kiosks: true },
            depends_on: { has_dependency: true, question: 'q1', answer: 'yes' },
          },
        ],
      },
    },
  ],
  question_answer_types: [
    { id: 'yes-no', name: 'Yes or no', type: 6 },
    { id: 'words', name: 'Text', type: 1 },
  ],
};

/** A page follows within moments; a busy machine takes longer. */
const SOON = { timeout: 30_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function openTownHall(site: object = TOWN): Promise<Machine> {
  const file = await siteFile(site);
  return openMachine({ site: file, printer: 'none' });
}

interface Listed {
  readonly [collection: string]: readonly Readonly<Record<string, unknown>>[];
}

const things = async (machine: Machine, collection: string) =>
  (await machine.get<Listed>(`/restapi/v2/admin/${collection}`))[collection] ?? [];

describe('setting up the house', () => {
  it('renames a service, and the kiosk shows its new name, the simple one to whoever wants it', async () => {
    const machine = await openTownHall();
    const visitor = await Visitor.at(machine, browser);
    const admin = await Administrator.at(machine, browser);
    await admin.open('Services');
    expect(await admin.list()).toEqual(['Permits', 'Taxes']);
    await admin.choose('Permits');
    await admin.fill('Name', 'Building permits');
    await admin.save();
    await visitor.choice('Building permits').waitFor();
    expect(await visitor.choice('Permits').count()).toBe(0);
    // The same in simple language, for whoever chooses it there; nobody has written any for taxes.
    await admin.page.locator('summary', { hasText: 'Easy read' }).click();
    await admin.fill('Name (English, easy read)', 'Build a house');
    await admin.save();
    await visitor.page.getByRole('button', { name: 'Easy read' }).click();
    await visitor.choice('Build a house').waitFor();
    await visitor.choice('Taxes').waitFor();
    expect(admin.faults).toEqual([]);
  });

  it('adds a desk, serves a service there, and finds it again by searching', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser);
    await admin.open('Desks');
    await admin.page.getByRole('link', { name: 'Add a desk' }).click();
    await admin.fill('Name', 'Desk by the window');
    await admin.fill('Label on the display', '7');
    await admin.page.getByRole('checkbox', { name: 'Taxes' }).check();
    await admin.press('Add');
    await admin.heading('Desk by the window');
    expect(await things(machine, 'desks')).toContainEqual(
      expect.objectContaining({ name: 'Desk by the window', tag: '7', services: ['taxes'], location: 'hall' }),
    );
    // For visitors who read simple language on their phone.
    await admin.page.locator('summary', { hasText: 'Easy read' }).click();
    await admin.fill('Name (English, easy read)', 'Window 7');
    await admin.save();
    expect(await things(machine, 'desks')).toContainEqual(
      expect.objectContaining({ translations: { en_simple: { name: 'Window 7' } } }),
    );
    await admin.open('Desks');
    await admin.fill('Search', 'window');
    await expect.poll(() => admin.list(), SOON).toEqual(['Desk by the window']);
    await admin.page.reload();
    await expect.poll(() => admin.list(), SOON).toEqual(['Desk by the window']);
  });

  it('shows faults beside their fields, its own and those of the server, and changes nothing', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser, { address: '#/services/permits' });
    await admin.heading('Permits');
    await admin.fill('Name', '');
    await admin.press('Save');
    await admin.sees('Please fill this in.');
    expect(await admin.field('Name').getAttribute('aria-invalid')).toBe('true');
    await admin.fill('Name', 'Permits');
    await admin.page.getByRole('group', { name: 'Opening hours' }).getByLabel('When').selectOption('text');
    await admin.page.getByLabel('Opening hours in OpenStreetMap syntax').fill('whenever we like');
    await admin.press('Save');
    const fault = admin.page.locator('.group.field-faulty').getByText('Invalid opening hours.').first();
    // In the reader's language, whatever the package that reads them says.
    expect(await fault.innerText()).toBe('Invalid opening hours. The error is at the end of: wh');
    expect(await things(machine, 'services')).toContainEqual(expect.objectContaining({ id: 'permits', schedule: '' }));
  });

  it('says what needs a thing before it deletes it, and switches it off instead', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser, { address: '#/desks/desk-1' });
    await admin.heading('Desk 1');
    await admin.press('Delete');
    await admin.sees('It cannot be deleted yet: 1 other item uses it.');
    await admin.page.getByRole('dialog').getByRole('link', { name: 'Taxes' }).waitFor();
    await admin.press('Disable instead');
    await admin.sees('Desk 1 has been disabled.');
    expect(await things(machine, 'desks')).toContainEqual(expect.objectContaining({ id: 'desk-1', state: 0 }));
    await admin.open('Desks');
    await admin.choose('Desk 2');
    await admin.press('Delete');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await admin.sees('Desk 2 has been deleted.');
    await expect.poll(() => admin.list(), SOON).toEqual(['Desk 1']);
  });
});

describe('two administrators', () => {
  it('keep what each of them changed, and are asked about what both did', async () => {
    const machine = await openTownHall();
    const one = await Administrator.at(machine, browser, { address: '#/services/permits' });
    const other = await Administrator.at(machine, browser, { address: '#/services/permits' });
    await one.heading('Permits');
    await other.heading('Permits');
    await one.fill('Name', 'Permits and plans');
    await other.fill('Name', 'Building permits');
    await other.fill('Description', 'Plans and changes');
    await other.save();

    await one.sees('You both changed the same field.');
    expect(await one.field('Description').inputValue()).toBe('');
    await one.press('Save');
    await one.sees('Nothing was overwritten');
    expect(await things(machine, 'services')).toContainEqual(expect.objectContaining({ name: 'Building permits' }));
    await one.page.getByRole('radio', { name: /Theirs/ }).check();
    await one.press('Use selected version');
    await expect.poll(() => one.field('Name').inputValue(), SOON).toBe('Building permits');
    expect(await one.field('Description').inputValue()).toBe('Plans and changes');
  });

  it('have one list, which stays right while the other works: what is new, renamed or gone, under the hands of whoever looks', async () => {
    const machine = await openTownHall();
    const one = await Administrator.at(machine, browser, { address: '#/desks' });
    const other = await Administrator.at(machine, browser, { address: '#/desks/new?location=hall' });
    const { page } = one;
    const lists = (names: readonly string[]): Promise<void> => expect.poll(() => one.list(), SOON).toEqual(names);
    const focused = (): Promise<string> =>
      page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.tagName || '');
    await lists(['Desk 1', 'Desk 2']);

    // Somebody looks for a word: what comes is found as well, and nothing is taken out of their hands.
    await one.field('Search').focus();
    await page.keyboard.type('desk');
    await other.fill('Name', 'Desk by the window');
    await other.press('Add');
    await other.heading('Desk by the window');
    await lists(['Desk 1', 'Desk 2', 'Desk by the window']);
    await page.keyboard.type(' 1');
    await lists(['Desk 1']);
    expect(await one.field('Search').inputValue()).toBe('desk 1');
    await one.fill('Search', '');

    // In its new place as soon as it has another name, and gone when it is deleted: the keyboard goes on beside it.
    await other.fill('Name', 'Counter');
    await other.save();
    await lists(['Counter', 'Desk 1', 'Desk 2']);
    await page.locator('.list-name', { hasText: 'Counter' }).focus();
    await other.press('Delete');
    await other.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await other.sees('Counter has been deleted.');
    await lists(['Desk 1', 'Desk 2']);
    await expect.poll(focused, SOON).toMatch(/^Desk 1/);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Desk 1');
    await page.keyboard.press('Enter');
    await one.heading('Desk 1');

    for (const [collection, thing, name, before, after] of [
      ['services', 'taxes', 'Fees', ['Permits', 'Taxes'], ['Fees', 'Permits']],
      ['users', 'ana', 'Zoe Reis', ['Administrator', 'Ana Reis'], ['Administrator', 'Zoe Reis']],
    ] as const) {
      await one.turnTo(`#/${collection}`);
      await lists(before);
      await other.turnTo(`#/${collection}/${thing}`);
      await other.fill('Name', name);
      await other.save();
      await lists(after);
    }
    // Out of use, as the other one says: told in the row, and the list of who is in use is right at once.
    await other.field('Enabled').uncheck();
    await other.save();
    await page.getByRole('row', { name: /Zoe Reis.*Disabled/ }).waitFor();
    await page.locator('.filters select').last().selectOption('1');
    await lists(['Administrator']);
    await other.field('Enabled').check();
    await other.save();
    await lists(['Administrator', 'Zoe Reis']);
    expect([...one.faults, ...other.faults]).toEqual([]);
  });

  it('read in words what each made of texts and of a layout', async () => {
    const machine = await openTownHall();
    const [one, other] = [
      await Administrator.at(machine, browser, { address: '#/locations/hall' }),
      await Administrator.at(machine, browser, { address: '#/locations/hall' }),
    ];
    for (const each of [one, other]) await each.page.getByRole('radio', { name: 'Long, with custom parts' }).check();
    await one.press('Move Service up');
    await other.press('Remove Logo');
    await other.save();
    await one.sees('You both changed the same field.');
    const side = (admin: Administrator, whose: RegExp) =>
      admin.page.locator('.meeting-choice', { hasText: whose }).locator('.said').allTextContents();
    const rest = ['Number', 'Priority', 'People before', 'Estimated wait', 'Line', 'Date and time'];
    const end = ['Text of the service', 'QR code', 'Last line of the service'];
    expect(await side(one, /^Yours/)).toEqual([
      ...['Logo', 'Name of the location', 'Service', 'Line'],
      ...[...rest, ...end],
    ]);
    expect(await side(one, /^Theirs/)).toEqual(['Name of the location', 'Line', 'Service', ...rest, ...end]);
    expect(await one.barriers()).toEqual([]);
    await one.page.getByRole('radio', { name: 'Theirs' }).check();
    await one.press('Use selected version');
    await one.page.locator('.meeting').waitFor({ state: 'detached' });
    expect(await one.page.locator('.ticket-part-name').first().textContent()).toBe('Name of the location');
    await one.look('#/audit');
    const logged = one.page.locator('.audit tbody tr').first();
    expect(await logged.locator('dt').allTextContents()).toEqual(['Ticket layout']);
    expect(await logged.locator('del').textContent()).toBe('Short');
    expect(await logged.locator('ins').textContent()).toBe(
      ['Name of the location', 'Line', 'Service', ...rest, ...end].join(', '),
    );

    for (const each of [one, other]) await each.look('#/services/permits');
    const name = (admin: Administrator) => admin.page.getByLabel(/^Name \(Portugu/);
    await name(one).fill('Autorizações');
    await name(other).fill('Permissões');
    await other.save();
    await one.sees('You both changed the same field.');
    expect(await side(one, /^Yours/)).toEqual([expect.stringMatching(/^Portugu.* · Name: Autorizações$/)]);
    expect(await side(one, /^Theirs/)).toEqual([expect.stringMatching(/^Portugu.* · Name: Permissões$/)]);
    expect(await one.barriers()).toEqual([]);
    expect([...one.faults, ...other.faults]).toEqual([]);
  });

  itInProofs('read in words what the other one made of a ticket that they are about to delete', async () => {
    const machine = await openTownHall();
    const [one, other] = [
      await Administrator.at(machine, browser, { address: '#/locations/hall', viewport: { width: 360, height: 640 } }),
      await Administrator.at(machine, browser, { address: '#/locations/hall' }),
    ];
    for (const each of [one, other]) await each.page.getByRole('radio', { name: 'Long, with custom parts' }).check();
    await one.press('Delete');
    const dialog = one.page.getByRole('dialog');
    await dialog.waitFor();
    await other.press('Remove Logo');
    await other.select('Size: Number', 'Small');
    await other.save();
    await dialog.getByText('has changed since you opened it').waitFor();
    const said = dialog.locator('.meeting-field .said');
    expect((await said.allTextContents()).slice(0, 5)).toEqual([
      ...['Short', 'Name of the location', 'Line', 'Service', 'Number (Small)'],
    ]);
    expect(await one.barriers()).toEqual([]);
  });

  it('are shown what the other one has just changed before they delete it', async () => {
    const machine = await openTownHall();
    const one = await Administrator.at(machine, browser, { address: '#/services/permits' });
    const other = await Administrator.at(machine, browser, { address: '#/services/permits' });
    await one.heading('Permits');
    await other.heading('Permits');
    await one.press('Delete');
    const dialog = one.page.getByRole('dialog');
    await dialog.getByText('No other item uses it').waitFor();
    await other.fill('Description', 'Plans and changes');
    await other.save();

    await dialog.getByText('has changed since you opened it').waitFor();
    expect(await dialog.locator('.meeting-field').allInnerTexts()).toEqual([
      expect.stringMatching(/^Description\s+Before\s+–\s+Now\s+Plans and changes$/),
    ]);
    expect(await dialog.getByRole('button', { name: 'Delete', exact: true }).getAttribute('aria-disabled')).toBe(
      'true',
    );
    expect(await one.barriers()).toEqual([]);
    await dialog.getByRole('button', { name: 'Use selected version' }).click();
    await dialog.getByText('has changed since you opened it').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await one.sees('Permits has been deleted.');
    expect(await things(machine, 'services')).toEqual([expect.objectContaining({ id: 'taxes' })]);
    expect([...one.faults, ...other.faults]).toEqual([]);
  });

  it('delete nothing that the other one changed in the same moment', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser, { address: '#/services/permits' });
    await admin.heading('Permits');
    await admin.press('Delete');
    // The page hears nothing of the change before it deletes; the server does.
    await admin.page.route(/admin\/services\/permits\?revision=/, async (route) => {
      const changed = { id: 'permits', name: 'Permits', location: 'hall', tag: 'P' };
      await fetch(`${machine.program.address}/restapi/v2/admin/services/permits`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(changed),
      });
      await route.continue();
    });
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await admin.sees('has changed since you opened it');
    expect(await things(machine, 'services')).toContainEqual(expect.objectContaining({ id: 'permits', tag: 'P' }));
  });

  it('have their other fields joined without a word lost', async () => {
    const machine = await openTownHall();
    const one = await Administrator.at(machine, browser, { address: '#/services/taxes' });
    const other = await Administrator.at(machine, browser, { address: '#/services/taxes' });
    await one.heading('Taxes');
    await other.heading('Taxes');
    await one.fill('Description', 'Pay or ask');
    await other.fill('Letter before the number', 'T');
    await other.save();
    await expect.poll(() => one.field('Letter before the number').inputValue(), SOON).toBe('T');
    await one.page.keyboard.press('Control+s');
    await one.sees('Saved.');
    expect(await things(machine, 'services')).toContainEqual(
      expect.objectContaining({ id: 'taxes', description: 'Pay or ask', tag: 'T' }),
    );
  });
});

describe('the first administrator', () => {
  it('comes in with the password from the console, once, and is asked for one of their own', async () => {
    const machine = await openTownHall({ ...TOWN, settings: { ...TOWN.settings, api_authentication: true } });
    const [, name = '', once = ''] = /user (\S+), password (\S+) for one login/.exec(machine.shown.join('\n')) ?? [];
    const admin = await Administrator.at(machine, browser);
    await admin.fill('User name', name);
    await admin.fill('Password', once);
    await admin.press('Sign in');
    await admin.sees('This was a one-time password. Please choose a new one.');
    expect(await admin.barriers()).toEqual([]);
    for (const [tried, said] of [
      [once, 'The new password must differ from the current one.'],
      [' '.repeat(10), 'A password cannot consist of spaces only.'],
    ] as const) {
      await admin.fill('New password', tried);
      await admin.fill('Repeat new password', tried);
      await admin.page.keyboard.press('Enter');
      await admin.sees(said);
    }
    await admin.fill('Repeat new password', '');
    await admin.fill('New password', '');
    await admin.page.keyboard.type('a good one');
    await admin.page.keyboard.press('Tab');
    await admin.page.keyboard.type('a good one');
    await admin.page.keyboard.press('Enter');
    await admin.page.locator('.frame').waitFor();
    const login = async (password: string) =>
      (await machine.post<{ success: boolean }>('login', { user_id: name, password })).success;
    expect([await login(once), await login('a good one')]).toEqual([false, true]);
  });
});

describe('the form of a device and of a location', () => {
  const WITH_DISPLAY = {
    ...TOWN,
    settings: { languages: ['en', 'ar'], default_lang: 'en' },
    service_groups: [{ id: 'money', name: 'Money', location: 'hall' }],
    devices: [
      ...TOWN.devices,
      { id: 'display-1', name: 'Display', type: 9, location: 'hall', display: { voice: true, volume: 80 } },
    ],
  };
  const boxOf = async (place: Locator) => {
    const box = await place.boundingBox();
    if (box === null) throw new Error('It is not visible.');
    return box;
  };

  it('names each group of the display, and keeps a right-to-left name beside its box', async () => {
    const machine = await openTownHall(WITH_DISPLAY);
    const admin = await Administrator.at(machine, browser, { address: '#/devices/display-1' });
    const section = admin.page.locator('section', {
      has: admin.page.getByRole('heading', { name: 'Display content' }),
    });
    for (const name of ['Service groups', 'Volume by time of day', 'Spoken languages']) {
      const legend = section.locator('legend', { hasText: name });
      expect((await boxOf(legend)).height, name).toBeGreaterThan(10);
    }
    const arabic = section.locator('.check', { hasText: 'العربية' }).first();
    const tick = await boxOf(arabic.locator('input'));
    const words = await boxOf(arabic.locator('span'));
    expect(words.x - (tick.x + tick.width)).toBeLessThan(24);
  });

  it('draws an area for files in the font of buttons, with the file input of the browser over it', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser, { address: '#/locations/hall' });
    const area = admin.page.locator('.file-drop').first();
    const button = admin.page.locator('.button:not(.button-mark)').last();
    const font = (place: Locator) =>
      place.evaluate((element) => {
        const { fontFamily, fontSize } = getComputedStyle(element);
        return { fontFamily, fontSize };
      });
    expect(await font(area)).toEqual(await font(button));
    expect((await boxOf(area)).height).toBeGreaterThanOrEqual((await boxOf(button)).height);
    const file = area.locator('input[type="file"]');
    const [drawn, over] = [await boxOf(area), await boxOf(file)];
    expect(over.width).toBeGreaterThan(drawn.width - 6);
    expect(over.height).toBeGreaterThan(drawn.height - 6);
    expect(await file.evaluate((element) => getComputedStyle(element).opacity)).toBe('0');
    const outline = () => area.evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outline()).toBe('none');
    await admin.page.keyboard.press('Tab');
    await file.focus();
    expect(await outline()).toBe('solid');
  });

  it('writes the names of languages with fonts of the program, Korean too', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser);
    const families = (): Promise<readonly string[]> =>
      admin.page.evaluate(() => [...new Set([...document.fonts].map(({ family }) => family.replaceAll('"', '')))]);
    await expect.poll(families, SOON).toEqual(expect.arrayContaining(['Noto Sans KR', 'Noto Sans JP']));
  });

  it('gives both ends of a report the same width', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser, { address: '#/reports' });
    const [from, to] = await Promise.all(['From', 'To'].map((label) => boxOf(admin.field(label))));
    expect(from?.width).toBe(to?.width);
  });
});

describe('settings that make the server require sign-in', () => {
  const PHONES = 'https://queue.example.org';
  const fillPassword = async (admin: Administrator, password: string): Promise<void> => {
    await admin.fill('New password', password);
    await admin.fill('Repeat new password', password);
  };

  it('are saved with a password, with which the administrator stays signed in', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser);
    await admin.open('System settings');
    await admin.fill('Address of this server for phones', PHONES);
    await admin.press('Save');
    await admin.sees('Everyone will have to sign in');
    expect(await admin.barriers()).toEqual([]);
    expect(await machine.get('/restapi/v2/session')).toMatchObject({ authentication: false });

    await admin.select('User name', 'ana (Ana Reis)');
    await fillPassword(admin, 'short');
    await admin.press('Save and sign in');
    await admin.sees('At least 8 characters.');
    await fillPassword(admin, 'a good one');
    await admin.press('Save and sign in');
    await admin.sees('Saved.');
    await admin.page.locator('.top-user', { hasText: 'Ana Reis' }).waitFor();
    expect(await admin.field('Address of this server for phones').inputValue()).toBe(PHONES);
    expect(await machine.get('/restapi/v2/session')).toMatchObject({ success: false });
    await admin.open('Services');
    await admin.page.reload();
    await admin.heading('Services');
    expect(await machine.post('login', { user_id: 'ana', password: 'a good one' })).toMatchObject({ success: true });
    // The screen opens its line again with the key.
    expect(admin.faults.filter((fault) => !fault.includes('WebSocket'))).toEqual([]);
  });

  it('are not saved if the administrator chooses no password, and stay in the editor', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser);
    await admin.open('System settings');
    await admin.fill('Address of this server for phones', PHONES);
    await admin.press('Save');
    await admin.press('Cancel');
    expect(await admin.field('Address of this server for phones').inputValue()).toBe(PHONES);
    expect(await machine.get('/restapi/v2/session')).toMatchObject({ authentication: false });
  });
});

/** Whether something else would be pressed in its middle. */
function isCovered(button: Locator): Promise<boolean> {
  return button.evaluate((own) => {
    const { left, right, top, bottom } = own.getBoundingClientRect();
    return !own.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
}

describe('one’s own password', () => {
  const LOCKED = {
    ...TOWN,
    settings: { ...TOWN.settings, api_authentication: true },
    users: [{ ...TOWN.users[0], password: 'ana-password' }],
  };

  const WHERE = [
    ['on a computer', { width: 1280, height: 800 }],
    ['on a telephone', { width: 360, height: 640 }],
  ] as const;

  it.each(chosenOf<(typeof WHERE)[number]>(WHERE, (_, turn) => turn === 1))(
    'is changed by the keyboard alone, %s; what is unsaved stays',
    async (_where, viewport) => {
      const machine = await openTownHall(LOCKED);
      const admin = await Administrator.at(machine, browser, { address: '#/services/permits', viewport });
      const { page } = admin;
      const lineMayOpen = Promise.withResolvers<void>();
      let lines = 0;
      await page.routeWebSocket('**/v2/events**', async (line) => {
        lines += 1;
        if (lines > 1) await lineMayOpen.promise;
        line.connectToServer();
      });
      const asked = page.waitForRequest('**/ticket-preview**');
      const ends = Promise.withResolvers<void>();
      await page.route('**/ticket-preview**', async (route) => {
        await ends.promise;
        await route.continue();
      });
      await admin.signIn('ana', 'ana-password');
      await admin.heading('Permits');
      const toPassword = async (): Promise<void> => {
        await admin.page.locator('.top-end .button').last().press('Enter');
        await admin.page.getByRole('button', { name: 'Change password' }).press('Enter');
        await admin.field('Current password').waitFor();
      };
      await toPassword();
      expect(await admin.barriers()).toEqual([]);
      await admin.page.keyboard.press('Escape');
      await admin.field('Current password').waitFor({ state: 'detached' });
      // Shortly before: what is asked to be drawn is given up after some seconds.
      await admin.fill('Description', 'Nearly done');
      await toPassword();
      for (const words of ['ana-password', 'a better one', 'a better one']) {
        await admin.page.keyboard.type(words);
        await admin.page.keyboard.press('Tab');
      }
      // The server has changed it, and its answer is still on its way: what is asked meanwhile has a key that is over.
      await asked;
      const refused = page.waitForResponse((answer) => answer.url().includes('preview') && answer.status() === 401);
      await page.route('**/users/password', async (route) => {
        const response = await route.fetch();
        ends.resolve();
        await refused;
        await route.fulfill({ response });
      });
      const drawn = page.waitForResponse((answer) => answer.url().includes('preview') && answer.ok());
      await page.keyboard.press('Enter');
      await admin.sees('Your password has been changed.');
      // What was refused for that is asked once more, and nobody is told that it cannot be done.
      await drawn;
      expect(await page.getByText('This version cannot be printed').count()).toBe(0);
      // Neither what is told nor a lost line stands over what is saved with.
      await page.locator('.stale[data-stale="true"]').waitFor();
      const save = page.getByRole('button', { name: 'Save', exact: true });
      expect(await isCovered(save)).toBe(false);
      lineMayOpen.resolve();
      await page.locator('.stale[data-stale="false"]').waitFor({ state: 'attached' });
      expect(await isCovered(save)).toBe(false);
      await admin.save();
      // Heard over the line of the new key.
      const other = await Administrator.at(machine, browser, { address: '#/services/permits' });
      await other.signIn('ana', 'a better one');
      await other.heading('Permits');
      await other.fill('Letter before the number', 'P');
      await other.save();
      await expect.poll(() => admin.field('Letter before the number').inputValue(), SOON).toBe('P');
      expect(await admin.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
    },
  );
});

describe('unsaved changes', () => {
  it('wait while one looks elsewhere, and are named until they are saved or discarded', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser, { address: '#/services/permits' });
    await admin.heading('Permits');
    await admin.fill('Description', 'Half a sent');
    await admin.open('Desks');
    await admin.press('1 unsaved change');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Permits', exact: true }).click();
    await admin.heading('Permits');
    expect(await admin.field('Description').inputValue()).toBe('Half a sent');
    await admin.press('Discard changes');
    expect(await admin.field('Description').inputValue()).toBe('');
    expect(await admin.page.getByRole('button', { name: '1 unsaved change' }).count()).toBe(0);
  });

  it.each(chosenOf(['en', 'de', 'ar'], (lang) => lang === 'de'))(
    'leave the title its place on a telephone (%s)',
    async (locale) => {
      const machine = await openTownHall();
      const viewport = { width: 360, height: 640 };
      const admin = await Administrator.at(machine, browser, { address: '#/services/permits', viewport, locale });
      await admin.page.locator('#main textarea, #main input').first().fill('Something else');
      await admin.page.locator('.top-drafts').waitFor();
      expect(await admin.page.locator('html').getAttribute('lang')).toBe(locale);
      const title = await admin.page.locator('.top-name').evaluate((name) => {
        const words = document.createRange();
        words.selectNodeContents(name);
        const { left, right, top, bottom } = words.getBoundingClientRect();
        const covered = [...document.querySelectorAll('.top .button')].some((button) => {
          const box = button.getBoundingClientRect();
          return box.left < right && left < box.right && box.top < bottom && top < box.bottom;
        });
        return { covered, lines: words.getClientRects().length };
      });
      expect(title).toEqual({ covered: false, lines: 1 });
      expect(await admin.barriers()).toEqual([]);
    },
  );

  it('outlive a key that ends', async () => {
    const machine = await openTownHall({
      ...TOWN,
      settings: { ...TOWN.settings, api_authentication: true },
      users: [{ ...TOWN.users[0], password: 'ana-password' }],
    });
    const admin = await Administrator.at(machine, browser, { address: '#/services/permits' });
    await admin.signIn('ana', 'ana-password');
    await admin.heading('Permits');
    await admin.fill('Description', 'Nearly done');
    const key = await admin.page.evaluate(async () => {
      const answer = await fetch('/restapi/v2/queuemanagement/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: 'ana', password: 'ana-password' }),
      });
      return ((await answer.json()) as { authtoken: string }).authtoken;
    });
    await fetch(`${machine.program.address}/restapi/v2/admin/users/ana/revoke`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{}',
    });
    await admin.sees('Please sign in again.');
    await admin.signIn('ana', 'ana-password');
    await admin.heading('Permits');
    expect(await admin.field('Description').inputValue()).toBe('Nearly done');
  });
});

describe('looking ahead', () => {
  it('shows the coming week while the hours are being set', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser, { address: '#/locations/hall' });
    await admin.heading('Town hall');
    await admin.page.getByRole('group', { name: 'Opening hours' }).getByLabel('When').selectOption('week');
    await admin.page.getByLabel('Monday, from').fill('08:30');
    const week = admin.page.getByRole('region', { name: 'The coming week' });
    await week.getByText('08:30–17:00').waitFor();
    expect(await week.getByRole('listitem').count()).toBe(7);
    expect(await week.getByText('Closed', { exact: true }).count()).toBe(2);
    await admin.save();
    expect(await things(machine, 'locations')).toContainEqual(
      expect.objectContaining({ schedule: 'Mo 08:30-17:00; Tu-Fr 09:00-17:00' }),
    );
  });

  it('draws the ticket while its texts are being written', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser, { address: '#/services/permits' });
    await admin.page.getByAltText(/^Ticket:.*Permits.*A001/).waitFor();
    await admin.fill('Text on the ticket', 'Bring your plans.');
    await admin.page.getByAltText(/Bring your plans\./).waitFor();
    expect(await things(machine, 'services')).toContainEqual(
      expect.objectContaining({ id: 'permits', extra_text: '' }),
    );
  });

  it('asks in the preview of a form what an answer leads to', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser, { address: '#/forms/before' });
    const preview = admin.page.getByRole('region', { name: 'As visitors see it' });
    await preview.getByText('Is it about a house?').waitFor();
    expect(await preview.getByText('In which street?').count()).toBe(0);
    await preview.getByRole('button', { name: 'Yes' }).click();
    await preview.getByText('In which street?').waitFor();
    await admin.press('Move In which street? up');
    expect(await admin.page.locator('.question-name').allTextContents()).toEqual([
      expect.stringContaining('In which street?'),
      expect.stringContaining('Is it about a house?'),
    ]);
    await admin.press('Remove Is it about a house?');
    await admin.press('Save');
    await admin.page.locator('.question').getByText('does not exist in this form').waitFor();
  });
});

describe('figures', () => {
  it('follow what happens at the desks, and can be had as a file', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser);
    const figure = (name: string) => admin.page.locator('.figure', { hasText: name }).locator('.figure-value');
    await expect.poll(() => figure('Waiting').textContent(), SOON).toBe('0');
    for (let count = 0; count < 3; count += 1) await machine.post('createticket', { service_id: 'permits' });
    await expect.poll(() => figure('Waiting').textContent(), SOON).toBe('3');
    await machine.post('callnextticket', { desk_id: 'desk-1', user_id: 'ana', services: ['permits'] });
    await admin.page.getByRole('row', { name: /Desk 1.*A001.*Ana Reis/ }).waitFor();
    await expect.poll(() => figure('Waiting').textContent(), SOON).toBe('2');

    await admin.open('Reports');
    await admin.page.getByRole('row', { name: /^Permits 3 1/ }).waitFor();
    const file = admin.page.waitForEvent('download');
    await admin.press('Services as CSV');
    const text = await readFile(await (await file).path(), 'utf8');
    expect(text).toMatch(/permits,Permits,3,/);
  });
});

describe('a lost line', () => {
  it('is told at once, and what was missed is caught up with', async () => {
    const machine = await openTownHall();
    const cable = await openPageCable(machine);
    const admin = await Administrator.at(cable, browser);
    const waiting = admin.page.locator('.figure', { hasText: 'Waiting' }).locator('.figure-value');
    await expect.poll(() => waiting.textContent(), SOON).toBe('0');
    await machine.post('createticket', { service_id: 'permits' });
    await expect.poll(() => waiting.textContent(), SOON).toBe('1');
    cable.pull();
    const bar = admin.page.locator('.stale[data-stale="true"]');
    await bar.waitFor();
    await machine.post('createticket', { service_id: 'permits' });
    expect(await waiting.textContent()).toBe('1');
    cable.plug();
    await expect.poll(() => waiting.textContent(), SOON).toBe('2');
    await bar.waitFor({ state: 'detached' });
  });
});

describe('the change log', () => {
  it('says who changed what, with what stood there before, and an export brings it back', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser);
    await admin.open('Export and import');
    const exported = admin.page.waitForEvent('download');
    await admin.press('Download the site');
    const path = await (await exported).path();
    await admin.open('Services');
    await admin.choose('Taxes');
    await admin.fill('Name', 'Fees');
    await admin.save();

    await admin.open('Audit log');
    const entry = admin.page.getByRole('row').filter({ hasText: 'Changed' }).first();
    expect(await entry.locator('del').textContent()).toBe('Taxes');
    expect(await entry.locator('ins').textContent()).toBe('Fees');
    // Nobody has signed in: the page has no person to name, and says why.
    expect(await entry.textContent()).toContain('Not signed in');
    await admin.press('Not signed in');
    await admin.page.getByRole('dialog', { name: 'Not signed in' }).waitFor();
    await admin.page.keyboard.press('Escape');

    await admin.open('Export and import');
    await admin.page.getByLabel('Site file').setInputFiles({
      name: 'site.json',
      mimeType: 'application/json',
      buffer: await readFile(path),
    });
    await admin.page.getByText('1 change', { exact: true }).waitFor();
    await admin.press('Import site.json');
    await admin.sees('The site has been imported.');
    expect(await things(machine, 'services')).toContainEqual(expect.objectContaining({ id: 'taxes', name: 'Taxes' }));
  });
});

describe('a webhook', () => {
  it('is set up, tried out, and shows what it sent', async () => {
    const receiver = await new Receiver().open();
    onTestFinished(() => receiver.close());
    const machine = await openTownHall({ ...TOWN, settings: { ...TOWN.settings, webhook_networks: ['127.0.0.0/8'] } });
    const admin = await Administrator.at(machine, browser, { address: '#/webhooks' });
    await admin.page.getByRole('link', { name: 'Add a webhook' }).click();
    await admin.fill('Receiver name', 'The board in the yard');
    await admin.fill('Address', receiver.url);
    await admin.press('Add');
    await admin.heading('The board in the yard');
    await admin.sees('Needs a secret');
    await admin.press('Generate a new secret');
    await admin.press('Done');
    await admin.press('Send a test');
    await admin.page.getByRole('row', { name: /Test.*Delivered.*204/ }).waitFor();
    expect(receiver.arrived.map(({ body }) => body.type)).toEqual(['webhook.ping']);
  });
});

describe('many services', () => {
  it('are listed a part at a time, found by a word, and left again with the way back', async () => {
    const many = Array.from({ length: 320 }, (_, place) => ({
      id: `s${place}`,
      name: `Service ${place}`,
      location: 'hall',
      tag: 'A',
    }));
    const desk = { id: 'desk-2', name: 'Desk 2', tag: '2', location: 'hall', services: ['s300'] };
    const machine = await openTownHall({
      ...TOWN,
      services: [...TOWN.services, ...many],
      desks: [...TOWN.desks.slice(0, 1), desk],
    });
    const admin = await Administrator.at(machine, browser, { address: '#/services' });
    await admin.sees('322 of 322');
    expect((await admin.list()).length).toBeLessThan(80);
    await admin.fill('Search', 'service 31');
    await expect.poll(() => admin.list(), SOON).toHaveLength(11);
    await admin.choose('Service 319');
    await admin.page.goBack();
    await expect.poll(() => admin.list(), SOON).toHaveLength(11);

    // Where they are chosen nobody goes through all of them: what is chosen stands first, the others come when they are asked for.
    await admin.turnTo('#/desks/desk-2');
    const services = admin.page.getByRole('group', { name: 'Services', exact: true });
    const boxes = services.getByRole('checkbox');
    expect(await boxes.count()).toBe(30);
    expect(await boxes.first().isChecked()).toBe(true);
    await services.getByRole('searchbox').fill('service 31');
    await expect.poll(() => boxes.count()).toBe(11);
    await services.getByRole('searchbox').fill('');
    await services.getByRole('button', { name: 'Show 292 more' }).click();
    await expect.poll(() => boxes.count()).toBe(60);
  });
});

describe('appointments', () => {
  it('are asked of the server a part at a time, by location, day and word, and edited like anything else', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const visits = Array.from({ length: 230 }, (_, place) => ({
      id: `v${place}`,
      service: 'permits',
      scheduled_to: `${day} ${String(Math.floor(place / 60) + 8).padStart(2, '0')}:${String(place % 60).padStart(2, '0')}:00`,
      client_name: `Visitor ${place}`,
    }));
    // Not so long ago that the name is erased.
    const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
    const past = { id: 'past', service: 'permits', scheduled_to: `${lastWeek} 10:00:00`, client_name: 'Rui Dias' };
    const machine = await openTownHall({ ...TOWN, appointments: [...visits, past] });
    const admin = await Administrator.at(machine, browser, { address: '#/appointments' });
    await admin.sees('Shown: 200');
    expect((await admin.list())[0]).toBe('Visitor 0');
    await admin.press('Show more');
    await admin.sees('Shown: 230');
    await admin.select('When', 'All');
    await expect.poll(async () => (await admin.list())[0], SOON).toBe('Rui Dias');
    await admin.select('When', 'On one day');
    await admin.fill('Day', lastWeek);
    await expect.poll(() => admin.list(), SOON).toEqual(['Rui Dias']);
    await admin.select('When', 'Upcoming');
    await admin.fill('Search', 'VISITOR 22');
    await expect.poll(() => admin.list(), SOON).toHaveLength(11);

    await admin.choose('Visitor 229');
    await admin.fill('Visitor', 'Zoë Zander');
    await admin.save();
    await admin.heading('Zoë Zander');
    await admin.page.goBack();
    await admin.fill('Search', 'zoe');
    await expect.poll(() => admin.list(), SOON).toEqual(['Zoë Zander']);
    await admin.choose('Zoë Zander');
    await admin.press('Delete');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await admin.sees('Zoë Zander has been deleted.');

    await admin.page.getByRole('link', { name: 'Add an appointment' }).click();
    await admin.page.getByLabel('Service', { exact: true }).selectOption('taxes');
    await admin.fill('Day', day);
    await admin.fill('Time', '23:30');
    await admin.fill('Visitor', 'Ana Melo');
    await admin.press('Add');
    await admin.heading('Ana Melo');
    // Nothing that is booked goes without a word of it.
    await admin.open('Services');
    await admin.choose('Taxes');
    await admin.press('Delete');
    await admin.page.getByRole('dialog').getByRole('link', { name: 'Ana Melo' }).waitFor();
    expect(admin.faults).toEqual([]);
  });
});

describe('who sees a part of the house', () => {
  it('is offered that, and nothing that would be refused', async () => {
    const machine = await openTownHall({
      ...TOWN,
      settings: { ...TOWN.settings, api_authentication: true },
      locations: [...TOWN.locations, { id: 'annex', name: 'Annex', timezone: 'UTC' }],
      users: [
        { ...TOWN.users[0], password: 'ana-password' },
        {
          id: 'bea',
          username: 'bea',
          name: 'Bea',
          roles: USUAL_ROLES.branch,
          locations: ['hall'],
          password: 'bea-password',
        },
        {
          id: 'rita',
          username: 'rita',
          name: 'Rita',
          roles: USUAL_ROLES.reception,
          locations: ['hall'],
          password: 'rita-password',
        },
      ],
      appointments: [
        { id: 'visit', service: 'permits', scheduled_to: '2099-01-05 10:00:00', client_name: 'Nora Lund', code: 'NL' },
      ],
    });
    const bea = await Administrator.at(machine, browser);
    await bea.signIn('bea', 'bea-password');
    await bea.page.locator('.figure').first().waitFor();
    const links = bea.page.getByRole('navigation').getByRole('link');
    expect((await links.allTextContents()).slice(4)).toEqual([
      'Locations',
      'Services',
      'Service groups',
      'Desks',
      'Users',
      'Devices',
      'Appointments',
    ]);
    await bea.open('Location overview');
    const branch = bea.page.locator('[data-screen="branches"] tbody .list-name');
    await branch.first().waitFor();
    expect(await branch.allInnerTexts()).toEqual(['Town hall']);
    await bea.open('Locations');
    expect(await bea.list()).toEqual(['Town hall']);
    expect(await bea.page.getByRole('link', { name: 'Add a location' }).count()).toBe(0);
    await bea.open('Users');
    await bea.choose('Rita');
    await bea.page.getByRole('button', { name: 'Reception', pressed: true }).waitFor();
    expect(await bea.page.getByRole('button', { name: 'Administrator', exact: true }).count()).toBe(0);
    const main = bea.page.locator('main');
    expect(await main.innerText()).not.toMatch(/qm_|acl_|admin_|_view/);
    expect(await main.getByRole('checkbox', { name: 'Call visitors' }).isChecked()).toBe(true);
    expect(await bea.barriers()).toEqual([]);
    const rita = await Administrator.at(machine, browser);
    await rita.signIn('rita', 'rita-password');
    await rita.choose('Nora Lund');
    expect(await rita.page.getByRole('navigation').getByRole('link').allTextContents()).toEqual(['Appointments']);
    await rita.press('Check in');
    await rita.sees('It is too early or too late for this appointment.');
    expect(await rita.barriers()).toEqual([]);
  });
});

describe('who sees figures only', () => {
  it('gets no further than that', async () => {
    const machine = await openTownHall({
      ...TOWN,
      settings: { ...TOWN.settings, api_authentication: true },
      users: [
        { ...TOWN.users[0], password: 'ana-password' },
        { id: 'rui', username: 'rui', name: 'Rui', roles: ['reports_view'], password: 'rui-password' },
        { id: 'eva', username: 'eva', name: 'Eva', roles: [], password: 'eva-password' },
      ],
    });
    const rui = await Administrator.at(machine, browser);
    await rui.signIn('rui', 'rui-password');
    await rui.page.locator('.figure').first().waitFor();
    expect(await rui.page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
      'Today',
      'Location overview',
      'Queue alerts',
      'Reports',
    ]);
    await rui.page.evaluate(() => {
      window.location.hash = '#/users';
    });
    await rui.sees('You can see statistics, but not change the site.');
    const eva = await Administrator.at(machine, browser);
    await eva.signIn('eva', 'eva-password');
    await eva.sees('You do not have permission to use the back office.');
  });
});

describe('devices', () => {
  it('are seen live, and get a key that is shown once', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser);
    await admin.open('Devices');
    await Visitor.at(machine, browser);
    await admin.page.getByRole('row', { name: /Kiosk.*Connected/ }).waitFor();
    await admin.choose('Kiosk');
    await admin.press('Create a new key');
    await admin.press('Create a new key');
    const key = (await admin.page.locator('.secret-value').textContent()) ?? '';
    const answer = await fetch(`${machine.program.address}/restapi/v2/session`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await answer.json()).toMatchObject({ device: { id: 'kiosk-1' } });
  });
});

describe('the board of devices', () => {
  it('has what is wrong first, with what to do; the counter says it too; and it is gone when it is mended', async () => {
    const kiosks = ['Back door', 'Front door'].map((name, at) => ({
      id: `kiosk-${at + 2}`,
      name,
      type: 1,
      location: 'hall',
    }));
    const machine = await openTownHall({ ...TOWN, devices: [...TOWN.devices, ...kiosks] });
    const says = (status: object) =>
      fetch(`${machine.program.address}/restapi/v2/kiosks/kiosk-3/status`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ screen: 'idle', ...status }),
      });
    const admin = await Administrator.at(machine, browser);
    await admin.open('Devices');
    await expect.poll(() => admin.list(), SOON).toEqual(['Back door', 'Front door', 'Kiosk']);
    await says({ printer: 'no-paper' });
    await expect.poll(() => admin.list(), SOON).toEqual(['Front door', 'Back door', 'Kiosk']);
    await admin.page.getByRole('row', { name: /Front door.*Out of paper.*since.*Put in a new roll/ }).waitFor();
    await admin.page.getByText('1 device needs attention.').waitFor();
    expect(await admin.barriers()).toEqual([]);
    const usual = admin.page.viewportSize();
    const reach = new Reach(admin.page);
    await reach.look('the board, with an alarm');
    expect(reach.found).toEqual({});
    // On a telephone it is in sight without pushing the table sideways.
    await admin.page.setViewportSize({ width: 360, height: 740 });
    const told = await admin.page.getByText('Out of paper', { exact: true }).first().boundingBox();
    expect((told?.x ?? 0) + (told?.width ?? 1000)).toBeLessThanOrEqual(360);
    if (usual !== null) await admin.page.setViewportSize(usual);
    const clerk = await (await browser.newContext()).newPage();
    onTestFinished(() => clerk.context().close());
    await clerk.goto(`${machine.program.address}/counter`);
    await clerk.locator('.choice', { hasText: 'Ana Reis' }).click();
    await clerk.locator('.choices-desks .choice', { hasText: 'Desk 1' }).click();
    await clerk.getByText('Front door: Out of paper. Put in a new roll.').waitFor();
    const roll = { roll_since: '2026-11-20T08:00:00.000Z', paper_used: 12_340, paper_tickets: 123, paper_left: 340 };
    await says({ printer: 'ok', ...roll });
    await expect.poll(() => admin.list(), SOON).toEqual(['Back door', 'Front door', 'Kiosk']);
    await admin.page
      .getByRole('row', { name: /Front door.*Connected.*12\.3 m used since.*about 340 tickets left/ })
      .waitFor();
    await clerk.getByText('Out of paper').waitFor({ state: 'detached' });
    await admin.choose('Front door');
    await admin.page.getByText('Out of paper').first().waitFor();
    expect(await admin.barriers()).toEqual([]);
    expect(admin.faults).toEqual([]);
  });
});

describe('a kiosk that has fallen silent', () => {
  it('stands on the board with the paper and the numbers that it had', async () => {
    const town = await openCounterTown({ watchesDevices: true });
    onTestFinished(() => town.close());
    const status = { screen: 'idle', printer: 'low', offline_numbers: 74, paper_left: 31 };
    await fetch(`${town.address}/restapi/v2/kiosks/kiosk-1/status`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(status),
    });
    const admin = await Administrator.at({ program: town }, browser);
    await admin.open('Devices');
    const row = admin.page.getByRole('row', { name: /^Entrance/ });
    await row.getByText('Paper running low').waitFor();
    await expect
      .poll(async () => {
        town.clock.advance(5_000);
        return row.getByText('No signal').count();
      }, SOON)
      .toBe(1);
    await row.getByText('Last reported: Paper running low · 74 offline numbers left · about 31 tickets left').waitFor();
    expect(admin.faults).toEqual([]);
  });
});

describe('a key for reports', () => {
  it('is made for a location, shown once, reads there, says when it did, and is ended', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser);
    await admin.open('Report API keys');
    await admin.page.getByRole('link', { name: 'Add a report API key' }).click();
    await admin.fill('Client name', 'Warehouse');
    await admin.fill('Valid until', '2099-12-31');
    await admin.press('Add');
    await admin.page.getByText('This key reads the reports of all locations').waitFor();
    await admin.page.getByText('No key', { exact: true }).waitFor();
    // Nobody loses one: nothing is asked, and there is nothing to end.
    expect(await admin.page.getByRole('button', { name: 'Revoke the key' }).count()).toBe(0);
    await admin.press('Create a new key');
    const key = (await admin.page.locator('.secret-value').textContent()) ?? '';
    expect(key).toMatch(/^tanr_[\w-]{43}$/);
    expect(await admin.barriers()).toEqual([]);
    await admin.press('Done');
    await admin.page.getByText('Not used yet.').waitFor();
    expect(await admin.barriers()).toEqual([]);
    await admin.press('Revoke the key');
    await admin.page.getByText('The program is blocked at once').waitFor();
    await admin.press('Revoke the key');
    await admin.page.getByText('No key', { exact: true }).waitFor();
    expect(await admin.page.getByRole('button', { name: 'Revoke the key' }).count()).toBe(0);
    await admin.open('Report API keys');
    await admin.page.getByRole('row', { name: /Warehouse.*All locations.*2099/ }).waitFor();
    expect(await admin.barriers()).toEqual([]);
    expect(admin.faults).toEqual([]);
  });
});

describe('a device that is deleted', () => {
  it('is said to be connected at this moment', async () => {
    const machine = await openTownHall();
    const admin = await Administrator.at(machine, browser);
    const asks = (name: string) => admin.page.getByRole('dialog', { name: `Delete ${name}?` });
    await admin.open('Devices');
    await admin.choose('Kiosk');
    // Its program runs, so that its printer is known, and nobody can see it.
    await admin.page.getByText('Offline: kiosk page not open').waitFor();
    const facts = admin.page.getByRole('region', { name: 'Status' }).locator('dl div');
    await facts.filter({ hasText: 'Printer' }).getByText('None').waitFor();
    await Visitor.at(machine, browser);
    await admin.page.getByText('Connected', { exact: true }).waitFor();
    await admin.press('Delete');
    await asks('Kiosk').getByText('This device is connected.').waitFor();
    expect(await admin.barriers()).toEqual([]);
  });
});

describe('every screen', () => {
  const UNKNOWN = '#/nowhere';
  /** All of them; those that only the proofs open are like others in the list, or axe sees them in a test of their own. */
  const SCREENS: readonly (readonly [address: string, when?: 'proofs'])[] = [
    ['#/today'],
    ['#/branches', 'proofs'],
    ['#/alarms'],
    ['#/reports'],
    ['#/start', 'proofs'],
    ['#/locations', 'proofs'],
    ['#/locations/hall'],
    ['#/services/permits'],
    ['#/service_groups/new', 'proofs'],
    ['#/desks/desk-1', 'proofs'],
    ['#/users/ana'],
    ['#/role_sets/clerks'],
    ['#/devices', 'proofs'],
    ['#/devices/kiosk-1'],
    ['#/devices/new?type=9', 'proofs'],
    ['#/pair'],
    ['#/appointments', 'proofs'],
    ['#/appointments/new'],
    ['#/forms/before'],
    ['#/question_answer_types/words', 'proofs'],
    ['#/settings'],
    ['#/mail', 'proofs'],
    ['#/webhooks/new', 'proofs'],
    ['#/report_keys/new', 'proofs'],
    ['#/many/copy', 'proofs'],
    ['#/many/change?collection=services', 'proofs'],
    ['#/many/order?collection=services', 'proofs'],
    ['#/many/table?collection=users', 'proofs'],
    ['#/audit'],
    ['#/transfer'],
    [UNKNOWN],
  ];

  /** What is judged on a telephone as well: one of each layout. */
  const ON_A_TELEPHONE = ['#/today', '#/services', '#/services/permits', '#/audit'];
  /** The second theme is the same page in other colours: only what axe says of those can be new. */
  const THEMES: readonly (readonly ['light' | 'dark', RunOptions])[] = [
    ['light', {}],
    ['dark', { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }],
  ];
  const TELEPHONE = { width: 390, height: 844 };
  const SMALL_TELEPHONE = { width: 360, height: 720 };

  /** The screens of which something is wrong, each with it. */
  type Found = Record<string, readonly string[]>;

  /** Every element that reaches beyond an edge, but in what may be pushed sideways. */
  const tooWide = (admin: Administrator): Promise<readonly string[]> =>
    admin.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main *')]
        .filter((element) => element.closest('.table-place, .tabs-list, .spoken') === null)
        .filter((element) => {
          const { left, right, width } = element.getBoundingClientRect();
          return width > 1 && (right > document.documentElement.clientWidth + 1 || left < -1);
        })
        .map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`),
    );

  async function judge(admin: Administrator, screen: string, found: Found, themes = THEMES): Promise<void> {
    for (const [colorScheme, rules] of themes) {
      await admin.page.emulateMedia({ colorScheme });
      const barriers = await admin.barriers(rules);
      if (barriers.length > 0) found[`${screen} (${colorScheme})`] = barriers;
    }
  }

  /** Opening hours and two languages: as much as a location can have. */
  function openFullHall(): Promise<Machine> {
    const [hall] = TOWN.locations;
    const schedule = 'Mo-Fr 09:00-12:30,14:00-17:00; Sa 09:00-12:00; PH off';
    return openTownHall({
      ...TOWN,
      locations: [{ ...hall, schedule, languages: ['en', 'pt_PT'] }],
      role_sets: [{ id: 'clerks', name: 'Clerks', roles: ['acl_qmpad_access'] }],
    });
  }

  const LOOKS = [
    { look: 'in English on a computer', locale: 'en-GB', viewport: { width: 1280, height: 800 } },
    { look: 'in Arabic on a telephone', locale: 'ar', viewport: SMALL_TELEPHONE },
  ] as const;

  it('is without barriers, light and dark, in English and Arabic, and fits a telephone', {
    timeout: 480_000,
  }, async () => {
    const machine = await openFullHall();
    const found: Found = {};
    const tried = chosenOf(SCREENS, ([, when]) => when !== 'proofs').map(([screen], at) => ({ screen, at }));
    for (const [turn, { look, locale, viewport }] of LOOKS.entries()) {
      const admin = await Administrator.at(machine, browser, { viewport, locale });
      expect(await admin.page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
      // In every run a screen is looked at once: every third in Arabic, the others in one of the two themes by turns.
      for (const { screen, at } of chosenOf(tried, (one) => (one.at % 3 === 2) === (turn === 1))) {
        await admin.page.setViewportSize(viewport);
        await (screen === UNKNOWN ? admin.look(screen) : admin.turnTo(screen));
        const name = `${screen}, ${look}`;
        await judge(admin, name, found, IS_WHOLE ? THEMES : [[at % 2 === 0 ? 'light' : 'dark', {}]]);
        await admin.page.setViewportSize(SMALL_TELEPHONE);
        await settled(admin.page);
        const wide = await tooWide(admin);
        if (wide.length > 0) found[`${name}, narrow`] = wide;
      }
      expect(admin.faults).toEqual([]);
    }
    expect(found).toEqual({});
  });

  it('is without barriers on a telephone', { timeout: 240_000 }, async () => {
    const machine = await openFullHall();
    const admin = await Administrator.at(machine, browser, { viewport: TELEPHONE });
    const found: Found = {};
    for (const [at, screen] of ON_A_TELEPHONE.entries()) {
      await admin.page.setViewportSize(SMALL_TELEPHONE);
      await admin.turnTo(screen);
      const wide = await tooWide(admin);
      if (wide.length > 0) found[screen] = wide;
      await admin.page.setViewportSize(TELEPHONE);
      // In every run in one of the two themes by turns.
      await judge(admin, screen, found, IS_WHOLE ? THEMES : [[at % 2 === 0 ? 'dark' : 'light', {}]]);
    }
    expect(found).toEqual({});
  });
});
