/** All schema migrations of SQLite. */

import type { Db } from '../../database/sqlite/db.ts';
import { createTables } from '../../database/tables/create-tables.ts';
import { EVERY_TABLE } from '../../database/tables/every-table.ts';

export interface SqliteMigration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** Row changes beyond SQL, in the same transaction. */
  readonly move?: (db: Db) => void;
}

/** `webhook.source` makes delivery ids unique over databases. */
const BASELINE = `${createTables(EVERY_TABLE, 'sqlite')}
INSERT INTO meta (key, value) VALUES ('webhook.source', lower(hex(randomblob(16))));`;

const SITE_UNDO = `CREATE TABLE site_undo (
  change_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_kind TEXT NOT NULL,
  by_id TEXT NOT NULL,
  item_count INTEGER NOT NULL,
  loses_secrets INTEGER NOT NULL,
  items TEXT NOT NULL,
  PRIMARY KEY (change_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX site_undo_at ON site_undo (at);`;

/**
 * The first creates the tables of an empty database. A released migration never changes; add new ones below. New parts
 * have the number in their table's description (`since`).
 */
export const MIGRATIONS: readonly SqliteMigration[] = [
  { number: 29, name: 'baseline', sql: BASELINE },
  { number: 30, name: 'site-undo', sql: SITE_UNDO },
];
