/** Packages of a second manifest: installed once for each lockfile, and again after a failure. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installManifest } from '../../scripts/lib/install-manifest.mjs';

/** Notes where and how it was started; fails if the lockfile says so. */
const NPM = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } = require('node:fs');
appendFileSync(process.env.TEST_NPM_LOG, process.cwd() + ' ' + process.argv.slice(2, 4).join(' ') + '\\n');
rmSync('node_modules', { recursive: true, force: true });
if (readFileSync('package-lock.json', 'utf8').includes('broken')) throw new Error('ENOTFOUND');
mkdirSync('node_modules');
`;

let folder: string;
let from: string;
let to: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  [from, to] = [join(folder, 'manifest'), join(folder, 'installed')];
  mkdirSync(from);
  writeFileSync(join(from, 'package.json'), '{}');
  writeFileSync(join(folder, 'npm-cli.js'), NPM);
  writeFileSync(join(folder, 'log'), '');
  vi.stubEnv('npm_execpath', join(folder, 'npm-cli.js'));
  vi.stubEnv('TEST_NPM_LOG', join(folder, 'log'));
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const lock = (text: string): void => writeFileSync(join(from, 'package-lock.json'), text);
const starts = (): string[] => readFileSync(join(folder, 'log'), 'utf8').split('\n').slice(0, -1);

it('installs a lockfile once, into another folder, without install scripts', async () => {
  lock('first');
  await installManifest(from, to);
  await installManifest(from, to);
  expect(starts()).toEqual([`${to} ci --ignore-scripts`]);
  expect(readFileSync(join(to, 'package.json'), 'utf8')).toBe('{}');
  expect(existsSync(join(from, 'node_modules'))).toBe(false);
});

it('installs again after a change of the lockfile, and after its folder was deleted', async () => {
  lock('first');
  await installManifest(from);
  lock('second');
  await installManifest(from);
  rmSync(join(from, 'node_modules'), { recursive: true });
  await installManifest(from);
  await installManifest(from);
  expect(starts()).toHaveLength(3);
});

it('says what to do if npm fails, and tries again', async () => {
  lock('broken');
  for (const _attempt of [1, 2])
    await expect(installManifest(from, to)).rejects.toThrow(
      `The packages of ${from} could not be installed: the registry was not found (DNS); connect this machine to the internet once`,
    );
  expect(starts()).toHaveLength(2);
  lock('first');
  await installManifest(from, to);
  expect(starts()).toHaveLength(3);
});
