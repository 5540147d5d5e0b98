/**
 * Job that stores the last report of each device, and raises and ends device alarms.
 * One server of a cluster runs it, so that each alarm is sent once. Every server starts with the stored reports.
 */
import type { ClockAndLog } from '../../../lib/context.ts';
import { startRecurringJob } from '../../../lib/jobs/recurring-job.ts';
import type { SiteHolder } from '../../../site/service/site-holder.ts';
import type { Store } from '../../../store/contract/store.ts';
import type { DevicePresence } from '../presence/device-presence.ts';
import { createDeviceRecords, type DeviceNotes } from './device-records.ts';

export interface DeviceKeeper {
  /** Resolves when the stored reports are loaded. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

export interface DeviceKeeperDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly presence: DevicePresence;
}

/** Combines changes within this time. */
const LOOK_AFTER_MS = 500;
const RETRY_MS = 5_000;
/** Maximum devices per transaction. */
const MAX_AT_ONCE = 200;

export function startDeviceKeeper(deps: DeviceKeeperDeps): DeviceKeeper {
  const { store, site, clock, log, presence } = deps;
  const book = createDeviceRecords({ site: () => site.current(), clock, presence });
  /** Whether the stored reports are loaded, and this server has held the lease since. */
  let isOpen = false;
  /** Number of lease changes. */
  let changes = 0;

  const isMine = (): boolean => store.peers.isMine('devices');

  /** Resolves to the time of the next run, like `look`. */
  async function readKept(signal: AbortSignal): Promise<number> {
    const before = changes;
    const kept = await store.query('keptDevices', {});
    presence.remember(kept);
    // Another server could have written since the read.
    if (changes !== before) return 0;
    if (signal.aborted || !isMine()) return Number.POSITIVE_INFINITY;
    book.open(kept);
    isOpen = true;
    return clock.now() + LOOK_AFTER_MS;
  }

  async function write({ locationId, devices, gone }: DeviceNotes): Promise<void> {
    for (let first = 0; first === 0 || first < devices.length; first += MAX_AT_ONCE) {
      const some = devices.slice(first, first + MAX_AT_ONCE);
      await store.run(
        'noteDevices',
        { locationId, devices: some, gone: first === 0 ? gone : [] },
        { now: clock.now() },
      );
    }
    book.written(locationId, devices, gone);
  }

  async function look(): Promise<number> {
    for (const notes of book.due()) {
      // Another server could have started while this one waited for the database.
      if (!isMine()) return Number.POSITIVE_INFINITY;
      await write(notes);
    }
    const next = book.lookAgainAt();
    return next === null ? Number.POSITIVE_INFINITY : Math.max(clock.now() + LOOK_AFTER_MS, next);
  }

  const job = startRecurringJob({
    clock,
    // Every server reads the stored reports. Only the lease holder writes.
    periodMs: RETRY_MS,
    run: ({ signal }) => (isOpen ? look() : readKept(signal)),
    onError: (detail) => log.warn('device.state-write-failed', { error: detail }),
  });

  const stops = [
    presence.onChange((deviceId) => {
      if (isOpen && book.note(deviceId)) job.wake(LOOK_AFTER_MS);
    }),
    site.onChange(() => {
      if (!isOpen) return;
      book.noteAll();
      job.wake(LOOK_AFTER_MS);
    }),
    store.peers.onDuty('devices', (isNow) => {
      isOpen = false;
      changes += 1;
      if (isNow) job.wake();
      else presence.leaveAlarms();
    }),
  ];

  return {
    started: job.started,
    async close() {
      for (const stop of stops) stop();
      await job.close();
      if (!isOpen || !isMine()) return;
      // Stores the last contact of all connected devices at shutdown.
      try {
        for (const notes of book.atEnd()) await write(notes);
      } catch (error) {
        log.warn('device.state-write-failed', { error: String(error) });
      }
    },
  };
}
