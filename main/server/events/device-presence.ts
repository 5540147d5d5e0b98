/** Which devices are in touch with this server, and how they say they are. Kept in memory only: it is about now. */
import type { Clock } from '../../context.ts';
import type { DeviceStatus } from '../../contract/events.ts';

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

export function createDevicePresence(clock: Clock): DevicePresence {
  const entries = new Map<string, Entry>();
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
    for (const listener of listeners) listener(deviceId);
  }

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
    of: (deviceId) => entries.get(deviceId)?.now ?? NEVER,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function sameStatus(one: DeviceStatus, other: DeviceStatus): boolean {
  return NAMES.every((name) => one[name] === other[name]);
}
