/**
 * Log of slow requests, or of all (`--log-requests`).
 *
 * All of them where that is wanted (`--log-requests`), else those that were slow. Nothing of what was asked or
 * answered.
 */
import type { Log } from '../lib/context.ts';
import type { NoteWork } from './metrics.ts';

/** Nobody waits so long gladly. */
const SLOW_MS = 1_000;

export interface AnsweredRequest {
  readonly request: string;
  readonly trace?: string;
  readonly operation: string;
  readonly status: number;
  /** Who asked: the id of a user or device; empty when nobody said. */
  readonly caller: string;
}

export interface RequestLog {
  /** Of the store. */
  readonly noteWork: NoteWork;
  answered(request: () => AnsweredRequest, ms: number): void;
}

/** @param all every request, not only slow ones. */
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

/** What the program asks by itself is nobody's. */
function named(request: string | undefined): { readonly request?: string } {
  return request === undefined ? {} : { request };
}
