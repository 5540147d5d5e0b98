/** Runner for statements with the same text on both databases. */

import { setImmediate } from 'node:timers/promises';
import { type SlicedWork, atOnce as stepAtOnce } from '../lib/steps.ts';
import { atOnce, DONE, type Effect, type Effects } from './effect.ts';
import type { DatabaseSession } from './postgres/session.ts';
import { asJson, type Statement } from './postgres/statement.ts';
import { withPauses } from './postgres/with-pauses.ts';
import type { Sql } from './sql.ts';
import type { Db } from './sqlite/db.ts';

type SqlScalar = string | number | boolean | null;
/** A list is an array in PostgreSQL, and JSON in SQLite. */
export type SqlValue = SqlScalar | readonly (string | number)[];

/** SQLite returns 0 and 1 for a boolean, unless the dialect selects it as a flag. */
export interface SqlRunner {
  /** Location of the session. Empty in SQLite, which finds rows by their ids. */
  readonly locationId: string;
  all<Row>(asked: Sql, ...values: readonly SqlValue[]): Effect<readonly Row[]>;
  /** The first row; null when there is none. */
  one<Row>(asked: Sql, ...values: readonly SqlValue[]): Effect<Row | null>;
  /**
   * Looks up rows by the keys of the JSON list `$1`. PostgreSQL reads all of them first. SQLite reads each row on
   * demand, so that its thread never holds all rows of a large site.
   */
  lookUp<Key extends object, Row extends Key>(
    asked: Sql,
    keys: readonly Key[],
    nameOf: (key: Key) => string,
  ): Effect<(key: Key) => Row | null>;
  run(asked: Sql, ...values: readonly SqlValue[]): Effect<void>;
  /** Runs a statement and returns the number of changed rows. */
  change(asked: Sql, ...values: readonly SqlValue[]): Effect<number>;
  /** Like `run`, but PostgreSQL can delay it until the commit. */
  send(asked: Sql, ...values: readonly SqlValue[]): Effect<void>;
  /** Writes rows in a few statements; the JSON `$1` of each holds a part of the list. */
  sendRows(asked: Sql, rows: readonly object[], ...more: readonly SqlScalar[]): Effect<void>;
  /** Locks what other servers can change too; SQLite has one writer. */
  lock(asked: Statement, ...values: readonly SqlValue[]): Effect<void>;
  /** Runs long work. PostgreSQL's thread serves requests in between. */
  inSteps<Result>(work: SlicedWork<Result>): Effect<Result>;
  /** JSON as a value that the database can store. */
  json(value: unknown): string;
}

export function sqliteRunner(db: Db): SqlRunner {
  const bound = ({ sqliteValues }: Sql, values: readonly SqlValue[]) => values.slice(0, sqliteValues).map(sqliteValue);
  const run = (asked: Sql, ...values: readonly SqlValue[]): Effect<void> => {
    db.run(asked.sqlite, ...bound(asked, values));
    return DONE;
  };
  return {
    locationId: '',
    all: <Row>(asked: Sql, ...values: readonly SqlValue[]) =>
      atOnce(db.all<Row>(asked.sqlite, ...bound(asked, values))),
    one: <Row>(asked: Sql, ...values: readonly SqlValue[]) =>
      atOnce(db.get<Row>(asked.sqlite, ...bound(asked, values)) ?? null),
    lookUp: <Key extends object, Row extends Key>({ sqlite }: Sql) =>
      atOnce((key: Key) => db.get<Row>(sqlite, `[${rowJson(key)}]`) ?? null),
    run,
    change: (asked, ...values) => atOnce(db.run(asked.sqlite, ...bound(asked, values))),
    send: run,
    sendRows(asked, rows, ...more) {
      for (const part of jsonParts(rows, rowJson, SQLITE_PART)) if (part !== null) run(asked, part, ...more);
      return DONE;
    },
    lock: () => DONE,
    inSteps: (work) => atOnce(stepAtOnce(work)),
    json: (value) => JSON.stringify(value),
  };
}

function sqliteValue(value: SqlValue): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value !== 'object') return value;
  return 'length' in value ? JSON.stringify(value) : value;
}

/** JSON escape of a lone surrogate; also matches other text. SQLite would store three characters. */
const PERHAPS_HALF = /\\ud/;

function rowJson(row: object): string {
  const text = JSON.stringify(row);
  if (!PERHAPS_HALF.test(text)) return text;
  return JSON.stringify(row, (_key, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
}

export function postgresRunner(session: DatabaseSession): SqlRunner {
  return {
    locationId: session.locationId ?? '',
    all: <Row>({ postgres }: Sql, ...values: readonly SqlValue[]) => session.ask<Row>(postgres, values),
    *one<Row>({ postgres }: Sql, ...values: readonly SqlValue[]) {
      return (yield* session.ask<Row>(postgres, values))[0] ?? null;
    },
    *lookUp<Key extends object, Row extends Key>(
      { postgres }: Sql,
      keys: readonly Key[],
      nameOf: (key: Key) => string,
    ) {
      const rows = yield* session.ask<Row>(postgres, [asJson(keys)]);
      const byName = new Map(rows.map((row) => [nameOf(row), row]));
      return (key: Key) => byName.get(nameOf(key)) ?? null;
    },
    *run({ postgres }, ...values) {
      yield* session.change(postgres, values);
    },
    change: ({ postgres }, ...values) => session.change(postgres, values),
    send({ postgres }, ...values) {
      session.send(postgres, values);
      return DONE;
    },
    sendRows: ({ postgres }, rows, ...more) => sendRows(session, postgres, rows, more),
    lock(asked, ...values) {
      session.send(asked, values);
      return DONE;
    },
    inSteps: withPauses,
    json: asJson,
  };
}

/** Limits of one statement, so that it is sent and executed quickly: a megabyte, and less than a second of rows. */
const PART = { letters: 1_000_000, rows: 20_000 };
/** Small enough for the young generation of the heap: a statement costs SQLite little. */
const SQLITE_PART: typeof PART = { letters: 4_000, rows: 100 };
/** Characters serialised between two pauses. */
const MAX_LETTERS_IN_A_TURN = 200_000;

/** The rows as JSON lists, one per statement. Yields null after each slice of work. */
function* jsonParts(
  rows: readonly object[],
  json: (row: object) => string,
  max = PART,
): Generator<string | null, void> {
  let part: string[] = [];
  let letters = 0;
  let pausedAt = 0;
  for (const row of rows) {
    const text = json(row);
    if (part.length > 0 && (letters + text.length > max.letters || part.length === max.rows)) {
      yield `[${part.join(',')}]`;
      part = [];
      letters = 0;
      pausedAt = 0;
    }
    part.push(text);
    letters += text.length;
    if (letters - pausedAt > MAX_LETTERS_IN_A_TURN) {
      yield null;
      pausedAt = letters;
    }
  }
  if (part.length > 0) yield `[${part.join(',')}]`;
}

/**
 * Sends rows as JSON lists for `json_to_recordset`, which is `$1`. A deadline runs from the send, so each of several
 * parts is awaited before the next.
 * @param more values from `$2` on
 */
function* sendRows(
  session: DatabaseSession,
  statement: Statement,
  rows: readonly object[],
  more: readonly (string | number | boolean | null)[] = [],
): Effects<void> {
  let part: string | null = null;
  for (const next of jsonParts(rows, asJson)) {
    if (next === null) {
      yield setImmediate();
      continue;
    }
    if (part !== null) yield* session.change(statement, [part, ...more]);
    part = next;
  }
  if (part !== null) session.send(statement, [part, ...more]);
}
