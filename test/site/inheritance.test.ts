/** Inheritance from a parent location over the REST API: effects, permissions and the audit log. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuditEntryView } from '../../main/audit/contract/rest/audit.ts';
import type { ManyAnswer } from '../../main/site/contract/rest/bulk-edit.ts';
import { USUAL_ROLES } from '../../main/site/contract/roles.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';

let town: LockedTown;

beforeEach(async () => {
  const given = lockedSite();
  const bea = { id: 'bea', username: 'bea', roles: [...USUAL_ROLES.branch], locations: ['hall'] };
  town = await openLockedTown({
    site: { ...given, users: [...(given.users as object[]), { ...bea, password: 'a long enough one' }] },
  });
  await ask('POST', 'copy-location', { location: 'hall', id: 'south', name: 'South', follow: true, apply: true });
});
afterEach(() => town.close());

const file = () => town.site.current().file;

async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  what: string,
  body?: object,
  by = 'chief',
): Promise<ManyAnswer & { errno?: number; faults: readonly string[] }> {
  const user = town.site.current().user(by);
  if (user === undefined) throw new Error(`No user ${by}`);
  const key = town.auth.keyFor(user, town.clock.now());
  return (await town.ask(method, `/restapi/v2/admin/${what}`, key, body)).body;
}

const service = (id: string) => file().services.find((each) => each.id === id);
const put = (id: string, fields: object, by?: string) =>
  ask('PUT', `services/${id}`, { ...service(id), ...fields }, by);

describe('a location that inherits from a parent', () => {
  it('changes with its parent, with one audit entry, except for overridden fields', async () => {
    await put('south-taxes', { max_waiting: 3 });
    expect(await put('passports', { max_waiting: 8, schedule: 'Mo 10:00-12:00' })).toMatchObject({ success: true });
    await put('taxes', { max_waiting: 9, slot_time: 20 });
    expect(service('south-passports')).toMatchObject({ max_waiting: 8, schedule: 'Mo 10:00-12:00' });
    expect(service('south-taxes')).toMatchObject({ max_waiting: 3, slot_time: 20 });
    const { entries } = (await ask('GET', 'audit?limit=4')) as unknown as { entries: readonly AuditEntryView[] };
    expect(entries.map(({ collection, item_id }) => `${collection} ${item_id}`).sort()).toEqual([
      'locations south',
      'locations south',
      'services passports',
      'services taxes',
    ]);
    const [newest] = entries.filter(({ item_id }) => item_id === 'south');
    expect(newest?.fields.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['followed', '', 'hall'],
      ['services(south-taxes).slot_time', '0', '20'],
    ]);
  });

  it('is included in the preview, and refused if the preview is outdated', async () => {
    const wish = { collection: 'services', ids: ['passports'], fields: '{"max_waiting":12}' };
    const seen = await ask('POST', 'bulk-edit', wish);
    expect(seen.changes.map(({ id }) => id)).toEqual(['passports', 'south-passports']);
    await put('south-passports', { max_waiting: 1 });
    expect(await ask('POST', 'bulk-edit', { ...wish, apply: true, token: seen.token })).toMatchObject({ errno: 7 });
    expect(service('passports')?.max_waiting).toBe(0);
  });

  it('keeps removed items with waiting visitors, closed, and drops the others', async () => {
    for (const desk of file().desks.filter(({ location }) => location === 'hall')) {
      await ask('PUT', `desks/${desk.id}`, { ...desk, services: ['passports'] });
    }
    expect(file().desks.find(({ location }) => location === 'south')?.services).toEqual(['south-passports']);
    const key = await town.keyOf('chief');
    const queue = `/restapi/v2/queuemanagement/createticket`;
    const made = await town.ask('POST', queue, key, { service_id: 'south-taxes' });
    expect(made.body).toMatchObject({ success: true });
    const gone = file().services.filter(({ location, id }) => location === 'hall' && id !== 'passports');
    for (const { id } of gone) expect(await ask('DELETE', `services/${id}`)).toMatchObject({ success: true });
    expect(file().services.filter(({ location }) => location === 'south')).toMatchObject([
      { id: 'south-passports', state: 1, follows: 'passports' },
      { id: 'south-taxes', state: 0, follows: '' },
    ]);
  });

  it('previews for an item removed at the parent where it is removed, closed or kept', async () => {
    for (const id of ['west', 'east']) {
      await ask('POST', 'copy-location', { location: 'hall', id, name: id, follow: true, apply: true });
    }
    const changes = { collection: 'desks', fields: '{"services":["passports"]}', apply: true };
    const ids = file().desks.flatMap(({ id, location }) => (location === 'hall' ? [id] : []));
    await ask('POST', 'bulk-edit', { ...changes, ids });
    const key = await town.keyOf('chief');
    await town.ask('POST', '/restapi/v2/queuemanagement/createticket', key, { service_id: 'south-taxes' });
    await put('east-taxes', { max_waiting: 4 });
    const wish = { collection: 'services', id: 'taxes' };
    const seen = await ask('POST', 'change-item', wish);
    expect(seen).toMatchObject({ done: false, branches: { lose: 1, close: 1, keep: 1 } });
    expect(service('west-taxes')).toBeDefined();

    // The last visitor at the branch has left, so that the result would differ.
    await ask('POST', 'bulk-edit', {
      collection: 'services',
      ids: ['west-taxes'],
      fields: '{"max_waiting":5}',
      apply: true,
    });
    const apply = { apply: true, token: seen.token };
    expect(await ask('POST', 'change-item', { ...wish, ...apply })).toMatchObject({ errno: 7 });
    expect(service('taxes')).toBeDefined();
    const again = await ask('POST', 'change-item', wish);
    expect(again).toMatchObject({ branches: { lose: 0, close: 1, keep: 2 } });
    expect(await ask('POST', 'change-item', { ...wish, apply: true, token: again.token })).toMatchObject({
      done: true,
    });
    expect(
      file()
        .services.flatMap(({ id, state }) => (id.endsWith('taxes') ? [[id, state]] : []))
        .sort(),
    ).toEqual([
      ['east-taxes', 1],
      ['south-taxes', 0],
      ['west-taxes', 1],
    ]);
    // An item that cannot be removed has a reason, as for a single removal.
    expect(await ask('POST', 'change-item', { ...wish, id: 'passports' })).toMatchObject({ errno: 7 });
    // Administrators of all locations open and close a branch.
    const bare = { collection: 'locations', item: '{"name":"New"}', apply: true };
    expect(await ask('POST', 'change-item', { ...bare, id: 'new' }, 'bea')).toMatchObject({ errno: 105 });
    expect(await ask('POST', 'change-item', { collection: 'locations', id: 'clinic' }, 'bea')).toMatchObject({
      errno: 105,
    });
  });

  it('previews the effects of a file on inheriting branches, and applies exactly those', async () => {
    const document = { services: [{ ...service('passports'), max_waiting: 6 }] };
    const seen = await ask('POST', 'site/preview', document);
    expect(seen.changes.map(({ id }) => id)).toEqual(['south-passports']);
    expect(service('passports')?.max_waiting).toBe(0);
    await put('south-passports', { max_waiting: 1 });
    const load = (token: string) => ask('PUT', `site?mode=merge&token=${token}`, document);
    expect(await load(seen.token)).toMatchObject({ errno: 7, parameter: 'revision' });
    expect(service('passports')?.max_waiting).toBe(0);
    expect(await load((await ask('POST', 'site/preview', document)).token)).toMatchObject({ success: true });
    expect(service('passports')?.max_waiting).toBe(6);
  });

  it('is refused together with the parent, naming the branch with the error', async () => {
    await ask('POST', 'services', { id: 'own', name: 'Own', tag: 'Q', location: 'south' });
    await put('own', { tag: 'Q' });
    const answer = await put('passports', { tag: 'Q' });
    expect(answer).toMatchObject({ errno: 5 });
    expect(answer.faults[0]).toMatch(/^services\(south-passports\)\.tag: /);
    expect(service('passports')?.tag).not.toBe('Q');
  });

  it('is set only by an administrator of all locations, and has no parent that inherits itself', async () => {
    const south = file().locations.find(({ id }) => id === 'south');
    const bea = file().users.find(({ id }) => id === 'bea');
    expect(await ask('PUT', 'users/bea', { ...bea, locations: ['hall', 'south'] })).toMatchObject({ success: true });
    expect(await ask('PUT', 'locations/south', { ...south, city: 'Faro' }, 'bea')).toMatchObject({ success: true });
    expect(await ask('PUT', 'locations/south', { ...south, follows: '' }, 'bea')).toMatchObject({ errno: 105 });
    await ask('PUT', 'users/bea', { ...bea, locations: ['hall'] });
    expect(await put('passports', { max_waiting: 2 }, 'bea')).toMatchObject({ success: true });
    expect(service('south-passports')?.max_waiting).toBe(2);
    const clinic = file().locations.find(({ id }) => id === 'clinic');
    const chain = await ask('PUT', 'locations/clinic', { ...clinic, follows: 'south' });
    expect(chain).toMatchObject({ errno: 5, parameter: 'follows' });
    expect(chain.faults[0]).toContain('use that one as the parent');
  });

  it('lists overridden fields, and resets one or all of them to the parent', async () => {
    const wish = {
      collection: 'services',
      ids: ['south-taxes'],
      fields: '{"max_waiting":3,"slot_time":25}',
      apply: true,
    };
    await ask('POST', 'bulk-edit', wish);
    await put('passports', { max_waiting: 8 });
    const desk = file().desks.find(({ location, services }) => location === 'south' && services.length > 0);
    await ask('PUT', `desks/${desk?.id}`, { ...desk, services: [] });
    const seen = await ask('POST', 'reset-to-parent', { location: 'south' });
    expect(seen.changes.map(({ id }) => id).sort()).toEqual([desk?.id, 'south-taxes'].sort());
    expect(seen.changes.find(({ id }) => id === 'south-taxes')?.fields).toEqual([
      { field: 'slot_time', before: '25', after: '0' },
      { field: 'max_waiting', before: '3', after: '0' },
    ]);
    const one = { location: 'south', collection: 'services', id: 'south-taxes', field: 'slot_time', apply: true };
    expect(await ask('POST', 'reset-to-parent', one)).toMatchObject({ done: true, count: 1 });
    expect(service('south-taxes')).toMatchObject({ slot_time: 0, max_waiting: 3 });
    expect(await ask('POST', 'reset-to-parent', { location: 'south', apply: true })).toMatchObject({ count: 2 });
    expect(file().desks.find(({ id }) => id === desk?.id)?.services).toEqual(desk?.services);
    expect(await ask('POST', 'reset-to-parent', { location: 'hall' })).toMatchObject({
      errno: 6,
      parameter: 'location',
    });
    expect(await ask('POST', 'reset-to-parent', { location: 'south' }, 'bea')).toMatchObject({ errno: 105 });
  });
});
