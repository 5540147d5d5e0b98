/**
 * Log of database failures and recovery.
 *
 * Each outage and recovery is logged once. Work that started before the recovery and fails later is not logged.
 * Overload is logged at intervals. A bug is logged each time, with its operation.
 */
import type { Log } from '../../lib/context.ts';
import { remainingMs } from '../../lib/request-deadline.ts';
import { Abandoned, StoreBusy, StoreUnreachable } from '../store-errors.ts';
import { byDeadline, type Deadline } from './deadline.ts';
import { asUnreachable, isMachineFault, withoutValue } from './postgres-error.ts';

export interface NotedWork {
  readonly isClosed: boolean;
  /**
   * Runs work without a deadline. Rejects with `StoreUnreachable` when the database is unavailable.
   * @param operation name and request, for the log of a bug
   */
  noting<T>(work: () => Promise<T>, operation?: string, request?: string): Promise<T>;
  /** Runs work with the deadline of a request: rejects with `StoreUnreachable` when it is over. */
  inTime<T>(work: (deadline: Deadline) => Promise<T>, operation?: string, request?: string): Promise<T>;
  /** Logs a row of this table with invalid content. */
  unreadable(table: string, operation: string, request: string | undefined): void;
  /** Refuses all further work. */
  close(): void;
}

/** An available database responds within this time, because the heartbeat queries it every second. */
const MAX_SILENT_MS = 2_500;
/** Minimum interval between log entries about overload. */
const BUSY_NEWS_MS = 10_000;

export interface NotedWorkOptions {
  readonly log: Log;
  /** Deadline of a request. */
  readonly deadlineMs: number;
  /** Milliseconds since the database last responded on a connection that requests do not use. */
  readonly sinceAnswer?: () => number;
}

export function createNotedWork({
  log,
  deadlineMs,
  sinceAnswer = () => Number.POSITIVE_INFINITY,
}: NotedWorkOptions): NotedWork {
  let answeredAt = Number.NEGATIVE_INFINITY;
  let busyToldAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let isReachable = true;
  let recoveries = 0;

  function succeeded(): void {
    answeredAt = performance.now();
    if (!isReachable) {
      log.info('store.recovered');
      recoveries += 1;
    }
    isReachable = true;
  }

  /** Distinguishes overload from an outage: whether any connection still gets responses. */
  function isAnswering(): boolean {
    return Math.min(performance.now() - answeredAt, sinceAnswer()) < MAX_SILENT_MS;
  }

  function refused(operation: string): void {
    if (performance.now() - busyToldAt < BUSY_NEWS_MS) return;
    busyToldAt = performance.now();
    log.warn('store.overloaded', { operation });
  }

  function failed(fault: StoreUnreachable, began: number): void {
    if (began !== recoveries) return;
    if (isReachable) log.error('store.unavailable', { error: fault.message });
    isReachable = false;
  }

  async function noting<T>(work: () => Promise<T>, operation = '', request?: string): Promise<T> {
    if (isClosed) throw new StoreUnreachable('The store is closed.');
    const began = recoveries;
    try {
      const result = await work();
      succeeded();
      return result;
    } catch (error) {
      if (error instanceof Abandoned) throw error;
      if (error instanceof StoreBusy && isAnswering()) {
        refused(operation);
        throw error;
      }
      if (error instanceof StoreBusy) {
        const silent = new StoreUnreachable('The database does not respond.');
        failed(silent, began);
        throw silent;
      }
      if (!isMachineFault(error)) {
        const bug = withoutValue(error);
        log.error('store.unexpected-error', { request, operation, error: bug.stack });
        throw bug;
      }
      const fault = asUnreachable(error);
      failed(fault, began);
      throw fault;
    }
  }

  return {
    get isClosed() {
      return isClosed;
    },
    noting,
    unreadable(table, operation, request) {
      log.error('store.row-corrupt', { table, operation, request });
    },
    inTime: (work, operation, request) => noting(() => byDeadline(remainingMs(deadlineMs), work), operation, request),
    close() {
      isClosed = true;
    },
  };
}
