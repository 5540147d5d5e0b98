/**
 * Deadline of a request, shared by all its database work.
 *
 * It covers finding the location, waiting for a turn and running the operation.
 */
import { StoreUnreachable } from '../store-errors.ts';
import type { Pool } from './pool.ts';

export interface Deadline {
  /** The request has timed out: no further part of it may start. */
  readonly isOver: boolean;
  /** Throws `StoreUnreachable` after the deadline. */
  check(): void;
}

const late = (): StoreUnreachable => new StoreUnreachable('The database did not respond in time.');

/**
 * Rejects with `StoreUnreachable` at the deadline. The work is not stopped, because each of its waits has a timeout. It
 * gets the deadline and checks it before its next part. `whenOver` stops longer waits.
 */
export function byDeadline<T>(ms: number, work: (deadline: Deadline) => Promise<T>, whenOver?: () => void): Promise<T> {
  let isOver = false;
  const deadline: Deadline = {
    get isOver() {
      return isOver;
    },
    check() {
      if (isOver) throw late();
    },
  };
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      isOver = true;
      reject(late());
      whenOver?.();
    }, ms);
    const settle =
      <V>(end: (value: V) => void) =>
      (value: V): void => {
        clearTimeout(timer);
        end(value);
      };
    work(deadline).then(settle(resolve), settle(reject));
  });
}

/** The same pool with a deadline for each work, including the wait for a connection. */
export function withDeadline(pool: Pool, ms: number): Pool {
  return { ...pool, work: (task) => byDeadline(ms, () => pool.work(task)) };
}
