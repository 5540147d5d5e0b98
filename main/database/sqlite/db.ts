/** SQLite connection that prepares each statement once. */
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { FLAG_MARK } from '../tables/table.ts';

export interface DbOptions {
  readonly file: string;
  /** Timeout for the lock of another process. */
  readonly busyTimeoutMs: number;
  /** Opens the file read-only. */
  readonly readOnly?: boolean;
  /** Maximum size of the file. Larger changes fail as on a full disk. */
  readonly maxBytes?: number;
}

/** Holds the inner index pages of some million tickets. */
const CACHE_KIB = 16 * 1024;
/** Part of the file that is memory-mapped and so read without a copy. Uses address space, not memory. */
const MAPPED_BYTES = 1024 ** 3;

/** Size of the WAL at which it is checkpointed: 16 MiB, which a start after a power cut reads quickly. */
const CHECKPOINT_PAGES = 4096;

/** A prepared statement with its column names. */
interface Prepared {
  readonly statement: StatementSync;
  /** Empty for a statement without rows. */
  readonly columns: readonly string[];
  /** Columns with booleans. */
  readonly flags: readonly string[];
}

/** One SQLite connection that prepares each statement once. The caller declares the type of the rows. */
export class Db {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Prepared>();

  readonly #busyTimeoutMs: number;

  constructor(options: DbOptions) {
    this.#busyTimeoutMs = options.busyTimeoutMs;
    this.#database = new DatabaseSync(options.file, {
      timeout: options.busyTimeoutMs,
      // With constraints, deleting a ticket would search all calls. Operations check themselves, and so does `--check`.
      enableForeignKeyConstraints: false,
      readOnly: options.readOnly === true,
    });
    try {
      if (options.readOnly !== true) this.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
      // On macOS a plain fsync leaves data in the drive's cache; on other systems this has no effect.
      this.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;');
      this.exec('PRAGMA temp_store = MEMORY;');
      // An old ticket is as fast to read as a recent one.
      this.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA mmap_size = ${MAPPED_BYTES};`);
      // Pages changed by many tickets are copied into the file once.
      this.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};`);
      // Overwrites erased data in the file.
      this.exec('PRAGMA secure_delete = ON;');
      if (options.maxBytes !== undefined) this.exec(`PRAGMA max_page_count = ${this.#pages(options.maxBytes)};`);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  #pages(bytes: number): number {
    return Math.floor(bytes / Number(this.#database.prepare('PRAGMA page_size').get()?.page_size));
  }

  /** Registers a deterministic SQL function. */
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

  /** Runs a statement without result rows; returns the number of changed rows. */
  run(sql: string, ...parameters: SQLInputValue[]): number {
    return Number(this.#prepared(sql).statement.run(...parameters).changes);
  }

  /** Whether a transaction is open; SQLite ends it itself on a disk failure. */
  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs the work as one transaction: commit on return, rollback on throw. */
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

  /** Runs the work on a consistent snapshot, despite concurrent writes. */
  atOneMoment<T>(work: () => T): T {
    this.run('BEGIN');
    try {
      return work();
    } finally {
      this.run('COMMIT');
    }
  }

  /**
   * Checkpoints and truncates the WAL, so that erased data is in neither file. Never waits.
   * @returns false while another connection still reads from the WAL
   */
  emptyLog(): boolean {
    this.exec('PRAGMA busy_timeout = 0');
    try {
      return this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
    } finally {
      this.exec(`PRAGMA busy_timeout = ${this.#busyTimeoutMs}`);
    }
  }

  /** Frees cached pages; they are read again on demand. */
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

/** The row as an object. Node's own conversion looks up every column name per row and takes three times as long. */
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
