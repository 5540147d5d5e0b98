/**
 * The Debian package of the server, built, installed and run in a minimal Debian with systemd.
 *
 * Upgrades keep the queue, and a purge leaves nothing behind. Needs `npm run build`.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DebianMachine, makeDebian, PATIENCE } from '../helpers/debian-machine.ts';
import { freePort } from '../helpers/free-port.ts';
import { keptDatabases } from '../upgrade/kept-databases.ts';
import { aptInstall, hasPage, isShutIn, withoutScreen } from './no-screen.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PACKAGE = 'take-a-number-server';
const UNIT = 'take-a-number.service';
const SCREEN = 'take-a-number-screen.service';
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
/** As Debian compares them, one is older and one is newer than any release of this version. */
const [OLDER, NEWER] = [`${version}~before`, `${version}+after`];

const MAX_NAMES_BYTES = 1 << 26;

let folder: string;
let debian: DebianMachine;
let address: string;
let before: ReadonlySet<string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'package-proof-'));
  // The user of the service reads a site file in it.
  chmodSync(folder, 0o755);
  for (const each of [OLDER, NEWER]) {
    const args = [join(ROOT, 'packaging/make-server-package.mjs'), '--out', folder, '--version', each, '--soon'];
    await promisify(execFile)(process.execPath, args);
  }
  debian = await makeDebian(['udev', 'libstdc++6', 'dbus', 'libpam-systemd']);
  address = `http://127.0.0.1:${await freePort()}`;
  debian.boot({ [folder]: '/mnt' });
  await vi.waitFor(() => expect(isUp()).toBe(true), PATIENCE);
  await debian.later('apt-get', 'update', '-qq');
  await aptInstall(debian, 'cage', 'xwayland', 'chromium', 'wlr-randr', 'wayland-utils');
  before = files();
});

afterAll(async () => {
  await debian?.close();
  rmSync(folder, { recursive: true, force: true });
});

function isUp(): boolean {
  try {
    return /running|degraded/.test(debian.inside('sh', '-c', 'systemctl is-system-running || true'));
  } catch {
    return false; // It has not started far enough to respond.
  }
}

/** Files that a package could leave, except runtime files, records of dpkg and systemd, and copies of /etc/passwd. */
function files(): ReadonlySet<string> {
  // Not by Node, which follows links: some are cyclic (`/usr/bin/X11`), some lead out of that machine.
  const names = execFileSync('find', [debian.root, '-mindepth', '1', '-printf', '%P\n'], {
    encoding: 'utf8',
    maxBuffer: MAX_NAMES_BYTES,
  }).split('\n');
  return new Set(
    names.filter(
      (name) =>
        !/^(proc|sys|run|dev|tmp|mnt|var\/(run|lock|lib\/(dpkg|systemd)|log|cache|tmp))(\/|$)|^etc\/[a-z]+-$|^etc\/machine-id|^etc\/\.|^etc\/\w+\.lock$/.test(
          name,
        ),
    ),
  );
}

const install = (wanted: string): Promise<string> =>
  debian.later('dpkg', '-i', `/mnt/${PACKAGE}_${wanted}_${debian.inside('dpkg', '--print-architecture')}.deb`);

const isReady = (): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function locations(): Promise<readonly unknown[]> {
  const response = await fetch(`${address}/restapi/locations`);
  return ((await response.json()) as { locations: unknown[] }).locations;
}

async function post(operation: string, parameters: object, key = ''): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === '' ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(parameters),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Number of a new ticket. */
async function ticket(): Promise<number> {
  const { ticket: made } = (await post('createticket', { service_id: 'passports' })) as { ticket?: { number: string } };
  return Number(made?.number);
}

async function waiting(): Promise<readonly string[]> {
  const { tickets } = (await post('waitingticketslist', { service_id: 'passports' })) as {
    tickets?: readonly { id: string }[];
  };
  return (tickets ?? []).map(({ id }) => id);
}

it('is a valid package for apt, and depends only on packages of Debian', async () => {
  const file = readdirSync(folder).find((name) => name.includes('before'));
  const field = (name: string): string =>
    execFileSync('dpkg-deb', ['-f', join(folder, file ?? ''), name], { encoding: 'utf8' }).trim();
  expect([field('Package'), field('Version')]).toEqual([PACKAGE, OLDER]);
  for (const each of field('Depends').split(', ')) {
    const [name = ''] = each.split(' ');
    expect(await debian.later('dpkg', '-s', name), name).toContain('Status: install ok installed');
  }
});

it('is installed in a clean Debian, and runs the server without demo: enabled, as a separate user, with its devices', async () => {
  mkdirSync(join(debian.root, 'etc/take-a-number'));
  // As administrators do: the settings exist before the program.
  mkdirSync(join(debian.root, 'etc/systemd/system', `${UNIT}.d`), { recursive: true });
  const settings = join(debian.root, 'etc/systemd/system', `${UNIT}.d`, 'port.conf');
  const port = `[Service]\nEnvironment=TAN_PORT=${new URL(address).port}\n`;
  writeFileSync(settings, port);
  await install(OLDER);
  await expect.poll(isReady, PATIENCE).toBe(true);
  expect(await locations()).toEqual([]);
  // The services of these tests come from a site file, as an administrator loads one.
  copyFileSync(join(ROOT, 'assets/demo/site.json'), join(folder, 'site.json'));
  writeFileSync(settings, `${port}Environment=TAN_SITE=/mnt/site.json\n`);
  await debian.later('systemctl', 'daemon-reload');
  await debian.later('systemctl', 'restart', UNIT);
  writeFileSync(settings, port);
  await expect.poll(isReady, PATIENCE).toBe(true);
  expect(await locations()).toHaveLength(2);
  expect(debian.property(UNIT, 'ActiveState')).toBe('active');
  expect(debian.inside('systemctl', 'is-enabled', UNIT)).toBe('enabled');
  const pid = debian.property(UNIT, 'MainPID');
  expect(debian.inside('stat', '-c', '%U', `/proc/${pid}`)).toBe('take-a-number');
  expect(debian.inside('id', '-nG', 'take-a-number').split(' ').sort()).toEqual(['dialout', 'lp', 'take-a-number']);
  expect(debian.inside('getent', 'passwd', 'take-a-number')).toMatch(/nologin$/);
  expect(debian.inside('stat', '-c', '%U %a', '/var/lib/take-a-number')).toBe('take-a-number 700');
  expect(debian.inside('stat', '-c', '%a', '/etc/take-a-number/server.env')).toBe('600');
});

it('has only the permissions that it needs', () => {
  const pid = debian.property(UNIT, 'MainPID');
  isShutIn(debian, pid, ['/etc/other', '/usr/lib/take-a-number/other', '/var/lib/other']);
  // Printers and readers are files too: only its user restricts access to them.
  expect([debian.property(UNIT, 'PrivateDevices'), debian.property(UNIT, 'DeviceAllow')]).toEqual(['no', '']);
});

it('gives devices to existing groups, and not to all users', () => {
  const rules = debian.inside('cat', '/usr/lib/udev/rules.d/70-take-a-number-server.rules');
  const groups = [...rules.matchAll(/GROUP="([^"]+)"/g)].map(([, group = '']) => group);
  expect(new Set(groups)).toEqual(new Set(['lp', 'dialout', 'take-a-number']));
  for (const group of groups) expect(debian.inside('getent', 'group', group)).toContain(`${group}:`);
  expect([...rules.matchAll(/MODE="([^"]+)"/g)].filter(([, mode]) => !mode?.endsWith('0'))).toEqual([]);
});

it('keeps its queue in an upgrade: every ticket exists, and the next number follows', async () => {
  const numbers = [await ticket(), await ticket(), await ticket()];
  expect(numbers).toEqual([1, 2, 3]);
  const held = await waiting();
  expect(held).toHaveLength(3);
  // Edited files stay.
  const settings = join(debian.root, 'etc/take-a-number/server.env');
  writeFileSync(settings, `${readFileSync(settings, 'utf8')}TAN_LANG=pt_PT\n`);
  const pid = debian.property(UNIT, 'MainPID');
  await install(NEWER);
  await expect.poll(isReady, PATIENCE).toBe(true);
  expect(debian.property(UNIT, 'MainPID')).not.toBe(pid);
  expect(debian.inside('dpkg', '-s', PACKAGE)).toContain(`Version: ${NEWER}\n`);
  expect(debian.inside('take-a-number-server', '--version')).toBe(NEWER);
  expect(await waiting()).toEqual(held);
  expect(await ticket()).toBe(4);
  expect(readFileSync(settings, 'utf8')).toContain('TAN_LANG=pt_PT');
});

it('keeps disabled units disabled, also in an upgrade', async () => {
  debian.inside('systemctl', 'disable', '--quiet', '--now', UNIT);
  await install(NEWER);
  expect(debian.inside('sh', '-c', `systemctl is-enabled ${UNIT} || true`)).toBe('disabled');
  expect(debian.property(UNIT, 'ActiveState')).toBe('inactive');
  debian.inside('systemctl', 'enable', '--quiet', '--now', UNIT);
  await expect.poll(isReady, PATIENCE).toBe(true);
});

it('shows its kiosk on its screen, once enabled: in cage and Chromium, as a user without access to the queue', async () => {
  withoutScreen(debian, SCREEN);
  writeFileSync(join(debian.root, 'etc/take-a-number/screen.env'), `TAN_SCREEN_URL=${address}/kiosk/\n`);
  expect(debian.inside('sh', '-c', `systemctl is-enabled ${SCREEN} || true`)).toBe('disabled');
  await debian.later('systemctl', 'daemon-reload');
  await debian.later('systemctl', 'enable', '--quiet', '--now', SCREEN);
  await expect.poll(() => hasPage(address), PATIENCE).toBe(true);
  expect(() => debian.inside('runuser', '-u', 'take-a-number-screen', 'ls', '/var/lib/take-a-number')).toThrow(
    /denied/,
  );
  const before = chromium();
  debian.inside('sh', '-c', `kill -KILL ${before}`);
  await expect.poll(() => debian.property(SCREEN, 'NRestarts'), PATIENCE).not.toBe('0');
  await expect.poll(() => hasPage(address), PATIENCE).toBe(true);
  expect(chromium()).not.toBe(before);
});

/** Main process of Chromium on the screen; empty if there is none. */
const chromium = (): string => debian.inside('sh', '-c', 'pgrep -u take-a-number-screen -o -x chromium || true');
const renderers = (): string => debian.inside('pgrep', '-d', ' ', '-u', 'take-a-number-screen', '-f', 'type=renderer');

it.each([
  ['has died', 'KILL'],
  ['hangs', 'STOP'],
])('shows a new page when the process of the page %s, and ends the earlier one completely', async (_what, signal) => {
  const [before, pages] = [chromium(), renderers()];
  debian.inside('sh', '-c', `kill -${signal} ${pages}`);
  await expect.poll(() => !['', before].includes(chromium()), PATIENCE).toBe(true);
  await expect.poll(() => hasPage(address), PATIENCE).toBe(true);
  // A stopped process does not end on its own.
  const isLeft = `for each in ${pages}; do if kill -0 $each 2>/dev/null; then echo $each; fi; done`;
  expect(debian.inside('sh', '-c', isLeft)).toBe('');
});

it('gives its screen only the needed permissions, and Chromium creates its sandbox in it', () => {
  const cage = debian.property(SCREEN, 'MainPID');
  isShutIn(debian, cage, ['/etc/other', '/usr/lib/other', '/var/lib/other']);
  const [page = ''] = renderers().split(' ');
  const space = (pid: string): string => debian.inside('readlink', `/proc/${pid}/ns/user`);
  expect(space(page)).not.toBe(space(cage));
});

it('rotates its screen as cage allows: in Debian 12 by its flag, not by wlr-randr', async () => {
  const settings = join(debian.root, 'etc/take-a-number/screen.env');
  const before = readFileSync(settings, 'utf8');
  const said = (): string => debian.inside('sh', '-c', 'journalctl --no-pager -o cat --since=-5min');
  for (const [run, expected] of [
    ['/usr/bin/wayland-info', 'output_transform: 270°'],
    ['/usr/bin/wlr-randr --output HEADLESS-1 --transform 90', "compositor doesn't support wlr-output-management"],
  ] as const) {
    writeFileSync(settings, `${before}TAN_CAGE_FLAGS=-r -r -r\nTAN_CAGE_RUN=${run}\n`);
    await debian.later('systemctl', 'restart', SCREEN);
    await expect.poll(said, PATIENCE).toContain(expected);
    // A failed rotation does not prevent tickets.
    await expect.poll(chromium, PATIENCE).not.toBe('');
  }
  writeFileSync(settings, before);
  await debian.later('systemctl', 'restart', SCREEN);
  await expect.poll(() => hasPage(address), PATIENCE).toBe(true);
});

it('continues with the database of an earlier version', async () => {
  const kept = keptDatabases().at(-1);
  debian.inside('systemctl', 'stop', UNIT);
  const data = join(debian.root, 'var/lib/take-a-number');
  debian.inside('sh', '-c', 'mkdir /var/aside && mv /var/lib/take-a-number/* /var/aside/');
  await kept!.unpack(join(data, 'take-a-number.db'));
  debian.inside('chown', '-R', 'take-a-number:', '/var/lib/take-a-number');
  await debian.later('systemctl', 'start', UNIT);
  await expect.poll(isReady, PATIENCE).toBe(true);
  // Only its devices are known: the site required keys.
  expect((await post('createticket', { service_id: 'weddings' }, kept!.deviceKey)).success).toBe(true);
  expect((await post('createticket', { service_id: 'weddings' })).errno).toBe(101);
  debian.inside('systemctl', 'stop', UNIT);
  debian.inside(
    'sh',
    '-c',
    'rm -rf /var/lib/take-a-number/* && mv /var/aside/* /var/lib/take-a-number/ && rmdir /var/aside',
  );
  debian.inside('systemctl', 'start', UNIT);
  await expect.poll(isReady, PATIENCE).toBe(true);
  expect(await ticket()).toBe(5);
});

it('keeps its queue when it is removed, and uses it after a reinstallation', async () => {
  await debian.later('dpkg', '-r', PACKAGE);
  expect(await isReady()).toBe(false);
  expect(debian.property(SCREEN, 'ActiveState')).toBe('inactive');
  expect(existsSync(join(debian.root, 'usr/lib/take-a-number'))).toBe(false);
  expect(debian.inside('sh', '-c', `systemctl is-enabled ${UNIT} 2>/dev/null || true`)).not.toBe('enabled');
  expect(statSync(join(debian.root, 'var/lib/take-a-number')).isDirectory()).toBe(true);
  await install(NEWER);
  await expect.poll(isReady, PATIENCE).toBe(true);
  expect(await ticket()).toBe(6);
});

it('leaves nothing behind when it is purged: no file, no user, no service', async () => {
  await debian.later('dpkg', '--purge', PACKAGE);
  for (const unit of [UNIT, SCREEN]) rmSync(join(debian.root, 'etc/systemd/system', `${unit}.d`), { recursive: true });
  expect([...files()].filter((name) => !before.has(name))).toEqual([]);
  expect(debian.inside('sh', '-c', 'getent passwd; getent group')).not.toContain('take-a-number');
  expect(debian.inside('sh', '-c', 'systemctl list-unit-files --no-legend take-a-number* || true')).toBe('');
});
