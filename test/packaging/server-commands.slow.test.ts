/** The commands of the Debian package of the server, from the package unpacked: as the documents name them. `npm run build` first. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hearChild } from '../helpers/hear-child.ts';

const ROOT = resolve(import.meta.dirname, '../..');
let folder: string;
let command: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'server-commands-'));
  const args = [join(ROOT, 'packaging/make-server-package.mjs'), '--out', folder, '--version', '1.0', '--soon'];
  await promisify(execFile)(process.execPath, args);
  const file = readdirSync(folder).find((name) => name.endsWith('.deb')) ?? '';
  execFileSync('dpkg-deb', ['-x', join(folder, file), join(folder, 'root')]);
  command = join(folder, 'root/usr/bin/take-a-number-server');
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: readonly string[]): string => execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });

async function serve<T>(data: string, work: (address: string) => Promise<T>): Promise<T> {
  const child = spawn(command, ['--port', '0', '--data', data, '--printer', 'none:']);
  const { said, ended } = hearChild(child);
  try {
    await expect.poll(said, { timeout: 30_000 }).toMatch(/^ready http/m);
    return await work(/^ready (\S+)/m.exec(said())?.[1] ?? '');
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

it('starts empty, without any demo', async () => {
  const data = join(folder, 'data');
  const locations = await serve(data, async (address) => (await fetch(`${address}/restapi/locations`)).json());
  expect(locations).toMatchObject({ locations: [] });
});

it('makes a backup and restores it into an empty folder, which starts', async () => {
  const [data, to] = [join(folder, 'saved'), join(folder, 'backups')];
  await serve(data, async () => undefined);
  expect(run('backup', '--to', to, '--data', data)).toMatch(/checked/);
  const [backup = ''] = readdirSync(to).filter((name) => !name.startsWith('.'));
  const restored = join(folder, 'restored');
  expect(run('restore', '--backup', join(to, backup), '--data', restored)).toMatch(/restored/);
  expect(existsSync(join(restored, 'secret.key'))).toBe(true);
  await serve(restored, async (address) => expect((await fetch(`${address}/readyz`)).ok).toBe(true));
  expect(run('--check', '--data', restored)).toContain('consistent');
});

it.each([
  [['printer', '--help'], 'printer -- test'],
  [['printer', 'test', '--help'], 'printer -- test'],
  [['reader', 'test', '--help'], 'reader -- test'],
  [['conformance', '--help'], 'npm run conformance'],
  [['copy', '--help'], 'copy'],
  [['--version'], ''],
])('has %j', (args, said) => {
  expect(run(...args)).toContain(said);
});

it('looks for the print journal in its own folder where none is named', () => {
  expect(() => run('printer', 'journal')).toThrow(/print journal in \/var\/lib\/take-a-number/);
  expect(() => run('printer', 'journal', '--data', join(folder, 'none'))).toThrow(/print journal in .*none/);
});
