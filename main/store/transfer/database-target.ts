/**
 * Source and target of a data migration.
 */
import { parseJson } from '../../lib/parse-json.ts';
import type { RestoredMark } from '../../queue/operations/restored-mark.ts';
import type { TransferTable } from './tables.ts';

export type DatabaseTarget =
  /** `dataDir`: data folder of a program, with database and keys. */
  { readonly engine: 'sqlite'; readonly dataDir: string } | { readonly engine: 'postgres'; readonly url: string };

/** Database file in a data folder. */
export const DATABASE_FILE = 'take-a-number.db';

/** Database of a program with these settings. */
export function placeOf({
  database,
  dataDir,
}: {
  readonly database: string | null;
  readonly dataDir: string;
}): DatabaseTarget {
  return database === null ? { engine: 'sqlite', dataDir } : { engine: 'postgres', url: database };
}

/**
 * Parses `sqlite:<data folder>` or `postgres://…`. Throws `TransferError` without the text, which can contain a password.
 */
export function readPlace(text: string): DatabaseTarget {
  if (/^postgres(ql)?:\/\//.test(text)) return { engine: 'postgres', url: text };
  const dataDir = /^sqlite:(.+)$/.exec(text)?.[1];
  if (dataDir === undefined)
    throw new TransferError('source and target must be sqlite:<data folder> or postgres://user@host/database');
  return { engine: 'sqlite', dataDir };
}

/**
 * Column → value; flags are 0 and 1, instants milliseconds. Includes `location_id` even where SQLite has no such
 * column.
 */
export type Row = Readonly<Record<string, string | number | null>>;

/** Number of rows and column sums: compared on both sides to detect losses. */
export interface Figures {
  readonly rows: number;
  /** Column → sum of its numbers, or of its text lengths. */
  readonly sums: Readonly<Record<string, string>>;
}

/** Progress of a data migration. Stored in the target, in the same transaction as the rows. */
export interface Progress {
  /** Fingerprint of the source: a migration cannot continue with another or a changed queue. */
  readonly source: string;
  readonly table: string;
  /** Key of the last copied row; null before the first. */
  readonly after: readonly (string | number)[] | null;
}

export interface Source {
  figures(table: TransferTable): Promise<Figures>;
  /** Columns for efficient paging; unique per row. */
  key(table: TransferTable): readonly string[];
  /** The next rows after that key, at most `most`, in key order. */
  read(table: TransferTable, after: Progress['after'], most: number): Promise<readonly Row[]>;
  /** Name → signing secret, as text. */
  secrets(): Promise<Readonly<Record<string, string>>>;
  /** The caller closes the database. */
  close(): Promise<void>;
}

export interface Sink {
  /** Null if no migration has begun. */
  progress(): Promise<Progress | null>;
  /** Whether the target is empty. */
  isEmpty(): Promise<boolean>;
  /** Writes rows and progress in one transaction. */
  put(table: TransferTable, rows: readonly Row[], progress: Progress): Promise<void>;
  figures(table: TransferTable): Promise<Figures>;
  putSecrets(secrets: Readonly<Record<string, string>>): Promise<void>;
  /** Marks the database as restored from a backup. */
  markRestored(mark: RestoredMark): Promise<void>;
  /** Completes the migration after the comparison: adjusts sequences, and lets programs start on it. */
  finish(): Promise<void>;
}

/** Key of the progress in `meta`. Programs do not start on a database with one. */
export const PROGRESS_KEY = 'moving.progress';

/** Thrown when data cannot be moved; the message is one line for the operator. */
export class TransferError extends Error {}

/** Throws `TransferError` for unreadable progress: the copied rows are then unknown. */
export function progressOf(text: string): Progress {
  const { source, table, after } = (parseJson(text) ?? {}) as Partial<Progress>;
  if (typeof source !== 'string' || typeof table !== 'string' || !(after === null || Array.isArray(after))) {
    throw new TransferError(
      'the progress of the migration in this database is corrupt; start again with an empty database',
    );
  }
  return { source, table, after };
}

/**
 * Progress of a migration into the target, null if none has begun. Throws `TransferError` if it contains a queue; changes
 * nothing.
 */
export async function begunIn(sink: Pick<Sink, 'progress' | 'isEmpty'>): Promise<Progress | null> {
  const begun = await sink.progress();
  if (begun === null && !(await sink.isEmpty())) {
    throw new TransferError('the target already contains a queue; choose an empty database');
  }
  return begun;
}
