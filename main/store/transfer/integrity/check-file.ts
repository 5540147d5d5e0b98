/** Integrity check of a SQLite file: pages, schema, values, rows, site. */
import { Db } from '../../../database/sqlite/db.ts';
import { checkAuditChain } from './check-audit-chain.ts';
import { checkRows, faultsOf, NUMBERED } from './check-rows.ts';
import { checkSite } from './check-site.ts';
import { checkSqliteSchema } from './sqlite-schema.ts';
import { valueQuestions } from './sqlite-values.ts';

const BUSY_MS = 30_000;
/** Lines of SQLite's own check. */
const MAX_LISTED = 5;

export interface FileFaults {
  /** What the file as such has: it was not written so by SQLite, or holds another schema. Nothing in it can be trusted. */
  readonly damage: readonly string[];
  /** What rows say against each other. */
  readonly faults: readonly string[];
}

/**
 * Opens a database that is a file and asks it everything, without changing it. A line for each fault.
 *
 * @param isArchive whether it is the archive of a PostgreSQL database, whose tables name the location everywhere.
 */
export async function checkFile(file: string, isArchive: boolean, now: number): Promise<FileFaults> {
  const db = new Db({ file, busyTimeoutMs: BUSY_MS, readOnly: true });
  try {
    // All questions are of the same moment.
    db.exec('BEGIN');
    const pages = db
      .all<{ integrity_check: string }>(`PRAGMA integrity_check(${MAX_LISTED})`)
      .map((row) => row.integrity_check)
      .filter((line) => line !== 'ok')
      .map((line) => `the file is damaged: ${line}`);
    const damage = [...pages, ...(isArchive ? [] : checkSqliteSchema(db))];
    // A damaged file cannot answer further questions.
    if (damage.length > 0) return { damage, faults: [] };
    const ask = async (sql: string): Promise<Readonly<Record<string, unknown>>[]> => db.all(sql);
    return {
      damage,
      faults: [
        ...(await faultsOf(ask, [...valueQuestions(db), ...(isArchive ? [] : sequenceQuestions())])),
        ...(await checkSite(ask)),
        ...(await checkRows(ask, isArchive, now)),
        ...(hasChain(db) ? await checkAuditChain(ask, isArchive) : []),
      ],
    };
  } finally {
    db.close();
  }
}

/** An archive of an earlier program has none. */
function hasChain(db: Db): boolean {
  return db.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'audit_chain'") !== undefined;
}

function sequenceQuestions(): readonly (readonly [string, string])[] {
  return NUMBERED.map(({ table, column }) => [
    `the next number of ${table} exists already`,
    `SELECT max(${column}) FROM ${table} HAVING max(${column}) > coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0)`,
  ]);
}
