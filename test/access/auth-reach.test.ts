/** Locations, desks and users that a key gives access to, and permissions of devices. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import type { Posted } from '../helpers/town.ts';

const QUEUE = '/restapi/v2/queuemanagement';
let town: LockedTown;

/** Besides everybody of the town: Lia of the hall, who sits at desk 1 or 2, and Max, who may see the clinic only. */
function site(): object {
  const given = lockedSite();
  const all = (given.users as { id: string; roles: readonly string[] }[]).find(({ id }) => id === 'chief')?.roles ?? [];
  const roles = all.filter((role) => role !== 'admin_site');
  return {
    ...given,
    appointments: [{ id: 'app-1', service: 'passports', scheduled_to: '2026-11-20 12:05:00' }],
    users: [
      ...(given.users as object[]),
      { id: 'lia', username: 'lia', roles, locations: ['hall'], desks: ['desk-1', 'desk-2'], password: 'lia-password' },
      { id: 'max', username: 'max', roles, locations: ['clinic'], password: 'max-password' },
      { id: 'sub', username: 'sub', roles: all, locations: ['hall'], password: 'sub-password' },
    ],
    devices: [
      ...(given.devices as object[]),
      { id: 'screen-1', name: 'Screen', type: 9, location: 'hall' },
      { id: 'card-1', name: 'Card', type: 7, location: 'hall', code: '77' },
      { id: 'card-9', name: 'Card elsewhere', type: 7, location: 'clinic', code: '99' },
      { id: 'nowhere', name: 'Nowhere', type: 1 },
    ],
  };
}

beforeEach(async () => {
  town = await openLockedTown({ site: site() });
});
afterEach(() => town.close());

function keyOf(id: string): string {
  const user = town.site.current().user(id);
  if (user === undefined) throw new Error(`No user ${id}`);
  return town.auth.keyFor(user, town.clock.now());
}

const post = (operation: string, key: string, parameters: object): Promise<Posted> =>
  town.ask('POST', `${QUEUE}/${operation}`, key, parameters);
const get = async (path: string, key: string): Promise<Posted['body']> => (await town.ask('GET', path, key)).body;
const ids = (list: readonly { readonly id: string }[]): readonly string[] => list.map(({ id }) => id);

/** A ticket of the hall and one of the clinic. */
async function twoTickets(): Promise<{ readonly hall: string; readonly clinic: string }> {
  const chief = keyOf('chief');
  const [hall, clinic] = await Promise.all(
    ['passports', 'blood'].map((service_id) => post('createticket', chief, { service_id })),
  );
  return { hall: hall?.body.ticket.id, clinic: clinic?.body.ticket.id };
}

describe('lists for a user of one location', () => {
  it('exclude other locations', async () => {
    const max = keyOf('max');
    expect(ids((await get('/restapi/locations', max)).locations)).toEqual(['clinic']);
    expect(ids((await get('/restapi/services', max)).services)).toEqual(['blood']);
    expect(ids((await get(`${QUEUE}/waitingticketscount`, max)).services)).toEqual(['blood']);
    expect(ids((await get('/restapi/users', max)).users).toSorted()).toEqual(
      ['ana', 'chief', 'eva', 'max', 'nobody', 'rui'].toSorted(),
    );
    expect((await get('/restapi/locations?filter[locations][]=hall', max)).locations).toEqual([]);
    expect(ids((await get('/restapi/locations', keyOf('chief'))).locations)).toEqual(['clinic', 'hall']);
  });

  it('are updated when the user or the site changes', async () => {
    const key = keyOf('max');
    expect(ids((await get('/restapi/locations', key)).locations)).toEqual(['clinic']);
    await town.site.load({ locations: [{ id: 'annex', name: 'Annex' }] });
    await town.site.change(({ file }) => ({
      ...file,
      users: file.users.map((user) => (user.id === 'max' ? { ...user, locations: ['annex', 'hall'] } : user)),
    }));
    expect(ids((await get('/restapi/locations', key)).locations)).toEqual(['annex', 'hall']);
  });
});

describe('a record of another location', () => {
  it.each<[string, string, string, object]>([
    ['a location', 'GET', `${QUEUE}/waitingticketscount/hall`, {}],
    ['a location of calls', 'GET', '/restapi/ticket/lastTickets?location=hall', {}],
    ['a location to show', 'POST', `${QUEUE}/initialstate`, { location_id: 'hall' }],
    ['a service', 'POST', `${QUEUE}/createticket`, { service_id: 'passports' }],
    ['a list of a service', 'POST', `${QUEUE}/waitingticketslist`, { service_id: 'passports' }],
    ['a list of a desk', 'POST', `${QUEUE}/pausedticketslist`, { desk_id: 'desk-1' }],
    ['another list of a desk', 'POST', `${QUEUE}/cancellededticketslist`, { desk_id: 'desk-1' }],
    ['a desk to call from', 'POST', `${QUEUE}/callnextticket`, { desk_id: 'desk-1', user_id: 'max' }],
    ['services', 'POST', `${QUEUE}/callnextticket`, { desk_id: 'desk-9', user_id: 'max', services: ['passports'] }],
    ['an appointment', 'POST', `${QUEUE}/createticket`, { service_id: 'blood', appointment: 'app-1' }],
    ['a kiosk', 'GET', '/restapi/v2/kiosks/kiosk-1', {}],
  ])('is not accessible: %s', async (_what, method, path, parameters) => {
    const { status, body } = await town.ask(method, path, keyOf('max'), parameters);
    expect([body.errno, status]).toEqual([105, 403]);
  });

  it.each<[string, string, object]>([
    ['GET', `${QUEUE}/waitingticketscount/nowhere`, {}],
    ['POST', `${QUEUE}/createticket`, { service_id: 'nothing' }],
    ['POST', `${QUEUE}/pausedticketslist`, { desk_id: 'no-desk' }],
    ['POST', `${QUEUE}/callticket`, { desk_id: 'desk-9', user_id: 'max', ticket_id: 'none' }],
    ['POST', `${QUEUE}/endcall`, { answer_id: 'none' }],
    ['GET', '/restapi/ticket/details/none', {}],
  ])('returns errno 6 for an unknown record: %s %s', async (method, path, parameters) => {
    expect((await town.ask(method, path, keyOf('max'), parameters)).body.errno).toBe(6);
  });

  it('can be a ticket or a call', async () => {
    const tickets = await twoTickets();
    const max = keyOf('max');
    const here = { desk_id: 'desk-9', user_id: 'max' };
    expect((await post('callticket', max, { ...here, ticket_id: tickets.hall })).body.errno).toBe(105);
    expect((await get(`/restapi/ticket/details/${tickets.hall}`, max)).errno).toBe(105);
    expect((await get(`/restapi/v2/tickets/${tickets.hall}/answers`, max)).errno).toBe(105);
    expect((await get(`/restapi/ticket/details/${tickets.clinic}`, max)).ticket.id).toBe(tickets.clinic);

    const at = { desk_id: 'desk-1', user_id: 'ana', ticket_id: tickets.hall };
    const { answer } = (await post('callticket', keyOf('ana'), at)).body;
    for (const operation of ['recall', 'pausecall', 'cancelcall', 'endcall']) {
      expect((await post(operation, max, { answer_id: answer.id })).body.errno).toBe(105);
    }
    const transfer = { answer_id: answer.id, dst_type: 'desk', dst_id: 'desk-9', priority: false, desk_id: 'desk-9' };
    expect((await post('transfercall', max, transfer)).body.errno).toBe(105);
    expect((await post('endcall', keyOf('ana'), { answer_id: answer.id })).body).toEqual({ success: true });
  });

  it('cannot be the destination of a transfer', async () => {
    const tickets = await twoTickets();
    const lia = keyOf('lia');
    const at = { desk_id: 'desk-1', user_id: 'lia' };
    const { answer } = (await post('callticket', lia, { ...at, ticket_id: tickets.hall })).body;
    const transfer = { answer_id: answer.id, dst_type: 'service', dst_id: 'blood', priority: false, desk_id: 'desk-1' };
    expect((await post('transfercall', lia, transfer)).body).toMatchObject({ errno: 105, parameter: 'dst_id' });
  });

  it('is closed to administrators without that location', async () => {
    const { body } = await town.ask('POST', '/restapi/v2/admin/users/max/revoke', keyOf('sub'));
    expect(body.errno).toBe(105);
  });
});

describe('the desks of a user', () => {
  it('are the only desks that the user can work at', async () => {
    const lia = keyOf('lia');
    await twoTickets();
    const from = (desk_id: string) => post('callnextticket', lia, { desk_id, user_id: 'lia' });
    expect((await from('desk-3')).body).toMatchObject({ errno: 105, parameter: 'desk_id' });
    expect((await post('pausedticketslist', lia, { desk_id: 'desk-3' })).body.errno).toBe(105);
    expect((await from('desk-1')).status).toBe(200);
  });

  it('have the only calls that the user can change', async () => {
    await town.site.load({
      users: [
        {
          id: 'lia',
          username: 'lia',
          roles: [...(town.site.current().user('lia')?.roles ?? [])],
          locations: ['hall'],
          desks: ['desk-2'],
        },
      ],
    });
    const { hall } = await twoTickets();
    const at = { desk_id: 'desk-1', user_id: 'ana', ticket_id: hall };
    const { answer } = (await post('callticket', keyOf('ana'), at)).body;
    expect((await post('endcall', keyOf('lia'), { answer_id: answer.id })).body.errno).toBe(105);
  });

  it('do not restrict the desk of a new ticket', async () => {
    const meant = { service_id: 'passports', desk_id: 'desk-1', user_id: 'ana' };
    await town.site.load({
      users: [
        {
          id: 'lia',
          username: 'lia',
          roles: [...(town.site.current().user('lia')?.roles ?? [])],
          locations: ['hall'],
          desks: ['desk-2'],
        },
      ],
    });
    expect((await post('createticket', keyOf('lia'), meant)).status).toBe(200);
  });
});

describe('the user of a request', () => {
  const next = (key: string, user_id: string) => post('callnextticket', key, { desk_id: 'desk-1', user_id });

  it('must be the caller, by id or username', async () => {
    expect((await next(keyOf('ana'), 'ana')).body.errno).toBe(8);
    expect((await next(keyOf('ana'), 'ana.silva')).body.errno).toBe(8);
    const { status, body } = await next(keyOf('ana'), 'rui');
    expect([body.errno, status, body.parameter]).toEqual([104, 403, 'user_id']);
    expect(body.error).toContain('admin_site');
    expect((await next(keyOf('ana'), 'nemo')).body.errno).toBe(6);
  });

  it('can be another user if the caller is an administrator', async () => {
    expect((await next(keyOf('chief'), 'rui')).body.errno).toBe(8);
  });
});

describe('a device', () => {
  it('has a key that is shown once, and stored as a hash', async () => {
    const key = await town.deviceKey('kiosk-1');
    expect(key).toMatch(/^tan_[\w-]{43}$/);
    expect((await get('/restapi/locations', key)).success).toBe(true);
    expect(JSON.stringify(await town.store.readCredentials())).not.toContain(key.slice(4));
  });

  it('has one key at a time, until it is revoked', async () => {
    const first = await town.deviceKey('kiosk-1');
    const second = await town.deviceKey('kiosk-1');
    const errno = async (key: string) => (await get('/restapi/locations', key)).errno;
    expect([await errno(first), await errno(second)]).toEqual([102, undefined]);
    const { body } = await town.ask('DELETE', '/restapi/v2/admin/devices/kiosk-1/key', keyOf('chief'));
    expect([body, await errno(second)]).toEqual([{ success: true }, 102]);
    expect((await town.ask('POST', '/restapi/v2/admin/devices/none/key', keyOf('chief'))).body.errno).toBe(6);
    expect((await town.ask('DELETE', '/restapi/v2/admin/devices/none/key', keyOf('chief'))).body.errno).toBe(6);
  });

  it('is refused while it is disabled, and permanently after it is deleted', async () => {
    const key = await town.deviceKey('screen-1');
    const screen = { id: 'screen-1', name: 'Screen', type: 9, location: 'hall' };
    const errno = async () => (await get('/restapi/locations', key)).errno;
    await town.site.load({ devices: [{ ...screen, state: 0 }] });
    expect(await errno()).toBe(119);
    await town.site.load({ devices: [{ ...screen, state: 1 }] });
    expect(await errno()).toBeUndefined();
    await town.site.change(({ file }) => ({ ...file, devices: file.devices.filter(({ id }) => id !== 'screen-1') }));
    expect(await errno()).toBe(102);
    await town.site.load({ devices: [screen] });
    expect(await errno()).toBe(102);
  });

  it('that is a kiosk creates tickets for itself and for cards of its location', async () => {
    const key = await town.deviceKey('kiosk-1');
    const create = async (device_id?: string): Promise<number | undefined> =>
      (await post('createticket', key, { service_id: 'passports', device_id })).body.errno;
    expect(await create('kiosk-1')).toBeUndefined();
    expect(await create()).toBeUndefined();
    expect(await create('card-1')).toBeUndefined();
    expect(await create('reader-1')).toBeUndefined();
    expect(await create('pad-1')).toBe(105);
    expect(await create('card-9')).toBe(105);
    expect(await create('kiosk-9')).toBe(105);
    expect(await create('nothing')).toBe(119);
    expect((await post('createticket', key, { service_id: 'blood' })).body.errno).toBe(105);
  });

  it('that is a kiosk sees only its location', async () => {
    const key = await town.deviceKey('kiosk-1');
    expect((await get('/restapi/v2/kiosks/kiosk-1', key)).device.id).toBe('kiosk-1');
    expect((await get('/restapi/v2/kiosks/kiosk-9', key)).errno).toBe(105);
    expect((await get('/restapi/v2/kiosks/pad-1', key)).errno).toBe(105);
    // Nor a card with the type of a kiosk, which is not found for staff either.
    await town.site.load({ devices: [{ id: 'card-k', name: 'Nora Lund', type: 1, location: 'hall', code: '88' }] });
    for (const [who, errno] of [[key, 105] as const, [await town.keyOf('chief'), 6] as const])
      expect(await get('/restapi/v2/kiosks/card-k', who)).toMatchObject({ success: false, errno });
    expect((await get('/restapi/v2/kiosks/kiosk-1', await town.keyOf('chief'))).device.name).not.toBe('');
    expect(ids((await get('/restapi/locations', key)).locations)).toEqual(['hall']);
    expect(ids((await get(`${QUEUE}/waitingticketscount`, key)).services)).not.toContain('blood');
    expect((await get(`${QUEUE}/waitingticketscount/clinic`, key)).errno).toBe(105);
    const lookup = (code: string) => town.ask('POST', '/restapi/v2/devices/lookup', key, { code });
    expect((await lookup('77')).body.device.id).toBe('card-1');
    expect((await lookup('99')).body.errno).toBe(6);
    expect((await get('/restapi/users', key)).errno).toBe(104);
    expect((await post('callnextticket', key, { desk_id: 'desk-1', user_id: 'ana' })).body.errno).toBe(104);
  });

  it('that is a kiosk can look up ten unknown cards per minute, and any number of known cards', async () => {
    const keys = [await town.deviceKey('kiosk-1'), await town.deviceKey('reader-1')];
    const lookup = (code: string, key = keys[0] ?? '') => town.ask('POST', '/restapi/v2/devices/lookup', key, { code });
    for (let visitor = 0; visitor < 12; visitor += 1) expect((await lookup('77')).status).toBe(200);
    for (let guess = 0; guess < 10; guess += 1) expect((await lookup(`7${guess}00`)).body.errno).toBe(6);
    for (const code of ['7100', '77']) {
      const { status, headers, body } = await lookup(code);
      expect([status, headers.get('retry-after'), body.errno]).toEqual([429, '60', 107]);
    }
    expect((await lookup('77', keys[1])).status).toBe(200);
    expect(JSON.stringify(town.logged)).not.toMatch(/7100|"77"/);
    town.clock.advance(60_000);
    expect((await lookup('77')).status).toBe(200);
  });

  it('that is a display sees its location, and creates no tickets', async () => {
    const key = await town.deviceKey('screen-1');
    expect((await post('initialstate', key, { location_id: 'hall' })).status).toBe(200);
    expect((await post('initialstate', key, { location_id: 'clinic' })).body.errno).toBe(105);
    expect((await get('/restapi/ticket/lastTickets?location=hall', key)).success).toBe(true);
    expect((await post('createticket', key, { service_id: 'passports' })).body.errno).toBe(104);
    expect((await post('waitingticketslist', key, { service_id: 'passports' })).body.errno).toBe(104);
  });

  it('that is a counter pad calls for any user of its location', async () => {
    const key = await town.deviceKey('pad-1');
    await twoTickets();
    const { body } = await post('callnextticket', key, { desk_id: 'desk-1', user_id: 'ana' });
    expect(body.answer.ticket.ticket_service.id).toBe('passports');
    expect((await post('endcall', key, { answer_id: body.answer.id })).body).toEqual({ success: true });
    expect((await post('callnextticket', key, { desk_id: 'desk-9', user_id: 'eva' })).body.errno).toBe(105);
  });

  it('without a location sees nothing', async () => {
    const key = await town.deviceKey('nowhere');
    expect((await get('/restapi/locations', key)).locations).toEqual([]);
    expect((await post('createticket', key, { service_id: 'passports' })).body.errno).toBe(105);
  });

  it('has its own idempotency keys', async () => {
    const ask = (key: string) =>
      town.post(
        'createticket',
        { service_id: 'passports' },
        { authorization: `Bearer ${key}`, 'idempotency-key': 'k' },
      );
    const key = await town.deviceKey('kiosk-1');
    const first = await ask(key);
    expect((await ask(key)).body).toEqual(first.body);
    const other = await ask(keyOf('ana'));
    expect(other.body.success).toBe(true);
    expect(other.body.ticket.id).not.toBe(first.body.ticket.id);
  });
});
