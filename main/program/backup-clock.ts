/**
 * Backups by themselves: one as soon as the last one in the folder is old enough, so that a program that was off makes it
 * at its start. One that could not be made is tried again every hour, and said each time.
 */
import type { Clock, Log } from '../context.ts';
import { type BackupOptions, lastBackup } from '../store/moving/backup.ts';
import { backupInThread } from '../store/moving/backup-in-thread.ts';
import type { BackupOutcome } from '../store/moving/backup-worker.ts';

const HOUR_MS = 3_600_000;
const RETRY_MS = HOUR_MS;

export interface BackupPlan extends Omit<BackupOptions, 'now'> {
  readonly everyHours: number;
}

export interface BackupClock {
  /** Ends a backup that is being made; what is there of it is taken away by the next one. */
  close(): Promise<void>;
}

export function startBackupClock(
  { everyHours, ...plan }: BackupPlan,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  make = backupInThread,
): BackupClock {
  const ending = new AbortController();
  let cancel = (): void => {};

  async function work(): Promise<void> {
    const now = clock.now();
    const last = await lastBackup(plan.to);
    // One of the future was made while the clock was wrong.
    const due = last === null || last > now ? now : last + everyHours * HOUR_MS;
    if (ending.signal.aborted) return;
    if (due > now) return again(due - now);
    const outcome = await within(everyHours, (signal) => make({ ...plan, now }, signal));
    if (ending.signal.aborted) return;
    if (outcome.ok) {
      const rows = Object.values(outcome.rows).reduce((sum, each) => sum + each, 0);
      log.info('backup.made', { folder: outcome.folder, rows });
      return again(everyHours * HOUR_MS);
    }
    log.error('backup.failed', { message: outcome.message, advice: 'tried again in an hour' });
    again(RETRY_MS);
  }

  /** A folder of the network that stands still would hold up every later backup without a word. */
  async function within(hours: number, task: (signal: AbortSignal) => Promise<BackupOutcome>): Promise<BackupOutcome> {
    const late = new AbortController();
    const lateness = Promise.withResolvers<BackupOutcome>();
    const inTime = clock.after(hours * HOUR_MS, () => {
      lateness.resolve({ ok: false, message: `it was not done after ${hours} hours` });
      late.abort();
    });
    try {
      return await Promise.race([task(AbortSignal.any([ending.signal, late.signal])), lateness.promise]);
    } finally {
      inTime();
    }
  }

  function again(ms: number): void {
    cancel = clock.after(ms, () => {
      working = work();
    });
  }

  let working = work();
  return {
    close() {
      cancel();
      ending.abort();
      return working;
    },
  };
}
