/** Copying, backing up and restoring by command, and backups by themselves: the built program, as an administrator has it. */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { startBackupClock } from '../../main/app/backup-scheduler.ts';
import { NO_PEERS } from '../../main/database/cluster.ts';
import { silentLog } from '../../main/lib/context.ts';
import { createMetrics } from '../../main/rest/metrics.ts';
import { hearChild } from '../helpers/hear-child.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

const ROOT = resolve(import.meta.dirname, '../..');

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'take-a-number-moving-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Without the file that keeps two from being made at once. */
const backupsIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(path)).filter((name) => !name.startsWith('.'));

function start(script: 'serve' | 'moving', args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(ROOT, 'dist/main', `${script}.js`), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, ...hearChild(child) };
}

/** A program on that data; issues tickets, and ends. */
async function serving(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { child, said, ended } = start('serve', ['--port', '0', ...args], env);
  await expect.poll(() => said(), { timeout: 60_000 }).toMatch(/^ready /m);
  const address = /^ready (\S+)/m.exec(said())?.[1];
  return {
    said,
    async ticket(): Promise<string> {
      const answer = await fetch(`${address}/restapi/v2/queuemanagement/createticket`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ service_id: 'passports' }),
      });
      return ((await answer.json()) as { ticket: { number: string } }).ticket.number;
    },
    async end(): Promise<void> {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

it('a town that has grown goes on over PostgreSQL, and back from its backup in a file', async () => {
  const [data, backups, again] = [await folder(), await folder(), await folder()];
  const { url } = await newDatabase();
  const first = await serving(['--data', data]);
  expect(await first.ticket()).toBe('1');
  const busy = await start('moving', ['copy', '--from', `sqlite:${data}`, '--to', url]).ended;
  expect(busy).toMatchObject({ code: 1, err: expect.stringContaining('a program is using') });
  await first.end();

  const copied = await start('moving', ['copy', '--from', `sqlite:${data}`], { TAN_TO: url }).ended;
  expect(copied).toMatchObject({ code: 0, out: expect.stringMatching(/^copied and verified: 1 ticket, /) });
  const second = await serving(['--data', data], { TAN_DATABASE: url });
  expect(await second.ticket()).toBe('2');

  const made = await start('moving', ['backup', '--to', backups, '--data', data], { TAN_DATABASE: url }).ended;
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining('2 tickets') });
  await second.end();
  const [backup = ''] = await backupsIn(backups);
  const restored = await start('moving', ['restore', '--backup', join(backups, backup), '--data', again]).ended;
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('2 tickets') });
  const third = await serving(['--data', again]);
  expect(await third.ticket()).toBe('3');
  await third.end();
});

it('a program makes its backups by itself, and starts on none that is half moved', async () => {
  const [data, backups] = [await folder(), await folder()];
  const program = await serving(['--data', data, '--backup', backups]);
  await expect.poll(() => backupsIn(backups), { timeout: 60_000 }).toEqual([expect.stringMatching(/Z$/)]);
  await program.end();
  const check = () => start('serve', ['--check', '--data', data]).ended;
  expect(await check()).toMatchObject({ code: 0, out: 'the database is consistent\n' });
  const database = new DatabaseSync(join(data, 'take-a-number.db'));
  database.exec("INSERT INTO meta (key, value) VALUES ('moving.progress', '{}')");
  database.exec('UPDATE service_queue SET waiting = 7');
  database.close();
  const { code, out } = await check();
  expect(code).toBe(1);
  expect(out).toContain('a data migration to this database is incomplete');
  expect(await start('serve', ['--port', '0', '--data', data]).ended).toMatchObject({
    code: 2,
    err: expect.stringContaining('run the same npm run db:migrate-data again'),
  });
});

it.each([
  [
    ['copy', '--from', 'queue.db', '--to', 'sqlite:x'],
    1,
    'source and target must be sqlite:<data folder> or postgres://',
  ],
  [['copy', '--to', 'sqlite:x'], 2, '--from is missing'],
  [['backup', '--to', 'x', '--keep', '0'], 2, '--keep must be a number of at least 1'],
  [['restore', '--backup', '/nowhere'], 1, '/nowhere is not a backup'],
  [['restore', '--colour', 'red'], 2, 'unknown option --colour'],
] as const)('what cannot be done is said in a line: %j', async (args, code, said) => {
  const ended = await start('moving', [...args, ...(args[0] === 'copy' ? [] : ['--data', await folder()])]).ended;
  expect(ended).toMatchObject({ code, err: expect.stringContaining(said) });
  expect(ended.err.trim().split('\n')).toHaveLength(1);
});

it('a backup that fails is said, and tried again in an hour; the next one comes when the last is old enough', async () => {
  const to = await folder();
  const clock = turnedClock('2026-11-20T02:00:00Z');
  const asked: number[] = [];
  const logged: string[] = [];
  const log = {
    ...silentLog,
    info: (event: string) => logged.push(event),
    error: (event: string) => logged.push(event),
  };
  const plan = {
    from: { engine: 'sqlite', dataDir: to },
    dataDir: to,
    filesDir: null,
    to,
    keep: 3,
    program: '1',
    everyHours: 24,
  } as const;
  const told: unknown[] = [];
  const figures = {
    lastBackup: (at: number) => told.push(new Date(at).toISOString()),
    backupFailed: () => told.push('failed'),
  };
  const backups = startBackupClock(plan, { clock, log, peers: NO_PEERS, figures }, async ({ now }) => {
    asked.push(now);
    return asked.length === 1
      ? { ok: false, message: 'the disk is full' }
      : { ok: true, folder: to, rows: { ticket: 1 }, faults: [] };
  });
  onTestFinished(() => backups.close());
  await expect.poll(() => logged).toEqual(['backup.failed']);
  clock.advance(3_600_000);
  await expect.poll(() => logged).toEqual(['backup.failed', 'backup.completed']);
  expect(told).toEqual(['failed', '2026-11-20T03:00:00.000Z']);
  clock.advance(23 * 3_600_000);
  expect(asked).toHaveLength(2);
  clock.advance(3_600_000);
  await expect.poll(() => asked).toHaveLength(3);
});

it('a backup that does not come to its end is given up when the next one is due, and said', async () => {
  const to = await folder();
  const clock = turnedClock('2026-11-20T02:00:00Z');
  const told: unknown[] = [];
  const log = {
    ...silentLog,
    error: (event: string, data: { readonly error?: unknown } = {}) => told.push([event, data.error]),
  };
  const place = { engine: 'sqlite', dataDir: to } as const;
  const signals: AbortSignal[] = [];
  const backups = startBackupClock(
    { from: place, dataDir: to, filesDir: null, to, keep: 3, program: '1', everyHours: 24 },
    { clock, log, peers: NO_PEERS, figures: createMetrics('1') },
    (_plan, signal) => {
      signals.push(signal);
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ ok: false, message: 'it was interrupted' }));
      });
    },
  );
  await expect.poll(() => signals).toHaveLength(1);
  clock.advance(24 * 3_600_000);
  await expect.poll(() => told).toEqual([['backup.failed', 'it did not finish within 24 hours']]);
  expect(signals[0]?.aborted).toBe(true);
  clock.advance(3_600_000);
  await expect.poll(() => signals).toHaveLength(2);
  clock.advance(24 * 3_600_000);
  await backups.close();
});
