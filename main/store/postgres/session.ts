/**
 * What an operation or a question works with on one connection. Whoever changes a location holds its row (`lock`), so that
 * what was read of it stays true until the commit: rows keep it in memory, and write all that has changed by few
 * statements. `ask` first sends what the answer may depend on; nothing of that is waited for before the commit.
 */
import type { Steps } from '../../queue/step.ts';
import type { Line } from './pool.ts';
import type { Statement } from './statement.ts';

type Values = Parameters<Line['ask']>[1];

export interface Session {
  /** Null: of no one location. */
  readonly locationId: string | null;
  /** Reads rows, after whatever was written so far. */
  ask<Row>(statement: Statement, values: Values): Steps<readonly Row[]>;
  /** Changes rows now, and gives how many. */
  change(statement: Statement, values: Values): Steps<number>;
  /** Changes rows, in its turn. */
  send(statement: Statement, values: Values): void;
  /** Rows that keep changes in memory: how they send them before anything is read, or (`late`) only before the commit. */
  onFlush(send: () => void, when?: 'late'): void;
  /** Sends what is kept for the commit too, because the next statement counts on it. */
  flushAll(): void;
  /** Resolves when all that was sent is done. */
  settled(): Promise<void>;
  /** What broke first; null while nothing has. */
  readonly fault: unknown;
}

export function openSession(line: Line, locationId: string | null): Session {
  const early: (() => void)[] = [];
  const late: (() => void)[] = [];
  const sent: Promise<unknown>[] = [];
  let fault: unknown = null;
  const watch = <T>(work: Promise<T>): Promise<T> => {
    work.catch((error: unknown) => {
      fault ??= error;
    });
    return work;
  };
  const flush = (): void => {
    for (const send of early) send();
  };

  return {
    locationId,
    *ask<Row>(statement: Statement, values: Values) {
      flush();
      return (yield watch(line.ask<Row>(statement, values))) as readonly Row[];
    },
    *change(statement, values) {
      flush();
      return (yield watch(line.tell(statement, values))) as number;
    },
    send(statement, values) {
      sent.push(watch(line.tell(statement, values)));
    },
    onFlush: (send, when) => void (when === 'late' ? late : early).push(send),
    flushAll() {
      flush();
      for (const send of late) send();
    },
    async settled() {
      await Promise.all(sent);
    },
    get fault() {
      return fault;
    },
  };
}

/** Runs steps to their end, waiting where they wait. */
export async function awaited<T>(steps: Steps<T>): Promise<T> {
  let next = steps.next();
  while (next.done !== true) next = steps.next(await next.value);
  return next.value;
}
