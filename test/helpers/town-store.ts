/** Store of the test site: SQLite, or PostgreSQL in that test project. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock, Log } from '../../main/lib/context.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';

export interface TownStore {
  readonly store: Store;
  /** URL by which another server opens the same database. */
  readonly url: string;
  /** Drops the town's own database; called after the store was closed. */
  drop(): void;
}

/** Timeouts for a busy machine. */
const PATIENT = { connectMs: 60_000, deadlineMs: 120_000, loanMs: 120_000, reportWaitMs: 60_000 };
/** Databases of this test file, by file name. */
const kept = new Map<string, string>();

export async function openTownStore(
  database: string | undefined,
  folder: string,
  clock: Clock,
  log: Log,
): Promise<TownStore> {
  const open = (url: string): Promise<Store> => openPostgresStore({ url, log, clock, connections: 4, ...PATIENT });
  if (database?.startsWith('postgres:')) return { store: await open(database), url: database, drop: () => undefined };
  if (process.env.TEST_ENGINE !== 'postgres') {
    const file = database ?? join(folder, 'queue.db');
    if (database === undefined) layEmptyDatabase(file);
    return { store: await openSqliteStore({ file, log, clock }), url: file, drop: () => undefined };
  }
  // Available only while vitest runs.
  const { newDatabase } = await import('./postgres-database.ts');
  const known = database === undefined ? undefined : kept.get(database);
  const made = known === undefined ? await newDatabase() : null;
  const url = known ?? made?.url ?? '';
  if (database !== undefined) kept.set(database, url);
  return { store: await open(url), url, drop: () => (database === undefined ? made?.drop() : undefined) };
}

/** The whole content of a database by its file name as one text, to check what it does not contain. */
export async function contentOf(database: string): Promise<string> {
  const url = kept.get(database);
  if (url === undefined) return readFileSync(database, 'latin1');
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ content: string }>(
      `SELECT string_agg(query_to_xml(format('SELECT * FROM %I', tablename), true, false, '')::text, '') AS content
       FROM pg_tables WHERE schemaname = 'public'`,
    );
    return rows[0]?.content ?? '';
  } finally {
    await client.end();
  }
}

/** Copies an empty database with its tables, and a new identity for the webhook sender. */
function layEmptyDatabase(file: string): void {
  const made = process.env.TEST_EMPTY_DATABASE;
  // Available only while vitest runs.
  if (made === undefined) return;
  copyFileSync(made, file);
  const db = new DatabaseSync(file);
  const rename = "UPDATE meta SET value = lower(hex(randomblob(16))) WHERE key = 'webhook.source'";
  db.exec(`PRAGMA synchronous = OFF; ${rename}`);
  db.close();
}
