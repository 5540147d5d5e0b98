/**
 * Background jobs of the running program.
 *
 * Business days, erasure, retention, device checks and backups. Each has its own schedule.
 */

import { startAuditAnchorClock } from '../audit/service/audit-anchor-job.ts';
import { startDeviceKeeper } from '../devices/service/monitoring/device-monitor.ts';
import type { DevicePresence } from '../devices/service/presence/device-presence.ts';
import type { ClockAndLog } from '../lib/context.ts';
import type { Settings } from '../lib/settings/settings.ts';
import { startAnonymiseClock } from '../personal-data/service/erasure-job.ts';
import { startDayClock } from '../queue/service/business-day-scheduler.ts';
import type { Metrics } from '../rest/metrics.ts';
import { startHistoryClock } from '../retention/service/retention-job.ts';
import type { SiteHolder } from '../site/service/site-holder.ts';
import type { Store } from '../store/contract/store.ts';
import { placeOf } from '../store/transfer/database-target.ts';
import type { BackupClock } from './backup-scheduler.ts';
import { programVersion } from './version.ts';

export interface BackgroundJobs {
  /** Resolves when all locations have started the business day and the last device reports are loaded. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

export interface BackgroundJobsDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly presence: DevicePresence;
  readonly metrics: Metrics;
}

export async function startDuties(settings: Settings, deps: BackgroundJobsDeps): Promise<BackgroundJobs> {
  const backups = settings.backup === null ? null : await openBackups(settings, settings.backup, deps);
  const days = startDayClock(deps);
  const erasing = startAnonymiseClock(deps);
  const forgetting = startHistoryClock(deps);
  const devices = startDeviceKeeper(deps);
  const anchors = startAuditAnchorClock(deps);
  return {
    started: Promise.all([days.started, devices.started]).then(() => undefined),
    async close() {
      const jobs = [days, erasing, forgetting, devices, anchors, ...(backups === null ? [] : [backups])];
      await Promise.all(jobs.map((job) => job.close()));
    },
  };
}

/** Loaded only when backups are configured. */
async function openBackups(
  settings: Settings,
  { folder: to, everyHours, keep }: NonNullable<Settings['backup']>,
  { clock, store, log, metrics }: BackgroundJobsDeps,
): Promise<BackupClock> {
  const { startBackupClock } = await import('./backup-scheduler.ts');
  const { dataDir, filesDir } = settings;
  const plan = { from: placeOf(settings), dataDir, filesDir, to, keep, everyHours, program: programVersion() };
  return startBackupClock(plan, { clock, log, peers: store.peers, figures: metrics });
}
