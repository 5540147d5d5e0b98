/**
 * Scheduled backups.
 *
 * The first one is due when the newest in the folder is old enough, so a program that was off makes it at its start. A
 * failed backup is retried every hour, and each failure is logged. Meanwhile another server can try.
 */

import type { Cluster } from '../database/cluster.ts';
import type { ClockAndLog } from '../lib/context.ts';
import { type JobRun, startRecurringJob } from '../lib/jobs/recurring-job.ts';
import { type BackupOptions, lastBackup } from '../store/transfer/backup.ts';
import { backupInThread } from '../store/transfer/backup-in-thread.ts';

const HOUR_MS = 3_600_000;
const RETRY_MS = HOUR_MS;

export interface BackupPlan extends Omit<BackupOptions, 'now'> {
  readonly everyHours: number;
}

export interface BackupClock {
  /** Cancels a running backup and deletes its files. */
  close(): Promise<void>;
}

export interface BackupClockDeps extends ClockAndLog {
  /** A lease selects one server. After a failover, the next server continues from its own folder. */
  readonly peers: Pick<Cluster, 'isMine' | 'onDuty' | 'leave'>;
  readonly figures: BackupFigures;
}

export interface BackupFigures {
  /** Time of the last good backup known to this server, in epoch milliseconds. */
  lastBackup(at: number): void;
  backupFailed(): void;
}

export function startBackupClock(
  { everyHours, ...plan }: BackupPlan,
  { clock, log, peers, figures }: BackupClockDeps,
  make = backupInThread,
): BackupClock {
  /** Resolves to the time when the next backup is due. */
  async function backUp({ signal }: JobRun): Promise<number> {
    const now = clock.now();
    const last = await lastBackup(plan.to);
    if (signal.aborted) return 0;
    // A backup with a future time was made while the clock was wrong.
    const known = last === null || last > now ? null : last;
    if (known !== null) figures.lastBackup(known);
    const due = known === null ? now : known + everyHours * HOUR_MS;
    if (due > now) return due;
    const outcome = await make({ ...plan, now }, signal);
    if (signal.aborted) return 0;
    if (!outcome.ok) throw new Error(outcome.message);
    const rows = Object.values(outcome.rows).reduce((sum, each) => sum + each, 0);
    log.info('backup.completed', { folder: outcome.folder, rows });
    if (outcome.faults.length === 0) figures.lastBackup(now);
    else reportFaults(outcome.faults);
    return clock.now() + everyHours * HOUR_MS;
  }

  /** The faulty backup is kept, with the older ones, but monitoring does not count it as good. */
  function reportFaults(faults: readonly string[]): void {
    log.error('backup.inconsistent', { error: faults.join('; ') });
    figures.backupFailed();
  }

  return startRecurringJob({
    clock,
    periodMs: RETRY_MS,
    lease: { peers, job: 'backups', endsWithLease: true },
    // A network folder that hangs would block all later backups silently.
    deadline: { ms: everyHours * HOUR_MS, message: `it did not finish within ${everyHours} hours` },
    run: backUp,
    onError(message) {
      log.error('backup.failed', { error: message });
      figures.backupFailed();
      peers.leave('backups', RETRY_MS);
    },
  });
}
