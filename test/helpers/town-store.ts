/** The store of a town: SQLite, or PostgreSQL where the project of the test run says so. */
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock, Log } from '../../main/lib/context.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';

export interface TownStore {
  readonly store: Store;
  /** By which another server opens the same. */
  readonly url: string;
  /** Gives back what only this town had; called after the store was closed. */
  drop(): void;
}

/** On a busy machine. */
const PATIENT = { connectMs: 60_000, deadlineMs: 120_000, loanMs: 120_000, reportWaitMs: 60_000 };
/** Databases that towns of this file have opened by the name of a file. */
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
  // Only there while vitest runs.
  const { newDatabase } = await import('./postgres-database.ts');
  const known = database === undefined ? undefined : kept.get(database);
  const made = known === undefined ? await newDatabase() : null;
  const url = known ?? made?.url ?? '';
  if (database !== undefined) kept.set(database, url);
  return { store: await open(url), url, drop: () => (database === undefined ? made?.drop() : undefined) };
}

/** All that is kept under the name of a file that towns have opened, as one text: to see what is not in it. */
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

/** The tables that the store would make itself, and a name of its own for who sends its webhooks. */
function layEmptyDatabase(file: string): void {
  const made = process.env.TEST_EMPTY_DATABASE;
  // Only there while vitest runs.
  if (made === undefined) return;
  copyFileSync(made, file);
  const db = new DatabaseSync(file);
  const rename = "UPDATE meta SET value = lower(hex(randomblob(16))) WHERE key = 'webhook.source'";
  db.exec(`PRAGMA synchronous = OFF; ${rename}`);
  db.close();
}
