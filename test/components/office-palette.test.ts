/** App bar and command palette of the back office. */
import { expect, it, vi } from 'vitest';
import { manyBranches } from '../helpers/many-branches.ts';
import { type OpenOffice, openOffice, siteAnswers } from './open-office.ts';

const SITE = manyBranches(300);
const ANSWERS = siteAnswers(SITE);

async function openPalette(office: OpenOffice): Promise<HTMLInputElement> {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
  await vi.waitFor(() => expect(office.page.querySelector('[role="combobox"]')).not.toBeNull());
  const field = office.page.querySelector<HTMLInputElement>('[role="combobox"]');
  if (field === null) throw new Error('There is no search field.');
  return field;
}
function type(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
const press = (field: HTMLInputElement, key: string): boolean =>
  field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const options = ({ page }: OpenOffice): readonly string[] =>
  [...page.querySelectorAll('[role="option"]')].map(({ textContent }) => textContent ?? '');
async function search(office: OpenOffice, text: string, first: string): Promise<HTMLInputElement> {
  const field = await openPalette(office);
  type(field, text);
  await vi.waitFor(() => expect(options(office)[0]).toContain(first));
  return field;
}

it('opens a screen by two letters and Enter', async () => {
  const office = await openOffice(ANSWERS, '#/services', 'services');
  const field = await search(office, 'dev', 'ScreenDevices');
  press(field, 'Enter');
  await vi.waitFor(() => expect(office.page.querySelector('[data-screen="devices"]')).not.toBeNull());
  expect(office.page.querySelector('[role="combobox"]')).toBeNull();
});

it('opens another location, whose part of the site is loaded', async () => {
  const office = await openOffice(ANSWERS, '#/services', 'services');
  const field = await search(office, 'Branch 177', 'LocationBranch 177');
  press(field, 'Enter');
  const wanted = SITE.locations[176]?.id;
  await vi.waitFor(() => expect(office.admin.site.part.value).toBe(wanted));
  expect(office.page.querySelector<HTMLSelectElement>('.top-location')?.value).toBe(wanted);
});

it('finds locations from the overview too, which is shown without the site', async () => {
  const office = await openOffice(ANSWERS, '#/branches', 'branches');
  await search(office, 'Branch 177', 'LocationBranch 177');
});

it('finds a setting by its name, and puts the focus on it', async () => {
  const office = await openOffice(ANSWERS, '#/services', 'services');
  const field = await search(office, 'Erase names', 'SettingErase names');
  press(field, 'Enter');
  await vi.waitFor(() => expect(document.activeElement?.closest('[data-field]')).not.toBeNull(), { timeout: 20_000 });
  expect(document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field).toBe('t_delete');
});

it('finds people of other locations of a large site on the server', async () => {
  const user = SITE.users.find(({ name }) => name === 'Clerk 177.2');
  const answers = {
    ...ANSWERS,
    'v2/admin/site/search': () => ({ success: true, services: [], users: [user] }),
  };
  const office = await openOffice(answers, '#/services', 'services');
  await search(office, 'Clerk 177.2', 'UserClerk 177.2clerk.177.2');
  expect(office.read.find(({ path }) => path === 'v2/admin/site/search')?.asked).toMatchObject({ text: 'Clerk 177.2' });
});

it('moves with the arrows, and reports the chosen entry to screen readers', async () => {
  const office = await openOffice(ANSWERS, '#/services', 'services');
  const field = await search(office, 'se', 'Services');
  const chosen = (): string | undefined =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent ?? undefined;
  const first = chosen();
  press(field, 'ArrowDown');
  await vi.waitFor(() => expect(chosen()).not.toBe(first));
  press(field, 'ArrowUp');
  await vi.waitFor(() => expect(chosen()).toBe(first));
});

it('switches the location in the app bar, and links to the documentation', async () => {
  const office = await openOffice(ANSWERS, '#/services', 'services');
  const select = office.page.querySelector<HTMLSelectElement>('.top-location');
  if (select === null) throw new Error('There is no choice of the location.');
  select.value = SITE.locations[1]?.id ?? '';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.waitFor(() => expect(office.admin.site.part.value).toBe(SITE.locations[1]?.id));
  expect(office.page.querySelector('.top a[href="../help/"]')).not.toBeNull();
});
