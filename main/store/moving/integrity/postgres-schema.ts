/** Integrity check of a PostgreSQL schema: its catalog compared with the one that the migrations make. */
import type { Ask } from './check-rows.ts';
import expected from './postgres-schema.json' with { type: 'json' };

/** One line for each column, index and constraint of the current schema, without its name. */
const CATALOG = `
WITH here AS (SELECT oid, relname FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p'))
SELECT format('column %s.%s %s%s%s%s', here.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attcollation <> 0 AND c.collname <> 'default' THEN ' COLLATE ' || c.collname END,
    CASE WHEN a.attnotnull THEN ' NOT NULL' END,
    CASE WHEN a.attidentity <> '' THEN ' IDENTITY' WHEN d.oid IS NOT NULL
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

/** The catalog of the current schema, in the order of its texts by code unit. */
export async function catalogOf(ask: Ask): Promise<readonly string[]> {
  return (await ask(CATALOG)).map(({ line }) => String(line)).sort();
}

/** A line for each column, index or constraint that is missing, or that no migration makes. */
export async function checkPostgresSchema(ask: Ask): Promise<readonly string[]> {
  const found = new Set(await catalogOf(ask));
  const known = new Set<string>(expected);
  // What a database administrator adds beside the tables of the program does no harm.
  const tables = new Set(expected.flatMap((line) => /^column (\w+)\./.exec(line)?.[1] ?? []));
  const isOwn = (line: string): boolean =>
    tables.has(/^(?:column|constraint) (\w+)/.exec(line)?.[1] ?? / ON (\w+) /.exec(line)?.[1] ?? '');
  const isHarmless = (line: string): boolean => line.startsWith('CREATE INDEX ') && !line.endsWith(' INVALID');
  return [
    ...expected.filter((line) => !found.has(line)).map((line) => `the schema lacks: ${line}`),
    ...[...found]
      .filter((line) => !known.has(line) && isOwn(line) && !isHarmless(line))
      .map((line) => `the schema has in addition: ${line}`),
  ];
}
