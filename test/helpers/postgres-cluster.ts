/**
 * A temporary PostgreSQL from Debian's packages. It listens only on a Unix socket in its own folder. A shell process
 * stops it when the test process ends, even after a crash.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';

const VERSIONS = '/usr/lib/postgresql';
const POLL_MS = 25;
/** PostgreSQL refuses to run as root. */
const OTHER_USER = 'postgres';

/** User and group id of that user. */
export function otherUser(): { readonly uid: number; readonly gid: number } {
  return { uid: numberOf('-u'), gid: numberOf('-g') };
}

/** Program folder of the newest version; null if none is installed. */
export function postgresPrograms(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
  const [newest] = versions
    .filter((version) => existsSync(join(VERSIONS, version, 'bin', 'initdb')))
    .toSorted((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : join(VERSIONS, newest, 'bin');
}

export interface Cluster {
  /** `postgres://…` URL of a database for its owner. */
  url(database: string): string;
  /** Runs SQL with `psql` and returns the output. */
  sql(database: string, sql: string): Promise<string>;
  /** Stops it immediately, like a power failure. */
  kill(): Promise<void>;
  /** Stops it cleanly and closes its connections. */
  stop(): Promise<void>;
  /** Starts it again. */
  start(): Promise<void>;
  /** Starts a synchronous standby: commits wait for it from now on. */
  follow(): Promise<Cluster>;
  /** Promotes a standby to primary. */
  promote(): Promise<void>;
  /** Folder of its socket. */
  readonly folder: string;
  close(): Promise<void>;
}

export interface ClusterOptions {
  /** Whether commits are written to disk. */
  readonly durable?: boolean;
  /** Parent folder; by default that of temporary files. */
  readonly within?: string;
}

function numberOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, OTHER_USER], { encoding: 'utf8' }));
}

export function openCluster(options: ClusterOptions = {}): Promise<Cluster> {
  return open(options, null);
}

async function open({ durable = false, within = tmpdir() }: ClusterOptions, primary: string | null): Promise<Cluster> {
  const programs = postgresPrograms();
  if (programs === null) throw new Error('This needs PostgreSQL. Run: sudo apt-get install postgresql');
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? otherUser() : null;
  const folder = mkdtempSync(join(within, 'postgres-'));
  if (as !== null) chownSync(folder, as.uid, as.gid);
  const owner = isRoot ? OTHER_USER : userInfo().username;
  const data = join(folder, 'data');
  const run = promisify(execFile);
  const options = { ...as, cwd: folder, env: { ...process.env, PGPASSFILE: '/dev/null' } };
  if (primary === null) {
    const cluster = ['-D', data, '-U', owner, '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
    await run(join(programs, 'initdb'), cluster, options);
  } else {
    const copy = ['-D', data, '-U', owner, '-h', primary, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
    await run(join(programs, 'pg_basebackup'), copy, options);
  }
  let shell: ChildProcess | null = null;

  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
    'shared_buffers=64MB',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting]);

  async function start(): Promise<void> {
    const script = `"$@" & server=$!; (cat >/dev/null; kill -QUIT $server) <&3 & wait $server`;
    const started = spawn(
      'sh',
      ['-c', `exec 3<&0; ${script}`, 'sh', join(programs ?? '', 'postgres'), '-D', data, ...settings],
      {
        ...options,
        stdio: ['pipe', 'ignore', 'ignore'],
        detached: true,
      },
    );
    shell = started;
    for (;;) {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended with ${started.exitCode} at its start.`);
      const ready = await run(join(programs ?? '', 'pg_isready'), ['-h', folder, '-U', owner]).catch(() => null);
      if (ready !== null) return;
      await after(POLL_MS);
    }
  }

  async function kill(): Promise<void> {
    const ending = shell;
    shell = null;
    if (ending === null || ending.exitCode !== null) return;
    const gone = once(ending, 'exit');
    ending.stdin?.end();
    await gone;
  }

  const opened: Cluster = {
    url: (database) => `postgres://${owner}@localhost/${database}?host=${encodeURIComponent(folder)}`,
    sql: async (database, sql) =>
      (
        await run(
          join(programs, 'psql'),
          ['-h', folder, '-U', owner, '-d', database, '-AtX', '-v', 'ON_ERROR_STOP=1', '-c', sql],
          options,
        )
      ).stdout.trim(),
    kill,
    async stop() {
      const ending = shell;
      shell = null;
      await run(join(programs, 'pg_ctl'), ['stop', '-D', data, '-m', 'fast', '-w'], options);
      if (ending !== null && ending.exitCode === null) await once(ending, 'exit');
    },
    start,
    folder,
    async follow() {
      const follower = await open({ durable }, folder);
      await opened.sql('postgres', "ALTER SYSTEM SET synchronous_standby_names = '*'");
      await opened.sql('postgres', 'SELECT pg_reload_conf()');
      return follower;
    },
    promote: async () => void (await opened.sql('postgres', 'SELECT pg_promote()')),
    async close() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await start();
  } catch (error) {
    await opened.close();
    throw error;
  }
  return opened;
}
