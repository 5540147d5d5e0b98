/**
 * Deadline of a request, shared by all its database work.
 *
 * To find its location, to wait for its turn, to be done.
 */
import { StoreUnreachable } from '../store-errors.ts';
import type { Pool } from './pool.ts';

export interface Deadline {
  /** Nobody waits for the request any more: what has not begun of it must not begin. */
  readonly isOver: boolean;
  /** Throws `StoreUnreachable` when it is over. */
  check(): void;
}

const late = (): StoreUnreachable => new StoreUnreachable('The database has not answered in time.');

/**
 * Rejects with `StoreUnreachable` when the work takes longer. It is not stopped, as each of its waits has an end of its own;
 * it is handed the deadline to look at before it begins with another part. What waits long is stopped by `whenOver`.
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

/** The same connections, where each work has only so long, its wait for one of them included. */
export function withDeadline(pool: Pool, ms: number): Pool {
  return { ...pool, work: (task) => byDeadline(ms, () => pool.work(task)) };
}
