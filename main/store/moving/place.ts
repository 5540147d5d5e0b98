/** The two ends of a move: where everything is read, and where it is put. */
import type { Table } from './tables.ts';

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
  figures(table: Table): Promise<Figures>;
  /** By which columns it finds the next rows fastest; no two rows have them alike. */
  key(table: Table): readonly string[];
  /** At most so many rows behind that key, in the order of the key. */
  read(table: Table, after: Progress['after'], most: number): Promise<readonly Row[]>;
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
  put(table: Table, rows: readonly Row[], progress: Progress): Promise<void>;
  figures(table: Table): Promise<Figures>;
  putSecrets(secrets: Readonly<Record<string, string>>): Promise<void>;
  /** All is there and was compared: numbers go on behind the last, and a program may start on it. */
  finish(): Promise<void>;
}

/** Under which key of `meta` the progress stands. A program does not start where there is one. */
export const PROGRESS_KEY = 'moving.progress';

/** Thrown when something cannot be moved; the message is a line for the person who asked. */
export class CannotMove extends Error {}
