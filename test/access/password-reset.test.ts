/** Password reset by mail: the way of a user, and the ways of an attacker. */
import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RESET_TOKEN_MS } from '../../main/access/rules/reset-tokens.ts';
import type { PasswordHasher } from '../../main/access/service/password-hasher.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { type LockedTown, lockedSite, openLockedTown, passwordOf } from '../helpers/locked-town.ts';
import { openMailServer, type PlayedMailServer } from '../helpers/mail-server.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import type { Posted, TownOptions } from '../helpers/town.ts';

const PATIENT = { timeout: 60_000 };
const MINUTE = 60_000;
const PUBLIC_URL = 'https://queue.pontalva.example';
const FRESH = 'lantern orbit walnut';
const ADDRESS = 'ana@pontalva.example';

let server: PlayedMailServer;
const open: LockedTown[] = [];

function resetSite(users: object = {}, settings: object = {}, clinic: object = {}): Record<string, unknown> {
  const site = lockedSite();
  return {
    ...site,
    settings: {
      ...(site.settings as object),
      public_url: PUBLIC_URL,
      mail_server: '127.0.0.1',
      mail_port: server.port,
      mail_from: 'Hall <queue@pontalva.example>',
      ...settings,
    },
    locations: (site.locations as { id: string }[]).map((location) =>
      location.id === 'clinic' ? { ...location, ...clinic } : location,
    ),
    users: (site.users as { id: string }[]).map((user) => ({
      ...user,
      email: `${user.id}@pontalva.example`,
      ...(users as Record<string, object>)[user.id],
    })),
  };
}

interface Wanted extends TownOptions {
  readonly users?: object;
  readonly settings?: object;
  readonly clinic?: object;
}

async function openResetTown({ users, settings, clinic, ...options }: Wanted = {}): Promise<LockedTown> {
  server ??= await openMailServer();
  const town = await openLockedTown({
    site: resetSite(users, settings, clinic),
    mail: { random: () => 1, transport: { authorities: server.authority } },
    ...options,
  });
  open.push(town);
  return town;
}

afterEach(async () => {
  for (const town of open.splice(0)) await town.close();
  await server?.close();
  server = undefined as unknown as PlayedMailServer;
});

const ask = (town: LockedTown, name: string): Promise<Posted> =>
  town.ask('POST', '/restapi/v2/password-reset', '', { name });
const complete = (town: LockedTown, token: string, new_password = FRESH): Promise<Posted> =>
  town.ask('POST', '/restapi/v2/password-reset/complete', '', { token, new_password });
const login = (town: LockedTown, user_id: string, password: string): Promise<Posted> =>
  town.post('login', { user_id, password });
const ignored = (town: LockedTown) =>
  town.logged.flatMap(({ event, data }) => (event === 'auth.password-reset-ignored' ? [data] : []));

/** Runs the look-ups that wait for their random time. */
const lookUp = (town: LockedTown): void => town.clock.advance(1_000);

/** Hasher whose next two hashes end together, so that both requests have passed their first check. */
function meetingHasher(): PasswordHasher & { meet(): void } {
  const quick = quickHasher();
  const arrived: (() => void)[] = [];
  let isMeeting = false;
  return {
    ...quick,
    meet() {
      isMeeting = true;
    },
    async hash(password) {
      if (isMeeting) {
        await new Promise<void>((resolve) => {
          arrived.push(resolve);
          if (arrived.length === 2) for (const each of arrived) each();
        });
      }
      return quick.hash(password);
    },
  };
}

/** Body of a taken mail in plain text. */
function bodyOf(source: string): string {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const encoding = /^Content-Transfer-Encoding: (\S+)/m.exec(head)?.[1];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`);
  return decodeURIComponent(bytes.replaceAll(/%(?![0-9A-F]{2})/g, '%25'));
}

async function mailsTaken(count: number): Promise<readonly string[]> {
  await vi.waitUntil(() => server.taken.length >= count, PATIENT);
  return server.taken.map(({ source }) => bodyOf(source));
}

const tokenIn = (text = ''): string => /#reset=([\w-]+)/.exec(text)?.[1] ?? '';

/** Asks for a mail, and returns the token in it. */
async function mailedToken(town: LockedTown, name = 'ana'): Promise<string> {
  const before = server.taken.length;
  expect((await ask(town, name)).body).toEqual({ success: true });
  lookUp(town);
  return tokenIn((await mailsTaken(before + 1)).at(-1));
}

describe('a password reset by mail', () => {
  it('sends a link to the address of the user, by user name, id or address', async () => {
    const town = await openResetTown();
    for (const name of ['ana.silva', 'ana', ` ${ADDRESS.toUpperCase()} `]) await mailedToken(town, name);
    expect(server.taken.map(({ to }) => to)).toEqual([[ADDRESS], [ADDRESS], [ADDRESS]]);
    const [first = ''] = await mailsTaken(1);
    expect(first).toMatch(/ana\.silva/);
    expect(first).toMatch(new RegExp(`\\s${PUBLIC_URL}/counter#reset=[\\w-]{43}\\s`));
  });

  it('sets the new password, and ends all sessions and earlier links of the user', async () => {
    const town = await openResetTown();
    const key = await town.keyOf('ana');
    const other = await mailedToken(town);
    const token = await mailedToken(town);
    expect((await complete(town, token)).body).toEqual({ success: true });
    expect((await town.ask('GET', '/restapi/locations', key)).body.errno).toBe(102);
    expect((await complete(town, other)).body).toMatchObject({ errno: 6, code: 'reset_token_invalid' });
    expect((await login(town, 'ana', passwordOf('ana'))).body.errno).toBe(106);
    expect((await login(town, 'ana', FRESH)).body.success).toBe(true);
    expect((await login(town, 'rui', passwordOf('rui'))).body.success).toBe(true);
  });

  it('leads users of the back office there, and is written in the language of their location', async () => {
    const town = await openResetTown({ settings: { default_lang: 'pl' }, clinic: { languages: ['ar'] } });
    await mailedToken(town, 'chief');
    await mailedToken(town, 'eva');
    const [office, counter] = await mailsTaken(2);
    expect(office).toContain(`${PUBLIC_URL}/admin#reset=`);
    expect(office).toContain('poproszono o nowe hasło');
    expect(counter).toContain(`${PUBLIC_URL}/counter#reset=`);
    expect(counter).toContain('كلمة مرور');
  });

  it('refuses a password by the rules of all passwords, and keeps the link', async () => {
    const town = await openResetTown();
    const token = await mailedToken(town);
    for (const weak of ['short', '         ', 'ana.silva123', 'password1']) {
      expect((await complete(town, token, weak)).body).toMatchObject({ errno: 5, parameter: 'new_password' });
    }
    expect((await complete(town, token)).body.success).toBe(true);
  });

  it('is offered only with a mail server and a public address', async () => {
    const town = await openResetTown();
    const read = async (): Promise<unknown> => (await town.ask('GET', '/restapi/v2/password-reset', '')).body;
    expect(await read()).toEqual({ success: true, available: true });
    for (const settings of [{ mail_server: '' }, { public_url: '' }]) {
      const loaded = await town.site.load(resetSite({}, settings));
      expect(loaded.ok).toBe(true);
      expect(await read()).toEqual({ success: true, available: false });
      expect((await ask(town, 'ana')).body).toMatchObject({ errno: 7, code: 'password_reset_unavailable' });
    }
  });

  it('is in the audit log without the token: who set the password, and who mailed a link', async () => {
    const town = await openResetTown();
    const chief = await town.keyOf('chief');
    await complete(town, await mailedToken(town));
    await town.ask('POST', '/restapi/v2/admin/users/rui/password-reset', chief);
    const { body } = await town.ask('GET', '/restapi/v2/admin/audit?collection=users', chief);
    const entries = body.entries.slice(0, 2).map(({ by, item_id, fields }: Record<string, unknown>) => ({
      by: (by as { id: string }).id,
      item_id,
      fields: (fields as { field: string; after: string }[]).map(({ field, after }) => `${field} ${after}`),
    }));
    expect(entries).toEqual([
      { by: 'chief', item_id: 'rui', fields: ['password_reset mailed'] },
      { by: 'ana', item_id: 'ana', fields: ['password set', 'password_reset removed'] },
    ]);
  });
});

describe('an administrator', () => {
  it('mails a link to a user, and cannot see it', async () => {
    const town = await openResetTown();
    const chief = await town.keyOf('chief');
    const { body } = await town.ask('POST', '/restapi/v2/admin/users/ana/password-reset', chief);
    expect(body).toEqual({ success: true });
    const [mail] = await mailsTaken(1);
    expect((await complete(town, tokenIn(mail))).body.success).toBe(true);
  });

  it.each<[string, object, number]>([
    ['without a mail address', { email: '' }, 7],
    ['with an invalid mail address', { email: 'ana@' }, 7],
  ])('gets an error for a user %s', async (_what, ana, errno) => {
    const town = await openResetTown({ users: { ana } });
    const { body } = await town.ask('POST', '/restapi/v2/admin/users/ana/password-reset', await town.keyOf('chief'));
    expect(body).toMatchObject({ errno, code: 'user_without_mail_address' });
  });

  it('of a location cannot mail users of other locations', async () => {
    const roles = ['admin_branch'];
    const town = await openResetTown({ users: { rui: { locations: ['hall'], roles } } });
    const key = await town.keyOf('rui');
    const reset = (id: string): Promise<Posted> =>
      town.ask('POST', `/restapi/v2/admin/users/${id}/password-reset`, key);
    expect((await reset('eva')).body.errno).toBe(105);
    expect((await reset('chief')).body.errno).toBe(105);
  });
});

describe('an attacker', () => {
  it('gets the same answer for known and unknown names, before the user is looked up', async () => {
    let reads = 0;
    const wrapStore = (store: Store): Store => ({
      ...store,
      credentialsSince: (since) => {
        reads += 1;
        return store.credentialsSince(since);
      },
    });
    const town = await openResetTown({ wrapStore, users: { rui: { email: '' } } });
    const before = reads;
    const raw = async (name: string): Promise<unknown> => {
      const { status, body, headers } = await town.ask('POST', '/restapi/v2/password-reset', '', { name });
      const kept = [...headers].filter(([header]) => header !== 'date').map(([header]) => header);
      return { status, body, kept };
    };
    const known = await raw('ana');
    for (const name of ['rui', 'left', 'nemo', '__proto__']) expect(await raw(name)).toEqual(known);
    // Neither time nor load differs: nothing of the store was used before the answers.
    expect(reads).toBe(before);
    lookUp(town);
    await mailsTaken(1);
    await vi.waitFor(() => expect(ignored(town)).toHaveLength(4));
    expect(server.taken).toHaveLength(1);
  });

  it('cannot use a link twice, not even in two requests at once', async () => {
    const hasher = meetingHasher();
    const town = await openResetTown({ hasher });
    const token = await mailedToken(town);
    hasher.meet();
    const both = await Promise.all([complete(town, token), complete(town, token, 'another orbit walnut')]);
    expect(both.map(({ body }) => body.success).toSorted()).toEqual([false, true]);
    expect((await complete(town, token)).body.errno).toBe(6);
  });

  it.each([
    ['can use a link in its last minute', RESET_TOKEN_MS - MINUTE, undefined],
    ['cannot use a link after 30 minutes', RESET_TOKEN_MS, 6],
  ])('%s', async (_what, ms, errno) => {
    const town = await openResetTown();
    const token = await mailedToken(town);
    town.clock.advance(ms);
    expect((await complete(town, token)).body.errno).toBe(errno);
  });

  it('gains nothing from the link of another user or from altered tokens', async () => {
    const town = await openResetTown();
    const token = await mailedToken(town, 'rui');
    for (const wrong of [token.slice(1), `${token}A`, token.toLowerCase(), 'rui']) {
      expect((await complete(town, wrong)).body.errno, wrong).toBe(6);
    }
    expect((await complete(town, token)).body.success).toBe(true);
    expect((await login(town, 'ana', FRESH)).body.errno).toBe(106);
    expect((await login(town, 'rui', FRESH)).body.success).toBe(true);
  });

  it.each<[string, (town: LockedTown) => Promise<unknown>]>([
    ['disabled', (town) => town.site.load(resetSite({ ana: { state: 0 } }))],
    ['signed out everywhere', (town) => town.auth.revokeUser('ana')],
    ['given another password', (town) => town.site.load(resetSite({ ana: { password: 'given by the chief' } }))],
  ])('loses the link when the user is %s', async (_what, change) => {
    const town = await openResetTown();
    const token = await mailedToken(town);
    await change(town);
    expect((await complete(town, token)).body).toMatchObject({ errno: 6, code: 'reset_token_invalid' });
  });

  it('cannot choose the address in the mail by headers', async () => {
    const town = await openResetTown({ settings: { allowed_hosts: ['eve.example'] } });
    const { hostname, port } = new URL(town.address);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify({ name: 'ana' });
      const headers = {
        host: 'eve.example',
        'x-forwarded-host': 'eve.example',
        forwarded: 'host=eve.example',
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      httpRequest({ hostname, port, path: '/restapi/v2/password-reset', method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end(body);
    });
    expect(status).toBe(200);
    lookUp(town);
    const [mail = ''] = await mailsTaken(1);
    expect(mail).toContain(`${PUBLIC_URL}/counter#reset=`);
    expect(mail).not.toContain('eve.example');
  });

  it('is slowed down after five requests a minute, for known and unknown names alike', async () => {
    const town = await openResetTown();
    for (const name of ['ana', 'nemo', 'nemo', 'nemo', 'nemo']) expect((await ask(town, name)).status).toBe(200);
    const refused = [await ask(town, 'ana'), await ask(town, 'nemo')];
    expect(refused.map(({ status, body }) => [status, body.errno])).toEqual([
      [429, 107],
      [429, 107],
    ]);
    town.clock.advance(MINUTE);
    expect((await ask(town, 'ana')).status).toBe(200);
  });

  it('cannot try tokens by brute force', async () => {
    const town = await openResetTown();
    const token = await mailedToken(town);
    for (let tries = 0; tries < 5; tries += 1) expect((await complete(town, `wrong-${tries}`)).body.errno).toBe(6);
    expect((await complete(town, token)).body.errno).toBe(107);
    town.clock.advance(MINUTE);
    expect((await complete(town, token)).body.success).toBe(true);
  });

  it('cannot flood a mailbox, nor invalidate the links in it', async () => {
    const town = await openResetTown();
    const tokens = [await mailedToken(town), await mailedToken(town), await mailedToken(town)];
    town.clock.advance(2 * MINUTE);
    expect((await ask(town, 'ana')).status).toBe(200);
    lookUp(town);
    await vi.waitFor(() => expect(ignored(town)).toHaveLength(1));
    expect(server.taken).toHaveLength(3);
    expect((await complete(town, tokens[0] ?? '')).body.success).toBe(true);
  });

  it('finds no token in database, logs, addresses and exports', async () => {
    const town = await openResetTown();
    server.next.push('later');
    expect((await ask(town, 'ana')).status).toBe(200);
    lookUp(town);
    await vi.waitUntil(() => server.tries === 1, PATIENT);
    await vi.waitFor(async () => expect((await town.store.query('mails', { limit: 1 }))[0]?.attempts).toBe(1));
    // The outbox has the mail until it is sent; the export shows it without its link.
    const found = await town.ask('POST', '/restapi/v2/admin/personal-data/search', await town.keyOf('chief'), {
      text: ADDRESS,
    });
    expect(found.body.mails[0].text).toMatch(/#reset=…/);
    town.clock.advance(MINUTE);
    const token = tokenIn((await mailsTaken(1))[0]);
    await vi.waitFor(async () => expect((await town.store.query('mails', { limit: 1 }))[0]?.state).toBe('sent'));
    const kept = JSON.stringify([
      await town.store.readCredentials(),
      await town.store.query('mailWork', { until: Number.MAX_SAFE_INTEGER, limit: 9 }),
      await town.store.query('audit', { limit: 50 }),
      town.logged,
      found.body,
    ]);
    expect(kept).toContain('"reset"');
    expect(kept).not.toContain(token);
    expect(JSON.stringify(town.logged)).not.toContain(ADDRESS);
    const inQuery = await town.ask('POST', `/restapi/v2/password-reset/complete?token=${token}`, '', {
      new_password: FRESH,
    });
    expect(inQuery.body).toMatchObject({ errno: 5, code: 'secret_in_address' });
  });

  it('gets no mail whose link has expired in the outbox', async () => {
    const town = await openResetTown();
    server.next.push('later');
    await ask(town, 'ana');
    lookUp(town);
    await vi.waitUntil(() => server.tries === 1, PATIENT);
    await vi.waitFor(async () => expect((await town.store.query('mails', { limit: 1 }))[0]?.attempts).toBe(1));
    town.clock.advance(RESET_TOKEN_MS + MINUTE);
    await vi.waitFor(async () => expect((await town.store.query('mails', { limit: 1 }))[0]?.state).toBe('failed'));
    expect(server.taken).toEqual([]);
    expect((await town.store.query('mailWork', { until: Number.MAX_SAFE_INTEGER, limit: 9 })).due).toEqual([]);
  });
});

it('works once over two servers of one PostgreSQL database', async () => {
  const database = await newDatabase();
  try {
    const secret = Buffer.alloc(32, 7);
    const hasher = meetingHasher();
    const options = { database: database.url, hasher, secret };
    const east = await openResetTown(options);
    const west = await openResetTown({ ...options, site: null });
    const key = await west.keyOf('ana');
    const token = await mailedToken(east);
    hasher.meet();
    const both = await Promise.all([complete(west, token), complete(east, token, 'another orbit walnut')]);
    expect(both.map(({ body }) => body.success).toSorted()).toEqual([false, true]);
    await vi.waitFor(async () => expect((await west.ask('GET', '/restapi/locations', key)).body.errno).toBe(102));
    const passwords = [FRESH, 'another orbit walnut'];
    const winner = passwords[both.findIndex(({ body }) => body.success)] ?? '';
    expect((await login(west, 'ana', winner)).body.success).toBe(true);
    expect((await login(east, 'ana', winner)).body.success).toBe(true);
  } finally {
    for (const town of open.splice(0).toReversed()) await town.close();
    database.drop();
  }
});
