/** Integrity check of a PostgreSQL schema: its catalog compared with the descriptions of the tables. */

import { columnType, indexesIn } from '../../../database/tables/create-tables.ts';
import { EVERY_TABLE } from '../../../database/tables/every-table.ts';
import { columnsIn, isIn, keyIn, type Table } from '../../../database/tables/table.ts';
import type { Ask } from './check-rows.ts';
import { plainSql } from './plain-sql.ts';

/** One line for each column, index and constraint of the current schema, without its name. */
const CATALOG = `
WITH here AS (SELECT oid, relname FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p'))
SELECT format('column %s.%s %s%s%s%s', here.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attcollation <> 0 AND c.collname <> 'default' THEN ' COLLATE ' || c.collname END,
    CASE WHEN a.attnotnull THEN ' NOT NULL' END,
    CASE WHEN a.attidentity <> '' THEN ' GENERATED ALWAYS AS IDENTITY' WHEN d.oid IS NOT NULL
      THEN ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END) AS line
  FROM here JOIN pg_attribute a ON a.attrelid = here.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_collation c ON c.oid = a.attcollation
UNION ALL
SELECT 'constraint ' || here.relname || ' ' || pg_get_constraintdef(c.oid)
  FROM here JOIN pg_constraint c ON c.conrelid = here.oid AND c.contype IN ('c', 'f', 'x')
UNION ALL
SELECT replace(pg_get_indexdef(i.indexrelid), quote_ident(current_schema()) || '.', '')
    || CASE WHEN i.indisvalid THEN '' ELSE ' INVALID' END
  FROM here JOIN pg_index i ON i.indrelid = here.oid
ORDER BY line`;

/** The expected lines. */
function linesOf(table: Table): readonly string[] {
  const { name, columns, checks = {}, unique = [] } = table;
  const uniqueIndex = (suffix: string, key: readonly string[]): string =>
    `CREATE UNIQUE INDEX ${name}_${suffix} ON ${name} USING btree (${key.join(', ')})`;
  return [
    ...columnsIn(table, 'postgres').map(
      ([column]) => `column ${name}.${column} ${columnType(table, column, 'postgres')}`,
    ),
    ...Object.entries(columns).flatMap(([column, { postgres }]) =>
      postgres?.references == null
        ? []
        : [`constraint ${name} FOREIGN KEY (${column}) REFERENCES ${postgres.references}`],
    ),
    ...Object.values(checks).map((rule) => `constraint ${name} CHECK (${rule})`),
    uniqueIndex('pkey', keyIn(table, 'postgres')),
    ...unique.map((column) => uniqueIndex(`${column}_key`, [column])),
    ...indexesIn(table, 'postgres'),
  ];
}

/** One line for each missing or unknown column, index or constraint. */
export async function checkPostgresSchema(ask: Ask): Promise<readonly string[]> {
  const tables = EVERY_TABLE.filter((table) => isIn(table, 'postgres'));
  const expected = new Map(tables.flatMap(linesOf).map((line) => [plainSql(line), line]));
  const found = new Map((await ask(CATALOG)).map(({ line }) => [plainSql(String(line)), String(line)]));
  // Objects added by a database administrator beside our tables are ignored.
  const names = new Set(tables.map(({ name }) => name));
  const isOwn = (line: string): boolean =>
    names.has(/^(?:column|constraint) (\w+)/.exec(line)?.[1] ?? / ON (\w+) /.exec(line)?.[1] ?? '');
  const isHarmless = (line: string): boolean => line.startsWith('CREATE INDEX ') && !line.endsWith(' INVALID');
  const missing = [...expected].flatMap(([plain, line]) => (found.has(plain) ? [] : [line]));
  const others = [...found].flatMap(([plain, line]) => (expected.has(plain) ? [] : [line]));
  return [
    ...missing.sort().map((line) => `the schema lacks: ${line}`),
    ...others.filter((line) => isOwn(line) && !isHarmless(line)).map((line) => `the schema has in addition: ${line}`),
  ];
}
