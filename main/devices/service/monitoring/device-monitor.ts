/**
 * Watches over all devices of the site: writes down what they said last, and raises and ends alarms. Of several servers one
 * does it, so that each alarm is told once; all begin with what was written down.
 */
import type { Clock, Log } from '../../../lib/context.ts';
import type { SiteHolder } from '../../../site/service/site-holder.ts';
import type { Store } from '../../../store/contract/store.ts';
import type { DevicePresence } from '../presence/device-presence.ts';
import { createDeviceRecords, type DeviceNotes } from './device-records.ts';

export interface DeviceKeeper {
  /** Settles when what was written down is known. */
  readonly started: Promise<void>;
  close(): Promise<void>;
}

export interface DeviceKeeperDeps {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  readonly log: Log;
  readonly presence: DevicePresence;
}

/** Many that change at once are looked at together. */
const LOOK_AFTER_MS = 500;
const RETRY_MS = 5_000;
/** So many devices are written in one transaction. */
const MAX_AT_ONCE = 200;

export function startDeviceKeeper(deps: DeviceKeeperDeps): DeviceKeeper {
  const { store, site, clock, log, presence } = deps;
  const book = createDeviceRecords({ site: () => site.current(), clock, presence });
  let closed = false;
  let isOpen = false;
  let cancelLook = (): void => {};
  let plannedFor = Number.POSITIVE_INFINITY;
  let work: Promise<void> = Promise.resolve();

  const isMine = (): boolean => store.peers.isMine('devices');

  async function readKept(): Promise<void> {
    const kept = await store.query('keptDevices', {});
    presence.remember(kept);
    if (closed || !isMine()) return;
    book.open(kept);
    isOpen = true;
    plan(LOOK_AFTER_MS);
  }

  /** One thing after the other. What breaks is tried again. */
  function then(next: () => Promise<void>): Promise<void> {
    const begun = work.then(next);
    work = begun.catch((error: unknown) => {
      if (closed) return;
      log.warn('devices.not-kept', { detail: String(error) });
      if (isMine()) plan(RETRY_MS);
    });
    return work;
  }

  function plan(ms: number): void {
    const at = clock.now() + Math.max(0, ms);
    if (closed || at >= plannedFor) return;
    cancelLook();
    plannedFor = at;
    cancelLook = clock.after(at - clock.now(), () => {
      plannedFor = Number.POSITIVE_INFINITY;
      void then(isOpen ? look : readKept);
    });
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

  async function look(): Promise<void> {
    if (!isMine()) return;
    for (const notes of book.due()) {
      // Another server may have begun while this one waited for its database.
      if (!isMine()) return;
      await write(notes);
    }
    const next = book.lookAgainAt();
    if (next !== null) plan(Math.max(LOOK_AFTER_MS, next - clock.now()));
  }

  const stops = [
    presence.onChange((deviceId) => {
      if (!isOpen || !book.note(deviceId)) return;
      plan(LOOK_AFTER_MS);
    }),
    site.onChange(() => {
      if (!isOpen) return;
      book.noteAll();
      plan(LOOK_AFTER_MS);
    }),
    store.peers.onDuty('devices', (isNow) => {
      isOpen = false;
      if (isNow) void then(readKept);
      else presence.leaveAlarms();
    }),
  ];

  return {
    started: then(readKept),
    async close() {
      closed = true;
      cancelLook();
      for (const stop of stops) stop();
      await work;
      const isLast = isOpen && isMine();
      if (!isLast) return;
      // From now on nobody listens: they were heard until here.
      try {
        for (const notes of book.atEnd()) await write(notes);
      } catch (error) {
        log.warn('devices.not-kept', { detail: String(error) });
      }
    },
  };
}
