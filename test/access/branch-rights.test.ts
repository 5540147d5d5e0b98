/** Permissions of location administrators, who cannot extend them, and of read-only auditors. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { USUAL_ROLES } from '../../main/site/contract/roles.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import type { Posted } from '../helpers/town.ts';

const ADMIN = '/restapi/v2/admin';
let town: LockedTown;

/** Besides the users of the test site: Bea administers the hall, Ada audits, Cora has a custom permission set. */
function site(): object {
  const given = lockedSite();
  const password = 'a long enough one';
  return {
    ...given,
    service_groups: [...(given.service_groups as object[]), { id: 'everywhere', name: 'Everywhere' }],
    role_sets: [
      { id: 'callers', name: 'Callers', roles: [...USUAL_ROLES.clerk] },
      { id: 'owners', name: 'Owners', roles: ['admin_site'] },
    ],
    users: [
      ...(given.users as object[]),
      { id: 'bea', username: 'bea', roles: [...USUAL_ROLES.branch], locations: ['hall'], password },
      { id: 'cora', username: 'cora', role_set: 'callers', locations: ['hall'], desks: ['desk-1'], password },
      { id: 'both', username: 'both', roles: ['acl_qmpad_access'], locations: ['hall', 'clinic'] },
      { id: 'keen', username: 'keen', roles: ['qm_act_for_users'], locations: ['hall'] },
      { id: 'lone', username: 'lone', roles: ['admin_branch'], locations: ['hall'], password },
      { id: 'loose', username: 'loose', roles: ['admin_branch'] },
      { id: 'rita', username: 'rita', roles: [...USUAL_ROLES.reception], locations: ['hall'], password },
      { id: 'ada', username: 'ada', roles: [...USUAL_ROLES.auditor] },
      { id: 'ari', username: 'ari', roles: ['audit_view'], locations: ['clinic'] },
    ],
    appointments: [
      { id: 'here', service: 'passports', scheduled_to: '2026-11-20 12:05:00', client_name: 'Nora Lund', code: 'N-1' },
      { id: 'there', service: 'blood', scheduled_to: '2026-11-20 12:05:00', client_name: 'Ivo Lima', code: 'I-1' },
    ],
    devices: [
      ...(given.devices as object[]),
      { id: 'card-9', name: 'Card 9', type: 1, location: 'clinic', code: '0099' },
    ],
    webhooks: [{ id: 'hook', name: 'Hook', url: 'https://hooks.example/queue' }],
    report_keys: [{ id: 'figures', name: 'Figures' }],
    forms: [{ id: 'form-1', name: 'Form', questions: { before: [], during: [], end: [] } }],
  };
}

beforeEach(async () => {
  town = await openLockedTown({ site: site() });
});
afterEach(() => town.close());

function as(id: string): (method: string, path: string, body?: object) => ReturnType<LockedTown['ask']> {
  const user = town.site.current().user(id);
  if (user === undefined) throw new Error(`No user ${id}`);
  const key = town.auth.keyFor(user, town.clock.now());
  return (method, path, body) => town.ask(method, `${ADMIN}/${path}`, key, body);
}

const file = () => town.site.current().file;
const said = ({ status, body }: Posted): readonly unknown[] => [status, body.errno];
const DONE = [200, undefined];
const BEYOND = [403, 105];
const NO_RIGHT = [403, 104];

describe('a location administrator', () => {
  it('sees only their own location, and no credentials', async () => {
    const { body } = await as('bea')('GET', 'site');
    const ids = (name: string): readonly string[] => body.site[name].map(({ id }: { id: string }) => id);
    expect(ids('locations')).toEqual(['hall']);
    expect(ids('desks')).toEqual(['desk-1', 'desk-2', 'desk-3']);
    expect(ids('services')).not.toContain('blood');
    expect(ids('devices')).not.toContain('kiosk-9');
    expect(ids('service_groups')).toEqual(['papers', 'everywhere']);
    expect(ids('users')).toEqual(['bea', 'cora', 'keen', 'lone', 'rita']);
    expect(ids('appointments')).toEqual(['here']);
    expect([ids('webhooks'), ids('report_keys')]).toEqual([[], []]);
    expect(body.site.settings).toMatchObject({ default_lang: 'en', trusted_networks: [], mail_server: '' });
    const bea = as('bea');
    expect(said(await bea('GET', 'desks/desk-9'))).toEqual(BEYOND);
    expect(said(await bea('GET', 'appointments/there'))).toEqual([404, 6]);
    expect(said(await bea('GET', 'devices/kiosk-9/history'))).toEqual(BEYOND);
    expect((await bea('GET', 'appointments')).body.appointments.map(({ id }: { id: string }) => id)).toEqual(['here']);
    for (const path of ['settings', 'webhooks', 'report_keys', 'audit', 'mail', 'forms']) {
      expect([path, said(await bea('GET', path))]).toEqual([path, NO_RIGHT]);
    }
  });

  it('changes items of their location', async () => {
    const bea = as('bea');
    const hall = file().locations.find(({ id }) => id === 'hall');
    expect(said(await bea('PUT', 'locations/hall', { ...hall, schedule: 'Mo-Fr 08:00-12:00' }))).toEqual(DONE);
    expect(said(await bea('POST', 'desks', { id: 'desk-4', name: 'Desk 4', location: 'hall' }))).toEqual(DONE);
    expect(said(await bea('POST', 'services', { id: 'maps', name: 'Maps', location: 'hall' }))).toEqual(DONE);
    expect(said(await bea('DELETE', 'services/maps'))).toEqual(DONE);
    expect(said(await bea('POST', 'devices', { id: 'tv', name: 'TV', type: 9, location: 'hall' }))).toEqual(DONE);
    expect(said(await bea('POST', 'devices/tv/key'))).toEqual(DONE);
    const clerk = { id: 'new', username: 'new', roles: [...USUAL_ROLES.clerk], locations: ['hall'] };
    expect(said(await bea('POST', 'users', clerk))).toEqual(DONE);
    expect(said(await bea('PUT', 'users/new', { ...clerk, roles: [], role_set: 'callers' }))).toEqual(DONE);
    expect(said(await bea('POST', 'users/new/revoke'))).toEqual(DONE);
    const visit = { id: 'more', service: 'passports', scheduled_to: '2026-11-20 15:00:00' };
    expect(said(await bea('POST', 'appointments', visit))).toEqual(DONE);
    expect(said(await bea('DELETE', 'appointments/more'))).toEqual(DONE);
    const log = (await town.ask('GET', `${ADMIN}/audit?item_id=desk-4`, key('chief'))).body.entries;
    expect(log[0].by).toMatchObject({ kind: 'user', id: 'bea' });
  });

  it('gets no counter permissions through a device: not by creating or pairing it, nor by its key', async () => {
    const [lone, bea] = [as('lone'), as('bea')];
    const pad = { name: 'My pad', type: 6, location: 'hall' };
    expect(said(await lone('POST', 'devices', { ...pad, id: 'mine' }))).toEqual(BEYOND);
    expect(said(await lone('POST', 'devices', { ...pad, id: 'mine', type: 4 }))).toEqual(BEYOND);
    expect(said(await lone('PUT', 'devices/kiosk-1', { ...pad, name: 'Entrance' }))).toEqual(BEYOND);
    expect(said(await lone('POST', 'devices', { ...pad, id: 'tv', type: 9 }))).toEqual(DONE);
    expect(said(await lone('POST', 'devices/tv/key'))).toEqual(DONE);
    // Users with the roles of a counter can.
    expect(said(await bea('POST', 'devices', { ...pad, id: 'ours' }))).toEqual(DONE);
    expect(said(await bea('POST', 'devices/ours/key'))).toEqual(DONE);
    expect(said(await lone('POST', 'devices/ours/key'))).toEqual(BEYOND);
    const secret = 'a'.repeat(43);
    const { code } = (await town.ask('POST', '/restapi/v2/pairing', '', { secret })).body;
    expect(said(await lone('POST', 'devices/ours/pair', { code }))).toEqual(BEYOND);
    expect(said(await bea('POST', 'devices/ours/pair', { code }))).toEqual(DONE);
    // Fewer permissions are allowed: it can be disabled and removed, but not enabled.
    const off = { ...pad, state: 0 };
    expect(said(await lone('PUT', 'devices/ours', off))).toEqual(DONE);
    expect(said(await lone('PUT', 'devices/ours', pad))).toEqual(BEYOND);
    expect(said(await lone('DELETE', 'devices/ours'))).toEqual(DONE);
  });

  function key(id: string): string {
    return town.auth.keyFor(town.site.current().user(id)!, town.clock.now());
  }

  const bea = () => file().users.find(({ id }) => id === 'bea')!;
  const clerk = { username: 'new', roles: [] as string[], locations: ['hall'], desks: [] as string[] };
  /** Each with the request of an attacker, created from the current site. */
  const attacks: readonly (readonly [string, string, string, () => object | undefined])[] = [
    [
      'grant themselves the whole house',
      'PUT',
      'users/bea',
      () => ({ ...bea(), roles: [...bea().roles, 'admin_site'] }),
    ],
    ['shake off their location', 'PUT', 'users/bea', () => ({ ...bea(), locations: [] })],
    ['add a location to themselves', 'PUT', 'users/bea', () => ({ ...bea(), locations: ['hall', 'clinic'] })],
    ['take a set with more permissions', 'PUT', 'users/bea', () => ({ ...bea(), role_set: 'owners' })],
    [
      'grant a user a permission that they do not have',
      'POST',
      'users',
      () => ({ ...clerk, roles: ['qm_act_for_users'] }),
    ],
    ['grant a user such a set', 'POST', 'users', () => ({ ...clerk, role_set: 'owners' })],
    ['make a user of all locations', 'POST', 'users', () => ({ ...clerk, locations: [] })],
    ['create a user at another location', 'POST', 'users', () => ({ ...clerk, locations: ['clinic'] })],
    ['assign a user to a desk at another location', 'POST', 'users', () => ({ ...clerk, desks: ['desk-9'] })],
    ['be found under the name of another', 'POST', 'users', () => ({ ...clerk, id: 'ana.silva' })],
    ['be called like the id of another', 'POST', 'users', () => ({ ...clerk, username: 'chief' })],
    [
      'set the password of a user with more permissions',
      'PUT',
      'users/keen',
      () => ({ ...clerk, username: 'keen', password: 'mine from now on' }),
    ],
    [
      'set the password of the chief',
      'PUT',
      'users/chief',
      () => ({ ...clerk, username: 'chief', password: 'mine from now on' }),
    ],
    ['move a user to their branch', 'PUT', 'users/both', () => ({ ...clerk, username: 'both' })],
    ['move a user from another branch', 'PUT', 'users/eva', () => ({ ...clerk, username: 'eva' })],
    ['remove a user of all locations', 'DELETE', 'users/ana', () => undefined],
    ['end the keys of the chief', 'POST', 'users/chief/revoke', () => undefined],
    ['revoke the keys of a user with more permissions', 'POST', 'users/keen/revoke', () => undefined],
    ['draw a desk to their branch', 'PUT', 'desks/desk-9', () => ({ name: 'Mine', location: 'hall' })],
    ['push a desk off', 'PUT', 'desks/desk-1', () => ({ name: 'Desk 1', location: 'clinic' })],
    ['create a desk at another location', 'POST', 'desks', () => ({ name: 'Mine', location: 'clinic' })],
    ['draw a device to their branch', 'PUT', 'devices/kiosk-9', () => ({ name: 'Mine', location: 'hall' })],
    ['make a device of no location', 'POST', 'devices', () => ({ name: 'Mine', location: '' })],
    ['get the key of a device at another location', 'POST', 'devices/kiosk-9/key', () => undefined],
    ['revoke the key of a device at another location', 'DELETE', 'devices/kiosk-9/key', () => undefined],
    ['pair a device at another location', 'POST', 'devices/kiosk-9/pair', () => ({ code: '12345678' })],
    [
      'request an action from a device at another location',
      'POST',
      'devices/kiosk-9/actions',
      () => ({ action: 'test-print' }),
    ],
    ['draw a service to their branch', 'PUT', 'services/blood', () => ({ name: 'Mine', location: 'hall' })],
    ['change a heading of all', 'PUT', 'service_groups/everywhere', () => ({ name: 'Mine', location: 'hall' })],
    ['make a heading of all', 'POST', 'service_groups', () => ({ name: 'Mine', location: '' })],
    ['open a branch', 'POST', 'locations', () => ({ id: 'annex', name: 'Annex' })],
    ['close a branch', 'DELETE', 'locations/hall', () => undefined],
    ['change another branch', 'PUT', 'locations/clinic', () => ({ name: 'Mine' })],
    [
      'keep names longer than the organisation does',
      'PUT',
      'locations/hall',
      () => ({ ...file().locations[0], t_delete: 9_999 }),
    ],
    [
      'edit a permission set of the organisation',
      'PUT',
      'role_sets/callers',
      () => ({ name: 'Callers', roles: ['admin_site'] }),
    ],
    ['create a permission set of the organisation', 'POST', 'role_sets', () => ({ name: 'Mine', roles: [] })],
    ['change the settings', 'PUT', 'settings', () => ({ ...file().settings, mail_server: 'mine.example' })],
    ['import a site', 'PUT', 'site', () => ({ desks: [{ id: 'desk-5', name: 'Desk 5', location: 'hall' }] })],
    ['replace the site', 'PUT', 'site?mode=replace', () => ({ users: [] })],
    ['have a webhook', 'POST', 'webhooks', () => ({ name: 'Mine', url: 'https://mine.example' })],
    ['have the secret of a webhook', 'POST', 'webhooks/hook/secret', () => undefined],
    ['make a key for reports', 'POST', 'report_keys', () => ({ name: 'Mine' })],
    ['have a key for reports', 'POST', 'report_keys/figures/key', () => undefined],
    ['change a form of all', 'PUT', 'forms/form-1', () => ({ name: 'Mine' })],
    ['send mail', 'POST', 'mail/test', () => ({ address: 'a@mine.example' })],
    [
      'book at another location',
      'POST',
      'appointments',
      () => ({ service: 'blood', scheduled_to: '2026-11-21 12:00:00' }),
    ],
    [
      'move a visit to another branch',
      'PUT',
      'appointments/here',
      () => ({ service: 'blood', scheduled_to: '2026-11-21 12:00:00' }),
    ],
    [
      'draw a visit from another branch',
      'PUT',
      'appointments/there',
      () => ({ service: 'passports', scheduled_to: '2026-11-21 12:00:00' }),
    ],
    ['cancel an appointment at another location', 'DELETE', 'appointments/there', () => undefined],
  ];

  it('cannot do anything beyond their permissions, and nothing changes', async () => {
    const before = file();
    const [ask, outcomes] = [as('bea'), [] as string[]];
    for (const [what, method, path, body] of attacks) {
      const answer = await ask(method, path, body());
      const isRefused = answer.status === 403 && [104, 105].includes(answer.body.errno);
      if (!isRefused) outcomes.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    expect(outcomes).toEqual([]);
    expect(file()).toBe(before);
    expect((await as('chief')('GET', 'appointments')).body.appointments).toHaveLength(2);
  });

  it.each<readonly [string, string, object | undefined, string]>([
    ['POST', 'desks', { id: 'desk-4', name: 'Mine', location: 'clinic' }, 'desks(desk-4)'],
    ['PUT', 'desks/desk-1', { name: 'Desk 1', location: 'clinic' }, 'desks(desk-1)'],
    ['DELETE', 'service_groups/everywhere', undefined, 'service_groups(everywhere)'],
    ['POST', 'change-item', { collection: 'service_groups', id: 'everywhere', item: '' }, 'service_groups(everywhere)'],
    ['POST', 'order', { collection: 'service_groups', ids: ['everywhere'] }, 'service_groups(everywhere)'],
    ['POST', 'appointments', { id: 'x', service: 'blood', scheduled_to: '2026-11-21 12:00:00' }, 'appointments(x)'],
    ['DELETE', 'appointments/there', undefined, 'appointments(there)'],
    ['POST', 'bulk-edit', { collection: 'users', ids: ['bea'], fields: '{"roles":["admin_site"]}' }, 'users(bea)'],
    [
      'POST',
      'bulk-edit',
      { collection: 'users', ids: ['bea'], fields: '{"roles":["admin_site"]}', apply: true },
      'users(bea)',
    ],
    [
      'POST',
      'import-csv',
      { collection: 'users', table: 'id,username,roles,locations\nnew,new,admin_site,hall\n', apply: true },
      'users(new)',
    ],
  ])('is refused by %s %s with the item beyond the permissions', async (method, path, body, thing) => {
    const { status, body: answer } = await as('bea')(method, path, body);
    expect([status, answer]).toEqual([
      403,
      {
        success: false,
        errno: 105,
        code: 'change_not_allowed',
        error: 'You can change items of your own locations only, and give only permissions that you have.',
        faults: [`${thing}: you cannot change this item`],
      },
    ]);
  });

  it('cannot use revoked permissions', async () => {
    const ask = as('bea');
    await town.site.load({ users: [{ ...bea(), locations: ['clinic'] }] });
    expect(said(await ask('POST', 'desks', { name: 'Desk 4', location: 'hall' }))).toEqual(BEYOND);
    await town.site.load({ users: [{ ...bea(), roles: ['acl_qmpad_access'] }] });
    expect(said(await ask('POST', 'desks', { name: 'Desk 4', location: 'clinic' }))).toEqual(NO_RIGHT);
  });

  it('is none without an assigned location', async () => {
    expect(said(await as('loose')('GET', 'site'))).toEqual(BEYOND);
    expect(said(await as('loose')('POST', 'desks', { name: 'Mine', location: 'hall' }))).toEqual(BEYOND);
  });
});

describe('a custom permission set', () => {
  it('grants its permissions to its users, and removes them again', async () => {
    const { key } = { key: town.auth.keyFor(town.site.current().user('cora')!, town.clock.now()) };
    const session = async () => (await town.ask('GET', '/restapi/v2/session', key)).body.user.roles;
    expect(await session()).toEqual([...USUAL_ROLES.clerk]);
    const list = () => town.ask('GET', '/restapi/v2/counters', key);
    expect((await list()).status).toBe(200);
    await as('chief')('PUT', 'role_sets/callers', { name: 'Callers', roles: ['reports_view'] });
    expect(await session()).toEqual(['reports_view']);
    expect(said(await list())).toEqual(NO_RIGHT);
  });

  it('cannot be removed while in use, accepts only existing permissions, and counts for the last administrator', async () => {
    const chief = as('chief');
    expect(said(await chief('DELETE', 'role_sets/callers'))).toEqual([409, 7]);
    const faulty = await chief('POST', 'role_sets', { name: 'Odd', roles: ['admin_everything'] });
    expect(faulty.body).toMatchObject({ errno: 5, parameter: 'roles[0]' });
    const own = file().users.find(({ id }) => id === 'chief')!;
    expect(said(await chief('PUT', 'users/chief', { ...own, roles: [], role_set: 'owners' }))).toEqual(DONE);
    expect(said(await chief('PUT', 'role_sets/owners', { name: 'Owners', roles: [] }))).toEqual([409, 7]);
  });
});

describe('the value of a card', () => {
  it('can be read only by users who can change that card', async () => {
    const read = async (who: string) => {
      const answers = await Promise.all(
        ['site', 'devices', 'devices/reader-1', 'devices/card-9'].map((path) => as(who)('GET', path)),
      );
      return JSON.stringify(answers.map(({ body }) => body)).match(/"code":"00\d\d"/g) ?? [];
    };
    const [ofHall, ofClinic] = ['"code":"0042"', '"code":"0099"'];
    expect(await read('chief')).toEqual([ofHall, ofClinic, ofHall, ofClinic, ofHall, ofClinic]);
    expect(await read('bea')).toEqual([ofHall, ofHall, ofHall]);
    expect([await read('ada'), await read('ari'), await read('rita')]).toEqual([[], [], []]);
    const { body } = await as('ada')('GET', 'devices/card-9');
    expect(body.item).toMatchObject({ id: 'card-9', name: 'Card 9', code: '' });
  });

  it('cannot be guessed from the hashes of rules for cards: only administrators of the whole site read them', async () => {
    const chief = as('chief');
    const { hashes } = (await chief('POST', 'card-hashes', { cards: ['4711'] })).body;
    const { settings } = (await chief('GET', 'settings')).body;
    const rules = [
      { pattern: '77[0-9]+', priority: true },
      { cards: hashes, use: 'block' },
    ];
    expect(said(await chief('PUT', 'settings', { ...settings, card_rules: rules }))).toEqual(DONE);
    for (const id of ['bea', 'rita', 'ada', 'ari', 'cora']) {
      for (const path of ['site', 'settings', 'audit', 'audit?limit=1']) {
        const { body } = await as(id)('GET', path);
        expect([id, path, JSON.stringify(body).includes('card$')]).toEqual([id, path, false]);
      }
      const isForged = JSON.stringify((await as(id)('GET', 'site')).body).includes('77[0-9]+');
      expect([id, isForged]).toEqual([id, id === 'ada']);
      expect(said(await as(id)('POST', 'card-hashes', { cards: ['4711'] }))).toEqual(NO_RIGHT);
    }
    expect((await chief('GET', 'settings')).body.settings.card_rules[1].cards).toEqual(hashes);
  });

  it('cannot be enumerated by assigning it to a device: ten new values a minute, by any operation', async () => {
    // Peers are notified a moment later: test/access/guess-tries.test.ts.
    await town.close();
    town = await openLockedTown({ site: site(), several: false });
    const bea = as('bea');
    const card = (code: string) => ({ name: 'Card', type: 7, location: 'hall', code });
    const ways: readonly ((code: string) => ReturnType<LockedTown['ask']>)[] = [
      (code) => bea('POST', 'devices', card(code)),
      (code) => bea('PUT', 'devices/kiosk-1', { ...file().devices.find(({ id }) => id === 'kiosk-1'), code }),
      (code) => bea('POST', 'change-item', { collection: 'devices', id: 'mine', item: JSON.stringify(card(code)) }),
    ];
    const [add] = ways;
    for (let guess = 0; guess < 9; guess += 1) expect((await ways[guess % 3]?.(`010${guess}`))?.status).toBe(200);
    expect((await add?.('0099'))?.body).toMatchObject({ errno: 5, faults: ['code: is used twice'] });
    for (const way of ways) {
      for (const code of ['0099', '0200']) {
        const { status, headers, body } = await way(code);
        expect([status, headers.get('retry-after'), body.errno]).toEqual([429, '60', 107]);
      }
    }
    // Known values are no guesses, and administrators of all locations do not guess.
    expect((await add?.('0042'))?.body.errno).toBe(5);
    const own = file().devices.find(({ code }) => code === '0100');
    expect(said(await bea('PUT', `devices/${own?.id}`, { ...own, name: 'Renamed' }))).toEqual(DONE);
    for (let more = 0; more < 12; more += 1)
      expect((await as('chief')('POST', 'devices', card(`03${more}`))).status).toBe(200);
    town.clock.advance(60_000);
    expect((await add?.('0200'))?.status).toBe(200);
  });

  it('is not in previews', async () => {
    const draft = { devices: [{ id: 'mine', name: 'Mine', type: 7, location: 'clinic', code: '0099' }] };
    for (const who of ['ada', 'ari', 'bea']) {
      const { status, body } = await as(who)('POST', 'form-preview?form_id=form-1', draft);
      expect([who, status, body.success]).toEqual([who, 200, true]);
    }
  });
});

describe('an auditor', () => {
  it('reads the whole configuration, and no visitor data', async () => {
    const ada = as('ada');
    const { body } = await ada('GET', 'site');
    expect(body.site.locations).toHaveLength(2);
    expect(body.site.webhooks).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/Nora|Ivo|N-1|I-1/);
    for (const path of ['settings', 'webhooks', 'users', 'role_sets', 'audit', 'report_keys', 'appointments/here']) {
      const answer = await ada('GET', path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(JSON.stringify(answer.body)).not.toMatch(/Nora|N-1/);
    }
    const found = await ada('POST', 'appointments/search', { text: 'nora' });
    expect(found.body.appointments ?? []).toEqual([]);
  });

  it('cannot change anything', async () => {
    const before = file();
    const ada = as('ada');
    const writes: readonly (readonly [string, string, object?])[] = [
      ['PUT', 'settings', { ...file().settings }],
      ['PUT', 'site', {}],
      ['POST', 'desks', { name: 'Mine', location: 'hall' }],
      ['PUT', 'users/ada', { username: 'ada', roles: ['admin_site'] }],
      ['DELETE', 'desks/desk-3'],
      ['POST', 'users/ana/revoke'],
      ['POST', 'devices/kiosk-1/key'],
      ['POST', 'devices/kiosk-1/actions', { action: 'screenshot' }],
      ['POST', 'appointments', { service: 'passports', scheduled_to: '2026-11-21 12:00:00' }],
      ['POST', 'webhooks/hook/secret'],
      ['POST', 'mail/test', { address: 'a@mine.example' }],
    ];
    for (const [method, path, body] of writes) {
      const answer = await ada(method, path, body);
      expect([method, path, ...said(answer)]).toEqual([method, path, ...NO_RIGHT]);
    }
    expect(file()).toBe(before);
  });

  it('of one location reads only that location, and not the audit log of the organisation', async () => {
    const ari = as('ari');
    expect((await ari('GET', 'desks')).body.desks.map(({ id }: { id: string }) => id)).toEqual(['desk-9']);
    expect((await ari('GET', 'webhooks')).body.webhooks).toEqual([]);
    expect(said(await ari('GET', 'audit'))).toEqual(BEYOND);
  });
});

describe('a user of the appointment desk', () => {
  it('books, moves and cancels appointments at their location, and checks in manually', async () => {
    const rita = as('rita');
    const visit = { id: 'more', service: 'passports', scheduled_to: '2026-11-20 15:00:00', client_name: 'Pia Roth' };
    expect(said(await rita('POST', 'appointments', visit))).toEqual(DONE);
    expect(said(await rita('PUT', 'appointments/more', { ...visit, scheduled_to: '2026-11-20 16:00:00' }))).toEqual(
      DONE,
    );
    const found = await rita('POST', 'appointments/search', {
      text: 'roth',
      from_day: '2026-11-20',
      to_day: '2026-11-20',
    });
    expect(found.body.appointments).toMatchObject([{ id: 'more', scheduled_to: '2026-11-20 16:00:00' }]);
    expect(said(await rita('DELETE', 'appointments/more'))).toEqual(DONE);
    expect(said(await rita('POST', 'appointments', { ...visit, service: 'blood' }))).toEqual(BEYOND);
    expect(said(await rita('DELETE', 'appointments/there'))).toEqual(BEYOND);
    const times = (service: string) => rita('GET', `appointment-times?service=${service}&day=2026-11-20`);
    expect([said(await times('passports')), said(await times('blood'))]).toEqual([DONE, BEYOND]);
    const everywhere = await rita('POST', 'appointments/search', { visits: true });
    expect(everywhere.body.visits.map(({ id }: { id: string }) => id)).toEqual(['here']);
    expect(said(await rita('POST', 'appointments/search', { location: 'clinic', visits: true }))).not.toEqual(DONE);
    const key = town.auth.keyFor(town.site.current().user('rita')!, town.clock.now());
    const ticket = { service_id: 'passports', appointment: 'here', walk_in: true };
    const checkedIn = await town.ask('POST', '/restapi/v2/queuemanagement/createticket', key, ticket);
    expect(checkedIn.body.ticket).toMatchObject({ number: '1', app_id: 'here', client_name: 'Nora Lund' });
  });

  it('sees the bookable services, and nothing else of the configuration', async () => {
    const rita = as('rita');
    const { body } = await rita('GET', 'site');
    expect(body.site.services.map(({ id }: { id: string }) => id)).not.toContain('blood');
    expect([body.site.users, body.site.devices, body.site.role_sets, body.site.webhooks]).toEqual([[], [], [], []]);
    for (const path of ['users', 'desks', 'settings', 'role_sets', 'audit']) {
      expect([path, said(await rita('GET', path))]).toEqual([path, NO_RIGHT]);
    }
    expect(said(await rita('POST', 'desks', { name: 'Mine', location: 'hall' }))).toEqual(NO_RIGHT);
    const before = file();
    expect(said(await rita('PUT', 'site', { desks: [] }))).toEqual(NO_RIGHT);
    expect(file()).toBe(before);
  });
});
