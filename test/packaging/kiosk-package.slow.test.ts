/**
 * The Debian package of the kiosk, installed and enabled in a minimal Debian with systemd, by its instructions.
 *
 * It runs in cage without a screen, as a separate user, with its page in Chromium. `stub-electron` replaces Electron's
 * runtime, which this test does not need. Needs `npm run build`, root, and the Debian packages debootstrap and
 * systemd-container.
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DebianMachine, makeDebian, PATIENCE } from '../helpers/debian-machine.ts';
import { freePort } from '../helpers/free-port.ts';
import { aptInstall, hasPage, isShutIn, withoutScreen } from './no-screen.ts';
import { makeKioskPackage } from './stub-electron/make.ts';

const UNIT = 'take-a-number-kiosk.service';
const USER = 'take-a-number-kiosk';
const DATA = '/var/lib/take-a-number-kiosk';
let folder: string;
let file: string;
let debian: DebianMachine;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-package-'));
  file = await makeKioskPackage(folder);
  debian = await makeDebian(['udev', 'dbus', 'libpam-systemd']);
  address = `http://127.0.0.1:${await freePort()}`;
  debian.boot({ [dirname(file)]: '/mnt' });
  await vi.waitFor(() => expect(isUp()).toBe(true), PATIENCE);
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

const property = (name: string): string => debian.property(UNIT, name);
const isReady = (): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function ticket(): Promise<number> {
  const response = await fetch(`${address}/restapi/v2/queuemanagement/createticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service_id: 'passports' }),
  });
  return Number(((await response.json()) as { ticket: { number: string } }).ticket.number);
}

/** The service reports ready, and its page is loaded. */
async function works(): Promise<void> {
  await expect.poll(() => property('ActiveState'), PATIENCE).toBe('active');
  await expect.poll(isReady, PATIENCE).toBe(true);
  await expect.poll(() => hasPage(address), PATIENCE).toBe(true);
}

it('is installed by apt with all dependencies, and cage; nothing starts automatically', async () => {
  await debian.later('apt-get', 'update', '-qq');
  await aptInstall(debian, `/mnt/${basename(file)}`, 'cage', 'xwayland');
  expect(debian.inside('sh', '-c', `systemctl is-enabled ${UNIT} || true`)).toBe('disabled');
  expect(debian.inside('id', '-nG', USER).split(' ').sort()).toEqual(['dialout', 'lp', 'take-a-number', USER]);
  expect(debian.inside('stat', '-c', '%a', '/opt/Take a Number/chrome-sandbox')).toBe('4755');
  // Of the stub for its runtime.
  await aptInstall(debian, 'chromium');
});

it('is enabled, and shows its kiosk in cage, as a separate user', async () => {
  withoutScreen(debian, UNIT);
  mkdirSync(join(debian.root, 'etc/take-a-number'), { recursive: true });
  // The package has no demo: the services of these tests come from a site file.
  copyFileSync(join(import.meta.dirname, '../../assets/demo/site.json'), join(dirname(file), 'site.json'));
  const settings = `TAN_PORT=${new URL(address).port}\nTAN_SITE=/mnt/site.json\n`;
  writeFileSync(join(debian.root, 'etc/take-a-number/kiosk.env'), settings);
  await debian.later('systemctl', 'daemon-reload');
  await debian.later('systemctl', 'enable', '--quiet', '--now', '--no-block', UNIT);
  await works();
  const main = property('MainPID');
  expect(debian.inside('pgrep', '-u', USER, '-x', 'cage')).not.toBe('');
  expect(debian.inside('stat', '-c', '%U', `/proc/${main}`)).toBe(USER);
  expect(debian.inside('stat', '-c', '%U %a', DATA)).toBe(`${USER} 700`);
  expect(property('StatusText')).toBe(`Answers at ${address}`);
  // logind knows its session, which gives access to screen and touch.
  expect(debian.inside('loginctl', 'list-sessions', '--no-legend')).toContain(USER);
  expect(await ticket()).toBe(1);
});

it('has only the permissions that it needs', () => {
  isShutIn(debian, property('MainPID'), ['/etc/other', '/opt/Take a Number/other', '/var/lib/other']);
  // Printers and readers are files too: only its user restricts access to them.
  expect([property('PrivateDevices'), property('DeviceAllow')]).toEqual(['no', '']);
});

it.each([
  ['hangs', 'STOP', 'take-a-number'],
  ['is killed', 'KILL', 'take-a-number'],
  ['has no screen any more', 'KILL', 'cage'],
])('is restarted when it %s, without losing data', async (_what, signal, victim) => {
  const before = property('MainPID');
  const last = await ticket();
  debian.inside('sh', '-c', `kill -${signal} ${victim === 'cage' ? `$(pgrep -x cage)` : before}`);
  await expect.poll(() => property('MainPID') !== before, PATIENCE).toBe(true);
  await works();
  expect(await ticket()).toBe(last + 1);
  // The earlier one ended with its program.
  await expect.poll(() => debian.inside('pgrep', '-c', '-x', 'cage'), PATIENCE).toBe('1');
});

it('stops in order, is reinstalled, and continues', async () => {
  const last = await ticket();
  await debian.later('systemctl', 'stop', UNIT);
  expect([property('ActiveState'), property('Result')]).toEqual(['inactive', 'success']);
  await debian.later('systemctl', 'start', '--no-block', UNIT);
  await works();
  const before = property('MainPID');
  await debian.later('dpkg', '-i', `/mnt/${basename(file)}`);
  await expect.poll(() => property('MainPID') !== before, PATIENCE).toBe(true);
  await works();
  expect(await ticket()).toBe(last + 1);
});

it('keeps its queue when it is removed, and deletes it when it is purged', async () => {
  await debian.later('dpkg', '-r', 'take-a-number');
  expect(await isReady()).toBe(false);
  expect(debian.inside('sh', '-c', 'ls -d /opt/*Number* /usr/bin/take-a-number 2>/dev/null || true')).toBe('');
  expect(debian.inside('ls', DATA)).toContain('take-a-number.db');
  await debian.later('dpkg', '--purge', 'take-a-number');
  expect(debian.inside('sh', '-c', `ls -d ${DATA} /etc/pam.d/${USER} 2>/dev/null || true`)).toBe('');
  expect(debian.inside('getent', 'passwd')).not.toContain(USER);
});
