/** Bulk edits: copies of a location, one change of several items, and tables of users, services and desks. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ManyAnswer } from '../../main/site/contract/rest/bulk-edit.ts';
import { USUAL_ROLES } from '../../main/site/contract/roles.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';

let town: LockedTown;

function site(): object {
  const given = lockedSite();
  return {
    ...given,
    users: [
      ...(given.users as object[]),
      {
        id: 'bea',
        username: 'bea',
        roles: [...USUAL_ROLES.branch],
        locations: ['hall'],
        password: 'a long enough one',
      },
    ],
  };
}

beforeEach(async () => {
  town = await openLockedTown({ site: site() });
});
afterEach(() => town.close());

const file = () => town.site.current().file;
const at = <Item extends { location: string }>(items: readonly Item[], location: string): readonly Item[] =>
  items.filter((item) => item.location === location);

function as(id: string): (what: string, wish: object) => Promise<ManyAnswer & { errno?: number; faults: unknown[] }> {
  const user = town.site.current().user(id);
  if (user === undefined) throw new Error(`No user ${id}`);
  const key = town.auth.keyFor(user, town.clock.now());
  return async (what, wish) => (await town.ask('POST', `/restapi/v2/admin/${what}`, key, wish)).body;
}

describe('a copy of a branch', () => {
  const wish = { location: 'hall', id: 'south', name: 'Town Hall South' };

  it('is previewed first, and then exists beside the original with all its items', async () => {
    const chief = as('chief');
    const seen = await chief('copy-location', wish);
    expect(seen).toMatchObject({ success: true, done: false, faults: [] });
    expect(file().locations).toHaveLength(2);
    const done = await chief('copy-location', { ...wish, apply: true, token: seen.token });
    expect(done).toMatchObject({ done: true, count: seen.count });
    const south = file().locations.find(({ id }) => id === 'south');
    expect(south).toMatchObject({ name: 'Town Hall South', timezone: 'Europe/Lisbon', email: '', city: '' });
    expect(at(file().services, 'south').map(({ id, tag }) => [id, tag])).toEqual(
      at(file().services, 'hall').map(({ id, tag }) => [`south-${id}`, tag]),
    );
    // Including texts in each language, and pictures.
    const said = (location: string) =>
      at(file().services, location).map(({ name, translations, pictogram }) => ({ name, translations, pictogram }));
    expect(said('south')).toEqual(said('hall'));
    expect(said('hall').flatMap(({ translations }) => Object.keys(translations)).length).toBeGreaterThan(0);
    const group = file().service_groups.find(({ id }) => id === 'south-papers');
    expect(group?.location).toBe('south');
    expect(at(file().services, 'south').map(({ service_group }) => service_group)).toContain('south-papers');
    // Items shared by several locations stay shared.
    expect(at(file().services, 'south')[0]?.server_service).toBe('identity');
    expect(at(file().desks, 'south').find(({ tag }) => tag === '2')?.services).toEqual(['south-taxes']);
    expect(file().users.filter(({ locations }) => locations.includes('south'))).toEqual([]);
  });

  it('has no printers and no cards of the original', async () => {
    await as('chief')('copy-location', { ...wish, apply: true });
    const devices = at(file().devices, 'south');
    expect(devices).toHaveLength(4);
    expect(devices.map(({ printer, code }) => [printer, code])).toEqual(devices.map(() => ['', '']));
    expect(devices.find(({ id }) => id === 'south-kiosk-1')?.readers).toEqual(['wedge:']);
  });

  it('is refused if its id is taken, and for administrators of one location', async () => {
    expect(await as('chief')('copy-location', { ...wish, id: 'clinic' })).toMatchObject({ errno: 5, parameter: 'id' });
    expect(await as('chief')('copy-location', { ...wish, location: 'nowhere' })).toMatchObject({ errno: 6 });
    expect(await as('bea')('copy-location', wish)).toMatchObject({ errno: 104 });
  });
});

describe('one change for several items', () => {
  const hours = {
    collection: 'services',
    ids: ['passports', 'taxes', 'blood'],
    fields: JSON.stringify({ schedule: 'Mo-Fr 08:00-14:00' }),
  };

  it('previews the old and new value of each, and applies exactly that', async () => {
    const chief = as('chief');
    const seen = await chief('bulk-edit', hours);
    expect(seen.changes.map(({ id, fields }) => [id, fields])).toEqual([
      ['passports', [{ field: 'schedule', before: '', after: 'Mo-Fr 08:00-14:00' }]],
      ['taxes', [{ field: 'schedule', before: 'Mo-Fr 09:00-16:00', after: 'Mo-Fr 08:00-14:00' }]],
      ['blood', [{ field: 'schedule', before: '', after: 'Mo-Fr 08:00-14:00' }]],
    ]);
    expect(await chief('bulk-edit', { ...hours, apply: true, token: seen.token })).toMatchObject({
      done: true,
      count: 3,
    });
    expect(file().services.filter(({ schedule }) => schedule === 'Mo-Fr 08:00-14:00')).toHaveLength(3);
    expect(await chief('bulk-edit', hours)).toMatchObject({ count: 0, changes: [] });
  });

  it('is refused if the preview is outdated', async () => {
    const chief = as('chief');
    const seen = await chief('bulk-edit', hours);
    await town.site.change(({ file }) => ({
      ...file,
      services: file.services.map((service) =>
        service.id === 'blood' ? { ...service, schedule: 'Sa 10:00-12:00' } : service,
      ),
    }));
    expect(await chief('bulk-edit', { ...hours, apply: true, token: seen.token })).toMatchObject({
      errno: 7,
      parameter: 'revision',
    });
    expect(file().services.map(({ schedule }) => schedule)).toContain('Sa 10:00-12:00');
  });

  it('changes nothing if one item would become invalid', async () => {
    const bad = await as('chief')('bulk-edit', { ...hours, fields: '{"schedule":"whenever"}', apply: true });
    expect(bad).toMatchObject({ errno: 5 });
    expect(JSON.stringify(bad.faults)).toContain('services(passports).schedule');
    expect(file().services.find(({ id }) => id === 'taxes')?.schedule).toBe('Mo-Fr 09:00-16:00');
    expect(await as('chief')('bulk-edit', { ...hours, fields: '{"code":"X"}' })).toMatchObject({
      errno: 5,
      parameter: 'fields',
    });
    expect(await as('chief')('bulk-edit', { ...hours, fields: '[1]' })).toMatchObject({
      errno: 5,
      parameter: 'fields',
    });
    const everybody = {
      collection: 'users',
      ids: file().users.map(({ id }) => id),
      fields: '{"state":0}',
      apply: true,
    };
    const all = await as('chief')('bulk-edit', everybody);
    expect(all).toMatchObject({ errno: 7 });
  });

  it('renames services of the same name at several locations, with translations and letter', async () => {
    const chief = as('chief');
    const copy = { location: 'hall', id: 'south', name: 'South', apply: true };
    await chief('copy-location', copy);
    const ids = ['taxes', 'south-taxes'];
    const texts = { name: 'Fees', tag: 'F', translations: { pt_PT: { name: 'Taxas' } } };
    const wish = { collection: 'services', ids, fields: JSON.stringify(texts), apply: true };
    expect(await chief('bulk-edit', wish)).toMatchObject({ done: true, count: 2 });
    expect(file().services.filter(({ id }) => ids.includes(id))).toMatchObject([texts, texts]);
    // At one location, no two services can have the same letter.
    const same = { ...wish, ids: ['passports', 'taxes'], fields: '{"tag":"G"}' };
    expect(JSON.stringify((await chief('bulk-edit', same)).faults)).toMatch(/services\((passports|taxes)\)\.tag/);
  });

  it('stays within the locations of the user', async () => {
    expect(await as('bea')('bulk-edit', hours)).toMatchObject({ errno: 105 });
    const own = { ...hours, ids: ['passports', 'taxes'], apply: true };
    expect(await as('bea')('bulk-edit', own)).toMatchObject({ done: true, count: 2 });
    const more = { collection: 'users', ids: ['bea'], fields: '{"roles":["admin_site"]}', apply: true };
    expect(await as('bea')('bulk-edit', more)).toMatchObject({ errno: 105 });
  });
});

describe('a table', () => {
  const users = [
    'username;name;roles;locations;desks',
    'ana.silva;Ana Maria Silva;;;',
    'new.one;"One; New";acl_qmpad_access|qm_qmpad_issues_services;Town Hall;Desk 1|desk-2',
  ].join('\r\n');

  it('adds and changes users, by username', async () => {
    const chief = as('chief');
    const seen = await chief('import-csv', { collection: 'users', table: `\uFEFF${users}` });
    expect(seen.faults).toEqual([]);
    expect(seen.changes.map(({ what, name }) => [what, name])).toEqual([
      ['changed', 'Ana Maria Silva'],
      ['new', 'One; New'],
    ]);
    expect(seen.changes[0]?.fields).toEqual([{ field: 'name', before: 'Ana Silva', after: 'Ana Maria Silva' }]);
    await chief('import-csv', { collection: 'users', table: users, apply: true, token: seen.token });
    expect(file().users.find(({ id }) => id === 'ana')).toMatchObject({
      name: 'Ana Maria Silva',
      username: 'ana.silva',
    });
    expect(file().users.find(({ username }) => username === 'new.one')).toMatchObject({
      roles: ['acl_qmpad_access', 'qm_qmpad_issues_services'],
      locations: ['hall'],
      desks: ['desk-1', 'desk-2'],
    });
    // The same table again changes nothing.
    expect(await chief('import-csv', { collection: 'users', table: users })).toMatchObject({ count: 0, faults: [] });
  });

  it('imports services of a location with their translations, also comma-separated', async () => {
    const table =
      'name,tag,schedule,max_waiting,name.pt_PT\nParking,P,"Mo-Fr 09:00-12:00, Sa 09:00-10:00",40,Estacionamento\nTaxes,,,25,\n';
    const done = await as('chief')('import-csv', { collection: 'services', location: 'hall', table, apply: true });
    expect(done).toMatchObject({ done: true, count: 2 });
    const parking = file().services.find(({ name }) => name === 'Parking');
    expect(parking).toMatchObject({
      location: 'hall',
      tag: 'P',
      max_waiting: 40,
      translations: { pt_PT: { name: 'Estacionamento' } },
    });
    expect(file().services.find(({ id }) => id === 'taxes')).toMatchObject({
      tag: 'B',
      max_waiting: 25,
      schedule: 'Mo-Fr 09:00-16:00',
    });
  });

  it('reports each error by its line, and changes nothing if there is one', async () => {
    const table = [
      'name;tag;max_waiting;service_group',
      'One;A;2;',
      ';Q;;',
      'Two;R;many;',
      'Three;S;3;No such group',
      'Good;T;1;Papers',
    ].join('\n');
    const said = await as('chief')('import-csv', { collection: 'services', location: 'hall', table, apply: true });
    expect(said.done).toBe(false);
    expect(said.faults).toEqual([
      { line: 3, column: 'name', kind: 'needed', value: '' },
      { line: 4, column: 'max_waiting', kind: 'number', value: 'many' },
      { line: 5, column: 'service_group', kind: 'reference', value: 'No such group' },
    ]);
    const rest = table
      .split('\n')
      .filter((_, line) => ![2, 3, 4].includes(line))
      .join('\n');
    const letter = await as('chief')('import-csv', {
      collection: 'services',
      location: 'hall',
      table: rest,
      apply: true,
    });
    expect(letter.faults).toMatchObject([{ line: 2, column: 'tag', kind: 'site' }]);
    expect(file().services.some(({ name }) => name === 'Good')).toBe(false);
  });

  it.each([
    ['desks', 'name;colour\nX;red', { line: 1, column: 'colour', kind: 'column' }],
    ['users', 'name\nSomebody', { line: 1, column: 'username', kind: 'needed' }],
    ['users', 'username;name\na;b;c', { line: 2, kind: 'cells' }],
    ['users', 'username\nsame\nsame', { line: 3, kind: 'twice', value: '2' }],
    ['desks', 'name', { line: 1, kind: 'csv' }],
    ['desks', 'name\n"open', { kind: 'csv' }],
  ])('of %s reports its error: %j', async (collection, table, fault) => {
    const said = await as('chief')('import-csv', { collection, location: 'hall', table, apply: true });
    expect(said.faults).toMatchObject([fault]);
    expect(said.done).toBe(false);
  });

  it('adds and changes locations and devices, and names the location of each change', async () => {
    const chief = as('chief');
    const places =
      'id;name;city;timezone;country;languages\nhall;City Hall;Lisbon;;;en|pt_PT\nnorth;North;Porto;Europe/Lisbon;PT;\n';
    const seen = await chief('import-csv', { collection: 'locations', table: places });
    expect(seen.changes.map(({ id, what, location }) => [id, what, location])).toEqual([
      ['hall', 'changed', ''],
      ['north', 'new', ''],
    ]);
    expect(await chief('import-csv', { collection: 'locations', table: places, apply: true })).toMatchObject({
      done: true,
    });
    expect(file().locations.find(({ id }) => id === 'north')).toMatchObject({
      name: 'North',
      city: 'Porto',
      country: 'PT',
    });
    expect(file().locations.find(({ id }) => id === 'hall')).toMatchObject({
      name: 'City Hall',
      languages: ['en', 'pt_PT'],
    });
    // The first device is named by its id, the second by its name and location.
    const devices =
      'id;location;name;type;printer;services\nkiosk-9;;Front door;;;\n;clinic;Second kiosk;1;;Blood tests\n';
    const wish = { collection: 'devices', location: 'hall', table: devices };
    const before = await chief('import-csv', wish);
    expect(before.changes.map(({ name, what, location }) => [name, what, location])).toEqual([
      ['Front door', 'changed', 'clinic'],
      ['Second kiosk', 'new', 'clinic'],
    ]);
    await chief('import-csv', { ...wish, apply: true });
    expect(at(file().devices, 'clinic')).toMatchObject([
      { id: 'kiosk-9', name: 'Front door', type: 1, languages: ['ar'] },
      { name: 'Second kiosk', type: 1, services: ['blood'] },
    ]);
    const bea = as('bea');
    expect(
      await bea('import-csv', { collection: 'locations', table: 'id;name\nwest;West', apply: true }),
    ).toMatchObject({
      errno: 105,
    });
  });

  it('keeps the values that an export protects from spreadsheets', async () => {
    const table = `id;name;phone;address\nhall;Town Hall;'+351 21 000;"'=1|'-2"\n`;
    await as('chief')('import-csv', { collection: 'locations', table, apply: true });
    expect(file().locations.find(({ id }) => id === 'hall')).toMatchObject({ phone: '+351 21 000', address: '=1|-2' });
  });

  it('moves nothing to another location, and grants no additional rights', async () => {
    const bea = as('bea');
    const table = 'username;roles;locations\nnew.admin;admin_site;hall';
    expect(await bea('import-csv', { collection: 'users', table, apply: true })).toMatchObject({ errno: 105 });
    const elsewhere = 'name;location\nDesk 7;clinic';
    expect((await bea('import-csv', { collection: 'desks', table: elsewhere, apply: true })).faults).toMatchObject([
      { line: 2, column: 'location', kind: 'reference' },
    ]);
    const own = 'name;tag;services\nDesk 7;7;Taxes|passports';
    expect(await bea('import-csv', { collection: 'desks', location: 'hall', table: own, apply: true })).toMatchObject({
      done: true,
      count: 1,
    });
    expect(file().desks.find(({ tag }) => tag === '7')).toMatchObject({
      location: 'hall',
      services: ['taxes', 'passports'],
    });
    // The name belongs to a user whom she cannot see.
    const taken = 'username;locations\neva;hall';
    expect(await bea('import-csv', { collection: 'users', table: taken, apply: true })).not.toMatchObject({
      done: true,
    });
  });
});

describe('the order of services', () => {
  const kiosk = async (): Promise<readonly string[]> => {
    const key = await town.deviceKey('kiosk-1');
    const { body } = await town.ask('GET', '/restapi/v2/kiosks/kiosk-1', key);
    return body.services.map(({ name }: { name: string }) => name);
  };
  const order = (ids: readonly string[], location = 'hall') => ({ collection: 'services', location, ids });

  it('is the configured one at kiosks and counters, until it is reset to the default', async () => {
    const chief = as('chief');
    await chief('order', order(['weddings', 'passports']));
    expect(await kiosk()).toEqual(['Weddings', 'Passports', 'Archive', 'Taxes']);
    expect(
      town.site
        .current()
        .servicesOf('hall')
        .map(({ id }) => id),
    ).toEqual(['weddings', 'passports', 'archive', 'taxes']);
    await chief('order', order([]));
    expect(await kiosk()).toEqual(['Archive', 'Passports', 'Taxes', 'Weddings']);
  });

  it('is set only by an administrator of the location', async () => {
    expect(await as('bea')('order', order(['taxes']))).toMatchObject({ success: true });
    expect(await as('bea')('order', order(['blood'], 'clinic'))).toMatchObject({ success: false });
    expect(await as('chief')('order', order(['taxes', 'blood']))).toMatchObject({ errno: 6, parameter: 'ids' });
  });
});
