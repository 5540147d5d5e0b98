/** How devices are to the other servers of the same database, as those tell it. */
import type { Clock } from '../../../lib/context.ts';
import type { Store } from '../../../store/contract/store.ts';
import { UNKNOWN_STATUS } from '../../contract/device-status.ts';
import { NEVER, type OwnNow } from './local-device-state.ts';

export interface DevicesElsewhere {
  /** One for each server that has told of it. */
  of(deviceId: string): readonly OwnNow[];
  close(): void;
}

/** @param told called with each device of which a server says something; null: that server is gone, and the device with it. */
export function followDevices(
  others: Store['peers']['bulletin'],
  clock: Clock,
  told: (deviceId: string, now: OwnNow | null) => void,
): DevicesElsewhere {
  /** By device and server. */
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
