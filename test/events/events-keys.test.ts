import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventMessage } from '../../main/events/contract/events.ts';
import { EVENTS_CLOSE } from '../../main/events/contract/events-line.ts';
import { type Listener, type ListenOptions, listen, refusedListening } from '../helpers/listener.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';

let town: LockedTown;
let listeners: Listener[];

function site(settings: object = {}): Record<string, unknown> {
  const base = lockedSite();
  return {
    ...base,
    settings: { ...(base.settings as object), ...settings },
    users: [
      ...(base.users as object[]),
      { id: 'office', username: 'office', roles: ['admin_site'], password: 'office-password' },
      { id: 'rea', username: 'rea', roles: ['reports_view'], password: 'rea-password' },
    ],
    devices: [
      ...(base.devices as object[]),
      { id: 'screen', name: 'Screen', type: 9, location: 'hall' },
      { id: 'reader-9', name: 'Reader', type: 7, location: 'clinic' },
      { id: 'card-5', name: 'Card of Nora', type: 1, location: 'hall', code: '0505' },
      { id: 'card-6', name: 'Card of Ivo', type: 7, location: 'hall', code: '0606' },
    ],
  };
}

beforeEach(async () => {
  listeners = [];
  town = await openLockedTown({ site: site() });
});
afterEach(async () => {
  await Promise.all(listeners.map((listener) => listener.close()));
  await town.close();
});

async function at(location: string, options: ListenOptions): Promise<Listener> {
  const listener = await listen(town.address, location, options);
  listeners.push(listener);
  return listener;
}

/** A visitor with a name and a note is called to desk 1. */
async function callJoana(): Promise<void> {
  const key = await town.keyOf('chief');
  const ask = (operation: string, parameters: object) =>
    town.ask('POST', `/restapi/v2/queuemanagement/${operation}`, key, parameters);
  const ticket = { service_id: 'passports', client_name: 'Joana', custom_field: 'Chair' };
  expect((await ask('createticket', ticket)).body).toMatchObject({ success: true });
  const { body } = await ask('callnextticket', { desk_id: 'desk-1', user_id: 'chief', services: [] });
  const moved = { answer_id: body.answer.id, dst_type: 'user', dst_id: 'ana', desk_id: 'desk-1', priority: false };
  expect((await ask('transfercall', { ...moved, note: 'Form 7' })).body).toMatchObject({ success: true });
}

const isMoved = ({ type }: EventMessage): boolean => type === 'ticket.transferred';
const everything = (listener: Listener): string => JSON.stringify(listener.heard);

describe('an event subscription', () => {
  it('nobody without a key', async () => {
    const refused = await refusedListening(town.address, 'hall');
    expect(refused).toMatchObject({ status: 401, body: { errno: 101 } });
  });

  it('accepts users and devices with a key, in the header or as a subprotocol', async () => {
    const user = await town.keyOf('ana');
    const device = await town.deviceKey('screen');
    for (const key of [user, device]) {
      await at('hall', { key });
      const page = await at('hall', { protocols: ['take-a-number', `bearer.${key}`] });
      expect(page.socket.protocol).toBe('take-a-number');
    }
  });

  it('a key that is offered alone is not sent back', async () => {
    const key = await town.keyOf('ana');
    const offered: ListenOptions = { protocols: [`bearer.${key}`] };
    // The client gives up by itself, because none of its protocols was taken.
    await expect(listen(town.address, 'hall', offered)).rejects.toThrow('no subprotocol');
  });

  it('a page learns from an ordinary request why it was not let in', async () => {
    const asked = await town.ask('GET', '/restapi/v2/events?location=clinic', await town.deviceKey('screen'));
    expect(asked).toMatchObject({ status: 403, body: { errno: 105, parameter: 'location' } });
  });

  it('only at the own locations', async () => {
    const eva = await town.keyOf('eva');
    expect(await refusedListening(town.address, 'hall', { key: eva })).toMatchObject({ body: { errno: 105 } });
    expect(await refusedListening(town.address, 'nowhere', { key: eva })).toMatchObject({ body: { errno: 6 } });
    const clinic = await at('clinic', { key: eva });
    await callJoana();
    const device = await town.deviceKey('screen');
    expect(await refusedListening(town.address, 'clinic', { key: device })).toMatchObject({ body: { errno: 105 } });
    expect(everything(clinic)).not.toContain('passports');
  });
});

describe('what is seen', () => {
  it('by staff with the role for it: names and notes', async () => {
    for (const key of [await town.keyOf('ana'), await town.deviceKey('pad-1')]) {
      const staff = await at('hall', { key });
      await callJoana();
      expect(await staff.until(isMoved)).toMatchObject({
        ticket: { client_name: 'Joana', custom_field: 'Chair', note: 'Form 7', dst_user_id: 'ana', user_id: 'chief' },
      });
    }
  });

  it('by others of the staff: devices, but no names and notes', async () => {
    const office = await at('hall', { key: await town.keyOf('office') });
    expect(office.state().devices.map(({ device_id }) => device_id)).toContain('screen');
    await callJoana();
    await office.until(isMoved);
    expect(everything(office)).not.toMatch(/Joana|Chair|Form 7|"chief"|"ana"/);
    expect(everything(await at('hall', { key: await town.keyOf('office') }))).not.toMatch(/Joana|Chair|Form 7|"chief"/);
  });

  it('by who does not work at a counter: no card that a visitor holds, but a reader that says how it is', async () => {
    const [staff, office] = [
      await at('hall', { key: await town.keyOf('ana') }),
      await at('hall', { key: await town.keyOf('rea') }),
    ];
    const ids = ({ state }: Listener) => state().devices.map(({ device_id }) => device_id);
    expect(ids(staff)).toEqual(expect.arrayContaining(['card-5', 'card-6', 'kiosk-1', 'reader-1', 'screen']));
    expect(ids(office).toSorted()).toEqual(['kiosk-1', 'kiosk-off', 'pad-1', 'screen']);
    await at('hall', { key: await town.deviceKey('reader-1') });
    await office.until(
      (message) =>
        message.type === 'device.changed' && message.devices.some(({ device_id }) => device_id === 'reader-1'),
    );
    expect(everything(office)).not.toMatch(/Nora|Ivo|card-/);
  });

  it.each(['screen', 'kiosk-1', 'reader-1'])('by %s: neither', async (device) => {
    const key = await town.deviceKey(device);
    const screen = await at('hall', { key });
    await callJoana();
    await screen.until(isMoved);
    for (const heard of [screen, await at('hall', { key })]) {
      expect(heard.heard[0]).toMatchObject({ state: { devices: [] } });
      expect(everything(heard)).not.toMatch(/Joana|Chair|Form 7|"chief"|"ana"|Entrance/);
    }
  });

  it('by staff who ask for the public view: as by a display', async () => {
    const key = await town.keyOf('ana');
    const page = await at('hall', { key, view: 'public' });
    await callJoana();
    await page.until(isMoved);
    expect(everything(page)).not.toMatch(/Joana|Chair|Form 7|"chief"|Entrance/);
  });

  it('by displays where the site allows it: names, but no notes', async () => {
    const key = await town.deviceKey('screen');
    const before = await at('hall', { key });
    await town.site.load({ settings: { names_on_displays: true, api_authentication: true } });
    await before.until(({ type }) => type === 'site.changed');
    await callJoana();
    await before.until(isMoved);
    expect(everything(before)).toContain('Joana');
    expect(everything(before)).not.toMatch(/Chair|Form 7|"chief"/);
  });

  it('no more by displays once the site forbids it, also of what they missed', async () => {
    const key = await town.deviceKey('screen');
    await town.site.load({ settings: { names_on_displays: true, api_authentication: true } });
    const screen = await at('hall', { key });
    await callJoana();
    await screen.until(isMoved);
    await town.site.load({ settings: { names_on_displays: false, api_authentication: true } });
    await screen.until(({ type }) => type === 'site.changed');
    expect(JSON.stringify(screen.state())).not.toContain('Joana');
    const back = await at('hall', { key, since: screen.heard[0]?.seq ?? 0 });
    expect(everything(back)).not.toContain('Joana');
  });

  it('the keys themselves by nobody: neither in what is told nor in the log', async () => {
    const keys = [await town.keyOf('ana'), await town.deviceKey('screen')];
    for (const key of keys) await at('hall', { protocols: ['take-a-number', `bearer.${key}`] });
    await callJoana();
    await Promise.all(listeners.map((listener) => listener.until(isMoved)));
    const said = JSON.stringify([town.logged, ...listeners.map(({ heard }) => heard)]);
    for (const key of keys) expect(said).not.toContain(key);
    expect(JSON.stringify(town.logged)).not.toContain('Joana');
  });
});

describe('a device with a key', () => {
  it('counts as connected for a while after each request, also without listening', async () => {
    const office = await at('hall', { key: await town.keyOf('chief') });
    const key = await town.deviceKey('kiosk-1');
    await town.ask('GET', '/restapi/v2/kiosks/kiosk-1', key);
    const isThere = (connected: boolean) => (message: EventMessage) =>
      message.type === 'device.changed' &&
      message.devices.some((device) => device.device_id === 'kiosk-1' && device.connected === connected);
    await office.until(isThere(true));
    town.clock.advance(20_000);
    await town.ask('GET', '/restapi/v2/kiosks/kiosk-1', key);
    town.clock.advance(29_999);
    expect(office.heard.some(isThere(false))).toBe(false);
    town.clock.advance(1);
    await office.until(isThere(false));
  });
});

describe('a key that ends while its owner listens', () => {
  it('is revoked: the connection ends, others stay', async () => {
    const ana = await at('hall', { key: await town.keyOf('ana') });
    const rui = await at('hall', { key: await town.keyOf('rui') });
    await town.auth.revokeUser('ana');
    expect(await ana.ended).toBe(EVENTS_CLOSE.keyEnded);
    await callJoana();
    await rui.until(isMoved);
  });

  it('is of a device that gets a new one', async () => {
    const screen = await at('hall', { key: await town.deviceKey('screen') });
    await town.deviceKey('screen');
    expect(await screen.ended).toBe(EVENTS_CLOSE.keyEnded);
  });

  it('is of a user who is disabled', async () => {
    const ana = await at('hall', { key: await town.keyOf('ana') });
    await town.site.load({ users: [{ id: 'ana', username: 'ana.silva', state: 0 }] });
    expect(await ana.ended).toBe(EVENTS_CLOSE.keyEnded);
  });

  it('is of a device that is switched off', async () => {
    const screen = await at('hall', { key: await town.deviceKey('screen') });
    await town.site.load({ devices: [{ id: 'screen', name: 'Screen', type: 9, location: 'hall', state: 0 }] });
    expect(await screen.ended).toBe(EVENTS_CLOSE.keyEnded);
  });

  it('expires', async () => {
    const ana = await at('hall', { key: await town.keyOf('ana') });
    town.clock.advance(7 * 86_400_000);
    // After a leap of days whoever looks at keys looks a little later.
    town.clock.advance(3_600_000);
    expect(await ana.ended).toBe(EVENTS_CLOSE.keyEnded);
  });

  it('is of a user who may not see that location any more', async () => {
    const rui = await at('hall', { key: await town.keyOf('rui') });
    const user = town.site.current().user('rui');
    await town.site.load({ users: [{ ...user, locations: ['clinic'] }] });
    expect(await rui.ended).toBe(EVENTS_CLOSE.locationGone);
  });

  it('is of a user who may see less: the next connection is told less', async () => {
    const key = await town.keyOf('rui');
    const rui = await at('hall', { key });
    const user = town.site.current().user('rui');
    await town.site.load({ users: [{ ...user, roles: [] }] });
    expect(await rui.ended).toBe(EVENTS_CLOSE.goingAway);
    const again = await at('hall', { key });
    await callJoana();
    await again.until(isMoved);
    expect(everything(again)).not.toContain('Joana');
  });

  it('is none, once keys are asked for', async () => {
    await town.close();
    town = await openLockedTown({ site: site({ api_authentication: false }) });
    const anyone = await at('hall', {});
    await town.site.load({ settings: { api_authentication: true } });
    expect(await anyone.ended).toBe(EVENTS_CLOSE.keyEnded);
  });
});
