/**
 * npm run keep-database [-- NAME]: keeps a database of each kind of the program as it is now, for all later programs to open; at
 * a release, under its version. A name may say more after the version: `0.2.0-schema-9`. One that is there is never replaced.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { MIGRATIONS } from '../../main/store/sqlite/migrations.ts';
import { DATABASE_FILE } from '../../main/store/transfer/database-target.ts';
import { copyQueue } from '../../main/store/transfer/move.ts';
import { openCluster, postgresPrograms } from '../helpers/postgres-cluster.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { KEPT_DATABASES } from './kept-databases.ts';
import { goOn, type Kept, playDays, playedSite, YESTERDAY } from './played-days.ts';

const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

const MAX_DUMP = 64 * 1024 * 1024;

/** Runs the work on a town over that file, and closes it again. */
async function inTown<T>(options: Parameters<typeof openTown>[0], work: (town: Town) => Promise<T>): Promise<T> {
  const town = await openTown(options);
  try {
    return await work(town);
  } finally {
    await town.close();
  }
}

/** What the webhook has not been told: the delivery that is tried again, and the events behind it. */
function untold(file: string): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare(
      `SELECT type FROM (
        SELECT seq, type FROM webhook_delivery WHERE state = 'waiting' UNION
        SELECT seq, type FROM webhook_event WHERE seq > (SELECT after_seq FROM webhook_progress)
      ) ORDER BY seq`,
    )
    .all();
  database.close();
  return rows.map(({ type }) => String(type));
}

/** The database and what is known of it, made in that folder. */
async function play(folder: string): Promise<Kept> {
  const [database, copy] = [join(folder, 'kept.db'), join(folder, 'copy.db')];
  // Hears nothing of what it is told, so that everything is still to be told later.
  const deaf = createServer((_request, response) => response.writeHead(500).end());
  await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(deaf.address() as AddressInfo).port}/`;
  const played = await inTown({ database, site: playedSite(url), at: YESTERDAY, webhooks: true }, async (town) => ({
    ...(await playDays(town)),
    at: new Date(town.clock.now()).toISOString(),
  })).finally(() => deaf.close());
  await copyFile(database, copy);
  const next = await inTown({ database: copy, site: null, at: played.at }, goOn);
  const schema = Math.max(...MIGRATIONS.map(({ number }) => number));
  return { version, schema, ...played, ...next, untold: untold(database) };
}

/** The same queue as PostgreSQL keeps it: SQL that makes and fills an empty database. */
async function dumpOfPostgres(folder: string): Promise<string> {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  await copyFile(join(folder, 'kept.db'), join(dataDir, DATABASE_FILE));
  const cluster = await openCluster();
  try {
    await cluster.sql('postgres', 'CREATE DATABASE kept');
    const url = cluster.url('kept');
    await copyQueue({ engine: 'sqlite', dataDir }, { engine: 'postgres', url });
    const program = join(postgresPrograms() ?? '', 'pg_dump');
    const { stdout } = await promisify(execFile)(program, ['--inserts', '--no-owner', '--no-privileges', url], {
      maxBuffer: MAX_DUMP,
    });
    // Commands of psql, which is not there to read it.
    return stdout.replaceAll(/^\\.*\n/gm, '');
  } finally {
    await cluster.close();
  }
}

/** One remembered answer a line. */
function written({ remembered, ...kept }: Kept): string {
  const lines = remembered.map((one) => JSON.stringify(one)).join(',\n');
  return `${JSON.stringify(kept, null, 1).slice(0, -2)},\n "remembered": [\n${lines}\n]}\n`;
}

const name = process.argv[2] ?? version;
const place = new URL(`${name}/`, KEPT_DATABASES);
if (name !== version && !name.startsWith(`${version}-`)) {
  process.stderr.write(`The program is ${version}: a database of it cannot be kept as ${name}.\n`);
  process.exit(2);
}
const folder = await mkdtemp(join(tmpdir(), 'kept-database-'));
try {
  const kept = await play(folder);
  const dump = await dumpOfPostgres(folder);
  await mkdir(new URL('./', KEPT_DATABASES), { recursive: true });
  await mkdir(place).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`A database of ${name} is kept already, and never replaced.`) : error;
  });
  await writeFile(new URL('database.gz', place), gzipSync(await readFile(join(folder, 'kept.db')), { level: 9 }));
  await writeFile(new URL('postgres.sql.gz', place), gzipSync(dump, { level: 9 }));
  await writeFile(new URL('kept.json', place), written(kept));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
