/**
 * Log of database failures and recovery.
 *
 * The loss and the return of the database are logged once each. Work that began before the return and fails later is
 * not logged. Overload is logged at intervals. A bug is logged each time, with its operation.
 */
import type { Log } from '../../lib/context.ts';
import { remainingMs } from '../../lib/request-deadline.ts';
import { Abandoned, StoreBusy, StoreUnreachable } from '../store-errors.ts';
import { byDeadline, type Deadline } from './deadline.ts';
import { asUnreachable, isMachineFault, withoutValue } from './postgres-error.ts';

export interface NotedWork {
  readonly isClosed: boolean;
  /**
   * May take its time. Rejects with `StoreUnreachable` when the database cannot be reached.
   *
   * @param operation what is done, and for which request, should it break by a bug
   */
  noting<T>(work: () => Promise<T>, operation?: string, request?: string): Promise<T>;
  /** The same, where somebody waits only so long: it rejects with `StoreUnreachable` then. */
  inTime<T>(work: (deadline: Deadline) => Promise<T>, operation?: string, request?: string): Promise<T>;
  /** A row of that table holds what nobody has written. */
  unreadable(table: string, operation: string, request: string | undefined): void;
  /** What is asked from now on is refused. */
  close(): void;
}

/** A database that answers has done so within this time: the heartbeat asks once a second. */
const MAX_SILENT_MS = 2_500;
/** So long it is no news that there is too much to do. */
const BUSY_NEWS_MS = 10_000;

export interface NotedWorkOptions {
  readonly log: Log;
  /** How long any request may wait for its answer. */
  readonly deadlineMs: number;
  /** Milliseconds since the database last answered on a connection that requests do not use. */
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

  /** All connections have work for a long time: because there is much to do, or because nothing comes back on any of them. */
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
        const silent = new StoreUnreachable('The database does not answer.');
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
