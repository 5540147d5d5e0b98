/** Undo of site changes: what it restores, whom it obeys, and what it refuses. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { atOnce } from '../../main/lib/steps.ts';
import { USUAL_ROLES } from '../../main/site/contract/roles.ts';
import { restoredSite, undoDraft } from '../../main/site/service/undo-items.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';

const DAY_MS = 24 * 3_600_000;
let town: LockedTown;

function site(): object {
  const given = lockedSite();
  const bea = {
    id: 'bea',
    username: 'bea',
    roles: [...USUAL_ROLES.branch],
    locations: ['hall'],
    password: 'beas own password',
  };
  return { ...given, users: [...(given.users as object[]), bea] };
}

beforeEach(async () => {
  town = await openLockedTown({ site: site() });
});
afterEach(() => town.close());

const file = () => town.site.current().file;
const service = (id: string) => file().services.find((each) => each.id === id);

/** A restored item can come later in the file. */
function byId(site: ReturnType<typeof file>): object {
  const sorted = (items: readonly { readonly id: string }[]) => items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const entries = Object.entries(site).map(([name, part]) => [name, Array.isArray(part) ? sorted(part) : part]);
  return Object.fromEntries(entries);
}

/** A request of a user: the response, and the id of its change if it can be undone. */
function as(id: string) {
  const user = town.site.current().user(id);
  if (user === undefined) throw new Error(`No user ${id}`);
  const key = town.auth.keyFor(user, town.clock.now());
  return async (method: string, what: string, wish: object = {}) => {
    const { headers, body } = await town.ask(method, `/restapi/v2/admin/${what}`, key, wish);
    return { body, change: headers.get('undoable-change') ?? '' };
  };
}

const hours = (ids: readonly string[], schedule = 'Mo-Fr 08:00-14:00') => ({
  collection: 'services',
  ids,
  fields: JSON.stringify({ schedule }),
  apply: true,
});

/** Replaces some fields of a service, as its editor does. */
async function edit(ask: ReturnType<typeof as>, id: string, fields: object) {
  return ask('PUT', `services/${id}`, { ...service(id), ...fields });
}

describe('undo of a site change', () => {
  it('restores all items of a bulk edit at once, and can be undone itself', async () => {
    const chief = as('chief');
    const before = file().services;
    const { change } = await chief('POST', 'bulk-edit', hours(['passports', 'taxes', 'blood']));
    const undone = await chief('POST', 'undo', { change_id: change });
    expect(undone.body).toEqual({ success: true, count: 3, lacks_secrets: false });
    expect(file().services).toEqual(before);
    expect((await chief('POST', 'undo', { change_id: change })).body).toMatchObject({ errno: 6 });
    expect((await chief('POST', 'undo', { change_id: undone.change })).body).toMatchObject({ count: 3 });
    expect(service('blood')?.schedule).toBe('Mo-Fr 08:00-14:00');
  });

  it('deletes the items of a copied location', async () => {
    const chief = as('chief');
    const before = file();
    const copy = { location: 'hall', id: 'south', name: 'South', follow: true, apply: true };
    const { change } = await chief('POST', 'copy-location', copy);
    expect(file().locations).toHaveLength(3);
    expect((await chief('POST', 'undo', { change_id: change })).body).toMatchObject({ success: true });
    expect(file()).toEqual(before);
  });

  const table = 'id;location;name\npassports;hall;Passports and cards\n;hall;Fees and fines\n';
  const order = { collection: 'services', location: 'hall', ids: ['taxes', 'passports'] };
  it.each<[string, string, string, () => object]>([
    ['a changed item', 'PUT', 'services/taxes', () => ({ ...service('taxes'), name: 'Fees' })],
    ['a created item', 'POST', 'services', () => ({ id: 'fees', location: 'hall', name: 'Fees', tag: 'F' })],
    ['a deleted item', 'DELETE', 'devices/kiosk-off', () => ({})],
    ['an imported table', 'POST', 'import-csv', () => ({ collection: 'services', table, apply: true })],
    ['an order', 'POST', 'order', () => order],
    ['settings', 'PUT', 'settings', () => ({ ...file().settings, names_on_displays: true })],
    ['a merged site', 'PUT', 'site?mode=merge', () => ({ locations: [{ ...file().locations[0], name: 'City Hall' }] })],
    ['a replaced site', 'PUT', 'site?mode=replace', () => ({ ...file(), devices: [], webhooks: [] })],
  ])('restores the values before %s', async (_what, method, what, wish) => {
    const chief = as('chief');
    const before = file();
    const { body, change } = await chief(method, what, wish());
    expect(body).toMatchObject({ success: true });
    expect(byId(file())).not.toEqual(byId(before));
    expect((await chief('POST', 'undo', { change_id: change })).body).toMatchObject({ success: true });
    expect(byId(file())).toEqual(byId(before));
  });

  it('is not offered for an import that deletes appointments', async () => {
    const chief = as('chief');
    const { body: booked } = await chief('POST', 'appointments', {
      location: 'hall',
      service: 'taxes',
      scheduled_to: '2030-03-04 10:00:00',
      client_name: 'Ana Sol',
    });
    expect(booked).toMatchObject({ success: true });
    const { appointments: _none, ...setup } = { ...file(), appointments: [] };
    const { body, change } = await chief('PUT', 'site?mode=replace', { ...setup, webhooks: [] });
    expect([body.success, change]).toEqual([true, '']);
    expect((await chief('GET', 'undo')).body.changes).toEqual([]);
  });

  it('keeps later changes of other fields', async () => {
    const chief = as('chief');
    const { change } = await chief('POST', 'bulk-edit', hours(['passports', 'taxes']));
    await edit(chief, 'taxes', { name: 'Taxes and fees' });
    expect((await chief('POST', 'undo', { change_id: change })).body).toMatchObject({ count: 2 });
    expect(service('taxes')).toMatchObject({ name: 'Taxes and fees', schedule: 'Mo-Fr 09:00-16:00' });
  });

  it('is refused, naming each value that has changed since', async () => {
    const chief = as('chief');
    const { change } = await chief('POST', 'bulk-edit', hours(['passports', 'taxes']));
    await edit(chief, 'taxes', { schedule: 'Sa 10:00-12:00' });
    const before = file();
    const { body } = await chief('POST', 'undo', { change_id: change });
    expect(body).toMatchObject({
      errno: 7,
      code: 'changed_since',
      faults: ['services(taxes).schedule: has been changed since'],
    });
    expect(file()).toBe(before);
  });

  it('restores a location that others inherit, and leaves their own values', async () => {
    const chief = as('chief');
    const copy = { location: 'hall', id: 'south', name: 'South', follow: true, apply: true };
    await chief('POST', 'copy-location', copy);
    await edit(chief, 'south-taxes', { name: 'Fees' });
    const before = file().services;
    // The new name equals the local name of the inheriting location, which is no reason to change that one.
    const { change } = await edit(chief, 'taxes', { name: 'Fees' });
    await edit(chief, 'passports', { extra_text: 'Bring a photo' });
    expect(service('south-passports')?.extra_text).toBe('Bring a photo');
    await chief('POST', 'undo', { change_id: change });
    expect(service('taxes')?.name).toBe(before.find(({ id }) => id === 'taxes')?.name);
    expect(service('south-taxes')?.name).toBe('Fees');
  });

  it('is refused while visitors wait for an added service', async () => {
    const chief = as('chief');
    const added = { id: 'new', location: 'hall', name: 'New', tag: 'N' };
    const { change } = await chief('POST', 'services', added);
    await town.ask('POST', '/restapi/v2/queuemanagement/createticket', await town.keyOf('chief'), {
      service_id: 'new',
    });
    expect((await chief('POST', 'undo', { change_id: change })).body).toMatchObject({
      errno: 7,
      code: 'item_in_use',
      faults: ['services(new): 1 ticket waits'],
    });
  });

  it('restores a deleted user without the password, and says so', async () => {
    const chief = as('chief');
    const { change } = await chief('DELETE', 'users/bea');
    const { body } = await chief('POST', 'undo', { change_id: change });
    expect(body).toMatchObject({ count: 1, lacks_secrets: true });
    expect(file().users.find(({ id }) => id === 'bea')).toMatchObject({ username: 'bea', locations: ['hall'] });
    const login = await town.post('login', { user_id: 'bea', password: 'beas own password' });
    expect(login.body).toMatchObject({ success: false });
  });

  it('belongs to those who may make the change', async () => {
    const [chief, bea, ari] = [as('chief'), as('bea'), as('nobody')];
    const { change } = await chief('POST', 'bulk-edit', hours(['passports', 'blood']));
    town.clock.advance(1_000);
    const own = await bea('POST', 'bulk-edit', hours(['taxes']));
    const undo = { change_id: change };
    expect((await ari('POST', 'undo', undo)).body).toMatchObject({ errno: 104 });
    town.clock.advance(1_000);
    // The other location is none of hers, and the refusal does not tell whether its values have changed.
    await edit(chief, 'blood', { schedule: 'Sa 10:00-12:00' });
    expect((await bea('POST', 'undo', undo)).body).toMatchObject({ errno: 105, code: 'change_not_allowed' });
    expect((await bea('GET', 'undo')).body.changes).toMatchObject([{ change_id: own.change, own: true, count: 1 }]);
    expect((await chief('GET', 'undo')).body.changes.map(({ own: isOwn }: { own: boolean }) => isOwn)).toEqual([
      true,
      false,
      true,
    ]);
    expect((await chief('POST', 'undo', { change_id: own.change })).body).toMatchObject({ success: true });
  });

  it('is an entry of the audit log that names the undone change', async () => {
    const chief = as('chief');
    const { change } = await edit(chief, 'taxes', { name: 'Fees' });
    const [made] = (await chief('GET', 'undo')).body.changes;
    const undone = await chief('POST', 'undo', { change_id: change });
    const [entry] = await town.store.query('audit', { limit: 1 });
    expect(entry).toMatchObject({
      changeId: undone.change,
      by: { kind: 'user', id: 'chief' },
      itemId: 'taxes',
      fields: [
        { field: 'undoes', before: '', after: made.at },
        { field: 'name', before: 'Fees' },
      ],
    });
  });

  it('ends after a week, and the values with it', async () => {
    const chief = as('chief');
    const { change } = await edit(chief, 'taxes', { name: 'Fees' });
    town.clock.advance(7 * DAY_MS);
    const later = as('chief');
    expect((await later('GET', 'undo')).body.changes).toEqual([]);
    expect((await later('POST', 'undo', { change_id: change })).body).toMatchObject({ errno: 6 });
    await town.store.run('anonymise', { limit: 10, tickets: [], appointments: [] }, { now: town.clock.now() });
    expect(await town.store.query('siteUndos', { now: 0 })).toEqual([]);
  });

  it('is kept for the last 50 changes', async () => {
    const chief = as('chief');
    const first = await edit(chief, 'taxes', { name: 'Fees' });
    for (let nth = 0; nth < 50; nth += 1) {
      town.clock.advance(1_000);
      await edit(chief, 'passports', { name: `Passports ${nth}` });
    }
    expect((await chief('GET', 'undo')).body.changes).toHaveLength(50);
    expect((await chief('POST', 'undo', { change_id: first.change })).body).toMatchObject({ errno: 6 });
  });
});

describe('the kept values of a change', () => {
  it('have no password, PIN or secret', () => {
    const before = { ...file(), users: [{ ...file().users[0], password: 'old one' }] } as never;
    const after = { ...file(), users: [] } as never;
    expect(atOnce(undoDraft(before, after))?.items).not.toContain('old one');
  });

  it('are the changed fields only', () => {
    const before = file();
    const after = { ...before, settings: { ...before.settings, default_lang: 'de' } } as typeof before;
    const draft = atOnce(undoDraft(before, after));
    expect(draft).toMatchObject({ count: 1, losesSecrets: false });
    expect(Object.keys(JSON.parse(draft?.items ?? '').fields)).toEqual(['default_lang']);
    expect(atOnce(restoredSite(after, draft?.items ?? '')).file.settings).toEqual(before.settings);
  });

  it('are not kept for a change of more than 8 million characters', () => {
    const before = file();
    const logo = `data:image/png;base64,${'A'.repeat(8_000_000)}`;
    const first = { ...before, locations: before.locations.map((each) => ({ ...each, logo })) };
    expect(atOnce(undoDraft(first, before))).toBeNull();
  });
});
