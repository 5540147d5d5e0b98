/** Statements with one text for both databases, and their plans in SQLite. `postgres-engine.test.ts` has those of PostgreSQL. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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
/** Statements that ask for all rows. */
const WHOLE: ReadonlySet<string> = new Set(['queue-locations', 'waiting-counts']);

it('reads rows by an index', () => {
  const db = new Db({ file: ':memory:', busyTimeoutMs: 0 });
  migrate(db);
  const rest = [...everySql()].filter(([name]) => !FIRST_ROWS.has(name) && !WHOLE.has(name));
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

const MAIN = fileURLToPath(new URL('../../main', import.meta.url));
const STATEMENT = /(?:'([^'\n]*)'|`([^`]*)`)/g;

/** Statements in the source of the files of one database, without what the databases write differently anyway. */
function textsOf(engine: 'sqlite' | 'postgres'): ReadonlyMap<string, string> {
  const files = readdirSync(MAIN, { recursive: true, encoding: 'utf8' }).filter((file) =>
    new RegExp(`^(?:[\\w-]+/sql|store)/${engine}/[\\w-]+\\.ts$`).test(file),
  );
  const texts = files.flatMap((file) =>
    [...readFileSync(join(MAIN, file), 'utf8').matchAll(STATEMENT)]
      .map(([, quoted = '', template = '']) => quoted + template)
      .filter((text) => /^\s*(?:SELECT|INSERT|UPDATE|DELETE)\b/.test(text))
      .map((text) => [normalised(text), file] as const),
  );
  return new Map(texts);
}

function normalised(text: string): string {
  return text
    .replaceAll(/\$\d+|\?\d*/g, '?')
    .replaceAll(/\b(?:\w+\.)?location_id = \? AND |\blocation_id, |"|::\w+/g, '')
    .replaceAll(/(?: AND| WHERE) (?:\w+\.)?location_id = \?/g, '')
    .replaceAll(/INSERT OR REPLACE INTO/g, 'INSERT INTO')
    .replaceAll(/\s+ON CONFLICT .*$/gs, '')
    .replaceAll(/= ANY \(\?\)|IN \(SELECT value FROM json_each\(\?\)\)/g, 'IN ?')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Statements of the schema run before a store is open. */
const OF_SCHEMA = /\b(?:FROM|INTO) migration\b/;

it.each([
  [
    'SELECT id AS "ticketId" FROM ticket WHERE location_id = $1 AND id = $2',
    'SELECT id AS ticketId FROM ticket WHERE id = ?',
  ],
  ['DELETE FROM mail WHERE id = ANY ($1)', 'DELETE FROM mail WHERE id IN (SELECT value FROM json_each(?))'],
])('takes two texts for the same: %s', (one, other) => {
  expect(normalised(one)).toBe(normalised(other));
});

it('has no text for each database where one would serve both', () => {
  const postgres = textsOf('postgres');
  const twice = [...textsOf('sqlite')].flatMap(([text, file]) => {
    const other = postgres.get(text);
    return other === undefined || OF_SCHEMA.test(text) ? [] : [`${file} and ${other}: ${text}`];
  });
  expect(twice).toEqual([]);
});
