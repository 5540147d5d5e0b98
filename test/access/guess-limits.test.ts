/** Guess limits: every operation that takes a code, a secret or a name of others delays guesses. */
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashCard, newCardSalt } from '../../main/access/service/card-hash.ts';
import {
  createGuessLimits,
  type Guessed,
  type Guesser,
  type GuessLimits,
} from '../../main/access/service/guess-limits.ts';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

const GUESSABLE = /^(?:code|secret|password|new_password|pin|appointment)$/;
/** These take such a parameter, and compare it with no secret of others. */
const COMPARES_NOTHING: Readonly<Record<string, string>> = {
  begin_pairing: 'the secret is one that the screen has made for itself',
};

const isSecret = (schema: unknown): boolean => (schema as { readonly secret?: boolean }).secret === true;

let town: LockedTown;
beforeEach(async () => {
  const locked = lockedSite();
  const blocked = { use: 'block', cards: [await hashCard('48 213', newCardSalt())] };
  const [hall, ...elsewhere] = locked.locations as object[];
  const locations = [{ ...hall, appointment_lookup: 'both' }, ...elsewhere];
  const site = { ...locked, locations, settings: { ...(locked.settings as object), card_rules: [blocked] } };
  const users = [
    ...(locked.users as object[]),
    { id: 'bea', username: 'bea', roles: ['admin_branch'], locations: ['hall'], password: 'bea-password' },
    { id: 'nurse', username: 'clinic.nurse', roles: [], locations: ['clinic'], password: 'nurse-password' },
  ];
  const appointments = [
    {
      id: 'visit',
      code: '48213',
      service: 'passports',
      scheduled_to: '2026-11-20 12:00:00',
      client_name: 'Rosa Vale',
      birthday: '1999-09-09',
    },
  ];
  town = await openLockedTown({ site: { ...site, users, appointments }, at: '2026-11-20T12:00:00Z', several: false });
});
afterEach(() => town.close());

type Attack = (guess: number) => Promise<{ readonly status: number }>;

/** One guess after another, each a wrong one, with a key that may use the operation. */
async function attacks(): Promise<Readonly<Record<string, Attack>>> {
  const [kiosk, chief, bea] = [await town.deviceKey('kiosk-1'), await town.keyOf('chief'), await town.keyOf('bea')];
  const post = (path: string, key: string, body: (guess: number) => object): Attack => {
    return (guess) => town.ask('POST', `/restapi/v2/${path}`, key, body(guess));
  };
  const secret = (guess: number): string => String(guess).padStart(43, 'A');
  return {
    appointment_lookup: post('appointments/lookup', kiosk, (guess) => ({ code: String(10_000 + guess), typed: true })),
    appointment_find: post('appointments/find', kiosk, (guess) => ({
      location_id: 'hall',
      visitor: 'Rosa Vale',
      birthday: `19${10 + (guess % 80)}-01-01`,
    })),
    createticket: post('queuemanagement/createticket', kiosk, (guess) => ({
      service_id: 'passports',
      device_id: 'kiosk-1',
      appointment: String(10_000 + guess),
    })),
    card_lookup: post('cards/lookup', kiosk, (guess) => ({ code: `card ${guess}`, location_id: 'hall' })),
    device_lookup: post('devices/lookup', kiosk, (guess) => ({ code: `card ${guess}` })),
    phone_ticket: post('tickets/lookup', '', (guess) => ({ secret: secret(guess) })),
    leave_queue: post('tickets/leave', '', (guess) => ({ secret: secret(guess) })),
    request_password_reset: post('password-reset', '', (guess) => ({ name: `person-${guess}` })),
    complete_password_reset: post('password-reset/complete', '', (guess) => ({
      token: secret(guess),
      new_password: 'a long enough password',
    })),
    collect_pairing: post('pairing/collect', '', (guess) => ({ secret: secret(guess) })),
    pair_device: post('admin/devices/kiosk-1/pair', chief, (guess) => ({ code: `ABCD-${1000 + guess}` })),
    admin_import_csv: post('admin/import-csv', bea, (guess) => ({
      collection: 'users',
      location: 'hall',
      table: `username;locations\nnew-${guess};hall\nclinic.nurse;hall`,
    })),
    admin_add_users: post('admin/users', bea, (guess) => ({ username: `new-${guess}`, locations: ['hall'] })),
  };
}

describe('every operation that takes a secret', () => {
  const guessed = OPERATIONS.filter(({ guess }) => guess !== undefined);

  it('describes the limits for guesses', () => {
    const takes = OPERATIONS.filter(({ path, parameters: { properties } }) =>
      Object.entries(properties).some(
        ([name, schema]) => GUESSABLE.test(name) || (isSecret(schema) && !path.includes('/admin/')),
      ),
    );
    expect(takes.map(({ name }) => name)).toContain('appointment_lookup');
    const forgotten = takes.filter(({ name, guess }) => guess === undefined && COMPARES_NOTHING[name] === undefined);
    expect(forgotten.map(({ name }) => name)).toEqual([]);
  });

  it('delays a guesser', async () => {
    const all = await attacks();
    // Passwords: test/access/login-throttle.test.ts.
    const named = guessed.filter(({ guess }) => guess !== 'password').map(({ name }) => name);
    expect(named.filter((name) => all[name] === undefined)).toEqual([]);
    for (const [name, attack] of Object.entries(all)) {
      let tries = 0;
      while (tries < 100 && (await attack(tries)).status !== 429) tries += 1;
      expect([name, tries < 100]).toEqual([name, true]);
      town.clock.advance(3_600_000);
    }
  });
});

it('a card and all that its reader sent are one guess, and either can stop it', async () => {
  const kiosk = await town.deviceKey('kiosk-1');
  const look = (code: string, frame: string) =>
    town.ask('POST', '/restapi/v2/cards/lookup', kiosk, { code, frame, location_id: 'hall' });
  expect((await look('213', '48213')).body.card).toMatchObject({ state: 'blocked' });
  for (let guess = 0; guess < 20; guess += 1)
    expect((await look(`${guess}`, `ID ${guess}`)).body.card).toMatchObject({ state: 'none' });
  expect((await look('20', 'ID 20')).status).toBe(429);
});

describe('codes of appointments', () => {
  it('cannot be enumerated: after ten wrong codes, the right one is refused, too', async () => {
    const { appointment_lookup: look, createticket: take } = await attacks();
    for (let guess = 0; guess < 10; guess += 1)
      expect((await (guess % 2 === 0 ? look : take)?.(guess))?.status).toBe(404);
    const key = await town.deviceKey('kiosk-1');
    const right = { code: '48213' };
    expect(await town.ask('POST', '/restapi/v2/appointments/lookup', key, right)).toMatchObject({ status: 429 });
    const ticket = { service_id: 'passports', device_id: 'kiosk-1', appointment: '48213' };
    const { status, body } = await town.ask('POST', '/restapi/v2/queuemanagement/createticket', key, ticket);
    expect([status, body.errno]).toEqual([429, 107]);
    // Others at the same address have guessed nothing.
    const chief = await town.keyOf('chief');
    expect(await town.ask('POST', '/restapi/v2/appointments/lookup', chief, right)).toMatchObject({ status: 200 });
    town.clock.advance(60_000);
    expect(await town.ask('POST', '/restapi/v2/appointments/lookup', key, right)).toMatchObject({ status: 200 });
  });

  it('return no names to devices, and nothing to users without a role', async () => {
    const ticket = { service_id: 'passports', device_id: 'kiosk-1', appointment: '48213' };
    const path = '/restapi/v2/queuemanagement/createticket';
    const { body } = await town.ask('POST', path, await town.deviceKey('kiosk-1'), ticket);
    expect(body).toMatchObject({ success: true, ticket: { client_name: '' } });
    const asked = await town.ask('POST', '/restapi/v2/appointments/lookup', await town.keyOf('nobody'), {
      code: '48213',
    });
    expect([asked.status, asked.body.errno]).toEqual([403, 104]);
  });
});

describe('visitor look-up', () => {
  const path = '/restapi/v2/appointments/find';
  const right = { location_id: 'hall', visitor: 'Rosa Vale', birthday: '1999-09-09' };

  it('cannot be used for enumeration: after ten wrong names or codes, the right one is refused, too', async () => {
    const { appointment_find: find, appointment_lookup: look } = await attacks();
    for (let guess = 0; guess < 10; guess += 1)
      expect((await (guess % 2 === 0 ? find : look)?.(guess))?.status).toBe(404);
    const key = await town.deviceKey('kiosk-1');
    expect(await town.ask('POST', path, key, right)).toMatchObject({ status: 429, body: { errno: 107 } });
    // Others at the same address and location have guessed nothing.
    expect(await town.ask('POST', path, await town.keyOf('chief'), right)).toMatchObject({ status: 200 });
    town.clock.advance(60_000);
    for (let visit = 0; visit < 40; visit += 1)
      expect(await town.ask('POST', path, key, right)).toMatchObject({ status: 200 });
  });

  it('is refused without a role, and at other locations', async () => {
    const asked = await town.ask('POST', path, await town.keyOf('nobody'), right);
    expect([asked.status, asked.body.errno]).toEqual([403, 104]);
    const elsewhere = await town.ask('POST', path, await town.deviceKey('kiosk-1'), {
      ...right,
      location_id: 'clinic',
    });
    expect([elsewhere.status, elsewhere.body.errno]).toEqual([403, 105]);
  });
});

describe('cards of rules', () => {
  it('cannot be enumerated: after twenty unknown cards, a blocked card has the same response', async () => {
    const key = await town.deviceKey('kiosk-1');
    const look = (code: string) => town.ask('POST', '/restapi/v2/cards/lookup', key, { code, location_id: 'hall' });
    const blocked = () => look('48 213');
    expect(await blocked()).toMatchObject({ status: 200, body: { card: { state: 'blocked' } } });
    for (let guess = 0; guess < 20; guess += 1) {
      expect(await look(`card ${guess}`)).toMatchObject({ body: { card: { state: 'none' } } });
    }
    expect(await blocked()).toMatchObject({ status: 429, body: { errno: 107 } });
    town.clock.advance(60_000);
    expect(await blocked()).toMatchObject({ status: 200 });
  });
});

describe('cards of rules without authentication', () => {
  let openServer: LockedTown;
  beforeEach(async () => {
    const locked = lockedSite();
    const blocked = { use: 'block', cards: [await hashCard('48 213', newCardSalt())] };
    const [hall, ...elsewhere] = locked.locations as object[];
    const settings = {
      ...(locked.settings as object),
      api_authentication: false,
      trusted_proxies: ['127.0.0.1'],
      card_rules: [blocked],
    };
    openServer = await openLockedTown({
      site: { ...locked, locations: [hall, ...elsewhere], settings },
      at: '2026-11-20T12:00:00Z',
    });
  });
  afterEach(() => openServer.close());

  async function look(code: string, from: string, { key = '', location = 'hall' } = {}): Promise<string> {
    const response = await fetch(`${openServer.address}/restapi/v2/cards/lookup`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': from,
        ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ code, location_id: location }),
    });
    const body = await response.json();
    return body.card?.state ?? `${response.status} ${body.errno}`;
  }

  it('cannot be enumerated from one address, without blocking kiosks with a key there', async () => {
    const key = await openServer.deviceKey('kiosk-1');
    expect(await look('never seen', '192.0.2.7', { key })).toBe('none');
    for (let guess = 0; guess < 120; guess += 1) expect(await look(`card ${guess}`, '192.0.2.7')).toBe('none');
    expect(await look('48 213', '192.0.2.7')).toBe('429 107');
    // Another location is no way around.
    expect(await look('48 213', '192.0.2.7', { location: 'clinic' })).toBe('429 107');
    expect(await look('48 213', '192.0.2.7', { key })).toBe('blocked');
    expect(await look('48 213', '198.51.100.1')).toBe('blocked');
    openServer.clock.advance(60_000);
    expect(await look('48 213', '192.0.2.7')).toBe('blocked');
  });
});

describe('usernames of other locations', () => {
  it('cannot be enumerated by assigning them to new users', async () => {
    const { admin_add_users: add } = await attacks();
    for (let guess = 0; guess < 10; guess += 1) expect((await add?.(guess))?.status).toBe(200);
    const bea = await town.keyOf('bea');
    const asked = await town.ask('POST', '/restapi/v2/admin/users', bea, {
      username: 'clinic.nurse',
      locations: ['hall'],
    });
    expect([asked.status, asked.body.errno]).toEqual([429, 107]);
    expect(JSON.stringify(asked.body)).not.toContain('nurse');
  });
});

describe('guesses', () => {
  const device = (id: string): Guesser['caller'] =>
    ({ kind: 'device', device: { id }, inside: false }) as unknown as Guesser['caller'];
  const now = Date.parse('2026-11-20T12:00:00Z');
  const newLimits = (): GuessLimits =>
    createGuessLimits({ bulletin: null, secret: randomBytes(32), clock: turnedClock('2026-11-20T12:00:00Z') });

  function wrong(limits: GuessLimits, guesser: Guesser, count: number, what: Guessed = 'appointment'): number {
    let done = 0;
    for (; done < count; done += 1) {
      const guess = limits.begin(what, guesser);
      if (!guess.ok) break;
      guess.value.end(false);
    }
    return done;
  }

  it('from addresses of one IPv6 network count as one caller', () => {
    const limits = newLimits();
    const at = (place: number): Guesser => ({ caller: device('kiosk-1'), address: `2001:db8::${place}`, now });
    let done = 0;
    for (let place = 1; place <= 30; place += 1) done += wrong(limits, at(place), 1);
    expect(done).toBe(10);
  });

  it('of several callers at one location are counted together, and do not delay callers without guesses', () => {
    const limits = newLimits();
    const from = (place: number): Guesser => ({
      caller: device(`kiosk-${place}`),
      address: `192.0.2.${place}`,
      locationId: 'hall',
      now,
    });
    let done = 0;
    for (let place = 1; place <= 6; place += 1) done += wrong(limits, from(place), 10);
    expect(done).toBeLessThan(40);
    const honest = limits.begin('appointment', from(99));
    expect(honest.ok).toBe(true);
    if (honest.ok) honest.value.end(true);
    expect(limits.begin('appointment', from(99)).ok).toBe(true);
  });

  it('of cards without a key are counted by address and location, and do not delay addresses without guesses', () => {
    const limits = newLimits();
    const from = (place: number): Guesser => ({
      caller: { kind: 'anyone' },
      address: `192.0.2.${place}`,
      locationId: 'hall',
      now,
    });
    let done = 0;
    for (let round = 0; round < 10; round += 1) {
      for (let place = 1; place <= 40; place += 1) done += wrong(limits, from(place), 1, 'card-rule');
    }
    expect(done).toBe(120);
    expect(limits.begin('card-rule', from(1)).ok).toBe(false);
    expect(limits.begin('card-rule', from(99)).ok).toBe(true);
    expect(limits.begin('card-rule', { ...from(1), caller: device('kiosk-1') }).ok).toBe(true);
  });

  it('of cards let many kiosks without a key behind one address read an unknown card every few seconds', () => {
    const limits = newLimits();
    const kiosks = 12;
    let done = 0;
    for (let second = 0; second < 600; second += 7) {
      const guesser: Guesser = { caller: { kind: 'anyone' }, address: '192.0.2.7', locationId: 'hall', now };
      done += wrong(limits, { ...guesser, now: now + second * 1000 }, kiosks, 'card-rule');
    }
    expect(done).toBe(Math.ceil(600 / 7) * kiosks);
  });

  it('are limited also for simultaneous requests', () => {
    const limits = newLimits();
    const guesser: Guesser = { caller: device('kiosk-1'), address: '192.0.2.1', now };
    const open = Array.from({ length: 100 }, () => limits.begin('appointment', guesser)).filter(({ ok }) => ok);
    expect(open).toHaveLength(20);
  });
});
