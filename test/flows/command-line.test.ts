/** The built program as a user starts it: what it prints, how it refuses, how it ends. Needs `npm run build`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPage } from '../../bench/kiosk-page.ts';
import { startProgram } from '../../main/app/app.ts';
import { silentLog } from '../../main/lib/context.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { StartError } from '../../main/lib/start-error.ts';
import { hearChild } from '../helpers/hear-child.ts';
import { decodeBytes } from '../helpers/virtual-printer.ts';
import { chosenOf, itInProofs } from '../helpers/whole.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'dist/main/serve.js');

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'take-a-number-cli-'));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return path;
}

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}, script = PROGRAM) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { said, ended } = hearChild(child);
  const ready = new Promise<string>((tell, reject) => {
    child.stdout.on('data', () => {
      const address = /^ready (http:\/\/\S+)\n/m.exec(said())?.[1];
      if (address !== undefined) tell(address);
    });
    void ended.then(({ code, err }) => reject(new Error(`ended with ${code}: ${err}`)));
  });
  ready.catch(() => {});
  return { child, ready, ended };
}

/** What deleting a device in the back office is answered. */
async function deleteDevice(address: string, id: string): Promise<unknown> {
  return (await fetch(`${address}/restapi/v2/admin/devices/${id}`, { method: 'DELETE' })).json();
}

/** Waits until nobody answers there any more. */
async function isGone(address: string): Promise<void> {
  const ask = (): Promise<string> =>
    fetch(`${address}/healthz`).then(
      () => 'there',
      () => 'gone',
    );
  await expect.poll(ask, { timeout: 30_000 }).toBe('gone');
}

/** Why the program does not start with this command line, in the words that it then says; all of them end it with code 2. */
async function faultWith(args: readonly string[]): Promise<string> {
  const read = readSettings(args, {});
  if (!read.ok) return read.error;
  if (read.value.kind !== 'run') throw new Error(`that only tells: ${read.value.kind}`);
  const fault = await startProgram(read.value.settings, silentLog).then(
    (program) => program.close().then(() => new Error('It started.')),
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(StartError);
  expect(fault).toMatchObject({ exitCode: 2 });
  return (fault as StartError).message;
}

const lines = (text: string): string[] => text.split('\n').filter(Boolean);

describe('the program', () => {
  it('cannot lose the devices that it was started as, so that it starts again', async () => {
    const own = ['--device', 'kiosk-1', '--second-screen', 'display-1'];
    const args = ['--port', '0', '--data', await folder(), ...own];
    const first = start(args);
    const address = await first.ready;
    for (const id of ['kiosk-1', 'display-1']) {
      expect(await deleteDevice(address, id)).toMatchObject({ success: false, errno: 7 });
    }
    expect(await deleteDevice(address, 'kiosk-2')).toEqual({ success: true });
    first.child.kill('SIGTERM');
    await first.ended;
    await start(args).ready;
  });

  it('tells a person at a terminal what is out of order, in words, and logs nothing else there', async () => {
    const data = await folder();
    const args = [PROGRAM, '--port', '0', '--host', '0.0.0.0', '--data', data];
    const command = [process.execPath, ...args].map((word) => `'${word}'`).join(' ');
    // It has a pseudo terminal for both of its outputs.
    const child = spawn('script', ['-qefc', `exec ${command}`, '/dev/null'], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill());
    const { said, ended } = hearChild(child);
    await expect.poll(said).toMatch(/^ready http/m);
    await expect
      .poll(said)
      .toMatch(/^\d\d:\d\d:\d\d UTC Warning: The server at http\S+ uses no TLS.* \[http\.tls-disabled\]\r?$/m);
    child.kill('SIGTERM');
    await ended;
    expect(said()).not.toMatch(/^\{/m);
    // Who looks at a terminal reads the password there, and it lies in no file.
    expect(said()).toMatch(/^First administrator: user admin, password \S{16} for one login \(shown once\)\r?$/m);
    expect(await readdir(data)).not.toContain('first-password.txt');
  });

  it('prints one line when ready, logs to standard error, ends on SIGTERM, and keeps its data', async () => {
    const data = await folder();
    const first = start(['--port', '0', '--data', data]);
    const address = await first.ready;
    // Also what a library makes without a word about its mode is the user's alone.
    if (process.platform === 'linux') {
      expect(await readFile(`/proc/${first.child.pid}/status`, 'utf8')).toMatch(/^Umask:\s+0077$/m);
    }
    const create = await fetch(`${address}/restapi/v2/queuemanagement/createticket?service_id=passports`, {
      method: 'POST',
    });
    expect(await create.json()).toMatchObject({ success: true, ticket: { number: '1' } });
    first.child.kill('SIGTERM');
    const end = await first.ended;
    expect(end.code).toBe(0);
    expect(end.out).toBe(`ready ${address}\n`);
    const [administrator, ...others] = lines(end.err).filter((line) => !line.startsWith('{'));
    // Nobody looks at a terminal here: what goes to standard error is kept by whoever started it.
    const file = join(data, 'first-password.txt');
    expect(administrator).toBe(
      `First administrator: user admin, password for one login in ${file}, which only you can read`,
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [, password = ''] = /^user admin\npassword (\S{16})\n$/.exec(await readFile(file, 'utf8')) ?? [];
    expect(password).not.toBe('');
    expect(end.err).not.toContain(password);
    expect(others).toEqual([]);

    const second = start(['--port', '0', '--data', data]);
    const list = await fetch(
      `${await second.ready}/restapi/v2/queuemanagement/waitingticketslist?service_id=passports`,
      {
        method: 'POST',
      },
    );
    expect(await list.json()).toMatchObject({ tickets: [{ number: '1' }] });
    second.child.kill('SIGINT');
    const { code, err } = await second.ended;
    expect(code).toBe(0);
    for (const line of lines(err)) {
      expect(JSON.parse(line)).toMatchObject({
        event: expect.any(String),
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
    }
  });

  it('reads its flags from the environment too, serves the kiosk page and redirects to it, serves no directory listings, and only its pages', async () => {
    const { ready } = start([], { TAN_PORT: '0', TAN_DATA: await folder(), TAN_PRINTER: 'none:' });
    const address = await ready;
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const path of ['/', '/kiosk', '/kiosk/']) {
      const page = await fetch(`${address}${path}`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<html');
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'self'/);
    }
    for (const path of ['/assets/', '/media/', '/.git/config', '/package.json', '/assets/..%2f..%2fpackage.json']) {
      const answer = await fetch(`${address}${path}`);
      // A folder is an address where one finds nothing, by any method.
      expect([404, 405], path).toContain(answer.status);
      expect(await answer.text()).not.toMatch(/href|take-a-number/);
    }
  });

  const REFUSALS: readonly (readonly [readonly string[], RegExp])[] = [
    [['--no-such-flag'], /no-such-flag/],
    [['--port', 'many'], /--port/],
    [['--printer', 'fax://1'], /--printer: /],
    [['--printer', 'tcp://x:9100?dots=7'], /--printer: .*dots/],
    [['--printer', 'usb://1:2'], /--printer: .*lsusb/],
    [['--reader', 'serial://'], /--reader: /],
    [['--reader', 'wedge:?pattern=%28'], /--reader: .*pattern/],
    [['--reader', 'infrared:'], /--reader: /],
    [['--device', 'nobody'], /--device nobody/],
    [['--site', '/nowhere/site.json'], /site\.json: the file cannot be read/],
    [['--host', '192.0.2.1', '--api-authentication', 'off'], /--host 192\.0\.2\.1/],
    [['--data', '/proc/nope/deeper'], /--data \/proc\/nope\/deeper cannot be used/],
    [['--data', '/etc/hostname'], /--data \/etc\/hostname cannot be used: .* is not a folder/],
  ];

  it.each(REFUSALS)('finds fault with %j, in one line', async (args, said) => {
    const fault = await faultWith(['--port', '0', '--data', await folder(), ...args]);
    expect(fault.split('\n')).toHaveLength(1);
    expect(fault).toMatch(said);
  });

  // The first is known from the command line alone, the second when the program starts.
  const AT_TWO_TIMES = REFUSALS.filter(([[flag]]) => flag === '--no-such-flag' || flag === '--device');
  it.each(chosenOf(AT_TWO_TIMES, ([[flag]]) => flag === '--device'))(
    'refuses %j with that line and exit code 2',
    async (args, said) => {
      const { ended } = start(['--port', '0', '--data', await folder(), ...args]);
      const { code, out, err } = await ended;
      expect({ code, out }).toEqual({ code: 2, out: '' });
      const said_ = lines(err).filter((line) => !line.startsWith('{'));
      expect(said_).toHaveLength(1);
      expect(said_[0]).toMatch(said);
    },
  );

  it('refuses a site file whole, naming every fault by its path, and leaves the data as it was', async () => {
    const data = await folder();
    const site = join(data, 'site.json');
    await writeFile(
      site,
      JSON.stringify({
        locations: [{ id: 'hall', name: 'Hall', timezone: 'Moon/Base' }],
        services: [
          { id: 'a', name: 'A', tag: 'much too long a tag', location: 'hall' },
          { id: 'b', location: 'nowhere' },
        ],
      }),
    );
    const { code, err } = await start(['--port', '0', '--data', data, '--site', site]).ended;
    expect(code).toBe(2);
    expect(err).toMatch(/services\[0\]\.tag: /);
    expect(err).toMatch(/services\[1\]\.?(name)?: /);
    const { ready } = start(['--port', '0', '--data', data]);
    const answer = await fetch(`${await ready}/restapi/locations`);
    const { locations } = (await answer.json()) as { locations: { id: string }[] };
    expect(locations.map(({ id }) => id)).not.toContain('hall');
  });

  itInProofs('says so when its port is taken', async () => {
    const other = createServer();
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const { code, err } = await start(['--port', String(port), '--data', await folder()]).ended;
    expect(code).toBe(1);
    expect(err).toMatch(new RegExp(`Port ${port} is in use`));
  });

  it('tells its flags and its version', async () => {
    const help = await start(['--help']).ended;
    expect(help.code).toBe(0);
    for (const flag of [
      '--host',
      '--port',
      '--data',
      '--site',
      '--server',
      '--device',
      '--printer',
      '--reader',
      '--lang',
    ]) {
      expect(help.out).toContain(flag);
    }
    expect((await start(['--version']).ended).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('tells its version only when all of it can be loaded, which a start relies on', async () => {
    const refuse = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(name, where, next) { if (name === 'opening_hours') throw new Error('no opening_hours'); return next(name, where); } });`;
    const hook = `--import data:text/javascript,${encodeURIComponent(refuse)}`;
    const { code, out, err } = await start(['--version'], { NODE_OPTIONS: hook }).ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('no opening_hours');
    expect((await start(['--help'], { NODE_OPTIONS: hook }).ended).code).toBe(0);
  });

  it('writes a ticket to a file for whoever has no printer', async () => {
    const data = await folder();
    const file = join(data, 'tickets.bin');
    const { ready } = start(['--port', '0', '--data', data, '--printer', `file://${file}`]);
    const page = await openPage(await ready);
    onTestFinished(() => page.close());
    page.call('fits', { choices: 1000 });
    await page.until(({ screen }) => screen.name === 'idle' && screen.choices.some(({ id }) => id === 'passports'));
    page.call('touchService', { serviceId: 'passports', priority: false });
    await page.until(({ screen }) => screen.name === 'take-ticket');
    const [ticket] = decodeBytes(await readFile(file));
    expect(ticket).toMatchObject({ bigText: 'B001', faults: [] });
  });
});

describe('npm start', () => {
  itInProofs('says in one line why there is no window and runs the kiosk in the browser', async () => {
    const env = { DISPLAY: '', WAYLAND_DISPLAY: '' };
    const script = join(ROOT, 'scripts/start.mjs');
    const { child, ready, ended } = start(['--port', '0', '--data', await folder()], env, script);
    const page = await fetch(`${await ready}/kiosk/`);
    expect(page.status).toBe(200);
    child.kill('SIGTERM');
    const { code, err } = await ended;
    expect(code).toBe(0);
    expect(lines(err).filter((line) => line.startsWith('The kiosk window cannot open: '))).toHaveLength(1);
  });

  itInProofs('takes the program with it when it is killed', async () => {
    const script = join(ROOT, 'scripts/serve.mjs');
    const { child, ready } = start(['--port', '0', '--data', await folder()], {}, script);
    const address = await ready;
    child.kill('SIGKILL');
    await isGone(address);
  });

  it('ends with the shell that npm put between itself and us', async () => {
    const command = `"${process.execPath}" scripts/serve.mjs --port 0 --data "${await folder()}"; true`;
    const shell = spawn('sh', ['-c', command], { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void shell.kill('SIGKILL'));
    const address = await new Promise<string>((tell) => {
      shell.stdout.setEncoding('utf8').on('data', (text: string) => {
        const found = /^ready (\S+)/m.exec(text)?.[1];
        if (found !== undefined) tell(found);
      });
    });
    shell.kill('SIGTERM');
    await isGone(address);
  });
});
