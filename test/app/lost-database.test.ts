/** Starts after a power failure, on a full disk or with a damaged file: refused with cause and remedy. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, open, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../../main/app/app.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { StartError } from '../../main/lib/start-error.ts';
import { quickHasher } from '../helpers/quick-hasher.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

const DATABASE = 'take-a-number.db';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'lost-database-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function start(data: string, ...flags: readonly string[]) {
  const read = readSettings(['--port', '0', '--data', data, '--printer', 'none:', ...flags], {}, 'linux');
  if (!read.ok || read.value.kind !== 'run') throw new Error('these are no settings');
  const log = recordingLog();
  const program = await startProgram(read.value.settings, log, null, quickHasher());
  onTestFinished(() => program.close());
  const locations = async (): Promise<readonly unknown[]> => {
    const answer = await fetch(`${program.address}/restapi/locations`);
    return ((await answer.json()) as { locations: unknown[] }).locations;
  };
  return { program, log, locations };
}

async function refusal(data: string, ...flags: readonly string[]): Promise<StartError> {
  const fault = await start(data, ...flags).then(
    () => new Error('it started'),
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(StartError);
  return fault as StartError;
}

let used = '';

beforeAll(async () => {
  used = await mkdtemp(join(tmpdir(), 'used-data-'));
  const read = readSettings(['--port', '0', '--data', used, '--printer', 'none:'], {}, 'linux');
  if (!read.ok || read.value.kind !== 'run') throw new Error('these are no settings');
  const program = await startProgram(read.value.settings, recordingLog(), null, quickHasher());
  await program.close();
  return () => rm(used, { recursive: true, force: true });
});

async function usedFolder(): Promise<string> {
  const data = await folder();
  await cp(used, data, { recursive: true });
  return data;
}

describe('a missing database beside existing keys and journal', () => {
  it.each([
    ['of length 0', (file: string) => truncate(file, 0)],
    ['missing', (file: string) => rename(file, `${file}.lost`)],
    [
      'of its first page alone',
      async (file: string) => {
        await rm(file);
        const empty = await mkdtemp(join(tmpdir(), 'empty-'));
        const { DatabaseSync } = await import('node:sqlite');
        const database = new DatabaseSync(join(empty, DATABASE));
        database.exec('PRAGMA journal_mode = WAL');
        database.close();
        await cp(join(empty, DATABASE), file);
        await rm(empty, { recursive: true });
      },
    ],
  ])(
    '%s is reported as damage: nothing is started or written, and the message names restore',
    async (_what, damage) => {
      const data = await usedFolder();
      await damage(join(data, DATABASE));
      const [before, size] = [await readdir(data), existsSync(join(data, DATABASE))];
      const fault = await refusal(data);
      expect(fault.exitCode).toBe(1);
      expect(fault.message.split('\n')).toHaveLength(1);
      expect(fault.message).toMatch(/missing or empty.*secret\.key.*restore.*--new-database/);
      expect([await readdir(data), existsSync(join(data, DATABASE))]).toEqual([before, size]);
    },
  );

  it('creates an empty queue with --new-database, and logs that', async () => {
    const data = await usedFolder();
    await truncate(join(data, DATABASE), 0);
    const { log } = await start(data, '--no-demo', '--new-database');
    expect(log.events()).toContain('store.database-replaced');
  });

  it('keeps an existing queue, also with that flag', async () => {
    const data = await usedFolder();
    const { log, locations } = await start(data, '--new-database');
    expect(log.events()).not.toContain('store.database-replaced');
    expect(await locations()).not.toEqual([]);
  });

  it('is no damage if a kiosk client with a journal becomes a server', async () => {
    const data = await folder();
    const journal = join(data, 'print-journal', 'kiosk-1');
    await cp(join(used, 'page.key'), join(data, 'page.key'));
    await cp(join(used, 'page.key'), join(journal, 'last-known.json'));
    await start(data, '--no-demo');
  });
});

describe('a damaged database', () => {
  it('is reported with restore as the remedy, and the start can be retried', async () => {
    const data = await usedFolder();
    await writeFile(join(data, DATABASE), Buffer.alloc(8192, 0x5a));
    const fault = await refusal(data);
    expect(fault.exitCode).toBe(1);
    expect(fault.message).toMatch(/take-a-number\.db is damaged.*restore/);
  });

  it('is reported also for damage after its first page', async () => {
    const data = await usedFolder();
    const file = join(data, DATABASE);
    const whole = await readFile(file);
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(whole.length - 4096, 0x5a), 0, whole.length - 4096, 4096);
    await handle.close();
    await rm(`${file}-wal`, { force: true });
    const fault = await refusal(data);
    expect([fault.exitCode, fault.message]).toEqual([1, expect.stringMatching(/is damaged.*restore/)]);
  });
});

describe('a disk', () => {
  const mount = (data: string, options: string): boolean => {
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', data]).status !== 0) return false;
    onTestFinished(() => void spawnSync('umount', ['-l', data]));
    return true;
  };

  it.each([
    ['that is full', 'size=64k', /is full; free space/],
    ['that is read-only', 'ro', /is read-only/],
  ])('%s is reported, and the service manager can retry', async (_what, options, said) => {
    const data = await folder();
    if (!mount(data, options)) return expect(process.getuid?.()).not.toBe(0);
    const fault = await refusal(data);
    expect([fault.exitCode, fault.message]).toEqual([1, expect.stringMatching(said)]);
    return undefined;
  });
});
