/** What the program does by itself while it runs: begins days, erases, forgets, makes backups. Each has a clock of its own. */
import { type Log, systemClock } from '../context.ts';
import { startAnonymiseClock } from '../server/anonymise-clock.ts';
import { startDayClock } from '../server/day-clock.ts';
import { startHistoryClock } from '../server/history-clock.ts';
import type { SiteHolder } from '../server/site/site-holder.ts';
import type { Settings } from '../settings/settings.ts';
import { placeOf } from '../store/moving/place.ts';
import type { Store } from '../store/store.ts';
import { programVersion } from '../version.ts';
import type { BackupClock } from './backup-clock.ts';

export interface Duties {
  /** Settles when today has begun everywhere. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

export async function startDuties(settings: Settings, store: Store, site: SiteHolder, log: Log): Promise<Duties> {
  const deps = { store, site, clock: systemClock, log };
  const backups = settings.backup === null ? null : await openBackups(settings, settings.backup, log);
  const days = startDayClock(deps);
  const erasing = startAnonymiseClock(deps);
  const forgetting = startHistoryClock(deps);
  return {
    started: days.started,
    async close() {
      days.close();
      await Promise.all([erasing.close(), forgetting.close()]);
      await backups?.close();
    },
  };
}

/** Loaded only where there are to be any. */
async function openBackups(
  settings: Settings,
  { folder: to, everyHours, keep }: NonNullable<Settings['backup']>,
  log: Log,
): Promise<BackupClock> {
  const { startBackupClock } = await import('./backup-clock.ts');
  const plan = { from: placeOf(settings), dataDir: settings.dataDir, to, keep, everyHours, program: programVersion() };
  return startBackupClock(plan, { clock: systemClock, log });
}
