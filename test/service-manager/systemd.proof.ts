/**
 * The unit of packaging/servers under a real systemd, in a Debian that has nothing but it: debootstrap makes it, systemd-nspawn
 * starts it. Needs root, `npm run build`, and the Debian packages debootstrap and systemd-container.
 */
import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DebianMachine, makeDebian, PATIENCE } from '../helpers/debian-machine.ts';
import { freePort } from '../helpers/free-port.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const UNIT = 'take-a-number.service';
/** Shorter than that of the unit, so that nobody waits half a minute here. */
const WATCHDOG_SECONDS = 6;

let debian: DebianMachine;
let address: string;

beforeAll(async () => {
  debian = await makeDebian();
  address = `http://127.0.0.1:${await freePort()}`;
  const etc = join(debian.root, 'etc');
  writeFileSync(join(etc, 'systemd/system', UNIT), readFileSync(join(ROOT, 'packaging/servers', UNIT)));
  mkdirSync(join(etc, 'systemd/system', `${UNIT}.d`));
  writeFileSync(join(etc, 'systemd/system', `${UNIT}.d`, 'soon.conf'), `[Service]\nWatchdogSec=${WATCHDOG_SECONDS}\n`);
  mkdirSync(join(etc, 'take-a-number'));
  writeFileSync(join(etc, 'take-a-number/server.env'), `TAN_PORT=${new URL(address).port}\n`);
  // As `systemctl enable` does it.
  symlinkSync(`/etc/systemd/system/${UNIT}`, join(etc, 'systemd/system/multi-user.target.wants', UNIT));
  debian.boot({ [ROOT]: '/opt/take-a-number', [realpathSync(process.execPath)]: '/usr/bin/node' });
});

afterAll(() => debian.close());

const inside = (...command: readonly string[]): string => debian.inside(...command);
const property = (name: string): string => debian.property(UNIT, name);
const pid = (): string => property('MainPID');

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

/** The service runs as another process than before, and says that it is ready. */
async function isAnew(before: string): Promise<void> {
  await expect.poll(() => [pid() !== before, property('ActiveState')], PATIENCE).toEqual([true, 'active']);
  await expect.poll(isReady, PATIENCE).toBe(true);
}

it('starts the server with the machine, and knows when it is ready', async () => {
  await expect.poll(isReady, PATIENCE).toBe(true);
  await expect.poll(() => property('ActiveState'), PATIENCE).toBe('active');
  expect(property('StatusText')).toBe(`Answers at ${address}`);
  expect(await ticket()).toBe(1);
});

it('lets it do no more than it needs', () => {
  const status = inside('cat', `/proc/${pid()}/status`);
  expect(status).toMatch(/^NoNewPrivs:\s1$/m);
  expect(status).toMatch(/^CapEff:\s0+$/m);
  expect(status).not.toMatch(/^Uid:\s0\s/m);
  const asService = ['nsenter', '-t', pid(), '-m', '--'] as const;
  expect(() => inside(...asService, 'touch', '/etc/other')).toThrow(/Read-only file system/);
  expect(() => inside(...asService, 'touch', '/opt/take-a-number/other')).toThrow(/Read-only file system/);
  expect(inside('stat', '-Lc', '%a', '/var/lib/private/take-a-number')).toBe('700');
});

it('starts it anew when it hangs, and nothing is lost', async () => {
  const before = pid();
  inside('sh', '-c', `kill -STOP ${before}`);
  await isAnew(before);
  expect(property('NRestarts')).toBe('1');
  expect(await ticket()).toBe(2);
});

it('starts it anew when it is killed, and nothing is lost', async () => {
  const before = pid();
  inside('sh', '-c', `kill -KILL ${before}`);
  await isAnew(before);
  expect(await ticket()).toBe(3);
});

it('ends it in order', async () => {
  inside('systemctl', 'stop', UNIT);
  expect([property('ActiveState'), property('Result'), property('ExecMainStatus')]).toEqual([
    'inactive',
    'success',
    '0',
  ]);
  expect(await isReady()).toBe(false);
});

it('does not start what is told something wrong again and again', async () => {
  writeFileSync(join(debian.root, 'etc/take-a-number/server.env'), 'TAN_PORT=none\n');
  expect(() => inside('systemctl', 'start', UNIT)).toThrow();
  await expect.poll(() => property('ActiveState'), PATIENCE).toBe('failed');
  expect([property('ExecMainStatus'), property('NRestarts')]).toEqual(['2', '0']);
});
