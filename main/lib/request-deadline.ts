/**
 * Deadline of the current request, for its work in the store.
 *
 * A request calls the store several times, each with a time limit. Without a common deadline, their sum exceeds the
 * timeout of a proxy.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Shorter than the timeout of proxies: 20 s in the packaged nginx configuration. */
export const REQUEST_MS = 15_000;

export interface RequestDeadline {
  /** Runs work, and everything that it starts, with the deadline of the request. */
  within(work: () => void): void;
  /** The request was answered: its remaining work, such as a timer, has no deadline any more. */
  end(): void;
}

interface Bound {
  /** By `performance.now()`. */
  until: number;
}

const bounds = new AsyncLocalStorage<Bound>();

/** Deadline in milliseconds from now. */
export function requestDeadline(ms: number): RequestDeadline {
  const bound: Bound = { until: performance.now() + ms };
  return {
    within: (work) => bounds.run(bound, work),
    end() {
      bound.until = Number.POSITIVE_INFINITY;
    },
  };
}

/** Milliseconds left for the current request, limited to `mostMs`; 0 after the deadline. */
export function remainingMs(mostMs: number): number {
  const bound = bounds.getStore();
  return bound === undefined ? mostMs : Math.max(0, Math.min(mostMs, bound.until - performance.now()));
}
