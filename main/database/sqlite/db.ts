/** SQLite connection that prepares each statement once. */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { FLAG_MARK } from '../tables/table.ts';

export interface DbOptions {
  readonly file: string;
  /** How long to wait for another process's lock. */
  readonly busyTimeoutMs: number;
  /** Can change nothing. */
  readonly readOnly?: boolean;
}

/** Holds the inner pages of the indexes of some million tickets. */
const CACHE_KIB = 16 * 1024;
/** How much of the file is read where the system has it in memory, without a copy. Addresses only, not memory. */
const MAPPED_BYTES = 1024 ** 3;

/** How long the log may grow before it is copied into the file: 16 MiB, which a start after a power cut reads quickly. */
const CHECKPOINT_PAGES = 4096;

/** A statement with the names of its columns. */
interface Prepared {
  readonly statement: StatementSync;
  /** Empty for one that gives no rows. */
  readonly columns: readonly string[];
  /** Those that are booleans. */
  readonly flags: readonly string[];
}

/** One SQLite connection that prepares each statement once. Rows are typed by their caller, who wrote the columns. */
export class Db {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  readonly #busyTimeoutMs: number;

  constructor(options: DbOptions) {
    this.#busyTimeoutMs = options.busyTimeoutMs;
    this.#database = new DatabaseSync(options.file, {
      timeout: options.busyTimeoutMs,
      // To take a ticket away, every call would be looked through for it. Each operation looks for itself; so does `--check`.
      enableForeignKeyConstraints: false,
      readOnly: options.readOnly === true,
    });
    try {
      if (options.readOnly !== true) this.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
      // On macOS a plain fsync leaves data in the drive's own memory; elsewhere this changes nothing.
      this.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;');
      this.exec('PRAGMA temp_store = MEMORY;');
      // A ticket of years ago costs no more to read than one of today.
      this.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA mmap_size = ${MAPPED_BYTES};`);
      // Pages that many tickets change are copied into the file once for all of them.
      this.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};`);
      // What is erased is gone from the file, not only from its tables.
      this.exec('PRAGMA secure_delete = ON;');
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** Makes a function known to SQL; it must give the same for the same value. */
  define(name: string, give: (value: SQLOutputValue) => number): void {
    this.#database.function(name, { deterministic: true }, give);
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  get<Row>(sql: string, ...parameters: SQLInputValue[]): Row | undefined {
    const prepared = this.#prepared(sql);
    const values = prepared.statement.get(...parameters);
    return values === undefined ? undefined : (rowOf(prepared, values) as Row);
  }

  all<Row>(sql: string, ...parameters: SQLInputValue[]): Row[] {
    const prepared = this.#prepared(sql);
    return prepared.statement.all(...parameters).map((values) => rowOf(prepared, values) as Row);
  }

  /** Runs a statement that gives no rows; returns how many rows it changed. */
  run(sql: string, ...parameters: SQLInputValue[]): number {
    return Number(this.#prepared(sql).statement.run(...parameters).changes);
  }

  /** Whether a transaction is open; SQLite itself ends one when the disk fails. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs the work as one transaction: committed when it returns, undone when it throws. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      if (this.inTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /** All that the work reads is of one moment, whatever others write meanwhile. */
  atOneMoment<T>(work: () => T): T {
    this.run('BEGIN');
    try {
      return work();
    } finally {
      this.run('COMMIT');
    }
  }

  /**
   * Copies the log into the file and empties it: what was erased is then in neither. Waits for nobody.
   *
   * @returns false while another connection still reads what is in the log
   */
  emptyLog(): boolean {
    this.exec('PRAGMA busy_timeout = 0');
    try {
      return this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    } finally {
      this.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  /** Frees the pages that are kept in memory; whoever needs one reads it again. */
  dropCache(): void {
    this.exec('PRAGMA shrink_memory');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepared(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      const statement = this.#database.prepare(sql);
      statement.setReturnArrays(true);
      const names = statement.columns().map(({ name }) => name);
      const flags = names.filter((name) => name.endsWith(FLAG_MARK)).map(unmarked);
      prepared = { statement, columns: names.map(unmarked), flags };
      this.#statements.set(sql, prepared);
    }
    return prepared;
  }
}

/**
 * The row as an object. Node makes one itself, but as a table of names that it looks up anew for each row: a ticket took
 * three times as long.
 */
function rowOf({ columns, flags }: Prepared, values: unknown): object {
  const row: Record<string, unknown> = {};
  let place = 0;
  for (const value of values as readonly unknown[]) {
    row[columns[place] ?? ''] = value;
    place += 1;
  }
  for (const flag of flags) row[flag] = row[flag] === 1;
  return row;
}

function unmarked(name: string): string {
  return name.endsWith(FLAG_MARK) ? name.slice(0, -FLAG_MARK.length) : name;
}
