/** Undo in the back office: the notice after a change, and the audit log. */
import { expect, it, vi } from 'vitest';
import { filled, schemaOf } from '../../renderer/admin/model/schema.ts';
import { manyBranches } from '../helpers/many-branches.ts';
import { type Answers, type OpenOffice, openOffice, siteAnswers } from './open-office.ts';

const SITE = manyBranches(3);
const ANSWERS = siteAnswers(SITE);
const [SERVICE] = SITE.services;
const PATH = `v2/admin/services/${SERVICE?.id}`;
const READ = { ...ANSWERS[PATH]?.({}), revision: '1' };

/** A response to a change that can be undone. */
const undoable = (changeId: string, body: object) => (): Response =>
  new Response(JSON.stringify(body), { headers: { 'undoable-change': changeId } });

const notices = ({ page }: OpenOffice): readonly HTMLElement[] => [
  ...page.querySelectorAll<HTMLElement>('.notices .notice'),
];
const textOf = (notice: HTMLElement | undefined): string => notice?.querySelector('.notice-words')?.textContent ?? '';
const undoIn = (place: ParentNode | undefined): HTMLButtonElement | undefined =>
  [...(place?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent?.startsWith('Undo'));
const asked = ({ read }: OpenOffice): readonly unknown[] =>
  read.filter(({ path }) => path === 'v2/admin/undo').map(({ asked: wish }) => wish);

/** Changes and saves the name of a service. */
async function save(answers: Answers): Promise<OpenOffice> {
  const office = await openOffice({ ...ANSWERS, ...answers }, `#/services/${SERVICE?.id}`, 'edit-services');
  const field = await vi.waitFor(
    () => {
      const found = office.page.querySelector<HTMLInputElement>('[data-field="name"] input');
      if (found === null) throw new Error('There is no field yet.');
      return found;
    },
    { timeout: 20_000 },
  );
  field.value = 'Another name';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await vi.waitFor(() => expect(office.page.querySelector('.editor-end[data-changed]')).not.toBeNull());
  office.page.querySelector('form')?.requestSubmit();
  await vi.waitFor(() => expect(notices(office)).not.toEqual([]));
  return office;
}

/** The server returns the item on GET, and accepts it on PUT. */
const saved = {
  [PATH]: (wish: Readonly<Record<string, unknown>>) =>
    'name' in wish ? undoable('change-1', { success: true, id: SERVICE?.id })() : READ,
};

it('offers the undo of a saved item, and the undo of the undo', async () => {
  const office = await save({
    ...saved,
    'v2/admin/undo': undoable('change-2', { success: true, count: 1, lacks_secrets: true }),
  });
  expect(textOf(notices(office)[0])).toBe('Saved.');
  undoIn(notices(office)[0])?.click();
  await vi.waitFor(() => expect(asked(office)).toEqual([{ change_id: 'change-1' }]), { timeout: 20_000 });
  await vi.waitFor(() =>
    expect(notices(office).map(textOf)).toEqual([
      'Undone. Items restored: 1. Passwords, PINs and keys were not restored.',
    ]),
  );
  undoIn(notices(office)[0])?.click();
  await vi.waitFor(() => expect(asked(office)).toEqual([{ change_id: 'change-1' }, { change_id: 'change-2' }]));
});

it('offers no undo where the server keeps none', async () => {
  const office = await save({
    [PATH]: (wish) => ('name' in wish ? { success: true, id: SERVICE?.id } : READ),
  });
  expect(textOf(notices(office)[0])).toBe('Saved.');
  expect(undoIn(notices(office)[0])).toBeUndefined();
});

const BOOKED = { id: 'a1', service: SERVICE?.id, scheduled_to: '2026-11-20 10:00:00', client_name: 'Ana', state: 1 };

/** An appointment on the server, with a revision for each version; null: deleted. */
function bookings(first: object | null) {
  const versions: (object | null)[] = [first];
  const now = () => versions.at(-1) ?? null;
  const put = (next: object | null) => {
    versions.push(next);
    return { success: true, id: BOOKED.id };
  };
  const REFUSED = { success: false, errno: 7, error: '', parameter: 'revision' };
  const answers: Answers = {
    'v2/admin/appointments': ({ id: _id, ...item }) => put({ ...item, id: BOOKED.id }),
    [`v2/admin/appointments/${BOOKED.id}`]: ({ revision, ...item }) => {
      const isRead = Object.keys(item).length === 0 && revision === undefined;
      if (isRead && now() === null) return { success: false, errno: 6, error: '' };
      if (isRead)
        return { success: true, item: filled(schemaOf('appointments'), now()), revision: `${versions.length}` };
      if (revision !== `${versions.length}`) return REFUSED;
      return put('client_name' in item ? item : null);
    },
  };
  return { answers, now, put };
}

it('restores an appointment after an edit and after its deletion, unless it has changed since', async () => {
  const { answers, now, put } = bookings(BOOKED);
  const office = await openOffice({ ...ANSWERS, ...answers }, `#/appointments/${BOOKED.id}`, 'edit-appointments');
  const rename = async (name: string): Promise<void> => {
    const field = await vi.waitFor(
      () => {
        const found = office.page.querySelector<HTMLInputElement>('[data-field="client_name"] input');
        if (found === null) throw new Error('There is no field yet.');
        return found;
      },
      { timeout: 20_000 },
    );
    field.value = name;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await vi.waitFor(() => expect(office.page.querySelector('.editor-end[data-changed]')).not.toBeNull());
    office.page.querySelector('form')?.requestSubmit();
    await vi.waitFor(() => expect(undoIn(notices(office).at(-1))).toBeDefined());
    expect(now()).toMatchObject({ client_name: name });
  };
  await rename('Rui');
  undoIn(notices(office)[0])?.click();
  await vi.waitFor(() => expect(notices(office).map(textOf)).toEqual(['Undone. Items restored: 1.']));
  expect(now()).toMatchObject(BOOKED);
  await rename('Eva');
  put({ ...BOOKED, client_name: 'Somebody else' });
  undoIn(notices(office).at(-1))?.click();
  await vi.waitFor(() =>
    expect(textOf(notices(office).at(-1))).toBe(
      'Nothing was undone, because something has changed since or is in use.',
    ),
  );
  expect(now()).toMatchObject({ client_name: 'Somebody else' });
  const remove = (place: ParentNode | null): void =>
    [...(place?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Delete')?.click();
  remove(office.page);
  await vi.waitFor(() => expect(office.page.querySelector('dialog')).not.toBeNull());
  remove(office.page.querySelector('dialog'));
  await vi.waitFor(() => expect(now()).toBeNull());
  await vi.waitFor(() => expect(undoIn(notices(office).at(-1))).toBeDefined());
  undoIn(notices(office).at(-1))?.click();
  await vi.waitFor(() => expect(now()).toMatchObject({ ...BOOKED, client_name: 'Somebody else' }));
});

it('names the values that have changed since, and stays until it is closed', async () => {
  const faults = [`services(${SERVICE?.id}).name: has been changed since`, 'services(other): 1 ticket waits'];
  const office = await save({
    ...saved,
    'v2/admin/undo': () => ({ success: false, errno: 7, code: 'changed_since', error: '', faults }),
  });
  undoIn(notices(office)[0])?.click();
  await vi.waitFor(() => expect(office.page.querySelector('.notice-fault')).not.toBeNull(), { timeout: 20_000 });
  expect(textOf(notices(office)[0]).split('\n')).toEqual([
    'Nothing was undone, because something has changed since or is in use.',
    `Services · ${SERVICE?.name} · Name: Has changed since.`,
    'Services · other',
  ]);
});

const entry = (id: string, change_id: string, item_name: string) => ({
  ...{ id, change_id, at: `2026-11-20T12:00:0${id}Z`, by: { kind: 'user', id: 'ana', name: 'Ana' } },
  ...{ collection: 'services', item_id: `s-${id}`, item_name, action: 'changed' },
  fields: [
    { field: 'undoes', before: '', after: '2026-11-20T11:00:00Z', hidden: false },
    { field: 'schedule', before: '', after: 'Mo-Fr 08:00-14:00', hidden: false },
  ],
});

it('undoes a change of several items from the audit log, after a question', async () => {
  const entries = [entry('3', 'bulk', 'Passports'), entry('2', 'bulk', 'Archive'), entry('1', 'old', 'Taxes')];
  const office = await openOffice(
    {
      ...ANSWERS,
      'v2/admin/audit': () => ({ success: true, entries, next: '' }),
      'v2/admin/undo': ({ change_id }) =>
        change_id === undefined
          ? { success: true, changes: [{ change_id: 'bulk', at: '2026-11-20T12:00:02Z', own: true, count: 2 }] }
          : { success: true, count: 2, lacks_secrets: false },
    },
    '#/audit',
    'audit',
  );
  const rows = (): readonly HTMLElement[] => [...office.page.querySelectorAll<HTMLElement>('.audit tbody tr')];
  await vi.waitFor(() => expect(rows().map((row) => undoIn(row) !== undefined)).toEqual([true, true, false]));
  const names = (): readonly unknown[] => rows().map((row) => row.querySelector('a')?.textContent);
  expect(names()).toEqual(['Passports', 'Archive', 'Taxes']);
  const sort = [...office.page.querySelectorAll<HTMLButtonElement>('.table-sort')].find(
    ({ textContent }) => textContent === 'What',
  );
  sort?.click();
  await vi.waitFor(() => expect(names()).toEqual(['Archive', 'Passports', 'Taxes']));
  expect(rows()[0]?.querySelector('dt')?.textContent).toBe('Undoes the change of');
  undoIn(rows()[0])?.click();
  const dialog = await vi.waitFor(() => {
    const found = office.page.querySelector('dialog');
    if (found === null) throw new Error('There is no dialog yet.');
    return found;
  });
  expect(dialog.textContent).toContain('Items: 2.');
  undoIn(dialog)?.click();
  await vi.waitFor(() => expect(notices(office).map(textOf)).toEqual(['Undone. Items restored: 2.']));
  expect(asked(office)).toContainEqual({ change_id: 'bulk' });
});
