/**
 * Source and target of a data migration.
 *
 * Where everything is read, and where it is put.
 */
import { parseJson } from '../../lib/parse-json.ts';
import type { RestoredMark } from '../../queue/operations/restored-mark.ts';
import type { TransferTable } from './tables.ts';

export type DatabaseTarget =
  /** `dataDir`: the folder of a program, with its database and its keys. */
  { readonly engine: 'sqlite'; readonly dataDir: string } | { readonly engine: 'postgres'; readonly url: string };

/** The database of a program that keeps its own queue, in its data folder. */
export const DATABASE_FILE = 'take-a-number.db';

/** Where the queue of a program with these settings is. */
export function placeOf({
  database,
  dataDir,
}: {
  readonly database: string | null;
  readonly dataDir: string;
}): DatabaseTarget {
  return database === null ? { engine: 'sqlite', dataDir } : { engine: 'postgres', url: database };
}

/** `sqlite:<data folder>` or `postgres://…`. Throws `CannotMove`, without what was given: there may be a password in it. */
export function readPlace(text: string): DatabaseTarget {
  if (/^postgres(ql)?:\/\//.test(text)) return { engine: 'postgres', url: text };
  const dataDir = /^sqlite:(.+)$/.exec(text)?.[1];
  if (dataDir === undefined)
    throw new TransferError('a place is sqlite:<data folder> or postgres://user@host/database');
  return { engine: 'sqlite', dataDir };
}

/** Column → value; flags are 0 and 1, instants milliseconds. `location_id` is there also where SQLite has none. */
export type Row = Readonly<Record<string, string | number | null>>;

/** How many rows, and the sums of what is in them: the same on both sides, or something was lost. */
export interface Figures {
  readonly rows: number;
  /** Column → sum of its numbers, or of the lengths of its texts. */
  readonly sums: Readonly<Record<string, string>>;
}

/** How far a move has come. It stands in the place that is filled, and is written together with the rows. */
export interface Progress {
  /** What is moved, told by its figures: another queue, or one that went on meanwhile, cannot be moved on with. */
  readonly source: string;
  readonly table: string;
  /** Key of the last row that is there; null before the first. */
  readonly after: readonly (string | number)[] | null;
}

export interface Source {
  figures(table: TransferTable): Promise<Figures>;
  /** By which columns it finds the next rows fastest; no two rows have them alike. */
  key(table: TransferTable): readonly string[];
  /** At most so many rows behind that key, in the order of the key. */
  read(table: TransferTable, after: Progress['after'], most: number): Promise<readonly Row[]>;
  /** Name → what signs keys and addresses, as text. */
  secrets(): Promise<Readonly<Record<string, string>>>;
  /** Whoever gave the database ends it. */
  close(): Promise<void>;
}

export interface Sink {
  /** Null where no move has begun. */
  progress(): Promise<Progress | null>;
  /** Whether anything is there already that a move would mix with. */
  isEmpty(): Promise<boolean>;
  /** Puts rows and progress there, both or neither. */
  put(table: TransferTable, rows: readonly Row[], progress: Progress): Promise<void>;
  figures(table: TransferTable): Promise<Figures>;
  putSecrets(secrets: Readonly<Record<string, string>>): Promise<void>;
  /** Writes down that it holds the state of a backup. */
  markRestored(mark: RestoredMark): Promise<void>;
  /** All is there and was compared: numbers go on behind the last, and a program may start on it. */
  finish(): Promise<void>;
}

/** Under which key of `meta` the progress stands. A program does not start where there is one. */
export const PROGRESS_KEY = 'moving.progress';

/** Thrown when something cannot be moved; the message is a line for the person who asked. */
export class TransferError extends Error {}

/** Throws `CannotMove` where it cannot be read: nothing says then which rows are there. */
export function progressOf(text: string): Progress {
  const { source, table, after } = (parseJson(text) ?? {}) as Partial<Progress>;
  if (typeof source !== 'string' || typeof table !== 'string' || !(after === null || Array.isArray(after))) {
    throw new TransferError(
      'how far the move into this database has come cannot be read; begin again with an empty one',
    );
  }
  return { source, table, after };
}

/** How far a move into it has come, null where none has begun. Throws `CannotMove` where a queue is; changes nothing. */
export async function begunIn(sink: Pick<Sink, 'progress' | 'isEmpty'>): Promise<Progress | null> {
  const begun = await sink.progress();
  if (begun === null && !(await sink.isEmpty())) {
    throw new TransferError('there is a queue already where this one is to go; choose an empty database');
  }
  return begun;
}
