/**
 * A database file as the first start of the program makes it, of which each town of the tests gets a copy: to make its
 * tables takes ten times as long.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Db } from '../../main/database/sqlite/db.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';

export default function makeEmptyDatabase(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'empty-'));
  const file = join(folder, 'queue.db');
  const db = new Db({ file, busyTimeoutMs: 0 });
  migrate(db);
  db.close();
  process.env.TEST_EMPTY_DATABASE = file;
  return () => {
    delete process.env.TEST_EMPTY_DATABASE;
    rmSync(folder, { recursive: true, force: true });
  };
}
