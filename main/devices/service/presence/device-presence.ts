/**
 * Presence and status of devices across all servers.
 *
 * `monitoring/device-monitor.ts` stores what must survive a restart.
 */

import type { Clock } from '../../../lib/context.ts';
import { subscribe } from '../../../lib/lists.ts';
import type { Store } from '../../../store/contract/store.ts';
import { type DeviceStatus, UNKNOWN_STATUS } from '../../contract/device-status.ts';
import type { AlarmSince } from '../../rules/device-alarms.ts';
import type { KeptDevice } from '../../rules/device-history.ts';
import { createOwnDevice, type DeviceLine, type OwnDevice } from './device-connection.ts';
import { LONG_AGO, NEVER, type OwnNow, sameStatus, together } from './local-device-state.ts';

export interface DeviceNow extends OwnNow {
  readonly alarms: readonly AlarmSince[];
}

/** Stored state from before the start. */
export type RememberedDevice = Pick<KeptDevice, 'deviceId' | 'status' | 'saidAt' | 'heardAt' | 'alarms'>;

export interface DevicePresence {
  /** @param isShown whether it counts as connected at once */
  connect(deviceId: string, isShown?: boolean): DeviceLine;
  /** The device made a request with its own key. Without a connection it counts as connected for a while. */
  seen(deviceId: string): void;
  /** Full status report of a remote kiosk. It is connected until a timeout, if a page shows it. */
  says(deviceId: string, status: DeviceStatus): void;
  of(deviceId: string): DeviceNow;
  /** Restores the stored state of devices that have not reported since. */
  remember(devices: readonly RememberedDevice[]): void;
  /** Publishes alarms of the monitor, here and to peers. */
  setAlarms(deviceId: string, alarms: readonly AlarmSince[]): void;
  /** Withdraws the alarms: another server runs the monitor now. */
  leaveAlarms(): void;
  /** Called with each device whose connection, alarms or status changed. Returns the unsubscribe function. */
  onChange(listener: (deviceId: string) => void): () => void;
}

/** @param others shares device state between servers; null with a single server */
export function createDevicePresence(
  clock: Clock,
  others: Store['peers']['bulletin'] = null,
): DevicePresence & { close(): void } {
  const own = new Map<string, OwnDevice>();
  /** Last report of each device from any source. */
  const remembered = new Map<string, RememberedDevice>();
  const alarms = new Map<string, readonly AlarmSince[]>();
  const posted = new Set<string>();
  const listeners = new Set<(deviceId: string) => void>();

  function tell(deviceId: string): void {
    for (const listener of listeners) listener(deviceId);
  }

  /** A report stays known after its source has gone. */
  function noteSaid(deviceId: string, { status, saidAt }: OwnNow): void {
    const before = remembered.get(deviceId);
    if (typeof saidAt !== 'number' || saidAt < (before?.saidAt ?? LONG_AGO)) return;
    remembered.set(deviceId, { deviceId, status, saidAt, heardAt: saidAt, alarms: [] });
  }

  function ownOf(deviceId: string): OwnDevice {
    const known = own.get(deviceId);
    if (known !== undefined) return known;
    const device = createOwnDevice(clock, (now) => {
      others?.post('device', deviceId, now);
      noteSaid(deviceId, now);
      tell(deviceId);
    });
    own.set(deviceId, device);
    return device;
  }

  const elsewhere = followDevices(others, clock, (deviceId, now) => {
    if (now !== null) noteSaid(deviceId, now);
    tell(deviceId);
  });
  const stopAlarms = others?.follow('device-alarms', {
    accepts: ({ alarms }) =>
      Array.isArray(alarms) && alarms.every((each) => typeof each?.kind === 'string' && typeof each.since === 'number'),
    note(_serverId, deviceId, body) {
      const { alarms: told } = body as { readonly alarms: readonly AlarmSince[] };
      alarms.set(deviceId, told);
      tell(deviceId);
    },
    // Alarms stay until the next monitor replaces them.
    gone() {},
  });

  function of(deviceId: string): DeviceNow {
    const here = own.get(deviceId)?.now ?? NEVER;
    const there = elsewhere.of(deviceId);
    const now = there.length === 0 ? here : together([here, ...there]);
    const before = remembered.get(deviceId);
    const silentSince = now.isInTouch ? null : (now.silentSince ?? before?.heardAt ?? null);
    return {
      ...now,
      changedAt: now.changedAt ?? silentSince,
      silentSince,
      // A disconnected device supports no actions.
      ...(now.saidAt === null && before !== undefined
        ? { status: { ...before.status, can: '' }, saidAt: before.saidAt }
        : {}),
      alarms: alarms.get(deviceId) ?? [],
    };
  }

  return {
    connect: (deviceId, isShown = true) => ownOf(deviceId).connect(isShown),
    seen: (deviceId) => ownOf(deviceId).seen(),
    says(deviceId, status) {
      // Compared with the state of all servers: another server can have received a newer report meanwhile.
      ownOf(deviceId).says(status, !sameStatus(of(deviceId).status, status));
    },
    of,
    remember(devices) {
      for (const device of devices) {
        const { deviceId } = device;
        if ((remembered.get(deviceId)?.saidAt ?? LONG_AGO) < (device.saidAt ?? 0)) remembered.set(deviceId, device);
        if (!alarms.has(deviceId)) alarms.set(deviceId, device.alarms);
        tell(deviceId);
      }
    },
    setAlarms(deviceId, now) {
      posted.add(deviceId);
      others?.post('device-alarms', deviceId, { alarms: now });
      alarms.set(deviceId, now);
      tell(deviceId);
    },
    leaveAlarms() {
      for (const deviceId of posted) others?.drop('device-alarms', deviceId);
      posted.clear();
    },
    close() {
      elsewhere.close();
      stopAlarms?.();
    },
    onChange: (listener) => subscribe(listeners, listener),
  };
}

interface DevicesElsewhere {
  /** One entry for each server that has reported it. */
  of(deviceId: string): readonly OwnNow[];
  close(): void;
}

/**
 * State of devices at the other servers of the database.
 * @param told called with each device that a server reports; null: the server is gone, with its device states
 */
function followDevices(
  others: Store['peers']['bulletin'],
  clock: Clock,
  told: (deviceId: string, now: OwnNow | null) => void,
): DevicesElsewhere {
  /** By device, then by server. */
  const elsewhere = new Map<string, Map<string, OwnNow>>();
  const stop = others?.follow('device', {
    accepts: ({ status = {} }) => typeof status === 'object' && status !== null && !Array.isArray(status),
    note(serverId, deviceId, body) {
      const known = elsewhere.get(deviceId) ?? new Map<string, OwnNow>();
      const own = { ...NEVER, ...(body as Partial<OwnNow>) };
      const now = { ...own, status: { ...UNKNOWN_STATUS, ...own.status } };
      elsewhere.set(deviceId, known.set(serverId, now));
      told(deviceId, now);
    },
    gone(serverId) {
      for (const [deviceId, known] of elsewhere) {
        const before = known.get(serverId);
        if (before === undefined) continue;
        const now = clock.now();
        known.set(serverId, {
          ...NEVER,
          changedAt: before.connected ? now : before.changedAt,
          silentSince: before.isInTouch ? now : before.silentSince,
        });
        told(deviceId, null);
      }
    },
  });
  return {
    of: (deviceId) => [...(elsewhere.get(deviceId)?.values() ?? [])],
    close: () => stop?.(),
  };
}
