/** Every change of the schema of PostgreSQL. */

import type { PoolConnection } from '../../database/postgres/pool.ts';
import { createTables } from '../../database/tables/create-tables.ts';
import { EVERY_TABLE } from '../../database/tables/every-table.ts';
import type { OnlineMigration } from './online-migration.ts';

export interface PostgresMigration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
  /** What SQL cannot do with the rows, in the same transaction. */
  readonly move?: (line: PoolConnection) => Promise<void>;
}

/** `webhook.source` makes ids of deliveries differ between databases. */
const BASELINE = `${createTables(EVERY_TABLE, 'postgres')}
CREATE SEQUENCE bulletin_number;
REVOKE ALL ON secret FROM PUBLIC;
INSERT INTO meta (key, value) VALUES ('webhook.source', replace(gen_random_uuid()::text, '-', ''));`;

/**
 * The baseline makes the tables of an empty database. A change that no earlier program may work beside may follow it, all that are
 * missing in one transaction; servers have to end first. Each other change is an online migration.
 */
export const MIGRATIONS: readonly PostgresMigration[] = [{ number: 29, name: 'baseline', sql: BASELINE }];

/**
 * Changes that servers of the release before do not notice, with numbers behind those of above. First add and fill (expand);
 * what no released program uses any more goes a release later (contract). A released one never changes. Numbers only grow: a
 * database knows only the highest number that it has had. What one adds gets its number in the description of the table (`since`).
 */
export const ONLINE_MIGRATIONS: readonly OnlineMigration[] = [];

export interface Schema {
  readonly whole: readonly PostgresMigration[];
  readonly online: readonly OnlineMigration[];
}

export const SCHEMA: Schema = { whole: MIGRATIONS, online: ONLINE_MIGRATIONS };
