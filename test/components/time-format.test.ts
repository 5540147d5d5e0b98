/** Time format of a location as a choice in its editor. */
import { expect, it, vi } from 'vitest';
import { manyBranches } from '../helpers/many-branches.ts';
import { openOffice, siteAnswers } from './open-office.ts';

/** The choice of the first location, and the values that it offers. */
async function openChoice(timeformat: string) {
  const site = manyBranches(1);
  const locations = site.locations.map((location) => ({ ...location, timeformat }));
  const office = await openOffice(
    siteAnswers({ ...site, locations }),
    `#/locations/${locations[0]?.id}`,
    'edit-locations',
  );
  const find = () => office.page.querySelector<HTMLSelectElement>('[data-field="timeformat"] select');
  await vi.waitFor(() => expect(find()).not.toBeNull());
  const select = find() as HTMLSelectElement;
  return { office, select, offered: [...select.options].map(({ value, text }) => [value, text]) };
}

it('offers 24 and 12 hours', async () => {
  const { select, offered } = await openChoice('HH:mm');
  expect(select.value).toBe('HH:mm');
  expect(offered).toEqual([
    ['HH:mm', '24 h (14:30)'],
    ['hh:mm a', '12 h (2:30 PM)'],
  ]);
});

it('keeps a custom format until another one is chosen', async () => {
  const { office, select, offered } = await openChoice('H.mm');
  expect(select.value).toBe('H.mm');
  expect(offered.map(([value]) => value)).toEqual(['HH:mm', 'hh:mm a', 'H.mm']);
  expect(office.admin.drafts.count.value).toBe(0);
  select.value = 'hh:mm a';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.waitFor(() => expect(office.admin.drafts.count.value).toBe(1));
});
