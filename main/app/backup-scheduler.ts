/**
 * Backups by themselves: one as soon as the last one in the folder is old enough, so that a program that was off makes it
 * at its start. One that could not be made is tried again every hour, and said each time; another server that can make some tries
 * meanwhile.
 */

import type { Cluster } from '../database/cluster.ts';
import type { Clock, Log } from '../lib/context.ts';
import { type BackupOptions, lastBackup } from '../store/transfer/backup.ts';
import { backupInThread } from '../store/transfer/backup-in-thread.ts';
import type { BackupOutcome } from '../store/transfer/backup-worker.ts';

const HOUR_MS = 3_600_000;
const RETRY_MS = HOUR_MS;

export interface BackupPlan extends Omit<BackupOptions, 'now'> {
  readonly everyHours: number;
}

export interface BackupClock {
  /** Ends a backup that is being made, and takes away what is there of it. */
  close(): Promise<void>;
}

export interface BackupClockDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Of several servers one makes them at a time; another one goes on when that is gone, from what is in its own folder. */
  readonly peers: Pick<Cluster, 'isMine' | 'onDuty' | 'leave'>;
  readonly figures: BackupFigures;
}

export interface BackupFigures {
  /** When the last good one was made that this server knows of, in epoch milliseconds. */
  lastBackup(at: number): void;
  backupFailed(): void;
}

export function startBackupClock(
  { everyHours, ...plan }: BackupPlan,
  { clock, log, peers, figures }: BackupClockDeps,
  make = backupInThread,
): BackupClock {
  const ending = new AbortController();
  let cancel = (): void => {};
  let giveUp = (): void => {};

  async function work(): Promise<void> {
    if (ending.signal.aborted || !peers.isMine('backups')) return;
    const mine = new AbortController();
    giveUp = () => mine.abort();
    const isOver = (): boolean => ending.signal.aborted || mine.signal.aborted;
    const now = clock.now();
    const last = await lastBackup(plan.to);
    // One of the future was made while the clock was wrong.
    const known = last === null || last > now ? null : last;
    if (isOver()) return;
    if (known !== null) figures.lastBackup(known);
    const due = known === null ? now : known + everyHours * HOUR_MS;
    if (due > now) return again(due - now);
    const outcome = await within(everyHours, mine.signal, (signal) => make({ ...plan, now }, signal));
    if (isOver()) return;
    if (outcome.ok) {
      const rows = Object.values(outcome.rows).reduce((sum, each) => sum + each, 0);
      log.info('backup.made', { folder: outcome.folder, rows });
      if (outcome.faults.length === 0) figures.lastBackup(now);
      else reportFaults(outcome.faults);
      return again(everyHours * HOUR_MS);
    }
    log.error('backup.failed', { message: outcome.message, advice: 'tried again in an hour' });
    figures.backupFailed();
    peers.leave('backups', RETRY_MS);
    again(RETRY_MS);
  }

  /** It is kept, and older ones with it, but monitoring does not count it as the last good one. */
  function reportFaults(faults: readonly string[]): void {
    log.error('backup.inconsistent', { faults, advice: 'run --check, and restore the last good backup if it says so' });
    figures.backupFailed();
  }

  /** A folder of the network that stands still would hold up every later backup without a word. */
  async function within(
    hours: number,
    mine: AbortSignal,
    task: (signal: AbortSignal) => Promise<BackupOutcome>,
  ): Promise<BackupOutcome> {
    const late = new AbortController();
    const lateness = Promise.withResolvers<BackupOutcome>();
    const inTime = clock.after(hours * HOUR_MS, () => {
      lateness.resolve({ ok: false, message: `it was not done after ${hours} hours` });
      late.abort();
    });
    try {
      return await Promise.race([task(AbortSignal.any([ending.signal, mine, late.signal])), lateness.promise]);
    } finally {
      inTime();
    }
  }

  function again(ms: number): void {
    cancel = clock.after(ms, begin);
  }

  /** One after the other, however often the duty comes and goes. */
  function begin(): void {
    cancel();
    working = working.then(work);
  }

  let working: Promise<void> = Promise.resolve();
  const stop = peers.onDuty('backups', (isMine) => {
    if (isMine) return begin();
    cancel();
    giveUp();
  });
  begin();
  return {
    close() {
      stop();
      cancel();
      ending.abort();
      return working;
    },
  };
}
