/**
 * The Debian package of the kiosk, with all that it holds, installed in a Debian that has nothing but systemd, and switched on as its
 * instructions say: cage without a screen, the program in it as a user of its own, its page in Chromium. In the place of Electron's
 * runtime, which is no part of this test, stands `stub-electron`. `npm run build` first; needs root, and the Debian packages
 * debootstrap and systemd-container.
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
    return false; // It has not come so far that anything could be asked of it.
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

/** The service is up, as it says itself, and its page is there. */
async function works(): Promise<void> {
  await expect.poll(() => property('ActiveState'), PATIENCE).toBe('active');
  await expect.poll(isReady, PATIENCE).toBe(true);
  await expect.poll(() => hasPage(address), PATIENCE).toBe(true);
}

it('is installed by apt with all that it names, and cage; nothing starts by itself', async () => {
  await debian.later('apt-get', 'update', '-qq');
  await aptInstall(debian, `/mnt/${basename(file)}`, 'cage', 'xwayland');
  expect(debian.inside('sh', '-c', `systemctl is-enabled ${UNIT} || true`)).toBe('disabled');
  expect(debian.inside('id', '-nG', USER).split(' ').sort()).toEqual(['dialout', 'lp', 'take-a-number', USER]);
  expect(debian.inside('stat', '-c', '%a', '/opt/Take a Number/chrome-sandbox')).toBe('4755');
  // Of the stand-in for its runtime.
  await aptInstall(debian, 'chromium');
});

it('is switched on, and shows its kiosk in cage, as a user of its own', async () => {
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
  // logind knows its session, without which it had neither screen nor touch.
  expect(debian.inside('loginctl', 'list-sessions', '--no-legend')).toContain(USER);
  expect(await ticket()).toBe(1);
});

it('is allowed no more than it needs', () => {
  isShutIn(debian, property('MainPID'), ['/etc/other', '/opt/Take a Number/other', '/var/lib/other']);
  // Printers and readers are files too: none of them is kept from it but by its user.
  expect([property('PrivateDevices'), property('DeviceAllow')]).toEqual(['no', '']);
});

it.each([
  ['hangs', 'STOP', 'take-a-number'],
  ['is killed', 'KILL', 'take-a-number'],
  ['has no screen any more', 'KILL', 'cage'],
])('is started anew when it %s, and nothing is lost', async (_what, signal, victim) => {
  const before = property('MainPID');
  const last = await ticket();
  debian.inside('sh', '-c', `kill -${signal} ${victim === 'cage' ? `$(pgrep -x cage)` : before}`);
  await expect.poll(() => property('MainPID') !== before, PATIENCE).toBe(true);
  await works();
  expect(await ticket()).toBe(last + 1);
  // The one of before is gone with its program.
  await expect.poll(() => debian.inside('pgrep', '-c', '-x', 'cage'), PATIENCE).toBe('1');
});

it('ends in order, is installed over itself, and goes on', async () => {
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

it('goes without its queue when it is removed, and with it when it is purged', async () => {
  await debian.later('dpkg', '-r', 'take-a-number');
  expect(await isReady()).toBe(false);
  expect(debian.inside('sh', '-c', 'ls -d /opt/*Number* /usr/bin/take-a-number 2>/dev/null || true')).toBe('');
  expect(debian.inside('ls', DATA)).toContain('take-a-number.db');
  await debian.later('dpkg', '--purge', 'take-a-number');
  expect(debian.inside('sh', '-c', `ls -d ${DATA} /etc/pam.d/${USER} 2>/dev/null || true`)).toBe('');
  expect(debian.inside('getent', 'passwd')).not.toContain(USER);
});
