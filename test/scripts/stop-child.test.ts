import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tellToStop, watchParent } from '../../scripts/lib/stop-child.mjs';

/** A program that ends in its own time when it is told, as ours does. */
const PROGRAM = `
  process.on('SIGTERM', () => process.exit(21));
  process.on('disconnect', () => process.exit(22));
  process.send('up');
`;

describe('a program that we started', () => {
  it.each([
    ['linux', 21],
    ['darwin', 21],
    // Where a signal would end it on the spot.
    ['win32', 22],
  ])('is told to end in its own time on %s', async (platform, code) => {
    const child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child, 'message');
    tellToStop(child, 'SIGTERM', platform);
    // A second signal, as when somebody is impatient.
    tellToStop(child, 'SIGTERM', platform);
    expect(await once(child, 'exit')).toEqual([code, null]);
  });
});

describe('whoever started us', () => {
  it.each([
    ['is there', { platform: 'linux' }, 7, true, false],
    ['is gone, and we have another parent', { platform: 'linux' }, 1, true, true],
    ['is there on Windows', { platform: 'win32' }, 7, true, false],
    ['is gone on Windows, where its number stays ours', { platform: 'win32' }, 7, false, true],
  ])('%s', (_, { platform }, ppid, alive, gone) => {
    const us = { platform, ppid: 7 };
    const isOrphan = watchParent(us, () => alive);
    us.ppid = ppid;
    expect(isOrphan()).toBe(gone);
  });

  it('is looked up for real', () => {
    expect(watchParent()()).toBe(false);
    expect(watchParent({ platform: 'win32', ppid: process.pid })()).toBe(false);
    expect(watchParent({ platform: 'win32', ppid: 2 ** 22 + 1 })()).toBe(true);
  });
});
