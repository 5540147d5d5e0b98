/** Integrity check of a PostgreSQL database: schema, indexes, sequences, secrets, rows, events, site. */
import { TABLES } from '../tables.ts';
import { checkAuditChain } from './check-audit-chain.ts';
import { type Ask, checkEvents, checkRows, faultsOf } from './check-rows.ts';
import { checkSite } from './check-site.ts';
import { checkPostgresSchema } from './postgres-schema.ts';

export interface PostgresFindings {
  readonly faults: readonly string[];
  /** Checks that were not possible, with instructions. */
  readonly notes: readonly string[];
}

const AMCHECK = "SELECT 1 FROM pg_extension WHERE extname = 'amcheck'";
const BTREES = `SELECT c.oid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
  JOIN pg_am am ON am.oid = c.relam WHERE am.amname = 'btree' AND i.indisvalid
  AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`;
const WITHOUT_CHECKSUMS = "SELECT 1 WHERE current_setting('data_checksums') = 'off'";

const NO_AMCHECK =
  'indexes were not compared with their tables: a superuser can install the check with CREATE EXTENSION amcheck';
const NO_CHECKSUMS =
  'PostgreSQL does not detect corrupt pages: data_checksums is off (stop it, and run pg_checksums --enable)';

/** Secrets for keys and URLs; servers create them at their first start. */
const SECRETS =
  "SELECT 1 WHERE EXISTS (SELECT 1 FROM credential) AND NOT EXISTS (SELECT 1 FROM secret WHERE name = 'secret')";

/**
 * @param ask queries of one snapshot, in a read-only transaction
 * @param attempt a query that may fail; returns the error message as fault, or null
 */
export async function checkPostgres(
  ask: Ask,
  attempt: (sql: string) => Promise<string | null>,
  now: number,
): Promise<PostgresFindings> {
  const schema = await checkPostgresSchema(ask);
  // A query on a missing table or column would fail.
  if (schema.some((fault) => fault.startsWith('the schema lacks: column'))) return { faults: schema, notes: [] };
  const hasAmcheck = (await ask(AMCHECK)).length > 0;
  const indexes = hasAmcheck ? await checkIndexes(ask, attempt) : [];
  const notes = [
    ...(hasAmcheck ? [] : [NO_AMCHECK]),
    ...((await ask(WITHOUT_CHECKSUMS)).length > 0 ? [NO_CHECKSUMS] : []),
  ];
  const rows = [
    ...(await faultsOf(ask, await sequenceQuestions(ask))),
    ...(await faultsOf(ask, [['the secrets that sign keys are missing: restore them from a backup', SECRETS]])),
    ...(await checkSite(ask)),
    ...(await checkRows(ask, true, now)),
    ...(await checkEvents(ask)),
    ...(await checkAuditChain(ask, false)),
  ];
  return { faults: [...schema, ...indexes, ...rows], notes };
}

async function checkIndexes(ask: Ask, attempt: (sql: string) => Promise<string | null>): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { name } of await ask(BTREES)) {
    const fault = await attempt(`SELECT bt_index_check('${String(name).replaceAll("'", "''")}'::regclass, true)`);
    if (fault !== null) faults.push(`an index is corrupt, run REINDEX INDEX ${String(name)}: ${fault}`);
  }
  return faults;
}

/** Identity columns whose sequence would generate an existing number. */
async function sequenceQuestions(ask: Ask): Promise<readonly (readonly [string, string])[]> {
  const numbered = TABLES.flatMap(({ name, numbered: column }) => (column === undefined ? [] : [{ name, column }]));
  const questions: (readonly [string, string])[] = [];
  for (const { name, column } of numbered) {
    const [row] = await ask(`SELECT pg_get_serial_sequence('${name}', '${column}') AS sequence`);
    if (row?.sequence == null) continue;
    const next = `(SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END FROM ${String(row.sequence)})`;
    questions.push([
      `the next id of ${name} already exists`,
      `SELECT max(${column}) FROM ${name} HAVING max(${column}) > ${next}`,
    ]);
  }
  return questions;
}
