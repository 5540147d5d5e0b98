/** Runs statements with one text on either database. */
import { atOnce, DONE, type Effect } from './effect.ts';
import type { DatabaseSession } from './postgres/session.ts';
import { asJson } from './postgres/statement.ts';
import type { Sql } from './sql.ts';
import type { Db } from './sqlite/db.ts';

/** A list is an array in PostgreSQL, and JSON in SQLite. */
export type SqlValue = string | number | boolean | null | readonly (string | number)[];

/** SQLite gives 0 and 1 for a boolean. */
export interface SqlRunner {
  all<Row>(asked: Sql, ...values: readonly SqlValue[]): Effect<readonly Row[]>;
  /** The first row; null when there is none. */
  one<Row>(asked: Sql, ...values: readonly SqlValue[]): Effect<Row | null>;
  run(asked: Sql, ...values: readonly SqlValue[]): Effect<void>;
  /** The same; gives the number of changed rows. */
  change(asked: Sql, ...values: readonly SqlValue[]): Effect<number>;
  /** The same as `run`; PostgreSQL does it at the latest before the commit. */
  send(asked: Sql, ...values: readonly SqlValue[]): Effect<void>;
  /** JSON as a value that the database can store. */
  json(value: unknown): string;
}

export function sqliteRunner(db: Db): SqlRunner {
  const run = ({ sqlite }: Sql, ...values: readonly SqlValue[]): Effect<void> => {
    db.run(sqlite, ...values.map(sqliteValue));
    return DONE;
  };
  return {
    all: <Row>({ sqlite }: Sql, ...values: readonly SqlValue[]) =>
      atOnce(db.all<Row>(sqlite, ...values.map(sqliteValue))),
    one: <Row>({ sqlite }: Sql, ...values: readonly SqlValue[]) =>
      atOnce(db.get<Row>(sqlite, ...values.map(sqliteValue)) ?? null),
    run,
    change: ({ sqlite }, ...values) => atOnce(db.run(sqlite, ...values.map(sqliteValue))),
    send: run,
    json: (value) => JSON.stringify(value),
  };
}

function sqliteValue(value: SqlValue): string | number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return value === null || typeof value !== 'object' ? value : JSON.stringify(value);
}

export function postgresRunner(session: DatabaseSession): SqlRunner {
  return {
    all: <Row>({ postgres }: Sql, ...values: readonly SqlValue[]) => session.ask<Row>(postgres, values),
    *one<Row>({ postgres }: Sql, ...values: readonly SqlValue[]) {
      return (yield* session.ask<Row>(postgres, values))[0] ?? null;
    },
    *run({ postgres }, ...values) {
      yield* session.change(postgres, values);
    },
    change: ({ postgres }, ...values) => session.change(postgres, values),
    send({ postgres }, ...values) {
      session.send(postgres, values);
      return DONE;
    },
    json: asJson,
  };
}
