/** Plans of SQLite for the statements with one text. `postgres-engine.test.ts` has those of PostgreSQL. */
import { expect, it } from 'vitest';
import { everySql } from '../../main/database/sql.ts';
import { Db } from '../../main/database/sqlite/db.ts';
import { migrate } from '../../main/store/sqlite/migrate.ts';
import '../../main/reports/sql/reports.ts';
import '../../main/store/sqlite/sqlite-rows.ts';

/** Small tables that are read whole, lists that the statement brings, and what reads no table. */
const READ_WHOLE =
  /^SCAN (?:webhook_progress|device_state|report_view|audit_chain|json_each|oldest|waiting|call|said|sqlite_sequence|CONSTANT ROW|credential)\b/;
/** Statements that read a few rows in the order of the key. */
const FIRST_ROWS: ReadonlySet<string> = new Set(['newest-webhook-event', 'drop-deliveries', 'next-day-end']);
/** Asks for all rows. */
const WHOLE = 'queue-locations';

it('reads rows by an index', () => {
  const db = new Db({ file: ':memory:', busyTimeoutMs: 0 });
  migrate(db);
  const rest = [...everySql()].filter(([name]) => !FIRST_ROWS.has(name) && name !== WHOLE);
  const poor = rest.flatMap(([name, { sqlite }]) =>
    db
      .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sqlite}`)
      .filter(({ detail }) => /^SCAN (?!.* USING )/.test(detail) && !READ_WHOLE.test(detail))
      .map(({ detail }) => `${name}: ${detail}`),
  );
  expect(poor).toEqual([]);
  expect(rest.length).toBeGreaterThan(0);
  db.close();
});
