/**
 * Which devices are in touch with this server or another one of the same database, and how they say they are. It is about
 * now: nothing of it outlives the servers.
 */
import type { Clock } from '../../context.ts';
import type { DeviceStatus } from '../../contract/events.ts';
import type { Store } from '../../store/store.ts';

/** What one source says of a device: an open page, or a kiosk of this very process. */
export interface DeviceLine {
  /** What is not said stays as it was. */
  report(status: Partial<DeviceStatus>): void;
  /** Whether a page shows it now: a device that nobody can see is not connected. */
  shows(isShown: boolean): void;
  close(): void;
}

export interface DeviceNow {
  readonly connected: boolean;
  /** Since when it is connected, or was seen last; null if it never was. */
  readonly changedAt: number | null;
  /** Known of a kiosk whose program runs, also while nobody looks at it and it is not connected. */
  readonly status: DeviceStatus;
  /** When it said so; null when nobody says anything. */
  readonly saidAt: number | null;
}

export interface DevicePresence {
  /** @param isShown whether it counts as connected at once. */
  connect(deviceId: string, isShown?: boolean): DeviceLine;
  /** It made a request with its own key. A device that only asks now and then counts as connected for a while. */
  seen(deviceId: string): void;
  /** A kiosk elsewhere says how it is, all of it. It counts as connected until it has been silent for too long. */
  says(deviceId: string, status: DeviceStatus): void;
  of(deviceId: string): DeviceNow;
  /** Called with each device that came, went or says something new. Returns how to stop. */
  onChange(listener: (deviceId: string) => void): () => void;
}

/** Kiosks ask, and say how they are, at least every ten seconds. */
const SEEN_FOR_MS = 30_000;
const UNKNOWN: DeviceStatus = {
  printer: '',
  printer_model: '',
  printer_dots: 0,
  printer_confirms: '',
  last_print: '',
  readers: '',
  screen: '',
  offline_since: '',
  offline_numbers: 0,
  offline_tickets: 0,
  can: '',
};
const NAMES = Object.keys(UNKNOWN) as readonly (keyof DeviceStatus)[];
const NEVER: DeviceNow = { connected: false, changedAt: null, status: UNKNOWN, saidAt: null };
const LONG_AGO = Number.NEGATIVE_INFINITY;

interface Said {
  readonly status: DeviceStatus;
  readonly at: number;
}

interface Source {
  isShown: boolean;
  said: Said | null;
}

interface Entry {
  readonly lines: Set<Source>;
  /** Its last request that was no word of how it is. */
  seenAt: number;
  saysAt: number;
  said: Said | null;
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
    const entry: Entry = {
      lines: new Set(),
      seenAt: LONG_AGO,
      saysAt: LONG_AGO,
      said: null,
      watched: false,
      now: NEVER,
    };
    entries.set(deviceId, entry);
    return entry;
  }

  const isRecent = (at: number): boolean => clock.now() - at < SEEN_FOR_MS;

  /** Whoever is in touch counts more than a program that nobody looks at, and then what was said last. */
  function lookAt(entry: Entry): Omit<DeviceNow, 'changedAt'> {
    if (!isRecent(entry.saysAt)) entry.said = null;
    const lines = [...entry.lines];
    const shown = lines.filter(({ isShown }) => isShown);
    const connected = shown.length > 0 || isRecent(entry.seenAt) || isRecent(entry.saysAt);
    const said = latest([...shown.map((line) => line.said), entry.said]) ?? latest(lines.map((line) => line.said));
    return { connected, status: said?.status ?? UNKNOWN, saidAt: said?.at ?? null };
  }

  function change(deviceId: string, entry: Entry): void {
    const now = lookAt(entry);
    const before = entry.now;
    const isSame =
      now.connected === before.connected && now.saidAt === before.saidAt && sameStatus(now.status, before.status);
    if (isSame) return;
    entry.now = { ...now, changedAt: now.connected === before.connected ? before.changedAt : clock.now() };
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
        if (before === undefined) continue;
        known.set(serverId, { ...NEVER, changedAt: before.connected ? clock.now() : before.changedAt });
        tell(deviceId);
      }
    },
  });

  function watch(deviceId: string, entry: Entry): void {
    if (entry.watched) return;
    entry.watched = true;
    const heardAt = Math.max(entry.seenAt, entry.saysAt);
    clock.after(Math.max(1, heardAt + SEEN_FOR_MS - clock.now()), () => {
      entry.watched = false;
      change(deviceId, entry);
      if (isRecent(Math.max(entry.seenAt, entry.saysAt))) watch(deviceId, entry);
    });
  }

  function of(deviceId: string): DeviceNow {
    const here = entries.get(deviceId)?.now ?? NEVER;
    const there = elsewhere.get(deviceId);
    return there === undefined ? here : together([here, ...there.values()]);
  }

  return {
    connect(deviceId, isShown = true) {
      const entry = entryOf(deviceId);
      const line: Source = { isShown, said: null };
      entry.lines.add(line);
      change(deviceId, entry);

      /** What was only asked with it does not outlive the last page. */
      function leave(): void {
        if (![...entry.lines].some((one) => one.isShown)) entry.seenAt = LONG_AGO;
      }

      return {
        report(status) {
          const before = line.said?.status ?? UNKNOWN;
          const next = { ...before, ...status };
          if (!entry.lines.has(line) || (line.said !== null && sameStatus(next, before))) return;
          line.said = { status: next, at: clock.now() };
          change(deviceId, entry);
        },
        shows(on) {
          if (line.isShown === on) return;
          line.isShown = on;
          if (!on) leave();
          change(deviceId, entry);
        },
        close() {
          if (!entry.lines.delete(line)) return;
          if (line.isShown) leave();
          change(deviceId, entry);
        },
      };
    },
    seen(deviceId) {
      const entry = entryOf(deviceId);
      entry.seenAt = clock.now();
      change(deviceId, entry);
      watch(deviceId, entry);
    },
    says(deviceId, status) {
      const entry = entryOf(deviceId);
      entry.saysAt = clock.now();
      // Also when it is what it said here before: at another server it may have said something else meanwhile.
      if (entry.said === null || !sameStatus(of(deviceId).status, status)) entry.said = { status, at: clock.now() };
      change(deviceId, entry);
      watch(deviceId, entry);
    },
    of,
    close: () => stop?.(),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What was said last; of two at once, the later in the list. */
function latest<One extends { readonly at: number }>(all: readonly (One | null)[]): One | null {
  return all.reduce((last, one) => (one !== null && one.at >= (last?.at ?? LONG_AGO) ? one : last), null);
}

/** Of what several servers say: a connection counts more than none, and else what is newer. */
function together(all: readonly DeviceNow[]): DeviceNow {
  const connected = all.some((one) => one.connected);
  const near = all.filter((one) => one.connected === connected);
  const changedAt = near.reduce<number | null>(
    (last, one) => (one.changedAt !== null && one.changedAt > (last ?? LONG_AGO) ? one.changedAt : last),
    null,
  );
  // A server of an older version does not say when.
  const said = (list: readonly DeviceNow[]) =>
    latest(list.map(({ saidAt, status }) => (typeof saidAt === 'number' ? { at: saidAt, status } : null)));
  const voice = said(near) ?? said(all);
  return { connected, changedAt, status: voice?.status ?? near[0]?.status ?? UNKNOWN, saidAt: voice?.at ?? null };
}

function sameStatus(one: DeviceStatus, other: DeviceStatus): boolean {
  return NAMES.every((name) => one[name] === other[name]);
}
