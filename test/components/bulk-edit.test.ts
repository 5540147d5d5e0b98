/** Bulk edit in the back office. */
import { expect, it, vi } from 'vitest';
import { manyBranches } from '../helpers/many-branches.ts';
import { type OpenOffice, openOffice, siteAnswers } from './open-office.ts';

const SITE = manyBranches(3);

async function openBulkEdit(): Promise<OpenOffice> {
  const answers = {
    ...siteAnswers(SITE),
    'v2/admin/bulk-edit': () => ({ success: true, done: false, token: 't', count: 0, changes: [], faults: [] }),
  };
  return openOffice(answers, '#/many/change?collection=services', 'change-several');
}
const fieldOf = ({ page }: OpenOffice, label: string): HTMLElement => {
  const found = [...page.querySelectorAll<HTMLElement>('.field')].find(
    (field) => field.querySelector('.field-label')?.textContent === label,
  );
  if (found === undefined) throw new Error(`There is no field ${label}.`);
  return found;
};
const button = ({ page }: OpenOffice, text: string): HTMLButtonElement | undefined =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(text));

it('offers every field that several items can share, names and translations too', async () => {
  const office = await openBulkEdit();
  const fields = [...fieldOf(office, 'Field').querySelectorAll('option')].map(({ value }) => value);
  expect(fields).toEqual(expect.arrayContaining(['name', 'translations', 'tag', 'schedule', 'max_waiting']));
  for (const own of ['id', 'location']) expect(fields).not.toContain(own);
});

it('gives all services of one name another name', async () => {
  const office = await openBulkEdit();
  const name = SITE.services[0]?.name ?? '';
  const same = SITE.services.filter((each) => each.name === name).map(({ id }) => id);
  expect(same).toHaveLength(3);
  const search = office.page.querySelector<HTMLInputElement>('input[type="search"]');
  if (search === null) throw new Error('There is no search field.');
  search.value = name;
  search.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(button(office, 'Select all')?.textContent).toContain('3'));
  button(office, 'Select all')?.click();
  const text = await vi.waitFor(() => {
    const found = fieldOf(office, 'Name').querySelector('input');
    if (found?.value !== name) throw new Error('The field is not shown yet.');
    return found;
  });
  text.value = 'Savings';
  text.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(button(office, 'Preview')?.getAttribute('aria-disabled')).toBeNull());
  button(office, 'Preview')?.click();
  await vi.waitFor(() => {
    const asked = office.read.find(({ path }) => path === 'v2/admin/bulk-edit')?.asked;
    expect(asked).toMatchObject({ collection: 'services', fields: '{"name":"Savings"}' });
    expect(new Set(asked?.ids as readonly string[])).toEqual(new Set(same));
  });
});

it('saves the present table with ids, which an import reads again without a change', async () => {
  const site = { ...SITE, devices: [{ id: 'kiosk', name: 'Door; left', type: 1, location: SITE.locations[0]?.id }] };
  const office = await openOffice(siteAnswers(site), '#/many/table?collection=devices', 'from-table');
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:1';
  });
  expect(office.page.querySelector('code')?.textContent).toMatch(/^id ; location ; name/);
  button(office, 'Download the present table')?.click();
  await vi.waitFor(() => expect(files).toHaveLength(1));
  const [heading = '', row = ''] = ((await files[0]?.text()) ?? '').replace('\uFEFF', '').split('\r\n');
  expect(heading.split(';').slice(0, 4)).toEqual(['id', 'location', 'name', 'type']);
  expect(row).toMatch(/^kiosk;[^;]+;"Door; left";1;/);
});
