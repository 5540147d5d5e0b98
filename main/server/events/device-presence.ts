/**
 * Which devices are in touch with this server or another one of the same database, and how they say they are. It is about
 * now: nothing of it outlives the servers.
 */
import type { Clock } from '../../context.ts';
import type { DeviceStatus } from '../../contract/events.ts';
import type { Store } from '../../store/store.ts';

/** One line to a device: a socket, or a kiosk of this very process. */
export interface DeviceLine {
  report(status: Partial<DeviceStatus>): void;
  close(): void;
}

export interface DeviceNow {
  readonly connected: boolean;
  /** Since when it is connected, or was seen last; null if it never was. */
  readonly changedAt: number | null;
  readonly status: DeviceStatus;
}

export interface DevicePresence {
  connect(deviceId: string): DeviceLine;
  /** It made a request with its own key. A device that only asks now and then counts as connected for a while. */
  seen(deviceId: string): void;
  of(deviceId: string): DeviceNow;
  /** Called with each device that came, went or says something new. Returns how to stop. */
  onChange(listener: (deviceId: string) => void): () => void;
}

/** Kiosks ask at least every ten seconds. */
const SEEN_FOR_MS = 25_000;
const UNKNOWN: DeviceStatus = {
  printer: '',
  printer_model: '',
  printer_dots: 0,
  printer_confirms: '',
  last_print: '',
  readers: '',
  screen: '',
};
const NAMES = Object.keys(UNKNOWN) as readonly (keyof DeviceStatus)[];
const NEVER: DeviceNow = { connected: false, changedAt: null, status: UNKNOWN };

interface Entry {
  lines: number;
  seenAt: number;
  /** Waits for the time at which a device that only asks counts as gone. */
  watched: boolean;
  now: DeviceNow;
}

/** @param others where servers tell each other how devices are; null where there are none. */
export function createDevicePresence(
  clock: Clock,
  others: Store['peers']['bulletin'] = null,
): DevicePresence & { close(): void } {
  const entries = new Map<string, Entry>();
  /** What other servers have told, by device and server. */
  const elsewhere = new Map<string, Map<string, DeviceNow>>();
  const listeners = new Set<(deviceId: string) => void>();

  function entryOf(deviceId: string): Entry {
    const known = entries.get(deviceId);
    if (known !== undefined) return known;
    const entry: Entry = { lines: 0, seenAt: Number.NEGATIVE_INFINITY, watched: false, now: NEVER };
    entries.set(deviceId, entry);
    return entry;
  }

  function isConnected(entry: Entry): boolean {
    return entry.lines > 0 || clock.now() - entry.seenAt < SEEN_FOR_MS;
  }

  function change(deviceId: string, entry: Entry, status: DeviceStatus): void {
    const connected = isConnected(entry);
    const before = entry.now;
    const isSame = connected === before.connected && sameStatus(status, before.status);
    if (isSame) return;
    const changedAt = connected === before.connected ? before.changedAt : clock.now();
    entry.now = { connected, changedAt, status: connected ? status : UNKNOWN };
    others?.post('device', deviceId, entry.now);
    tell(deviceId);
  }

  function tell(deviceId: string): void {
    for (const listener of listeners) listener(deviceId);
  }

  const stop = others?.follow('device', {
    note(serverId, deviceId, body) {
      const known = elsewhere.get(deviceId) ?? new Map<string, DeviceNow>();
      elsewhere.set(deviceId, known.set(serverId, body as DeviceNow));
      tell(deviceId);
    },
    gone(serverId) {
      for (const [deviceId, known] of elsewhere) {
        const before = known.get(serverId);
        if (before?.connected !== true) continue;
        known.set(serverId, { connected: false, changedAt: clock.now(), status: UNKNOWN });
        tell(deviceId);
      }
    },
  });

  function watch(deviceId: string, entry: Entry): void {
    if (entry.watched) return;
    entry.watched = true;
    clock.after(Math.max(1, entry.seenAt + SEEN_FOR_MS - clock.now()), () => {
      entry.watched = false;
      if (clock.now() - entry.seenAt < SEEN_FOR_MS) watch(deviceId, entry);
      else change(deviceId, entry, entry.now.status);
    });
  }

  return {
    connect(deviceId) {
      const entry = entryOf(deviceId);
      let open = true;
      entry.lines += 1;
      change(deviceId, entry, entry.now.status);
      return {
        report(status) {
          if (open) change(deviceId, entry, { ...entry.now.status, ...status });
        },
        close() {
          if (!open) return;
          open = false;
          entry.lines -= 1;
          change(deviceId, entry, entry.now.status);
        },
      };
    },
    seen(deviceId) {
      const entry = entryOf(deviceId);
      entry.seenAt = clock.now();
      change(deviceId, entry, entry.now.status);
      watch(deviceId, entry);
    },
    of(deviceId) {
      const here = entries.get(deviceId)?.now ?? NEVER;
      const there = elsewhere.get(deviceId);
      return there === undefined ? here : [here, ...there.values()].reduce(newer);
    },
    close: () => stop?.(),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Of what two servers say: a connection counts more than none, and else what is newer. */
function newer(one: DeviceNow, other: DeviceNow): DeviceNow {
  if (one.connected !== other.connected) return one.connected ? one : other;
  return (other.changedAt ?? 0) > (one.changedAt ?? 0) ? other : one;
}

function sameStatus(one: DeviceStatus, other: DeviceStatus): boolean {
  return NAMES.every((name) => one[name] === other[name]);
}
