/** Every change of the schema of SQLite. */

import type { Db } from '../../database/sqlite/db.ts';
import { createTables } from '../../database/tables/create-tables.ts';
import { EVERY_TABLE } from '../../database/tables/every-table.ts';

export interface SqliteMigration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** What SQL cannot do with the rows, in the same transaction. */
  readonly move?: (db: Db) => void;
}

/** `webhook.source` makes ids of deliveries differ between databases. */
const BASELINE = `${createTables(EVERY_TABLE, 'sqlite')}
INSERT INTO meta (key, value) VALUES ('webhook.source', lower(hex(randomblob(16))));`;

/**
 * The first makes the tables of an empty database. A released one never changes; the next one is added below it, and what it adds
 * gets its number in the description of the table (`since`).
 */
export const MIGRATIONS: readonly SqliteMigration[] = [{ number: 29, name: 'baseline', sql: BASELINE }];
