/** Install lock of several processes in one folder, some of which crash. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hearChild } from '../helpers/hear-child.ts';
import { folderOf, ROOT } from './npm-start.ts';

/** Records its start and end; a crashing process ends during its work. */
const WORKER = `
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { oneAtATime } from ${JSON.stringify(join(ROOT, 'scripts/lib/install-lock.mjs'))};
const [folder, note, name, dies] = process.argv.slice(2);
await oneAtATime(folder, 'working', async () => {
  appendFileSync(note, 'in ' + name + '\\n');
  if (dies) process.kill(process.pid, 'SIGKILL');
  await pause(20);
  appendFileSync(note, 'out ' + name + '\\n');
});
`;

it('get the lock one by one, and do not wait for crashed processes', async () => {
  const place = folderOf('user');
  const note = join(place, 'note');
  const script = join(place, 'worker.mjs');
  writeFileSync(script, WORKER);
  const start = (name: string, ...more: readonly string[]): ChildProcess => {
    const child = spawn(process.execPath, [script, join(place, 'claims'), note, name, ...more]);
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  const workers = [start('a'), start('b', 'dies'), start('c'), start('d', 'dies'), start('e'), start('f')];
  const ends = await Promise.all(workers.map((child) => hearChild(child).ended));
  expect(ends.map(({ code }) => code)).toEqual([0, null, 0, null, 0, 0]);
  const lines = readFileSync(note, 'utf8').trim().split('\n');
  expect(lines.filter((line) => line.startsWith('in '))).toHaveLength(6);
  const dead = ['b', 'd'];
  const alive = lines.filter((line) => !dead.includes(line.slice(3)));
  for (let at = 0; at < alive.length; at += 2) expect(alive[at + 1]).toBe(alive[at]?.replace('in ', 'out '));
});
