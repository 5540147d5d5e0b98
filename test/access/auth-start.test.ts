/** Start of the program: authentication, the first administrator and the secret. */
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ensureAdministrator } from '../../main/access/service/first-administrator.ts';
import { openSecret } from '../../main/access/service/installation-secret.ts';
import { type Program, startProgram } from '../../main/app/app.ts';
import type { KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { readSettings, type Settings } from '../../main/lib/settings/settings.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import { openTown } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'auth-start-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

function settingsOf(...argv: readonly string[]): Settings {
  const read = readSettings(['--port', '0', '--printer', 'none:', ...argv], {}, 'linux');
  if (!read.ok || read.value.kind !== 'run') throw new Error('these are no settings');
  return read.value.settings;
}

interface Entry {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly data: unknown;
}

interface Started {
  readonly program: Program;
  readonly shown: readonly string[];
  readonly logged: readonly Entry[];
  /** Request over the loopback address. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** @param terminal whether the program runs in a terminal */
async function startAt(terminal: boolean, data: string, ...argv: readonly string[]): Promise<Started> {
  const logged: Entry[] = [];
  const note =
    (level: Entry['level']) =>
    (event: string, data?: unknown): void =>
      void logged.push({ level, event, data });
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  const shown: string[] = [];
  const show = terminal ? (line: string) => void shown.push(line) : null;
  const program = await startProgram(settingsOf('--data', data, ...argv), log, show);
  onTestFinished(() => program.close());
  const { port } = new URL(program.address);
  return { program, shown, logged, ask: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init) };
}

const start = (data: string, ...argv: readonly string[]): Promise<Started> => startAt(true, data, ...argv);

/** Site file of the test town, with these settings. */
async function siteFile(data: string, settings: object): Promise<string> {
  const path = join(data, 'site.json');
  const site = townSite();
  await writeFile(path, JSON.stringify({ ...site, settings: { ...(site.settings as object), ...settings } }));
  return path;
}

const openings = ({ logged }: Started): readonly object[] =>
  logged.filter(({ event }) => event.startsWith('http.exposed'));

describe('authentication', () => {
  it.each<[string, readonly string[], boolean | undefined, boolean, string | null]>([
    ['is off on loopback addresses', ['--host', '127.0.0.1'], undefined, false, null],
    ['is on if the network can reach the server', ['--host', '0.0.0.0'], undefined, true, 'info'],
    ['is on if the network can reach the server by IPv6', ['--host', '::'], undefined, true, 'info'],
    [
      'is off there with the option off',
      ['--host', '0.0.0.0', '--api-authentication', 'off'],
      undefined,
      false,
      'warn',
    ],
    ['is off there if the site sets this', ['--host', '0.0.0.0'], false, false, 'warn'],
    [
      'is on there with the option on, against the site',
      ['--host', '0.0.0.0', '--api-authentication', 'on'],
      false,
      true,
      'info',
    ],
    ['is on on loopback addresses if the site sets this', [], true, true, null],
    ['is on on loopback addresses with the option on', ['--api-authentication', 'on'], undefined, true, null],
    ['is off with the option off, against the site', ['--api-authentication', 'off'], true, false, null],
  ])('%s', async (_what, argv, inSite, on, said) => {
    const data = await folder();
    const site = await siteFile(data, inSite === undefined ? {} : { api_authentication: inSite });
    // Twice for warnings, which are repeated at every start.
    for (let times = 0; times < (said === 'warn' ? 2 : 1); times += 1) {
      const started = await start(data, '--site', site, ...argv);
      const response = await started.ask('/restapi/locations');
      expect(response.status).toBe(on ? 401 : 200);
      const expected = { level: said, event: on ? 'http.exposed' : 'http.exposed-without-authentication' };
      expect(openings(started)).toMatchObject(said === null ? [] : [expected]);
      await started.program.close();
    }
  });

  it('lets the program’s own kiosk issue tickets', async () => {
    const data = await folder();
    const { program } = await start(data, '--api-authentication', 'on', '--printer', `file://${data}/tickets`);
    const host = program.host();
    const until = (fits: (state: KioskState) => boolean): Promise<KioskState> =>
      new Promise((resolve) => {
        const stop = host.subscribe((state) => {
          if (!fits(state)) return;
          resolve(state);
          queueMicrotask(() => stop());
        });
      });
    await host.call('fits', { choices: 1000 });
    await until(({ screen }) => screen.name === 'idle' && screen.choices.some(({ id }) => id === 'passports'));
    expect(await host.call('touchService', { serviceId: 'passports', priority: false })).toMatchObject({ ok: true });
    await until(({ screen }) => screen.name === 'take-ticket');
    // An unknown device gets no key, and is out of service.
    const other = program.host('nobody');
    await new Promise<void>((resolve) => {
      const stop = other.subscribe(({ screen }) => {
        if (screen.name !== 'out-of-service') return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
  });
});

describe('the first administrator', () => {
  const LINE = /^First administrator: user (\S+), password (\S{16}) for one login/;

  it('is shown once, not logged, and must set a password', async () => {
    const data = await folder();
    const { program, shown, logged, ask } = await start(data, '--api-authentication', 'on');
    expect(shown).toHaveLength(1);
    const [, username, password = ''] = LINE.exec(shown[0] ?? '') ?? [];
    expect(username).toBe('admin');
    expect(JSON.stringify(logged)).not.toContain(password);

    const login = async (parameters: object): Promise<Record<string, unknown>> => {
      const body = new URLSearchParams({ user_id: 'admin', ...parameters });
      const response = await ask('/restapi/v2/queuemanagement/login', { method: 'POST', body });
      return (await response.json()) as Record<string, unknown>;
    };
    expect(await login({ password })).toMatchObject({
      errno: 106,
      error: 'The one-time password must be changed: send new_password.',
    });
    const { authtoken } = await login({ password, new_password: 'a long and good one' });
    const headers = { authorization: `Bearer ${authtoken}` };
    expect((await ask('/restapi/users', { headers })).status).toBe(200);
    expect((await ask('/restapi/v2/admin/site', { headers })).status).toBe(200);
    const exported = await (await ask('/restapi/v2/admin/site', { headers })).text();
    expect(exported).not.toMatch(/scrypt|"password"/);
    await program.close();

    const again = await start(data, '--api-authentication', 'on');
    expect(again.shown).toEqual([]);
    // The access token stays valid after a restart: the secret is the same.
    expect((await again.ask('/restapi/users', { headers })).status).toBe(200);
  });

  it('has its password in a file readable only by its owner if there is no terminal, until it is used', async () => {
    const data = await folder();
    const file = join(data, 'first-password.txt');
    // An attacker’s symbolic link, to redirect the password to a readable file.
    await symlink(join(data, 'theirs'), file);
    const { program, logged } = await startAt(false, data, '--api-authentication', 'on');
    expect((await lstat(file)).mode & 0o777777).toBe(0o100600);
    const [, password = ''] = /^password (\S{16})$/m.exec(await readFile(file, 'utf8')) ?? [];
    expect(JSON.stringify(logged)).not.toContain(password);
    await program.close();

    const again = await startAt(false, data, '--api-authentication', 'on');
    expect(await readFile(file, 'utf8')).toContain(password);
    const body = new URLSearchParams({ user_id: 'admin', password, new_password: 'a long and good one' });
    const login = (await again.ask('/restapi/v2/queuemanagement/login', { method: 'POST', body })).json();
    expect(await login).toMatchObject({ success: true });
    await expect.poll(() => readdir(data)).not.toContain('first-password.txt');
  });

  it('is not created by a kiosk client', async () => {
    const { shown } = await start(await folder(), '--server', 'http://127.0.0.1:1', '--device', 'kiosk-1');
    expect(shown).toEqual([]);
  });

  it('leaves the users of the demo without passwords', async () => {
    const { ask } = await start(await folder());
    const body = new URLSearchParams({ user_id: 'supervisor' });
    expect((await ask('/restapi/v2/queuemanagement/login', { method: 'POST', body })).status).toBe(200);
  });

  it('is not created if the site has one with a password', async () => {
    const town = await openTown({ hasher: quickHasher() });
    onTestFinished(() => town.close());
    const chief = { id: 'chief', username: 'chief', roles: ['admin_site'], password: 'open sesame' };
    await town.site.load({ users: [chief] });
    expect(await ensureAdministrator(town.site, town.store)).toBeNull();
    await town.site.change(({ file }) => ({ ...file, users: [] }));
    expect(await ensureAdministrator(town.site, town.store)).toBeNull();
  });

  it('has a free username, and a new password until one is shown', async () => {
    const town = await openTown({ hasher: quickHasher() });
    onTestFinished(() => town.close());
    await town.site.load({ users: [{ id: 'x', username: 'admin', name: 'An actor' }] });
    const first = await ensureAdministrator(town.site, town.store);
    const second = await ensureAdministrator(town.site, town.store);
    expect([first?.username, second?.username]).toEqual(['admin-2', 'admin-2']);
    expect((await town.post('login', { user_id: 'admin-2', password: first?.password })).body.error).not.toMatch(
      /chang/,
    );
    expect((await town.post('login', { user_id: 'admin-2', password: second?.password })).body.error).toMatch(/chang/);
    await second?.shown();
    expect(await ensureAdministrator(town.site, town.store)).toBeNull();
  });
});

describe('the secret', () => {
  it.each(['secret.key', 'ticket.key'])(
    'is stored next to the database, readable only by its owner (%s)',
    async (kept) => {
      const data = await folder();
      const { program } = await start(data);
      const file = join(data, kept);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const secret = (await readFile(file, 'utf8')).trim();
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
      await program.close();
      for (const name of (await readdir(data)).filter((name) => name.includes('.db'))) {
        const bytes = await readFile(join(data, name));
        expect(bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'base64url'))).toBe(false);
      }
    },
  );

  it('is read again, and its permissions are repaired', async () => {
    const file = join(await folder(), 'secret.key');
    const secret = await openSecret(file);
    await chmod(file, 0o644);
    expect(await openSecret(file)).toEqual(secret);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(file, '..'))).toEqual(['secret.key']);
  });

  it.each(['', 'c2hvcnQ'])('prevents the start if it is damaged (`%s`)', async (text) => {
    const data = await folder();
    await (await start(data)).program.close();
    await writeFile(join(data, 'secret.key'), text);
    await expect(start(data)).rejects.toThrow(/secret\.key is damaged/);
  });
});
