/**
 * Database session for operations and queries on one connection.
 *
 * A session is a transaction at one location. It holds the row of its location (`lock`), so that rows stay valid in
 * memory until the commit. Changes at all locations are written together, with one statement for each kind. `ask`
 * first sends the writes on which the answer may depend, without waiting for them.
 */
import { append } from '../../lib/lists.ts';
import type { Effect, Effects } from '../effect.ts';
import { type Claims, createClaims } from './cross-location-locks.ts';
import type { PoolConnection } from './pool.ts';
import type { ManyRows, RowColumns, Statement } from './statement.ts';

type Values = Parameters<PoolConnection['ask']>[1];

export interface DatabaseSession {
  /** Null: no single location. */
  readonly locationId: string | null;
  /** Claims of all locations in the transaction. */
  readonly claims: Claims;
  /** Reads rows, after all earlier writes. */
  ask<Row>(statement: Statement, values: Values): Effects<readonly Row[]>;
  /** Changes rows now, and returns their number. */
  change(statement: Statement, values: Values): Effects<number>;
  /** Queues a change of rows. */
  send(statement: Statement, values: Values): void;
  /** Queues a row of this location; rows of one kind are written together. */
  put(kind: ManyRows, row: RowColumns): void;
  /** Registers a callback that puts rows changed in memory: before any read, or with `late` only before the commit. */
  onFlush(put: () => void, when?: 'late'): void;
  /** Sends even the writes kept for the commit, because the next statement depends on them. */
  flushAll(): void;
}

export interface Transaction {
  readonly claims: Claims;
  at(locationId: string | null): DatabaseSession;
  /** Reads rows of any location, without sending queued writes first. */
  ask<Row>(statement: Statement, values: Values): Promise<readonly Row[]>;
  /** Sends the queued writes of all sessions together. */
  flushAll(): void;
  /** Resolves when everything sent is done. */
  settled(): Promise<void>;
  /** The first error; null without one. */
  readonly fault: unknown;
}

type Put = Map<ManyRows, RowColumns[]>;

export function openTransaction(line: PoolConnection): Transaction {
  const everybody: ((into: Put) => void)[] = [];
  const sent: Promise<unknown>[] = [];
  const claims = createClaims();
  let fault: unknown = null;
  const watch = <T>(work: Promise<T>): Promise<T> => {
    work.catch((error: unknown) => {
      fault ??= error;
    });
    return work;
  };
  const send = (statement: Statement, values: Values): void => {
    sent.push(watch(line.tell(statement, values)));
  };
  const sendPut = (put: Put): void => {
    if (put.size === 0) return;
    for (const [kind, rows] of [...put].toSorted(([one], [other]) => one.turn - other.turn)) {
      send(kind.statement, kind.values(rows));
    }
  };

  function at(locationId: string | null): DatabaseSession {
    const early: (() => void)[] = [];
    const late: (() => void)[] = [];
    let put: Put = new Map();
    const take = (): Put => {
      const taken = put;
      put = new Map();
      return taken;
    };
    const flush = (): void => {
      for (const each of early) each();
      sendPut(take());
    };
    const prepare = (): void => {
      for (const each of early) each();
      for (const each of late) each();
    };
    everybody.push((into) => {
      prepare();
      for (const [kind, rows] of take()) {
        const others = into.get(kind);
        if (others === undefined) into.set(kind, rows);
        else append(others, rows);
      }
    });
    return {
      locationId,
      claims,
      *ask<Row>(statement: Statement, values: Values) {
        flush();
        return (yield watch(line.ask<Row>(statement, values))) as readonly Row[];
      },
      *change(statement, values) {
        flush();
        return (yield watch(line.tell(statement, values))) as number;
      },
      send,
      put(kind, row) {
        const rows = put.get(kind);
        const located = { location_id: locationId, ...row };
        if (rows === undefined) put.set(kind, [located]);
        else rows.push(located);
      },
      onFlush: (each, when) => void (when === 'late' ? late : early).push(each),
      flushAll() {
        prepare();
        sendPut(take());
      },
    };
  }

  return {
    claims,
    at,
    ask: (statement, values) => watch(line.ask(statement, values)),
    flushAll() {
      const all: Put = new Map();
      for (const each of everybody) each(all);
      sendPut(all);
    },
    async settled() {
      await Promise.all(sent);
    },
    get fault() {
      return fault;
    },
  };
}

/** A single session, for queries. */
export function openSession(line: PoolConnection, locationId: string | null): DatabaseSession {
  return openTransaction(line).at(locationId);
}

/** Runs the steps and awaits each promise. Errors are thrown inside the steps. */
export async function awaited<T>(effect: Effect<T>): Promise<T> {
  const steps = effect[Symbol.iterator]();
  let next = steps.next();
  while (next.done !== true) {
    let answer: unknown;
    try {
      answer = await next.value;
    } catch (error) {
      if (steps.throw === undefined) throw error;
      next = steps.throw(error);
      continue;
    }
    next = steps.next(answer);
  }
  return next.value;
}
