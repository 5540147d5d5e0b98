/**
 * How long it takes to move, back up and restore half a million tickets with their calls, and how much room they take:
 * what a house that grows, or has lost its disk, waits for.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openCluster } from '../test/helpers/postgres-cluster.ts';
import { crowdedFolder } from './crowd.ts';
import { report } from './figures.ts';
import { makeDataDir } from './program.ts';

const TICKETS = 500_000;
/** Nobody should have to wait longer for years of a busy house. */
const TARGET_SECONDS = 120;

function run(...args: readonly string[]): number {
  const started = performance.now();
  execFileSync(process.execPath, ['dist/main/moving.js', ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  return (performance.now() - started) / 1000;
}

export async function moving(): Promise<boolean> {
  const crowd = await crowdedFolder(1000, TICKETS);
  const [data, backups] = [await makeDataDir(), await makeDataDir()];
  const cluster = await openCluster({ durable: true });
  try {
    await cluster.sql('postgres', 'CREATE DATABASE queue');
    const url = cluster.url('queue');
    const seconds = {
      copy: run('copy', '--from', `sqlite:${crowd.path}`, '--to', url),
      'backup of SQLite': run('backup', '--to', backups.path, '--data', crowd.path),
      restore: run('restore', '--backup', join(backups.path, readdirSync(backups.path)[0] ?? ''), '--data', data.path),
      'backup of PostgreSQL': run(
        'backup',
        '--to',
        join(backups.path, 'second'),
        '--database',
        url,
        '--data',
        data.path,
      ),
    };
    const bytes = Number(await cluster.sql('queue', 'SELECT pg_database_size(current_database())'));
    const file = statSync(join(crowd.path, 'take-a-number.db')).size;
    const figures = {
      ...Object.fromEntries(Object.entries(seconds).map(([name, value]) => [name, `${value.toFixed(1)} s`])),
      'a ticket in PostgreSQL': `${Math.round(bytes / TICKETS)} bytes`,
      'in SQLite': `${Math.round(file / TICKETS)} bytes`,
    };
    const met = Object.values(seconds).every((value) => value <= TARGET_SECONDS);
    report(`${TICKETS} tickets with their calls`, figures, `each ${TARGET_SECONDS} s`, met);
    return met;
  } finally {
    await cluster.close();
    await Promise.all([crowd.remove(), data.remove(), backups.remove()]);
  }
}
