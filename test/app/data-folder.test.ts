/** Permissions of the data folder: only its owner can read it. */
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Program, startProgram } from '../../main/app/app.ts';
import { silentLog } from '../../main/lib/context.ts';
import { makeDataFolder, tightenPermissions } from '../../main/lib/data-folder.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';

async function folder(mode: number): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'data-folder-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  await chmod(path, mode);
  return path;
}

interface Started {
  readonly program: Program;
  readonly warned: readonly { readonly event: string; readonly data: unknown }[];
}

async function start(data: string): Promise<Started> {
  const printer = `file://${join(data, 'paper.bin')}`;
  const read = readSettings(['--port', '0', '--data', data, '--printer', printer], {}, 'linux');
  if (!read.ok || read.value.kind !== 'run') throw new Error('these are no settings');
  const warned: { event: string; data: unknown }[] = [];
  const log = {
    info() {},
    warn: (event: string, told?: object) => void warned.push({ event, data: told }),
    error() {},
  };
  const program = await startProgram(read.value.settings, log, null);
  onTestFinished(() => program.close());
  return { program, warned };
}

/** Everything in the folder that other users can read. */
async function openToOthers(data: string): Promise<readonly string[]> {
  const names = await readdir(data, { recursive: true });
  const found = await Promise.all(names.map(async (name) => ({ name, mode: (await lstat(join(data, name))).mode })));
  return found
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ name, mode }) => `${name} ${(mode & 0o777).toString(8)}`);
}

const printed = async (data: string): Promise<boolean> => (await readdir(data)).includes('paper.bin');

describe.skipIf(process.platform === 'win32')('an existing data folder', () => {
  it('writes through no symbolic link of another user', async () => {
    const data = await folder(0o777);
    const theirs = join(data, 'theirs.txt');
    await writeFile(theirs, 'theirs');
    for (const name of ['kiosk.token.new', 'kiosk.token', 'running.json.new', 'running.json']) {
      await symlink(theirs, join(data, name));
    }
    await start(data);
    const written = ['kiosk.token', 'running.json'].map((name) => join(data, name));
    for (const file of written) await expect.poll(async () => (await lstat(file)).mode).toBe(0o100600);
    expect(await readFile(theirs, 'utf8')).toBe('theirs');
  });

  it('contains nothing that other users can read, also while the program runs', async () => {
    const data = await folder(0o755);
    const { program, warned } = await start(data);
    const create = `${program.address}/restapi/v2/queuemanagement/createticket?service_id=passports`;
    expect((await fetch(create, { method: 'POST' })).status).toBe(200);
    await expect.poll(() => printed(data)).toBe(true);
    expect(await readdir(data)).toEqual(
      expect.arrayContaining(['secret.key', 'ticket.key', 'take-a-number.db', 'take-a-number.db-wal', 'print-journal']),
    );
    expect(await openToOthers(data)).toEqual([]);
    expect(warned).toEqual([]);
  });

  it('is repaired at the start, with one log line', async () => {
    const data = await folder(0o777);
    const { program } = await start(data);
    await expect.poll(() => readdir(data)).toContain('print-journal');
    await program.close();
    for (const name of ['paired-kiosk.json', 'last-known.json', 'what-a-later-version-makes']) {
      await writeFile(join(data, name), '{}');
    }
    await mkdir(join(data, 'other-folder'));
    const own = [
      ...['take-a-number.db', 'secret.key', 'ticket.key', 'first-password.txt', 'print-journal'],
      ...['paired-kiosk.json', 'last-known.json', 'what-a-later-version-makes', 'other-folder'],
    ];
    for (const name of own) await chmod(join(data, name), 0o755);
    const journal = (await readdir(join(data, 'print-journal'))).map((name) => join(data, 'print-journal', name));
    expect(journal).not.toEqual([]);
    for (const file of journal) await chmod(file, 0o644);
    await chmod(data, 0o777);
    await mkdir(join(data, 'media'));
    await writeFile(join(data, 'media', 'poster.png'), '', { mode: 0o644 });
    await symlink('/etc/passwd', join(data, 'other.key'));
    const { warned } = await start(data);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toMatchObject({
      event: 'data-dir.permissions-fixed',
      data: { folder: data, files: expect.arrayContaining(['. (777)', ...own.map((name) => `${name} (755)`)]) },
    });
    expect((await lstat(data)).mode & 0o777).toBe(0o755);
    // The organisation sets the permissions of its pictures, and links lead out of the folder.
    expect((await openToOthers(data)).filter((name) => !name.startsWith('media'))).toEqual(['other.key 777']);
    expect(await tightenPermissions(data)).toEqual([]);
  });

  it('of a kiosk client is restricted before it connects to its server', async () => {
    const data = await folder(0o700);
    await writeFile(join(data, 'paired-kiosk.json'), '{}');
    await chmod(join(data, 'paired-kiosk.json'), 0o644);
    const flags = ['--server', 'http://127.0.0.1:9', '--data', data, '--port', '0', '--printer', 'none:'];
    const read = readSettings(flags, {}, 'linux');
    if (!read.ok || read.value.kind !== 'run') throw new Error('these are no settings');
    const program = await startProgram(read.value.settings, silentLog, null);
    onTestFinished(() => program.close());
    expect((await lstat(join(data, 'paired-kiosk.json'))).mode & 0o777).toBe(0o600);
  });

  it('that is shared by all users, such as /tmp, stays so', async () => {
    const data = await folder(0o1777);
    await tightenPermissions(data);
    expect((await lstat(data)).mode & 0o1777).toBe(0o1777);
  });
});

it('refuses a data folder on a missing drive, without endless retries', async () => {
  await expect(makeDataFolder('Z:\\queue\\data', win32)).rejects.toThrow('Z:\\ does not exist');
});
