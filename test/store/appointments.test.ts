import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { type Database, newDatabase } from '../helpers/postgres-database.ts';
import { appointmentSuite } from './appointment-suite.ts';

describe('sqlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'booked-'));
  let store: Store;
  beforeAll(async () => {
    store = await openSqliteStore({ file: join(folder, 'queue.db'), log: silentLog });
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  appointmentSuite(() => store);
});

describe('postgres', () => {
  let database: Database;
  let store: Store;
  beforeAll(async () => {
    database = await newDatabase();
    store = await openPostgresStore({ url: database.url, log: silentLog, connectMs: 60_000, deadlineMs: 120_000 });
  });
  afterAll(async () => {
    await store.close();
    database.drop();
  });
  appointmentSuite(() => store);
});
