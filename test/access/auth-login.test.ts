/** Login, passwords, sign-out and revoked access tokens. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LockedTown, lockedSite, openLockedTown, passwordOf } from '../helpers/locked-town.ts';
import { type QuickHasher, quickHasher } from '../helpers/quick-hasher.ts';
import { openTown, type Posted } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { townsOf } from '../helpers/towns.ts';

let town: LockedTown;
let hasher: QuickHasher;

const towns = townsOf(
  async () => {
    hasher = quickHasher();
    town = await openLockedTown({ hasher });
  },
  () => town.close(),
);

/** Wrong tries are forgotten until the next test. */
function inOneTown(): void {
  towns.shared();
  beforeEach(() => town.clock.advance(600_000));
}

const login = (user_id: string, password?: string, more: object = {}): Promise<Posted> =>
  town.post('login', { user_id, ...(password === undefined ? {} : { password }), ...more });

/** What a request with this key is refused with, if it is. */
async function errnoWith(key: string): Promise<number | undefined> {
  return (await town.ask('GET', '/restapi/locations', key)).body.errno;
}

const chiefKey = (): Promise<string> => town.keyOf('chief');

describe('a login', () => {
  inOneTown();

  it.each(['ana', 'ana.silva'])('returns an access token to %s', async (name) => {
    const { status, body } = await login(name, passwordOf('ana'));
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, user_id: 'ana', username: 'ana.silva', authtoken: expect.any(String) },
    });
    expect(await errnoWith(body.authtoken)).toBeUndefined();
  });

  it('responds in XML, too', async () => {
    const response = await fetch(`${town.address}/restapi/v2/queuemanagement/login?format=xml`, {
      method: 'POST',
      body: new URLSearchParams({ user_id: 'ana', password: passwordOf('ana') }),
    });
    expect(await response.text()).toMatch(/<response><success>true<\/success><user_id>ana<\/user_id>.*<authtoken>ey/);
  });

  it.each<[string, string, string | undefined]>([
    ['a wrong password', 'ana', 'ana-passwort'],
    ['no password', 'ana', undefined],
    ['a name that nobody has', 'nemo', passwordOf('ana')],
    ['a name that nobody has, without a password', 'nemo', undefined],
    ['a disabled user', 'left', passwordOf('left')],
    ['a property name of JavaScript prototypes', '__proto__', 'constructor'],
  ])('is refused for %s, with one password check', async (_what, name, password) => {
    const before = hasher.checks;
    const { status, body } = await login(name, password);
    expect({ status, body }).toEqual({
      status: 401,
      body: { success: false, errno: 106, code: 'login_failed', error: 'The login was refused.' },
    });
    expect(hasher.checks - before).toBe(1);
  });

  it('requires a user', async () => {
    expect((await town.post('login', { password: 'x' })).body).toMatchObject({ errno: 5, parameter: 'user_id' });
  });

  it('ignores an old access token in the request', async () => {
    const headers = { authorization: 'Bearer old' };
    const { body } = await town.post('login', { user_id: 'ana', password: passwordOf('ana') }, headers);
    expect(body.success).toBe(true);
  });

  it('writes no passwords and keys to the log', async () => {
    await login('ana', 'not the password of ana');
    const key = await town.keyOf('ana');
    await town.ask('GET', '/restapi/locations', `${key}x`);
    await town.deviceKey('kiosk-1');
    const log = JSON.stringify(town.logged);
    for (const secret of ['not the password', passwordOf('ana'), 'eyJ', 'tan_']) expect(log).not.toContain(secret);
  });
});

/** Result of the work while the clock advances. */
async function patiently<T>(work: Promise<T>): Promise<T> {
  let done = false;
  void work.finally(() => {
    done = true;
  });
  const goOn = (): boolean => {
    town.clock.advance(250);
    return done;
  };
  await expect.poll(goOn, { interval: 5, timeout: 30_000 }).toBe(true);
  return work;
}

describe('failed logins', () => {
  towns.ofItsOwn();

  const wrong = (name = 'ana'): Promise<Posted> => login(name, 'wrong');

  it('delay the next login of that user, and lock out no user', async () => {
    for (let time = 0; time < 7; time += 1) {
      expect((await wrong()).body.errno).toBe(106);
      town.clock.advance(5_000);
    }
    expect((await wrong()).body.errno).toBe(106);
    const start = town.clock.now();
    expect((await patiently(login('ana', passwordOf('ana')))).status).toBe(200);
    expect(town.clock.now() - start).toBeGreaterThanOrEqual(4_000);
    // Other users are not delayed.
    expect((await login('rui', passwordOf('rui'))).status).toBe(200);
  });

  it.each(['ana', 'nemo'])('for %s that exceed the limit have status 429 with a retry delay', async (name) => {
    const tries = Array.from({ length: 20 }, () =>
      fetch(`${town.address}/restapi/v2/queuemanagement/login?user_id=${name}`, {
        method: 'POST',
        body: new URLSearchParams({ password: 'wrong' }),
      }),
    );
    const answers = await patiently(Promise.all(tries));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(10);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20 - refused.length);
    for (const answer of refused) {
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({ success: false, errno: 107 });
    }
    expect((await patiently(login('ana', passwordOf('ana')))).status).toBe(200);
  });

  it('from one address use up its limit for all users, and lock out no other address', async () => {
    const from = (remoteAddress: string, user_id: string, password: string) => {
      const headers = { 'content-type': 'application/json' };
      const payload = JSON.stringify({ user_id, password });
      const url = '/restapi/v2/queuemanagement/login';
      return town.server.inject({ method: 'POST', url, headers, payload, remoteAddress });
    };
    const checks = hasher.checks;
    const flood = Array.from({ length: 40 }, (_, user) => from(`2001:db8:7:7::${user}`, `user-${user}`, 'wrong'));
    // Without an advance of the clock, no response has arrived yet.
    await expect.poll(() => hasher.checks - checks).toBe(20);
    expect((await from('2001:db8:7:8::1', 'ana', passwordOf('ana'))).statusCode).toBe(200);
    const answers = await patiently(Promise.all(flood));
    expect(answers.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThan(0);
  });

  it('do not include successful logins', async () => {
    for (let i = 0; i < 12; i += 1) expect((await login('ana', passwordOf('ana'))).status).toBe(200);
  });

  it('lock out no user if the clock is set back', async () => {
    for (let i = 0; i < 5; i += 1) await patiently(wrong());
    town.clock.advance(-3_600_000);
    expect((await login('ana', passwordOf('ana'))).status).toBe(200);
  });
});

describe('a user without a password', () => {
  inOneTown();
  beforeAll(async () => {
    const named = (name: string) => ({ id: name, username: name, name });
    await town.site.load({ users: [named('new'), named('newer')] });
  });

  const trust = (...trusted_networks: readonly string[]) =>
    town.site.load({ settings: { ...town.site.current().settings, trusted_networks } });

  it('cannot log in, with or without a password', async () => {
    await trust();
    expect((await login('new')).body.errno).toBe(106);
    expect((await login('new', 'anything')).body.errno).toBe(106);
  });

  it.each<[string, boolean]>([
    ['127.0.0.0/8', true],
    ['127.0.0.1', true],
    ['0.0.0.0/0', true],
    ['::ffff:127.0.0.1/128', true],
    ['10.0.0.0/8', false],
    ['fd00::/8', false],
  ])('can log in from a trusted network (%s: %s)', async (network, trusted) => {
    await trust('192.0.2.1', network);
    expect((await login('new')).body.success).toBe(trusted);
    expect((await login('ana')).body.errno).toBe(106);
  });

  it.each(['', '127.0.0.1/33', '127.0.0/8', '127.0.0.1/', '::1/129', 'localhost', 'fe80::1%eth0'])(
    'cannot have the invalid trusted network `%s`',
    async (network) => {
      expect(await trust(network)).toMatchObject({
        ok: false,
        error: { kind: 'invalid', faults: [expect.stringMatching(/^settings\.trusted_networks\[0\]: /)] },
      });
    },
  );

  it('can set a password with its access token', async () => {
    await trust('127.0.0.1');
    const { body } = await login('newer');
    const { body: changed } = await town.ask('POST', '/restapi/v2/users/password', body.authtoken, {
      new_password: 'open sesame',
    });
    expect(changed).toEqual({ success: true, authtoken: expect.any(String) });
    expect((await login('newer')).body.errno).toBe(106);
    expect((await login('newer', 'open sesame')).status).toBe(200);
  });
});

/** Password change with the old password. */
const change = (key: string, password: string, new_password: string) =>
  town.ask('POST', '/restapi/v2/users/password', key, { password, new_password });

describe('a new password', () => {
  towns.ofItsOwn();

  it('ends existing access tokens, and returns a new one', async () => {
    const [key, other] = [await town.keyOf('ana'), await town.keyOf('ana')];
    const { body } = await change(key, passwordOf('ana'), 'a better one');
    expect([await errnoWith(key), await errnoWith(other), await errnoWith(body.authtoken)]).toEqual([
      102,
      102,
      undefined,
    ]);
    expect((await login('ana', passwordOf('ana'))).body.errno).toBe(106);
    expect((await login('ana', 'a better one')).status).toBe(200);
  });

  it('can have 200 characters of any kind, all significant', async () => {
    const long = 'pass phrase 密码 ü '.repeat(20).slice(0, 199);
    const { status } = await change(await town.keyOf('ana'), passwordOf('ana'), `${long}!`);
    expect(status).toBe(200);
    expect((await login('ana', `${long}?`)).body.errno).toBe(106);
    expect((await login('ana', `${long}!`)).status).toBe(200);
  });

  it('requires the current password, with the same delays as logins', async () => {
    const key = await town.keyOf('ana');
    for (let i = 0; i < 5; i += 1) {
      expect((await patiently(change(key, 'wrong', 'a better one'))).body.errno).toBe(106);
    }
    const start = town.clock.now();
    expect((await patiently(change(key, passwordOf('ana'), 'a better one'))).status).toBe(200);
    expect(town.clock.now() - start).toBeGreaterThanOrEqual(250);
  });

  it('in the site file or the back office ends existing access tokens, too', async () => {
    const key = await town.keyOf('ana');
    await town.site.load({ users: [{ id: 'ana', username: 'ana.silva', password: 'a better one' }] });
    expect(await errnoWith(key)).toBe(102);
    expect((await login('ana', 'a better one')).status).toBe(200);
  });

  it('that is common is refused there with its path, unless it is the current one', async () => {
    const rui = { id: 'rui', username: 'rui.costa', password: 'a good secret' };
    const ana = { id: 'ana', username: 'ana.silva', password: 'Password1' };
    const fault = 'users[1].password: is a common password; choose another one';
    expect(await town.site.load({ users: [rui, ana] })).toEqual({
      ok: false,
      error: { kind: 'invalid', faults: [fault] },
    });
    const { body } = await town.ask('PUT', '/restapi/v2/admin/users/ana', await chiefKey(), ana);
    expect(body).toMatchObject({ success: false, errno: 5 });
    expect((await login('ana', passwordOf('ana'))).status).toBe(200);
    // Stored by a program version without this rule.
    await town.site.credentials.write([{ kind: 'user', id: 'ana', secret: await hasher.hash('Password1') }]);
    expect(await town.site.load({ users: [rui, ana] })).toMatchObject({ ok: true });
    expect((await login('ana', 'Password1')).status).toBe(200);
  });
});

describe('an unacceptable or unchanged password', () => {
  inOneTown();

  it.each([
    ['too short', 'short', 5],
    ['too long', 'x'.repeat(201), 5],
    ['made of blanks alone', ' '.repeat(10), 5],
    ['the old one', passwordOf('ana'), 5],
    ['one of the most common', 'Password1', 5],
    ['one of the most common, with blanks around', ' iloveyou ', 5],
    ['a name of the user with a number', 'Ana.Silva-2026!', 5],
    ['a name of the location', 'town hall 1', 5],
    ['the name of this program', 'Take-a-Number', 5],
  ])('is refused if it is %s', async (_what, password, errno) => {
    const { body } = await change(await town.keyOf('ana'), passwordOf('ana'), password);
    expect(body).toMatchObject({ errno, parameter: 'new_password' });
  });

  it('of blanks is refused in the site file and the back office, too', async () => {
    const user = { id: 'ana', username: 'ana.silva', password: ' '.repeat(10) };
    expect(await town.site.load({ users: [user] })).toMatchObject({ ok: false });
    const { body } = await town.ask('PUT', '/restapi/v2/admin/users/ana', await chiefKey(), user);
    expect(body).toMatchObject({ success: false, errno: 5 });
    expect((await login('ana', passwordOf('ana'))).status).toBe(200);
  });

  it('that equals the current one, as in a file loaded at every start, ends no sessions', async () => {
    const key = await town.keyOf('ana');
    await town.site.load(lockedSite());
    expect(await errnoWith(key)).toBeUndefined();
  });

  it('is not stored in plain text', async () => {
    const kept = JSON.stringify([
      await town.store.readSite(),
      await town.store.readCredentials(),
      town.site.current().file,
    ]);
    expect(kept).toContain('quick$');
    expect(kept).not.toContain(passwordOf('ana'));
    expect(kept).not.toContain('"password"');
  });
});

describe('a one-time password', () => {
  towns.ofItsOwn();

  beforeEach(async () => {
    const secret = await hasher.hash('one time');
    await town.site.credentials.write([{ kind: 'user', id: 'ana', secret, mustChange: true }]);
  });

  it('is valid only to set a new password', async () => {
    const { status, body } = await login('ana', 'one time');
    expect({ status, body }).toEqual({
      status: 401,
      body: {
        success: false,
        errno: 106,
        code: 'password_change_required',
        error: 'The one-time password must be changed: send new_password.',
        parameter: 'new_password',
      },
    });
    expect((await login('ana', 'one time', { new_password: 'short' })).body.errno).toBe(5);
    expect((await login('ana', 'one time', { new_password: ' '.repeat(10) })).body.errno).toBe(5);
    expect((await login('ana', 'one time', { new_password: 'one time' })).body).toMatchObject({
      errno: 5,
      parameter: 'new_password',
    });
    expect((await login('ana', 'wrong', { new_password: 'another one' })).body.error).toBe('The login was refused.');
    const changed = await login('ana', 'one time', { new_password: 'another one' });
    expect(await errnoWith(changed.body.authtoken)).toBeUndefined();
    expect((await login('ana', 'one time')).body.errno).toBe(106);
    expect((await login('ana', 'another one')).status).toBe(200);
  });

  it('has the same delays for guesses as other passwords', async () => {
    for (let time = 0; time < 7; time += 1) {
      expect((await login('ana', 'guess', { new_password: 'another one' })).body.errno).toBe(106);
      town.clock.advance(5_000);
    }
    await login('ana', 'guess', { new_password: 'another one' });
    const start = town.clock.now();
    const changed = await patiently(login('ana', 'one time', { new_password: 'another one' }));
    expect(changed.status).toBe(200);
    expect(town.clock.now() - start).toBeGreaterThanOrEqual(4_000);
  });
});

describe('signing out', () => {
  inOneTown();

  const signOut = (key: string) => town.ask('DELETE', '/restapi/v2/session', key);
  const pass = (seconds: number): void => town.clock.advance(seconds * 1000);

  it('revokes this access token permanently, and no other', async () => {
    const [key, other] = [await town.keyOf('ana'), await town.keyOf('ana')];
    expect((await signOut(key)).body).toEqual({ success: true });
    expect([await errnoWith(key), await errnoWith(other)]).toEqual([102, undefined]);
    expect((await signOut(key)).body.errno).toBe(102);
    // Read anew, as by the next start.
    await town.site.credentials.reload();
    expect([await errnoWith(key), await errnoWith(other)]).toEqual([102, undefined]);
  });

  it('requires an access token of a user, and revokes no device keys', async () => {
    const device = await town.deviceKey('pad-1');
    expect((await signOut(device)).body.errno).toBe(104);
    expect((await signOut('')).body.errno).toBe(101);
    expect((await town.ask('GET', '/restapi/v2/session', device)).status).toBe(200);
  });

  it('is deleted from the store when the access token expires', async () => {
    const ended = async () => (await town.store.readCredentials()).filter(({ kind }) => kind === 'ended_key').length;
    // Those of other tests end, and are forgotten with the next one.
    pass(7 * 24 * 3600 + 1);
    await signOut(await town.keyOf('ana'));
    await signOut(await town.keyOf('rui'));
    expect(await ended()).toBe(2);
    pass(7 * 24 * 3600 + 1);
    await signOut(await town.keyOf('ana'));
    expect(await ended()).toBe(1);
  });

  it('is no change in the audit log', async () => {
    const told = async () => (await town.ask('GET', '/restapi/v2/admin/audit', await chiefKey())).body.entries;
    const before = await told();
    await signOut(await town.keyOf('ana'));
    expect(await told()).toEqual(before);
  });
});

describe('the access tokens of a user end immediately', () => {
  inOneTown();

  it('if they are revoked', async () => {
    const key = await town.keyOf('ana');
    const chief = await chiefKey();
    expect((await town.ask('POST', '/restapi/v2/admin/users/ana/revoke', chief)).body).toEqual({ success: true });
    expect(await errnoWith(key)).toBe(102);
    expect(await errnoWith(await town.keyOf('ana'))).toBeUndefined();
    expect((await town.ask('POST', '/restapi/v2/admin/users/nemo/revoke', chief)).body.errno).toBe(6);
  });

  it('if the user is disabled, and stay invalid if the user is enabled again', async () => {
    const key = await town.keyOf('ana');
    await town.site.load({ users: [{ id: 'ana', username: 'ana.silva', state: 0 }] });
    expect(await errnoWith(key)).toBe(102);
    await town.site.load({ users: [{ id: 'ana', username: 'ana.silva', state: 1 }] });
    expect(await errnoWith(key)).toBe(102);
    expect((await login('ana', passwordOf('ana'))).status).toBe(200);
  });

  it('if the user is deleted, and stay invalid for a new user with the same id', async () => {
    const key = await town.keyOf('rui');
    await town.site.change(({ file }) => ({ ...file, users: file.users.filter(({ id }) => id !== 'rui') }));
    expect(await errnoWith(key)).toBe(102);
    await town.site.load({ users: [{ id: 'rui', username: 'rui.costa' }] });
    expect(await errnoWith(key)).toBe(102);
    expect((await login('rui', passwordOf('rui'))).body.errno).toBe(106);
  });

  it('also on other servers of the same database', async () => {
    const { openSiteHolder } = await import('../../main/site/service/site-holder.ts');
    const other = await openSiteHolder(town.store, { hasher });
    const key = await town.keyOf('eva');
    await other.load({ users: [{ id: 'eva', username: 'eva', password: 'from elsewhere' }] });
    await expect.poll(() => errnoWith(key)).toBe(102);
    other.close();
  });
});

describe('while authentication is off', () => {
  it('no keys and roles are required, and unknown keys are ignored', async () => {
    const open = await openTown({ hasher: quickHasher() });
    const get = async (headers: Record<string, string> = {}): Promise<number | undefined> =>
      ((await (await fetch(`${open.address}/restapi/services`, { headers })).json()) as { errno?: number }).errno;
    try {
      expect(await get()).toBeUndefined();
      for (const authorization of ['Bearer x', 'Basic eDp5', 'rubbish'])
        expect(await get({ authorization })).toBeUndefined();
      // Users without a password log in without one.
      const { body } = await open.post('login', { user_id: 'eva' });
      expect(body.success).toBe(true);
      const key = { authorization: `Bearer ${body.authtoken}` };
      expect(await get(key)).toBeUndefined();
      // No role, desk or location restricts the user.
      const called = await open.post('callnextticket', { desk_id: 'desk-1', user_id: 'ana' }, key);
      expect(called.body.errno).toBe(8);
      open.clock.advance(7 * 86_400_000);
      expect(await get(key)).toBeUndefined();
    } finally {
      await open.close();
    }
  });

  it('a user with a password must enter it', async () => {
    const site = townSite();
    const open = await openTown({ hasher: quickHasher(), site });
    try {
      await open.site.load({ users: [{ id: 'ana', username: 'ana.silva', password: 'open sesame' }] });
      expect((await open.post('login', { user_id: 'ana' })).body.errno).toBe(106);
      expect((await open.post('login', { user_id: 'ana', password: 'open sesame' })).status).toBe(200);
    } finally {
      await open.close();
    }
  });

  it('on the command line, the setting of the site has no effect', async () => {
    const open = await openLockedTown({ authentication: 'off' });
    expect((await open.ask('GET', '/restapi/users', '')).body.success).toBe(true);
    await open.close();
    const { settings } = townSite();
    const site = { ...townSite(), settings: { ...(settings as object), api_authentication: false } };
    const locked = await openLockedTown({ authentication: 'on', site });
    expect((await locked.ask('GET', '/restapi/users', '')).body.errno).toBe(101);
    await locked.close();
  });
});
