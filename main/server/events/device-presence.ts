/**
 * Which devices are in touch with this server or another one of the same database, and how they say they are, or said last.
 * What outlives the servers is written down by `device-watch/device-keeper.ts`.
 */
import type { Clock } from '../../context.ts';
import { type DeviceStatus, HEARTBEAT_SECONDS, UNKNOWN_STATUS } from '../../contract/device-status.ts';
import type { AlarmSince } from '../../core/device-alarms.ts';
import type { KeptDevice } from '../../core/device-history.ts';
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
  /** A page of it can be seen, or a program elsewhere shows one. */
  readonly connected: boolean;
  /** Since when it is connected, or was seen last; null if it never was. */
  readonly changedAt: number | null;
  /** What it said last, also of one that is gone. */
  readonly status: DeviceStatus;
  /** When it said so; null when it never said anything. */
  readonly saidAt: number | null;
  /** Something of it is heard, be it a program that nobody looks at. */
  readonly isInTouch: boolean;
  /** Since when nothing of it is heard; null while something is, and of one that never was. */
  readonly silentSince: number | null;
  readonly alarms: readonly AlarmSince[];
}

/** What is known from earlier. */
export type RememberedDevice = Pick<KeptDevice, 'deviceId' | 'status' | 'saidAt' | 'heardAt' | 'alarms'>;

export interface DevicePresence {
  /** @param isShown whether it counts as connected at once. */
  connect(deviceId: string, isShown?: boolean): DeviceLine;
  /** It made a request with its own key. A device that only asks now and then counts as connected for a while. */
  seen(deviceId: string): void;
  /**
   * A kiosk elsewhere says how it is, all of it. Until it has been silent for too long it is in touch, and connected if a page
   * shows it.
   */
  says(deviceId: string, status: DeviceStatus): void;
  of(deviceId: string): DeviceNow;
  /** What was kept of a device that has said nothing since. */
  remember(devices: readonly RememberedDevice[]): void;
  /** Whoever watches over devices says so, here and to the other servers. */
  setAlarms(deviceId: string, alarms: readonly AlarmSince[]): void;
  /** Another server watches over them from now on. */
  leaveAlarms(): void;
  /** Called with each device that came, went, has other alarms, or says something new. Returns how to stop. */
  onChange(listener: (deviceId: string) => void): () => void;
}

/** Kiosks ask at least every ten seconds. */
const SEEN_FOR_MS = 30_000;
/** Also one beat that was lost, and said again after its deadline, comes in time. */
const SAID_FOR_MS = HEARTBEAT_SECONDS * 1_000 + 15_000;
const NAMES = Object.keys(UNKNOWN_STATUS) as readonly (keyof DeviceStatus)[];
const NEVER: OwnNow = {
  connected: false,
  changedAt: null,
  status: UNKNOWN_STATUS,
  saidAt: null,
  isInTouch: false,
  silentSince: null,
};
const LONG_AGO = Number.NEGATIVE_INFINITY;

/** What one server knows of a device by itself. */
type OwnNow = Omit<DeviceNow, 'alarms'>;

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
  /** The last time that anything of it was heard. */
  heardAt: number | null;
  /** Waits for the time at which a device that only asks counts as gone. */
  watched: boolean;
  now: OwnNow;
}

/** @param others where servers tell each other how devices are; null where there are none. */
export function createDevicePresence(
  clock: Clock,
  others: Store['peers']['bulletin'] = null,
): DevicePresence & { close(): void } {
  const entries = new Map<string, Entry>();
  /** What other servers have told, by device and server. */
  const elsewhere = new Map<string, Map<string, OwnNow>>();
  /** What was said last, by anybody. */
  const remembered = new Map<string, RememberedDevice>();
  const alarms = new Map<string, readonly AlarmSince[]>();
  const posted = new Set<string>();
  const listeners = new Set<(deviceId: string) => void>();

  function entryOf(deviceId: string): Entry {
    const known = entries.get(deviceId);
    if (known !== undefined) return known;
    const entry: Entry = {
      lines: new Set(),
      seenAt: LONG_AGO,
      saysAt: LONG_AGO,
      said: null,
      heardAt: null,
      watched: false,
      now: NEVER,
    };
    entries.set(deviceId, entry);
    return entry;
  }

  const seenUntil = ({ seenAt }: Entry): number => seenAt + SEEN_FOR_MS;
  const saidUntil = ({ saysAt }: Entry): number => saysAt + SAID_FOR_MS;
  const isSeen = (entry: Entry): boolean => clock.now() < seenUntil(entry);

  /** Whoever can be seen counts more than a program that nobody looks at, and then what was said last. */
  function lookAt(entry: Entry): Omit<OwnNow, 'changedAt'> {
    if (clock.now() >= saidUntil(entry)) entry.said = null;
    const lines = [...entry.lines];
    const shown = lines.filter(({ isShown }) => isShown);
    const isAway = entry.said === null ? isSeen(entry) : entry.said.status.screen !== '';
    const said = latest([...shown.map((line) => line.said), entry.said]) ?? latest(lines.map((line) => line.said));
    const isInTouch = lines.length > 0 || entry.said !== null || isSeen(entry);
    return {
      connected: shown.length > 0 || isAway,
      status: said?.status ?? UNKNOWN_STATUS,
      saidAt: said?.at ?? null,
      isInTouch,
      silentSince: isInTouch ? null : entry.heardAt,
    };
  }

  function change(deviceId: string, entry: Entry): void {
    const now = lookAt(entry);
    const before = entry.now;
    const isSame =
      now.connected === before.connected &&
      now.isInTouch === before.isInTouch &&
      now.saidAt === before.saidAt &&
      sameStatus(now.status, before.status);
    if (isSame) return;
    const changedAt = now.connected === before.connected ? before.changedAt : (now.silentSince ?? clock.now());
    entry.now = { ...now, changedAt };
    others?.post('device', deviceId, entry.now);
    noteSaid(deviceId, entry.now);
    tell(deviceId);
  }

  /** What is said outlives whoever said it. */
  function noteSaid(deviceId: string, { status, saidAt }: OwnNow): void {
    const before = remembered.get(deviceId);
    if (typeof saidAt !== 'number' || saidAt < (before?.saidAt ?? LONG_AGO)) return;
    remembered.set(deviceId, { deviceId, status, saidAt, heardAt: saidAt, alarms: [] });
  }

  function tell(deviceId: string): void {
    for (const listener of listeners) listener(deviceId);
  }

  const stopAlarms = others?.follow('device-alarms', {
    note(_serverId, deviceId, body) {
      const { alarms: told } = body as { readonly alarms: readonly AlarmSince[] };
      alarms.set(deviceId, told);
      tell(deviceId);
    },
    // They stand until the next server that watches says something else.
    gone() {},
  });
  const stop = others?.follow('device', {
    note(serverId, deviceId, body) {
      const known = elsewhere.get(deviceId) ?? new Map<string, OwnNow>();
      const told = { ...NEVER, ...(body as Partial<OwnNow>) };
      const now = { ...told, status: { ...UNKNOWN_STATUS, ...told.status } };
      elsewhere.set(deviceId, known.set(serverId, now));
      noteSaid(deviceId, now);
      tell(deviceId);
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
        tell(deviceId);
      }
    },
  });

  function watch(deviceId: string, entry: Entry): void {
    const ahead = [seenUntil(entry), saidUntil(entry)].filter((at) => at > clock.now());
    if (entry.watched || ahead.length === 0) return;
    entry.watched = true;
    clock.after(Math.max(1, Math.min(...ahead) - clock.now()), () => {
      entry.watched = false;
      change(deviceId, entry);
      watch(deviceId, entry);
    });
  }

  function of(deviceId: string): DeviceNow {
    const here = entries.get(deviceId)?.now ?? NEVER;
    const there = elsewhere.get(deviceId);
    const now = there === undefined ? here : together([here, ...there.values()]);
    const before = remembered.get(deviceId);
    const silentSince = now.isInTouch ? null : (now.silentSince ?? before?.heardAt ?? null);
    return {
      ...now,
      changedAt: now.changedAt ?? silentSince,
      silentSince,
      // What is gone can do nothing.
      ...(now.saidAt === null && before !== undefined
        ? { status: { ...before.status, can: '' }, saidAt: before.saidAt }
        : {}),
      alarms: alarms.get(deviceId) ?? [],
    };
  }

  return {
    connect(deviceId, isShown = true) {
      const entry = entryOf(deviceId);
      const line: Source = { isShown, said: null };
      entry.lines.add(line);
      entry.heardAt = clock.now();
      change(deviceId, entry);

      /** What was only asked with it does not outlive the last page. */
      function leave(): void {
        if (![...entry.lines].some((one) => one.isShown)) entry.seenAt = LONG_AGO;
      }

      return {
        report(status) {
          const before = line.said?.status ?? UNKNOWN_STATUS;
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
          entry.heardAt = clock.now();
          if (line.isShown) leave();
          change(deviceId, entry);
        },
      };
    },
    seen(deviceId) {
      const entry = entryOf(deviceId);
      entry.seenAt = clock.now();
      entry.heardAt = entry.seenAt;
      change(deviceId, entry);
      watch(deviceId, entry);
    },
    says(deviceId, status) {
      const entry = entryOf(deviceId);
      entry.saysAt = clock.now();
      entry.heardAt = entry.saysAt;
      // Also when it is what it said here before: at another server it may have said something else meanwhile.
      if (entry.said === null || !sameStatus(of(deviceId).status, status)) entry.said = { status, at: clock.now() };
      change(deviceId, entry);
      watch(deviceId, entry);
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
      stop?.();
      stopAlarms?.();
    },
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
function together(all: readonly OwnNow[]): OwnNow {
  const connected = all.some((one) => one.connected);
  const near = all.filter((one) => one.connected === connected);
  const isInTouch = all.some((one) => one.isInTouch || one.connected);
  // A server of an older version does not say when.
  const said = (list: readonly OwnNow[]) =>
    latest(list.map(({ saidAt, status }) => (typeof saidAt === 'number' ? { at: saidAt, status } : null)));
  const voice = said(near) ?? said(all);
  return {
    connected,
    changedAt: newest(near.map(({ changedAt }) => changedAt)),
    status: voice?.status ?? near[0]?.status ?? UNKNOWN_STATUS,
    saidAt: voice?.at ?? null,
    isInTouch,
    silentSince: isInTouch ? null : newest(all.map(({ silentSince }) => silentSince)),
  };
}

function newest(instants: readonly (number | null)[]): number | null {
  return instants.reduce((last, at) => (at !== null && at > (last ?? LONG_AGO) ? at : last), null);
}

function sameStatus(one: DeviceStatus, other: DeviceStatus): boolean {
  return NAMES.every((name) => one[name] === other[name] || JSON.stringify(one[name]) === JSON.stringify(other[name]));
}
