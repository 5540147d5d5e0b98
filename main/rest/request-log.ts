/**
 * Log of slow requests, or of all (`--log-requests`).
 *
 * Contains no parameters and no response data.
 */
import type { Log } from '../lib/context.ts';
import type { NoteWork } from './metrics.ts';

/** Duration from which a request counts as slow. */
const SLOW_MS = 1_000;

export interface AnsweredRequest {
  readonly request: string;
  readonly trace?: string;
  readonly operation: string;
  readonly status: number;
  /** Id of the user or device; empty if unknown. */
  readonly caller: string;
}

export interface RequestLog {
  /** Records the duration of a store call. */
  readonly noteWork: NoteWork;
  answered(request: () => AnsweredRequest, ms: number): void;
}

/** @param all whether to log every request, not only slow ones */
export function createRequestLog(log: Log, all: boolean): RequestLog {
  const rounded = (ms: number): number => Math.round(ms * 10) / 10;
  return {
    noteWork(operation, ms, request) {
      if (ms >= SLOW_MS) log.warn('store.query-slow', { ...named(request), operation, ms: rounded(ms) });
      else if (all) log.info('store.query-completed', { ...named(request), operation, ms: rounded(ms) });
    },
    answered(request, ms) {
      if (ms >= SLOW_MS) log.warn('http.request-slow', { ...request(), ms: rounded(ms) });
      else if (all) log.info('http.request-completed', { ...request(), ms: rounded(ms) });
    },
  };
}

/** Background work has no request id. */
function named(request: string | undefined): { readonly request?: string } {
  return request === undefined ? {} : { request };
}
