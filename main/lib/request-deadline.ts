/**
 * Deadline of the current request, for its work in the store.
 *
 * A request calls the store several times, each with a time limit. Without a common deadline, their sum exceeds the
 * timeout of a proxy.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Shorter than proxies wait: the nginx of packaging gives up after 20 s. */
export const REQUEST_MS = 15_000;

export interface RequestDeadline {
  /** Does the work, and all that it begins, within the time of the request. */
  within(work: () => void): void;
  /** The request was answered: what it has begun and goes on, such as a timer, is bound no longer. */
  end(): void;
}

interface Bound {
  /** By `performance.now()`. */
  until: number;
}

const bounds = new AsyncLocalStorage<Bound>();

/** From now on, in milliseconds. */
export function requestDeadline(ms: number): RequestDeadline {
  const bound: Bound = { until: performance.now() + ms };
  return {
    within: (work) => bounds.run(bound, work),
    end() {
      bound.until = Number.POSITIVE_INFINITY;
    },
  };
}

/** Milliseconds that are left to the request that is being worked on, at most so many; 0 when it is late. */
export function remainingMs(mostMs: number): number {
  const bound = bounds.getStore();
  return bound === undefined ? mostMs : Math.max(0, Math.min(mostMs, bound.until - performance.now()));
}
