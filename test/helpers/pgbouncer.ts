/** Debian's PgBouncer in front of a PostgreSQL with a Unix socket. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { otherUser } from './postgres-cluster.ts';

const SOCKET = '.s.PGSQL.6432';

/**
 * Runs until the test ends.
 *
 * @param url of the database
 * @returns URL of the database through PgBouncer
 */
export async function startPgBouncer(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const there = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const config = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users');
  writeFileSync(users, `"${there.username}" ""\n`);
  writeFileSync(
    config,
    [
      '[databases]',
      `* = host=${there.searchParams.get('host')} port=5432`,
      '[pgbouncer]',
      'listen_addr =',
      'listen_port = 6432',
      `unix_socket_dir = ${folder}`,
      'auth_type = trust',
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
      'max_client_conn = 200',
      'default_pool_size = 40',
      `logfile = ${join(folder, 'log')}`,
      '',
    ].join('\n'),
  );
  // PgBouncer refuses to run as root, like PostgreSQL.
  const as = process.getuid?.() === 0 ? otherUser() : null;
  if (as !== null) for (const path of [folder, config, users]) chownSync(path, as.uid, as.gid);
  const child = spawn('/usr/sbin/pgbouncer', ['-q', config], { ...as, stdio: 'ignore' });
  onTestFinished(async () => {
    const gone = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGKILL')) await gone;
    rmSync(folder, { recursive: true, force: true });
  });
  await expect
    .poll(
      () =>
        existsSync(join(folder, SOCKET)) &&
        new Promise<boolean>((resolve) => {
          const line = connect(join(folder, SOCKET));
          line
            .on('error', () => resolve(false))
            .on('connect', () => {
              line.destroy();
              resolve(true);
            });
        }),
      { timeout: 30_000 },
    )
    .toBe(true);
  there.searchParams.set('host', folder);
  there.port = '6432';
  return there.href;
}
