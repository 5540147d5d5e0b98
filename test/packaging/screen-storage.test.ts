/** What the script of a screen keeps of Chromium's folder: the storage of the page, with the key of a paired screen, and nothing else. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const SCRIPT = readFileSync(resolve(import.meta.dirname, '../../packaging/server/screen.sh'), 'utf8');
const STORAGE = 'profile/Default/Local Storage';

/** The part of the script that prepares the folder, over another one. */
function prepare(folder: string): void {
  const [, part = ''] = /^(# In this order[\s\S]*?)^exec/m.exec(SCRIPT) ?? [];
  expect(part).not.toBe('');
  execFileSync('/bin/sh', ['-ec', part], { env: { PATH: '/usr/bin:/bin', profile: join(folder, 'profile') } });
}

it('keeps the key over starts and power cuts, and nothing of visitors', () => {
  const folder = mkdtempSync(join(tmpdir(), 'screen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  prepare(folder);
  expect(existsSync(join(folder, 'profile'))).toBe(false);
  mkdirSync(join(folder, STORAGE), { recursive: true });
  writeFileSync(join(folder, STORAGE, 'key'), 'of the screen');
  writeFileSync(join(folder, 'profile/Default/History'), 'of visitors');
  writeFileSync(join(folder, 'profile/SingletonLock'), '');
  for (let start = 0; start < 3; start += 1) {
    prepare(folder);
    expect(readFileSync(join(folder, STORAGE, 'key'), 'utf8')).toBe('of the screen');
    expect(existsSync(join(folder, 'profile/Default/History'))).toBe(false);
    expect(existsSync(join(folder, 'profile/SingletonLock'))).toBe(false);
  }
  // The power went between the two moves.
  mkdirSync(join(folder, 'aside'));
  execFileSync('mv', [join(folder, STORAGE), join(folder, 'profile.storage')]);
  prepare(folder);
  expect(readFileSync(join(folder, STORAGE, 'key'), 'utf8')).toBe('of the screen');
});
