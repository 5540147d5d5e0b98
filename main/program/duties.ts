/** What the program does by itself while it runs: begins days, erases, forgets, watches over devices, makes backups. Each has a clock of its own. */
import type { Clock, Log } from '../context.ts';
import { startAnonymiseClock } from '../server/anonymise-clock.ts';
import { startAuditAnchorClock } from '../server/audit-anchor-clock.ts';
import { startDayClock } from '../server/day-clock.ts';
import { startDeviceKeeper } from '../server/device-watch/device-keeper.ts';
import type { DevicePresence } from '../server/events/device-presence.ts';
import { startHistoryClock } from '../server/history-clock.ts';
import type { Metrics } from '../server/metrics.ts';
import type { SiteHolder } from '../server/site/site-holder.ts';
import type { Settings } from '../settings/settings.ts';
import { placeOf } from '../store/moving/place.ts';
import type { Store } from '../store/store.ts';
import { programVersion } from '../version.ts';
import type { BackupClock } from './backup-clock.ts';

export interface Duties {
  /** Settles when today has begun everywhere, and it is known what devices said last. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

export interface DutiesDeps {
  readonly clock: Clock;
  readonly store: Store;
  readonly site: SiteHolder;
  readonly presence: DevicePresence;
  readonly log: Log;
  readonly metrics: Metrics;
}

export async function startDuties(settings: Settings, deps: DutiesDeps): Promise<Duties> {
  const backups = settings.backup === null ? null : await openBackups(settings, settings.backup, deps);
  const days = startDayClock(deps);
  const erasing = startAnonymiseClock(deps);
  const forgetting = startHistoryClock(deps);
  const devices = startDeviceKeeper(deps);
  const anchors = startAuditAnchorClock(deps);
  return {
    started: Promise.all([days.started, devices.started]).then(() => undefined),
    async close() {
      days.close();
      await Promise.all([erasing.close(), forgetting.close(), devices.close(), anchors.close()]);
      await backups?.close();
    },
  };
}

/** Loaded only where there are to be any. */
async function openBackups(
  settings: Settings,
  { folder: to, everyHours, keep }: NonNullable<Settings['backup']>,
  { clock, store, log, metrics }: DutiesDeps,
): Promise<BackupClock> {
  const { startBackupClock } = await import('./backup-clock.ts');
  const { dataDir, filesDir } = settings;
  const plan = { from: placeOf(settings), dataDir, filesDir, to, keep, everyHours, program: programVersion() };
  return startBackupClock(plan, { clock, log, peers: store.peers, figures: metrics });
}
