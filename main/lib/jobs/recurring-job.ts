/**
 * Scheduler of one background job, with period and retries.
 *
 * One run at a time, again after a period, retried after a failure. A singleton job runs only on the server that holds
 * its leader lease, and starts at once where the lease arrives.
 */

import type { Store } from '../../store/contract/store.ts';
import type { Clock } from '../context.ts';
import { messageOf } from '../error-message.ts';

type HeldLeases = Pick<Store['peers'], 'isMine' | 'onDuty'>;

/** Context of one run. */
export interface JobRun {
  /** Aborted by `close()` and by the deadline, and by a lost lease if the job `endsWithLease`. */
  readonly signal: AbortSignal;
  /** Whether this server still holds the job. Long runs check it before each step. */
  isMine(): boolean;
}

export interface RecurringJobOptions {
  readonly clock: Clock;
  /** Time between the end of a run and the next one. */
  readonly periodMs: number;
  /** Time between a failure and the next run; by default the period. */
  readonly retryMs?: number;
  /** By default every server runs the job. */
  readonly lease?: {
    readonly peers: HeldLeases;
    readonly job: Parameters<HeldLeases['isMine']>[0];
    /** Whether a lost lease cancels the current run. */
    readonly endsWithLease?: boolean;
  };
  /** A run that takes longer is cancelled and has failed. Until it has ended, each retry fails with the same message. */
  readonly deadline?: { readonly ms: number; readonly message: string };
  /** Resolves to the time of the next run, if not after the period. `0` runs at once, `Infinity` waits for `wake`. */
  readonly run: ((run: JobRun) => Promise<void>) | ((run: JobRun) => Promise<number>);
  /** Logs a failure. Failures of a cancelled run are not reported. */
  onError(message: string): void;
}

export interface RecurringJob {
  /** Resolves when the first run has succeeded or failed. */
  readonly started: Promise<void>;
  /** Moves the next run forward: to now, or to this many milliseconds from now. A current run ends first. */
  wake(withinMs?: number): void;
  /** Cancels the current run, and resolves when it has ended. Does not wait for a run past its deadline. */
  close(reason?: unknown): Promise<void>;
}

export function startRecurringJob(options: RecurringJobOptions): RecurringJob {
  const { clock, periodMs, retryMs = periodMs, lease, deadline, run, onError } = options;
  const closing = new AbortController();
  const first = Promise.withResolvers<void>();
  let lost = new AbortController();
  /** Epoch milliseconds. */
  let nextAt = Number.POSITIVE_INFINITY;
  let setTimer = (): void => {};
  /** A run has exceeded its deadline and still works. */
  let hasNotEnded = false;

  const isMine = (): boolean => !closing.signal.aborted && (lease === undefined || lease.peers.isMine(lease.job));

  /** Resolves to the time of the next run. */
  async function runOnce(): Promise<number> {
    if (!isMine()) return clock.now() + periodMs;
    if (hasNotEnded) {
      onError(deadline?.message ?? '');
      return clock.now() + retryMs;
    }
    lost = new AbortController();
    const late = new AbortController();
    const cancelled = AbortSignal.any([closing.signal, lost.signal]);
    const lateness = Promise.withResolvers<never>();
    const cancelDeadline =
      deadline === undefined
        ? (): void => {}
        : clock.after(deadline.ms, () => {
            lateness.reject(new Error(deadline.message));
            late.abort();
          });
    try {
      const running = run({ signal: AbortSignal.any([cancelled, late.signal]), isMine });
      hasNotEnded = true;
      const noteEnd = (): void => {
        hasNotEnded = false;
      };
      running.then(noteEnd, noteEnd);
      const next = await Promise.race([running, lateness.promise]);
      return typeof next === 'number' ? next : clock.now() + periodMs;
    } catch (error) {
      if (!cancelled.aborted) onError(messageOf(error));
      return clock.now() + retryMs;
    } finally {
      cancelDeadline();
    }
  }

  function untilNext(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let cancel = (): void => {};
    setTimer = () => {
      cancel();
      const ms = nextAt - clock.now();
      if (closing.signal.aborted || ms <= 0) resolve();
      else if (Number.isFinite(ms)) cancel = clock.after(ms, resolve);
    };
    setTimer();
    return promise;
  }

  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      nextAt = Number.POSITIVE_INFINITY;
      setTimer = () => {};
      const next = await runOnce();
      first.resolve();
      nextAt = Math.min(nextAt, next);
      await untilNext();
    }
  }

  function wake(withinMs = 0): void {
    // A clock that was set back while the job ran must not delay it.
    const at = withinMs <= 0 ? Number.NEGATIVE_INFINITY : clock.now() + withinMs;
    if (at >= nextAt) return;
    nextAt = at;
    setTimer();
  }

  const stop = lease?.peers.onDuty(lease.job, (isNow) => {
    if (isNow) wake();
    else if (lease.endsWithLease === true) lost.abort();
  });
  const running = loop();
  return {
    started: first.promise,
    wake,
    close(reason) {
      stop?.();
      closing.abort(reason);
      setTimer();
      return running;
    },
  };
}
