/** Steps of the setup wizard: unsaved input, logo and colour, copies of passwords, and the last screen. */
import { expect, it, vi } from 'vitest';
import { ERRNO } from '../../main/lib/result.ts';
import { type Answers, type OpenOffice, openOffice, siteAnswers } from './open-office.ts';

const SITE = {
  locations: [{ id: 'hall', name: 'Hall' }],
  services: [{ id: 'passports', name: 'Passports', tag: 'A', location: 'hall' }],
  desks: [{ id: 'desk-1', name: 'Desk 1', location: 'hall' }],
  users: [{ id: 'admin', username: 'admin', name: 'Ana', roles: ['admin_site'] }],
};
const REFUSED = { success: false, errno: ERRNO.invalidParameters, error: 'no', faults: ['password: easy to guess'] };

const openWizard = (step: string, answers: Answers = {}): Promise<OpenOffice> =>
  openOffice({ ...siteAnswers(SITE), ...answers }, `#/start/${step}`, 'start');

const titleOf = ({ page }: OpenOffice): string => page.querySelector('#guide-step')?.textContent ?? '';
const isAt = (office: OpenOffice, title: string): Promise<void> =>
  vi.waitFor(() => expect(titleOf(office)).toBe(title), { timeout: 20_000 });

function press({ page }: OpenOffice, name: string): void {
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name));
  if (button === undefined) throw new Error(`There is no button ${name}.`);
  button.click();
}

/** Writes into a field, and waits until the step has it. */
async function write({ page }: OpenOffice, selector: string, text: string): Promise<void> {
  const field = page.querySelector<HTMLInputElement>(selector);
  if (field === null) throw new Error(`There is no field ${selector}.`);
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 50));
}

it('saves a typed password before the next step, and stays if the server refuses it', async () => {
  const saved: unknown[] = [];
  const office = await openWizard('people', {
    'v2/admin/users/admin': ({ password }) => {
      if (password === 'password1') return REFUSED;
      saved.push(password);
      return { success: true, item: SITE.users[0] };
    },
  });
  await isAt(office, 'Users');
  await write(office, 'input[autocomplete="new-password"]', 'password1');
  press(office, 'Next');
  await vi.waitFor(() => expect(office.page.querySelector('.guide-step .notice-fault')).not.toBeNull());
  expect(titleOf(office)).toBe('Users');
  await write(office, 'input[autocomplete="new-password"]', 'lantern orbit walnut');
  press(office, 'Next');
  await isAt(office, 'Kiosk');
  expect(saved).toEqual(['lantern orbit walnut']);
});

it('goes on without a request if nothing was typed', async () => {
  const office = await openWizard('people');
  await isAt(office, 'Users');
  press(office, 'Next');
  await isAt(office, 'Kiosk');
  expect(office.read.filter(({ path }) => path === 'v2/admin/users/admin')).toEqual([]);
});

/** Answers that store the items of a collection; each change and undo is undoable by its number. */
function storedItems(collection: 'services' | 'users'): Answers {
  const versions: (readonly object[])[] = [SITE[collection]];
  const write = (items: readonly object[]): Response => {
    versions.push(items);
    const headers = { 'undoable-change': String(versions.length - 1) };
    return new Response(JSON.stringify({ success: true, id: 'new', count: 1, lacks_secrets: false }), { headers });
  };
  const now = () => versions.at(-1) ?? [];
  return {
    'v2/admin/site': () => siteAnswers({ ...SITE, [collection]: now() })['v2/admin/site']?.({}) ?? {},
    [`v2/admin/${collection}`]: (item) => write([...now(), { ...item, id: 'new' }]),
    [`v2/admin/${collection}/passports`]: () => write([]),
    'v2/admin/undo': ({ change_id }) => write(versions[Number(change_id) - 1] ?? []),
  };
}
const thingsOf = ({ page }: OpenOffice): readonly (string | null | undefined)[] =>
  [...page.querySelectorAll('.guide-thing')].map((thing) => thing.querySelector('a > span:last-child')?.textContent);
const toldBy = ({ page }: OpenOffice): string => page.querySelector('.notices')?.textContent ?? '';

it('offers the undo of a created and of a deleted item', async () => {
  const office = await openWizard('services', storedItems('services'));
  await isAt(office, 'Services');
  await write(office, '.guide-add input', 'Taxes');
  press(office, 'Add');
  await vi.waitFor(() => expect(thingsOf(office)).toEqual(['Passports', 'Taxes']));
  await vi.waitFor(() => expect(toldBy(office)).toContain('Saved.'));
  press(office, 'Undo');
  await vi.waitFor(() => expect(thingsOf(office)).toEqual(['Passports']));
  office.page.querySelector<HTMLButtonElement>('.guide-thing button')?.click();
  await vi.waitFor(() => expect(toldBy(office)).toContain('Passports has been deleted.'));
  expect(thingsOf(office)).toEqual([]);
  const undo = [...office.page.querySelectorAll<HTMLElement>('.notice')].find(({ textContent }) =>
    textContent?.includes('deleted'),
  );
  undo?.querySelector('button')?.click();
  await vi.waitFor(() => expect(thingsOf(office)).toEqual(['Passports']));
});

it('copies the password of a new user, and drops it when the user is undone', async () => {
  const writeText = vi.spyOn(window.navigator.clipboard, 'writeText').mockResolvedValue();
  const office = await openWizard('people', storedItems('users'));
  await isAt(office, 'Users');
  await write(office, '.guide-add input', 'Rui Costa');
  press(office, 'Add');
  await vi.waitFor(() => {
    const copy = office.page.querySelector<HTMLButtonElement>('.notice-attention button');
    expect(copy).not.toBeNull();
    copy?.click();
  });
  const password = writeText.mock.lastCall?.[0] ?? '';
  expect(password.length).toBeGreaterThanOrEqual(14);
  const step = (): string => office.page.querySelector('.guide-step')?.textContent ?? '';
  expect(step()).toContain(password);
  press(office, 'Undo');
  await vi.waitFor(() => expect(step()).not.toContain(password), { timeout: 20_000 });
});

it('ends with the steps that are open, and what to do next', async () => {
  const office = await openWizard('ticket');
  await isAt(office, 'First ticket');
  press(office, 'Finish');
  await isAt(office, 'What to do next');
  const links = [...office.page.querySelectorAll('.guide-more a')].map(({ textContent }) => textContent);
  // Organisation, services and desks are done.
  expect(links.slice(0, 5)).toEqual(['Logo and colour', 'Users', 'Kiosk', 'Display', 'First ticket']);
  expect(links).toContain('Back up the database');
});

/** Answers that store the location, with the stored versions. */
function storedLocations(): { readonly answers: Answers; readonly stored: Readonly<Record<string, unknown>>[] } {
  const stored: Readonly<Record<string, unknown>>[] = [];
  const answers: Answers = {
    ...siteAnswers(SITE),
    'v2/admin/site': () => {
      const site = { ...SITE, locations: [{ ...SITE.locations[0], ...stored.at(-1) }] };
      return siteAnswers(site)['v2/admin/site']?.({}) ?? {};
    },
    'v2/admin/locations/hall': (location) => {
      stored.push(location);
      return { success: true, item: location };
    },
  };
  return { answers, stored };
}
const previewed = ({ page }: OpenOffice): HTMLElement | null => page.querySelector<HTMLElement>('.preview-kiosk');

it('draws the kiosk in a colour while it is chosen, readable, and saves it with the next step', async () => {
  const { answers, stored } = storedLocations();
  const office = await openWizard('brand', answers);
  await isAt(office, 'Logo and colour');
  expect(previewed(office)?.textContent).toContain('How can we help you?');
  expect(previewed(office)?.textContent).toContain('Passports');
  expect(previewed(office)?.style.getPropertyValue('--accent')).toBe('#0d5161');
  await write(office, '.colour-text', '#ffe14d');
  // Yellow needs dark text.
  expect(previewed(office)?.style.getPropertyValue('--accent')).toBe('#ffe14d');
  expect(previewed(office)?.style.getPropertyValue('--on-accent')).toBe('#17191c');
  press(office, 'Next');
  await isAt(office, 'Services');
  expect(stored).toMatchObject([{ id: 'hall', name: 'Hall', colour: '#ffe14d', logo: '' }]);
  expect(office.page.ownerDocument.querySelector('.notices')?.textContent).toContain('Saved.');
});

it('goes on without a logo and a colour', async () => {
  const { answers, stored } = storedLocations();
  const office = await openWizard('brand', answers);
  await isAt(office, 'Logo and colour');
  press(office, 'Next');
  await isAt(office, 'Services');
  expect(stored).toEqual([]);
});

it('stays at an invalid colour, and shows its fault', async () => {
  const { answers, stored } = storedLocations();
  const office = await openWizard('brand', answers);
  await isAt(office, 'Logo and colour');
  await write(office, '.colour-text', '#12');
  expect(office.page.querySelector('.field-fault')).toBeNull();
  press(office, 'Next');
  await vi.waitFor(() => expect(office.page.querySelector('.field-fault')?.textContent).toBeTruthy());
  expect(titleOf(office)).toBe('Logo and colour');
  expect(stored).toEqual([]);
});
