/** Tables of the back office: sort, columns, export and more rows, in the overview of 300 branches and in lists. */
import { expect, it, vi } from 'vitest';
import { createRouter } from '../../renderer/admin/model/router.ts';
import { manyBranches } from '../helpers/many-branches.ts';
import { type OpenOffice, openOffice, siteAnswers } from './open-office.ts';

const ANSWERS = siteAnswers(manyBranches(300));
const SMALL = siteAnswers(manyBranches(3));

const tableOf = ({ page }: OpenOffice): HTMLTableElement => {
  const table = page.querySelector('table');
  if (table === null) throw new Error('There is no table.');
  return table;
};
const headings = (office: OpenOffice): readonly string[] =>
  [...tableOf(office).querySelectorAll('thead th')].map((cell) => cell.textContent ?? '');
/** Texts of a column from the top. */
function column(office: OpenOffice, heading: string): readonly string[] {
  const at = headings(office).indexOf(heading);
  return [...tableOf(office).querySelectorAll('tbody tr[data-row]')].map(
    (row) => row.querySelectorAll('th, td')[at]?.textContent ?? '',
  );
}
async function sortBy(office: OpenOffice, heading: string): Promise<string | null> {
  const cell = [...tableOf(office).querySelectorAll('thead th')].find(({ textContent }) => textContent === heading);
  const before = cell?.getAttribute('aria-sort');
  cell?.querySelector('button')?.click();
  await vi.waitFor(() => expect(cell?.getAttribute('aria-sort')).not.toBe(before));
  return cell?.getAttribute('aria-sort') ?? null;
}
const button = ({ page }: OpenOffice, name: string): HTMLButtonElement => {
  const found = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  if (found === undefined) throw new Error(`There is no button ${name}.`);
  return found;
};
async function choose({ page }: OpenOffice, label: string, value: string): Promise<void> {
  const field = [...page.querySelectorAll('.field')].find((each) => each.textContent?.startsWith(label));
  const select = field?.querySelector('select');
  if (!select) throw new Error(`There is no choice ${label}.`);
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Text of the files that the page saves. */
function saved(): { readonly text: () => Promise<string>; readonly name: () => string } {
  const files: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:1';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return { text: async () => (await files[0]?.text()) ?? '', name: () => names[0] ?? '' };
}

it('adds up the figures of 300 branches, and names the one with the longest wait', async () => {
  const { page } = await openOffice(ANSWERS, '#/branches', 'branches');
  await vi.waitFor(() => expect(page.querySelectorAll('.figure').length).toBe(4));
  const figures = [...page.querySelectorAll('.figure')].map(({ textContent }) => textContent);
  expect(figures).toEqual([
    'Waiting5,650',
    'Longest wait35 minBranch 300, City 19',
    'Desks serving600 of 1,200',
    'Queue alerts6Show alerts',
  ]);
});

it('sorts up, then down, then as urgent as before', async () => {
  const office = await openOffice(ANSWERS, '#/branches', 'branches');
  await vi.waitFor(() => tableOf(office));
  const usual = column(office, 'Location');
  expect(await sortBy(office, 'Waiting')).toBe('ascending');
  expect(column(office, 'Waiting').slice(0, 2)).toEqual(['0', '0']);
  expect(await sortBy(office, 'Waiting')).toBe('descending');
  expect(column(office, 'Waiting').slice(0, 2)).toEqual(['39', '39']);
  expect(await sortBy(office, 'Waiting')).toBeNull();
  expect(column(office, 'Location')).toEqual(usual);
});

it('shows one region only, with its totals', async () => {
  const office = await openOffice(ANSWERS, '#/branches', 'branches');
  await vi.waitFor(() => tableOf(office));
  await choose(office, 'Region', 'Region 7');
  await vi.waitFor(() => expect(office.page.querySelector('.count')?.textContent).toContain('37 of 300'));
  expect(office.page.querySelector('.figure')?.textContent).toBe('Waiting827');
});

it('leads from an alert to those of its branch', async () => {
  const office = await openOffice(ANSWERS, '#/branches', 'branches');
  await vi.waitFor(() => tableOf(office));
  await sortBy(office, 'Queue alerts');
  await sortBy(office, 'Queue alerts');
  const link = tableOf(office).querySelector('tbody a[href^="#/alarms"]');
  const branch = manyBranches(8).locations[7];
  expect(link?.getAttribute('href')).toBe(`#/alarms?location=${branch?.id}`);
  expect(link?.textContent).toContain(branch?.name);
});

it('draws the rows in view of 300, and says how many there are', async () => {
  const office = await openOffice(ANSWERS, '#/branches', 'branches');
  await vi.waitFor(() => expect(tableOf(office).getAttribute('aria-rowcount')).toBe('301'));
  expect(column(office, 'Location').length).toBeLessThan(60);
});

it('keeps the chosen columns and the sort for the next time', async () => {
  const first = await openOffice(SMALL, '#/services', 'services');
  const kept = (): string => JSON.stringify(Object.entries(window.localStorage));
  const chooser = first.page.querySelector('details');
  if (chooser !== null) chooser.open = true;
  chooser?.dispatchEvent(new Event('toggle'));
  await vi.waitFor(() => expect(first.page.querySelector('.data-table-columns label')).not.toBeNull());
  const box = [...first.page.querySelectorAll('.data-table-columns label')].find(
    (each) => each.textContent === 'Enabled',
  );
  expect(headings(first)).toContain('Enabled');
  box?.querySelector('input')?.click();
  await vi.waitFor(() => expect(headings(first)).not.toContain('Enabled'));
  await sortBy(first, 'Letter before the number');
  expect(kept()).toContain('table..services');
  await first.go('#/desks', 'desks');
  await first.go('#/services', 'services');
  expect(headings(first)).not.toContain('Enabled');
  expect(column(first, 'Letter before the number').slice(0, 4)).toEqual(['A', 'A', 'A', 'B']);
});

it('saves what it shows as CSV, in its order, and nothing that a spreadsheet would run', async () => {
  const site = manyBranches(3);
  const [first, ...others] = site.services;
  const evil = { ...first, name: '=cmd' };
  const office = await openOffice(siteAnswers({ ...site, services: [evil, ...others] }), '#/services', 'services');
  await sortBy(office, 'Letter before the number');
  const file = saved();
  button(office, 'Save as CSV').click();
  const lines = (await file.text()).split('\r\n');
  expect(file.name()).toBe('services.csv');
  expect(lines[0]).toBe('\uFEFFName,Letter before the number,Location,Group,Enabled');
  expect(lines[1]).toBe(`'=cmd,A,"Branch 1, City 0",,Enabled`);
  expect(lines).toHaveLength(17);
});

it('keeps typed search text out of the address, and in the entry of the history', async () => {
  const office = await openOffice(ANSWERS, '#/branches', 'branches');
  await vi.waitFor(() => expect(tableOf(office)).not.toBeNull());
  const search = async (text: string): Promise<void> => {
    const field = office.page.querySelector<HTMLInputElement>('input[type="search"]');
    if (field === null) throw new Error('There is no search field.');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await vi.waitFor(() => expect(office.admin.router.place.value.query.q ?? '').toBe(text));
  };
  await search('Branch 300');
  await vi.waitFor(() => expect(column(office, 'Location')).toEqual(['Branch 300, City 19']));
  await choose(office, 'Status', 'quiet');
  await vi.waitFor(() => expect(window.location.hash).toBe('#/branches?state=quiet'));
  expect(window.history.state).toEqual({ q: 'Branch 300' });
  // A reload, or "back" from another screen.
  const again = createRouter();
  expect(again.place.value.query).toEqual({ state: 'quiet', q: 'Branch 300' });
  again.close();
  await search('');
  expect(window.history.state).toBeNull();
});
