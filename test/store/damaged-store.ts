/** Stores of either engine over a database whose rows a test damages behind their back. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { type RecordingLog, recordingLog } from '../kiosk/readers/recording-log.ts';

export const GARBAGE = ['', '{', 'null', '7', '[]', '{}', '[null]', '{"id":7}', '"secret@pontalva.example"'];

export interface Opened {
  readonly store: Store;
  readonly log: RecordingLog;
  /** Changes rows without the store. `?` is the value. */
  damage(sql: string, text: string): Promise<void>;
  /** Texts of the first column. */
  read(sql: string): Promise<readonly string[]>;
  /** The same database, reopened. */
  reopen(): Promise<Store>;
}

export async function overSqlite(): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'damaged-rows-'));
  const file = join(folder, 'queue.db');
  const log = recordingLog();
  let store = await openSqliteStore({ file, log });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    store,
    log,
    async damage(sql, text) {
      const database = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: false });
      database.prepare(sql).run(text);
      database.close();
    },
    async read(sql) {
      const database = new DatabaseSync(file, { timeout: 10_000, readOnly: true });
      const rows = database.prepare(sql).all();
      database.close();
      return rows.map((row) => String(Object.values(row)[0]));
    },
    async reopen() {
      await store.close();
      store = await openSqliteStore({ file, log });
      return store;
    },
  };
}

export async function overPostgres(): Promise<Opened> {
  const { url } = await newDatabase();
  const log = recordingLog();
  const open = () => openPostgresStore({ url, log, connections: 2, connectMs: 60_000, deadlineMs: 120_000 });
  let store = await open();
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await store.close();
  });
  return {
    store,
    log,
    damage: async (sql, text) => void (await client.query(sql.replace('?', '$1'), [text])),
    read: async (sql) =>
      (await client.query<Record<string, unknown>>(sql)).rows.map((row) => String(Object.values(row)[0])),
    async reopen() {
      await store.close();
      store = await open();
      return store;
    },
  };
}

/** Log lines about damaged rows. */
export const reported = (log: RecordingLog): readonly string[] =>
  log.lines.filter((line) => line.includes('store.row-corrupt')).map((line) => JSON.stringify(JSON.parse(line)));
