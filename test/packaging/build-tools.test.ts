/** Missing build tools: one line with the command that installs them, and exit code 1. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildObstacle, IMAGE_TOOLS } from '../../scripts/lib/build-tools.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

function folderWith(...commands: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const command of commands) {
    writeFileSync(join(folder, command), '#!/bin/sh\nexit 3\n');
    chmodSync(join(folder, command), 0o755);
  }
  return folder;
}

function run(script: string, path: string) {
  const env = { PATH: path, SOURCE_DATE_EPOCH: '1764547200' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script)], { env, encoding: 'utf8' });
  return [status, stdout, stderr];
}

const NO_IMAGE = 'The container image needs mmdebstrap (sudo apt-get install mmdebstrap).\n';
const NO_DEB = 'The server package needs dpkg-deb (sudo apt-get install dpkg).\n';

it.each([
  ['npm run image', 'scripts/image.mjs', NO_IMAGE],
  ['the image build', 'packaging/make-image.mjs', NO_IMAGE],
  ['npm run package', 'scripts/package.mjs', NO_DEB],
  ['the package build', 'packaging/make-server-package.mjs', NO_DEB],
])('%s names the missing tool and its package', (_, script, line) => {
  expect(run(script, folderWith('tar'))).toEqual([1, '', line]);
});

it('reports a failed tool in one line', () => {
  expect(run('packaging/make-image.mjs', folderWith('tar', 'mmdebstrap'))).toEqual([
    1,
    '',
    'mmdebstrap failed: exit code 3\n',
  ]);
});

it('rejects other systems and processors', () => {
  const env = { PATH: folderWith('tar', 'mmdebstrap') };
  const here = { platform: 'linux', arch: 'x64', env } as const;
  expect(buildObstacle(IMAGE_TOOLS, here)).toBeNull();
  expect(buildObstacle(IMAGE_TOOLS, { ...here, platform: 'darwin' })).toBe('needs Linux, x64 or arm64');
  expect(buildObstacle(IMAGE_TOOLS, { ...here, arch: 'ia32' })).toBe('needs Linux, x64 or arm64');
});
