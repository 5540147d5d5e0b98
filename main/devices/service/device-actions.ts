/**
 * Remote actions between the store and the devices.
 *
 * A kiosk of this process receives an action at once, a remote one in the response to its heartbeat. Thousands of
 * heartbeats check for actions, so this server remembers the devices with open ones; servers of one database notify
 * each other.
 */
import type { Clock, Log } from '../../lib/context.ts';
import type { Result } from '../../lib/result.ts';
import type { QueueFault } from '../../queue/contract/request.ts';
import type { Store } from '../../store/contract/store.ts';
import { ACTION_RESULT_MS, type RequestedAction } from '../contract/device-actions.ts';
import { type AskDeviceInput, isOpen } from '../operations/device-action-operations.ts';
import type { DeviceActionRecord } from '../operations/device-action-records.ts';

type ActionsListener = (actions: readonly RequestedAction[]) => void;

export interface DeviceActions {
  /** Stores the action, and notifies the device if it is connected here. */
  ask(wish: AskDeviceInput): Promise<Result<DeviceActionRecord, QueueFault>>;
  /** Open actions of the device, without a query when there are none. */
  openOf(deviceId: string): Promise<readonly RequestedAction[]>;
  /** Whether `openOf` is needed; false: there are none. */
  mayBeAsked(deviceId: string): boolean;
  /** Subscribes a device of this process to its actions, now and later. Returns the unsubscribe function. */
  listen(deviceId: string, listener: ActionsListener): () => void;
  close(): void;
}

type AskedRecord = DeviceActionRecord & RequestedAction;

/** Far more than the limit of requests within an action's lifetime. */
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
  /** Devices without open actions; for others the store is queried. */
  const idle = new Set<string>();
  const listeners = new Map<string, Set<ActionsListener>>();
  const bulletin = store.peers.bulletin;
  let isClosed = false;

  async function openOf(deviceId: string): Promise<readonly RequestedAction[]> {
    if (idle.has(deviceId)) return [];
    // Marked before the query, so that a request during the query causes another one.
    idle.add(deviceId);
    try {
      const now = clock.now();
      const records = await store.query('deviceActions', { deviceId, limit: MAX_OPEN });
      const open = records.filter((record): record is AskedRecord => isOpen(record, now)).toReversed();
      if (open.length > 0) idle.delete(deviceId);
      else if (idle.has(deviceId)) bulletin?.drop('device-action', deviceId);
      return open.map(({ id, action, ticket, message, by }) => ({
        ...{ id, action, ticket, message },
        // Only this action needs its actor.
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
      // The device does not poll: an undelivered action expires, and staff see that.
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
  // Results from before this start can already be due for deletion; later ones are deleted every hour.
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
      // A new id each time, so that peers query again.
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
