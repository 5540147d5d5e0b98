/** The unit of packaging/servers under a real systemd. Needs root; see `debian-with-server.ts`. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PATIENCE } from '../../helpers/debian-machine.ts';
import { type DebianWithServer, debianWithServer, UNIT } from './debian-with-server.ts';

/** Shorter than that of the unit, to save half a minute. */
const WATCHDOG_SECONDS = 6;

let debian: DebianWithServer;

beforeAll(async () => {
  debian = await debianWithServer([`WatchdogSec=${WATCHDOG_SECONDS}`]);
  debian.boot();
});

afterAll(() => debian?.close());

const inside = (...command: readonly string[]): string => debian.inside(...command);
const property = (name: string): string => debian.property(name);
const pid = (): string => debian.pid();

async function ticket(): Promise<number> {
  const response = await fetch(`${debian.address}/restapi/v2/queuemanagement/createticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service_id: 'passports' }),
  });
  return Number(((await response.json()) as { ticket: { number: string } }).ticket.number);
}

it('starts the server at boot, and detects that it is ready', async () => {
  await expect.poll(debian.isReady, PATIENCE).toBe(true);
  await expect.poll(() => property('ActiveState'), PATIENCE).toBe('active');
  expect(property('StatusText')).toBe(`Answers at ${debian.address}`);
  expect(await ticket()).toBe(1);
});

it('restricts it to the permissions that it needs', () => {
  const status = inside('cat', `/proc/${pid()}/status`);
  expect(status).toMatch(/^NoNewPrivs:\s1$/m);
  expect(status).toMatch(/^CapEff:\s0+$/m);
  expect(status).not.toMatch(/^Uid:\s0\s/m);
  const asService = ['nsenter', '-t', pid(), '-m', '--'] as const;
  expect(() => inside(...asService, 'touch', '/etc/other')).toThrow(/Read-only file system/);
  expect(() => inside(...asService, 'touch', '/opt/take-a-number/other')).toThrow(/Read-only file system/);
  expect(inside('stat', '-Lc', '%a', '/var/lib/private/take-a-number')).toBe('700');
});

it('restarts it when it hangs, without losing data', async () => {
  const before = pid();
  inside('sh', '-c', `kill -STOP ${before}`);
  await debian.isAnew(before);
  expect(property('NRestarts')).toBe('1');
  expect(await ticket()).toBe(2);
});

it('restarts it when it is killed, without losing data', async () => {
  const before = pid();
  inside('sh', '-c', `kill -KILL ${before}`);
  await debian.isAnew(before);
  expect(await ticket()).toBe(3);
});

it('ends it in order', async () => {
  inside('systemctl', 'stop', UNIT);
  expect([property('ActiveState'), property('Result'), property('ExecMainStatus')]).toEqual([
    'inactive',
    'success',
    '0',
  ]);
  expect(await debian.isReady()).toBe(false);
});

it('does not retry a start with wrong options', async () => {
  debian.settings(['TAN_PORT=none']);
  expect(() => inside('systemctl', 'start', UNIT)).toThrow();
  await expect.poll(() => property('ActiveState'), PATIENCE).toBe('failed');
  expect([property('ExecMainStatus'), property('NRestarts')]).toEqual(['2', '0']);
});
