/** What a screen of the back office reads from a site of 300 branches. */
import { expect, it, vi } from 'vitest';
import { manyBranches } from '../helpers/many-branches.ts';
import { type OpenOffice, openOffice, siteAnswers } from './open-office.ts';

const MAX_BYTES = 100_000;
const SITE = manyBranches(300);
const ANSWERS = siteAnswers(SITE);
const [FIRST, SECOND] = SITE.locations;
const far = SITE.services.find(({ location }) => location === SECOND?.id);

const bytesOf = ({ read }: OpenOffice): number => read.reduce((sum, { bytes }) => sum + bytes, 0);
const timesOf = ({ read }: OpenOffice, path: string): number => read.filter((each) => each.path === path).length;

const rowsOf = ({ page }: OpenOffice): readonly string[] =>
  [...page.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');

it.each([
  ['#/branches', 'branches'],
  ['#/alarms', 'alarms'],
  ['#/today', 'today'],
  ['#/locations', 'locations'],
  ['#/services', 'services'],
  ['#/desks', 'desks'],
  ['#/users', 'users'],
  ['#/devices', 'devices'],
  ['#/settings', 'edit-settings'],
  [`#/locations/${SECOND?.id}`, 'edit-locations'],
  [`#/services/${far?.id}`, 'edit-services'],
])('opens %s with at most 100 kB, and reads no part of the site twice', async (hash, screen) => {
  const office = await openOffice(ANSWERS, hash, screen);
  expect(bytesOf(office)).toBeLessThan(MAX_BYTES);
  const parts = office.read.filter(({ path }) => path === 'v2/admin/site').map(({ asked }) => asked.location);
  expect(new Set(parts).size).toBe(parts.length);
});

it('shows the services of the chosen location, and those of another on request', async () => {
  const office = await openOffice(ANSWERS, '#/services', 'services');
  expect(rowsOf(office)).toHaveLength(5);
  const filter = office.page.querySelectorAll<HTMLSelectElement>('main select')[0];
  expect(filter?.value).toBe(FIRST?.id);
  office.admin.chooseLocation(SECOND?.id ?? '');
  await vi.waitFor(() => expect(rowsOf(office).join()).toContain(SECOND?.name));
  expect(rowsOf(office)).toHaveLength(5);
});

it('reads the whole site only if all locations are chosen', async () => {
  const office = await openOffice(ANSWERS, '#/services', 'services');
  const filter = office.page.querySelectorAll<HTMLSelectElement>('main select')[0];
  if (filter === undefined) throw new Error('There is no filter.');
  filter.value = '';
  filter.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.waitFor(() => expect(office.page.textContent).toContain('1500 of 1500'));
  expect(timesOf(office, 'v2/admin/site')).toBe(2);
});

it('has the users to choose from on no screen of the back office', async () => {
  const office = await openOffice(ANSWERS, '#/services', 'services');
  expect(office.read.find(({ path }) => path === 'v2/session')?.bytes).toBeLessThan(1_000);
});

it('reads a site of a few locations as a whole', async () => {
  const office = await openOffice(siteAnswers(manyBranches(3)), '#/services', 'services');
  expect(rowsOf(office)).toHaveLength(15);
});
