/** All schema migrations of PostgreSQL. */

import type { PoolConnection } from '../../database/postgres/pool.ts';
import { createTables } from '../../database/tables/create-tables.ts';
import { EVERY_TABLE } from '../../database/tables/every-table.ts';
import type { OnlineMigration } from './online-migration.ts';

export interface PostgresMigration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** Row changes beyond SQL, in the same transaction. */
  readonly move?: (line: PoolConnection) => Promise<void>;
}

/** `webhook.source` makes delivery ids unique over databases. */
const BASELINE = `${createTables(EVERY_TABLE, 'postgres')}
CREATE SEQUENCE bulletin_number;
REVOKE ALL ON secret FROM PUBLIC;
INSERT INTO meta (key, value) VALUES ('webhook.source', replace(gen_random_uuid()::text, '-', ''));`;

/**
 * The baseline creates the tables of an empty database. A whole migration can follow for changes that no earlier
 * version can work with: all missing ones run in one transaction, after all servers have stopped. Every other change is
 * an online migration.
 */
export const MIGRATIONS: readonly PostgresMigration[] = [{ number: 29, name: 'baseline', sql: BASELINE }];

const SITE_UNDO = `CREATE TABLE IF NOT EXISTS site_undo (
  change_id text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  by_kind text NOT NULL,
  by_id text COLLATE "C" NOT NULL,
  item_count bigint NOT NULL,
  loses_secrets bigint NOT NULL,
  items text NOT NULL,
  PRIMARY KEY (change_id)
)`;

/**
 * Changes that servers of the previous release tolerate, with numbers above the whole migrations. First expand (add and
 * fill); contract a release later, when no released version uses the old parts. A released migration never changes.
 * Numbers only grow, because a database stores its highest one. New parts have the number in their table's description
 * (`since`).
 */
export const ONLINE_MIGRATIONS: readonly OnlineMigration[] = [
  {
    number: 30,
    name: 'site-undo',
    minimum: 29,
    steps: [
      { kind: 'change', sql: SITE_UNDO },
      { kind: 'index', name: 'site_undo_at', table: 'site_undo', columns: '(at)' },
    ],
  },
];

export interface Schema {
  readonly whole: readonly PostgresMigration[];
  readonly online: readonly OnlineMigration[];
}

export const SCHEMA: Schema = { whole: MIGRATIONS, online: ONLINE_MIGRATIONS };
