/**
 * Warns at start when any role of the database server may connect to this database.
 *
 * A role that may connect can hold advisory locks, and so keep changes of the site waiting. The locks' numbers are visible to each role
 * (`pg_locks`), so numbers that are secret would not help: only a database that strangers cannot enter does.
 */

import type { Pool } from '../../database/postgres/pool.ts';
import { once } from '../../database/postgres/statement.ts';
import type { Log } from '../../lib/context.ts';

const OPEN = once(
  'open-to-every-role',
  `SELECT current_database() AS name, has_database_privilege('public', current_database(), 'CONNECT') AS is_open`,
);

export async function warnIfOpenToEveryRole(pool: Pool, log: Log): Promise<void> {
  const [row] = await pool.work((line) => line.ask<{ name: string; is_open: boolean }>(OPEN, []));
  if (row?.is_open !== true) return;
  log.warn('store.open-to-every-role', {
    database: row.name,
    advice: `REVOKE CONNECT, TEMPORARY ON DATABASE "${row.name.replaceAll('"', '""')}" FROM PUBLIC`,
  });
}
