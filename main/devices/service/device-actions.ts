/**
 * Remote actions between the store and the devices.
 *
 * A kiosk of this process receives an action at once, a remote one in the answer to its heartbeat. Thousands of
 * heartbeats ask, so this server remembers the devices with open actions; servers of one database inform each other.
 */
import type { Clock, Log } from '../../lib/context.ts';
import type { Result } from '../../lib/result.ts';
import type { QueueFault } from '../../queue/contract/request.ts';
import type { Store } from '../../store/contract/store.ts';
import { ACTION_RESULT_MS, type AskedAction } from '../contract/device-actions.ts';
import { type AskDeviceInput, isOpen } from '../operations/device-action-operations.ts';
import type { DeviceActionRecord } from '../operations/device-action-records.ts';

type ActionsListener = (actions: readonly AskedAction[]) => void;

export interface DeviceActions {
  /** Keeps it, and tells the device if that is here. */
  ask(wish: AskDeviceInput): Promise<Result<DeviceActionRecord, QueueFault>>;
  /** What that device has to do now; costs nothing where nothing was asked. */
  openOf(deviceId: string): Promise<readonly AskedAction[]>;
  /** Whether `openOf` has to be asked; false: there is nothing. */
  mayBeAsked(deviceId: string): boolean;
  /** A device of this process: hears what it has to do, now and from now on. Returns how to stop. */
  listen(deviceId: string, listener: ActionsListener): () => void;
  close(): void;
}

type AskedRecord = DeviceActionRecord & AskedAction;

/** Far more than a device is asked within the time in which anything is open. */
const MAX_OPEN = 30;
const FORGET_EVERY_MS = 300_000;

export function createDeviceActions({
  store,
  clock,
  log,
}: {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
}): DeviceActions {
  /** Of these it is known that nothing is open; of all others the store is asked. */
  const idle = new Set<string>();
  const listeners = new Map<string, Set<ActionsListener>>();
  const bulletin = store.peers.bulletin;
  let isClosed = false;

  async function openOf(deviceId: string): Promise<readonly AskedAction[]> {
    if (idle.has(deviceId)) return [];
    // What is asked while the store looks is asked of it anew.
    idle.add(deviceId);
    try {
      const now = clock.now();
      const records = await store.query('deviceActions', { deviceId, limit: MAX_OPEN });
      const open = records.filter((record): record is AskedRecord => isOpen(record, now)).toReversed();
      if (open.length > 0) idle.delete(deviceId);
      else if (idle.has(deviceId)) bulletin?.drop('device-action', deviceId);
      return open.map(({ id, action, ticket, message, by }) => ({
        ...{ id, action, ticket, message },
        // No other action is anybody's word.
        ...(action === 'confirm-printer' ? { asked_by: by.id } : {}),
      }));
    } catch (error) {
      idle.delete(deviceId);
      throw error;
    }
  }

  function tellIfHere(deviceId: string): void {
    idle.delete(deviceId);
    const here = listeners.get(deviceId);
    if (here === undefined || here.size === 0) return;
    openOf(deviceId).then(
      (open) => {
        if (open.length > 0) for (const listener of here) listener(open);
      },
      // The device asks nobody by itself: what it does not hear of expires, and staff are told that.
      (error: unknown) => log.warn('device.action-report-failed', { device: deviceId, error: String(error) }),
    );
  }

  function forgetResults(): void {
    if (isClosed) return;
    const now = clock.now();
    store.run('forgetDeviceResults', { until: now - ACTION_RESULT_MS }, { now }).catch((error: unknown) => {
      log.warn('device.results-purge-failed', { error: String(error) });
    });
  }

  const stopFollowing = bulletin?.follow('device-action', {
    note: (_serverId, deviceId) => tellIfHere(deviceId),
    gone() {},
  });
  // What came of actions before this start may be old by now, and what is not is gone after an hour.
  forgetResults();
  let cancelForgetting = clock.after(FORGET_EVERY_MS, function again() {
    forgetResults();
    cancelForgetting = clock.after(FORGET_EVERY_MS, again);
  });

  return {
    async ask(wish) {
      const asked = await store.run('askDevice', wish, { now: clock.now() });
      if (!asked.ok) return asked;
      tellIfHere(wish.deviceId);
      // Another one each time, so that the others look anew.
      bulletin?.post('device-action', wish.deviceId, { id: asked.value.id });
      return asked;
    },
    openOf,
    mayBeAsked: (deviceId) => !idle.has(deviceId),
    listen(deviceId, listener) {
      const here = listeners.get(deviceId) ?? new Set();
      listeners.set(deviceId, here.add(listener));
      tellIfHere(deviceId);
      return () => void here.delete(listener);
    },
    close() {
      isClosed = true;
      stopFollowing?.();
      cancelForgetting();
      listeners.clear();
    },
  };
}
