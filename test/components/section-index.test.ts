/** Index of sections in the editors, and their folded groups. */
import { expect, it, vi } from 'vitest';
import { manyBranches } from '../helpers/many-branches.ts';
import { type OpenOffice, openOffice, siteAnswers } from './open-office.ts';

const SITE = manyBranches(3);
const HERE = SITE.locations[0]?.id ?? '';

async function openEditor(query = ''): Promise<OpenOffice> {
  const office = await openOffice(siteAnswers(SITE), `#/locations/${HERE}${query}`, 'edit-locations');
  await vi.waitFor(() => expect(office.page.querySelector('[data-field="t_delete"] input')).not.toBeNull());
  // A screen puts the focus on its heading, or on the field of its address, when it opens.
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body));
  return office;
}
const links = ({ page }: OpenOffice): readonly HTMLButtonElement[] => [
  ...page.querySelectorAll<HTMLButtonElement>('.section-index button'),
];
const link = (office: OpenOffice, id: string): HTMLButtonElement | undefined =>
  links(office).find(({ dataset }) => dataset.sectionLink === id);
const section = ({ page }: OpenOffice, id: string): HTMLElement | null =>
  page.querySelector<HTMLElement>(`[data-section="${id}"]`);
const isFolded = (office: OpenOffice, id: string): boolean => {
  const found = section(office, id);
  return found instanceof HTMLDetailsElement && !found.open;
};
const press = (on: Element | null | undefined, key: string): boolean | undefined =>
  on?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

it('lists every section of a location in order, and folds the rare ones', async () => {
  const office = await openEditor();
  const sections = [...office.page.querySelectorAll<HTMLElement>('[data-section]')].map(
    ({ dataset }) => dataset.section,
  );
  expect(sections).toHaveLength(10);
  expect(links(office).map(({ dataset }) => dataset.sectionLink)).toEqual(sections);
  expect(sections.filter((id) => isFolded(office, id ?? ''))).toEqual([
    'appointments',
    'limits',
    'privacy',
    'address',
    'other',
  ]);
});

it('opens a folded section, puts the focus on it and marks it', async () => {
  const office = await openEditor();
  link(office, 'limits')?.click();
  await vi.waitFor(() => expect(link(office, 'limits')?.getAttribute('aria-current')).toBe('location'));
  expect(isFolded(office, 'limits')).toBe(false);
  expect(document.activeElement).toBe(section(office, 'limits')?.querySelector('summary'));
  expect(links(office).filter((each) => each.hasAttribute('aria-current'))).toHaveLength(1);
});

it('has one tab stop, and arrow keys between its entries', async () => {
  const office = await openEditor();
  expect(links(office).filter(({ tabIndex }) => tabIndex === 0)).toEqual([link(office, 'main')]);
  link(office, 'main')?.focus();
  press(document.activeElement, 'ArrowDown');
  expect(document.activeElement).toBe(link(office, 'hours'));
  press(document.activeElement, 'End');
  expect(document.activeElement).toBe(link(office, 'other'));
  press(document.activeElement, 'ArrowRight');
  expect(document.activeElement).toBe(link(office, 'main'));
});

it('marks the section that is in view', async () => {
  const office = await openEditor();
  for (const [place, each] of [...office.page.querySelectorAll<HTMLElement>('[data-section]')].entries()) {
    vi.spyOn(each, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, (place - 2) * 400));
  }
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('scroll'));
    expect(link(office, 'queue')?.getAttribute('aria-current')).toBe('location');
  });
});

it('unfolds a section whose value changes, and marks it as not saved', async () => {
  const office = await openEditor();
  const field = section(office, 'limits')?.querySelector<HTMLInputElement>('[data-field="limit_waiting"] input');
  if (!field) throw new Error('There is no field.');
  field.value = '30';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(isFolded(office, 'limits')).toBe(false));
  expect(link(office, 'limits')?.textContent).toBe('Queue alertsNot saved');
  expect(isFolded(office, 'appointments')).toBe(true);
});

it('unfolds the section of a field that the command palette opens', async () => {
  const office = await openEditor('?field=t_delete');
  await vi.waitFor(() => expect(isFolded(office, 'privacy')).toBe(false));
  expect(document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field).toBe('t_delete');
});

it('is left out of an editor with few sections', async () => {
  const office = await openOffice(siteAnswers(SITE), `#/desks/${SITE.desks[0]?.id}`, 'edit-desks');
  await vi.waitFor(() => expect(section(office, 'main')).not.toBeNull());
  expect(office.page.querySelector('.section-index')).toBeNull();
});
