/**
 * Opening of a migration's source or target.
 *
 * The data folder of a stopped program, or a PostgreSQL database.
 */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { HOLD_FOR_MOVING } from '../../database/postgres/locks.ts';
import { openPool, type PoolConnection } from '../../database/postgres/pool.ts';
import { lockDataFolder } from '../../database/sqlite/data-folder-lock.ts';
import { Db } from '../../database/sqlite/db.ts';
import { messageOf } from '../../lib/error-message.ts';
import type { RestoredMark } from '../../queue/operations/restored-mark.ts';
import { hasSchema, migrate as migratePostgres, mustBeUpToDate, PostgresDatabaseRefused } from '../postgres/migrate.ts';
import {
  SqliteDatabaseRefused as FileRefused,
  hasSchema as hasFileSchema,
  migrate as migrateSqlite,
} from '../sqlite/migrate.ts';
import {
  begunIn,
  DATABASE_FILE,
  type DatabaseTarget,
  type Sink,
  type Source,
  TransferError,
} from './database-target.ts';
import { withoutDamage } from './explain-corruption.ts';
import type { Ask } from './integrity/check-rows.ts';
import { markDatabaseRestored, postgresSink, postgresSource, WHOLE_TABLES } from './postgres-place.ts';
import { secretFiles } from './secret-files.ts';
import { markFileRestored, sqliteSink, sqliteSource } from './sqlite-place.ts';

const BUSY_MS = 5_000;
const CONNECT_MS = 10_000;
/** Timeout of a statement, which may read years of tickets. */
const STATEMENT_MS = 6 * 3_600_000;

/** Locks the folder, so that no program starts on it. */
export async function inFolder<T>(dataDir: string, task: () => Promise<T>): Promise<T> {
  const lock = lockDataFolder(dataDir);
  if (lock === null) throw new TransferError(`a program is using ${dataDir}; stop it first`);
  try {
    return await task();
  } finally {
    lock.release();
  }
}

async function overLine<T>(url: string, task: (line: PoolConnection) => Promise<T>): Promise<T> {
  const pool = openPool({ url, most: 1, connectMs: CONNECT_MS, statementMs: STATEMENT_MS });
  try {
    return await pool.work(task);
  } catch (error) {
    throw error instanceof PostgresDatabaseRefused ? new TransferError(error.message) : error;
  } finally {
    await pool.close();
  }
}

/** Throws `TransferError` if this version cannot migrate the schema. */
export function bringUpToDate(db: Db): void {
  try {
    migrateSqlite(db);
  } catch (error) {
    throw error instanceof FileRefused ? new TransferError(error.message) : error;
  }
}

/** Throws `TransferError` while a program uses a PostgreSQL database: its later changes would be lost. */
export async function mustBeAtRest(url: string): Promise<void> {
  const here = await overLine(url, async (line) => {
    const ask = (text: string) => line.ask<{ n: string | null }>({ name: '', text }, []);
    const [table] = await ask("SELECT to_regclass('peer') AS n");
    if (table?.n == null) return 0;
    const [servers] = await ask('SELECT count(*) AS n FROM peer WHERE until > now()');
    return Number(servers?.n);
  });
  if (here > 0) throw new TransferError('a program is using that database; stop it, and wait for five seconds');
}

/** @param isForProgram whether the target is the file of a program, and not PostgreSQL or an archive */
export async function withSource<T>(
  place: DatabaseTarget,
  isForProgram: boolean,
  task: (source: Source) => Promise<T>,
): Promise<T> {
  if (place.engine === 'postgres') {
    return overLine(place.url, async (line) => {
      await migratePostgres(line);
      return readFrom(line, isForProgram, task);
    });
  }
  const file = join(place.dataDir, DATABASE_FILE);
  if (!existsSync(file)) throw new TransferError(`no ${DATABASE_FILE} in ${place.dataDir}`);
  return inFolder(place.dataDir, () =>
    withoutDamage(file, () =>
      withDb(file, (db) => {
        bringUpToDate(db);
        return task(sqliteSource(db, secretFiles(place.dataDir)));
      }),
    ),
  );
}

/** Marks a queue that was restored by other means than `restoreBackup`. No program may use a file meanwhile. */
export async function markRestored(place: DatabaseTarget, mark: RestoredMark): Promise<void> {
  if (place.engine === 'postgres') {
    await overLine(place.url, async (line) => {
      await mustBeUpToDate(line);
      await markDatabaseRestored(line, mark);
    });
    return;
  }
  const file = join(place.dataDir, DATABASE_FILE);
  if (!existsSync(file)) throw new TransferError(`no ${DATABASE_FILE} in ${place.dataDir}`);
  await inFolder(place.dataDir, () => withDb(file, async (db) => markFileRestored(db, mark)));
}

/** Opens a database file, new or of any version, during a task. */
async function withDb<T>(file: string, task: (db: Db) => Promise<T>): Promise<T> {
  const db = new Db({ file, busyTimeoutMs: BUSY_MS });
  try {
    return await task(db);
  } finally {
    db.close();
  }
}

/** Reads a PostgreSQL database in use, without changing or migrating it. */
export async function withRunning<T>(url: string, task: (source: Source) => Promise<T>): Promise<T> {
  return overLine(url, async (line) => {
    await mustBeUpToDate(line);
    return readFrom(line, false, task);
  });
}

async function readFrom<T>(
  line: PoolConnection,
  isForProgram: boolean,
  task: (source: Source) => Promise<T>,
): Promise<T> {
  const source = await postgresSource(line, isForProgram);
  try {
    return await task(source);
  } finally {
    await source.close();
  }
}

/**
 * Opens the target. A concurrent migration is rejected without changes. So is the queue of an earlier version, named by
 * mistake: migrating its schema would lock out the servers that use it.
 */
export async function withSink<T>(place: DatabaseTarget, task: (sink: Sink) => Promise<T>): Promise<T> {
  if (place.engine === 'postgres') {
    return overLine(place.url, async (line) => {
      const [hold] = await line.ask<{ is_ours: boolean }>(HOLD_FOR_MOVING, []);
      if (hold?.is_ours !== true) {
        throw new TransferError(
          'another migration or restore to that database is in progress; wait until it completes',
        );
      }
      const sink = postgresSink(line);
      if (await hasSchema(line)) await begunIn(sink);
      await migratePostgres(line);
      return task(sink);
    });
  }
  await mkdir(place.dataDir, { recursive: true, mode: 0o700 });
  const file = join(place.dataDir, DATABASE_FILE);
  return inFolder(place.dataDir, () =>
    withDb(file, async (db) => {
      const sink = sqliteSink(db, secretFiles(place.dataDir));
      if (hasFileSchema(db)) await begunIn(sink);
      bringUpToDate(db);
      return task(sink);
    }),
  );
}

/**
 * Queries on a snapshot of a PostgreSQL database, without changing or migrating it.
 *
 * @param task receives `ask`, and `attempt` for a query that may fail: it returns the error message, or null
 */
export async function withRows<T>(
  url: string,
  task: (ask: Ask, attempt: (sql: string) => Promise<string | null>) => Promise<T>,
): Promise<T> {
  return overLine(url, async (line) => {
    await mustBeUpToDate(line);
    await line.exec(WHOLE_TABLES);
    await line.exec('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const ask: Ask = (sql) => line.ask({ name: '', text: sql }, []);
    const result = await task(ask, async (sql) => {
      await line.exec('SAVEPOINT attempt');
      try {
        await ask(sql);
        await line.exec('RELEASE SAVEPOINT attempt');
        return null;
      } catch (error) {
        await line.exec('ROLLBACK TO SAVEPOINT attempt');
        return messageOf(error);
      }
    });
    await line.exec('COMMIT');
    return result;
  });
}
