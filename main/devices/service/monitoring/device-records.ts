/**
 * Device records in memory, pending writes and next checks.
 *
 * It has no timers and writes nothing itself.
 */

import { type KnownRuns, NO_RUNS, recordRun, sharedUntil } from '../../../access/rules/shared-key.ts';
import type { Clock } from '../../../lib/context.ts';
import { append } from '../../../lib/lists.ts';
import { DEVICE_TYPE, type Device, type Location } from '../../../site/contract/site.ts';
import { isOpen, opensAt } from '../../../site/rules/opening-hours.ts';
import type { Site } from '../../../site/rules/site-model.ts';
import { deviceLocation } from '../../../site/service/device-location.ts';
import type { DeviceStatus } from '../../contract/device-status.ts';
import {
  type AlarmSince,
  type DeviceIssue,
  type DeviceIssues,
  type OpeningState,
  troublesOf,
} from '../../rules/device-alarms.ts';
import type { KeptDevice } from '../../rules/device-history.ts';
import type { DeviceNow, DevicePresence } from '../presence/device-presence.ts';

/** Active issues of each device, as last checked. They are kept because nothing else stores the start of an issue. */

const LONG_AGO: OpeningState = { openSince: 0, opensAt: null };

interface ActiveIssues {
  /** Restores the alarms raised before the start. */
  open(alarms: Iterable<readonly [deviceId: string, alarms: readonly AlarmSince[]]>): void;
  /** @param listenedSince silence before this time does not count */
  look(device: Device, location: Location, said: DeviceNow, at: number, listenedSince: number): DeviceIssues;
  forget(deviceId: string): void;
}

/** Device types whose silence matters. A counter can be left unattended. */
const WATCHED: ReadonlySet<number> = new Set([DEVICE_TYPE.kiosk, DEVICE_TYPE.display]);
const NONE: DeviceIssues = { standing: [], lookAgainAt: null };

function trackActiveIssues(): ActiveIssues {
  const known = new Map<string, readonly DeviceIssue[]>();
  const runs = new Map<string, KnownRuns>();
  const houses = watchOpeningStates();

  function found(
    { type, state, id }: Device,
    location: Location,
    said: DeviceNow,
    at: number,
    since: number,
  ): DeviceIssues {
    if (state !== 1 || !WATCHED.has(type)) return NONE;
    const { status, silentSince, connected } = said;
    const isShown = type === DEVICE_TYPE.kiosk ? connected : null;
    const house = houses.at(location, at);
    const heard = recordRun(runs.get(id) ?? NO_RUNS, status.run, at);
    runs.set(id, heard);
    const until = sharedUntil(heard, at);
    const facts = { status, silentSince, listenedSince: since, isShown, house, sharesKey: until !== null };
    const { standing, lookAgainAt } = troublesOf(facts, known.get(id) ?? [], at);
    return { standing, lookAgainAt: until === null ? lookAgainAt : Math.min(lookAgainAt ?? until, until) };
  }

  return {
    open(raised) {
      known.clear();
      for (const [id, alarms] of raised) {
        known.set(
          id,
          alarms.map((alarm) => ({ ...alarm, isRaised: true })),
        );
      }
    },
    look(device, location, said, at, listenedSince) {
      const now = found(device, location, said, at, listenedSince);
      known.set(device.id, now.standing);
      return now;
    },
    forget(deviceId) {
      known.delete(deviceId);
      runs.delete(deviceId);
    },
  };
}

interface OpeningStates {
  /** A location that is open at the first check counts as open for long. */
  at(location: Location, now: number): OpeningState;
}

/** Opening time of each location since the first check. */
function watchOpeningStates(): OpeningStates {
  const seen = new Map<string, OpeningState>();

  function look({ id, state, schedule: text, timezone: zone, country }: Location, now: number): OpeningState {
    const hours = { text, zone, country };
    if (state !== 1) return { openSince: null, opensAt: null };
    if (!isOpen(hours, now)) return { openSince: null, opensAt: opensAt([hours], now) };
    const before = seen.get(id) ?? LONG_AGO;
    return { openSince: before.openSince ?? Math.min(before.opensAt ?? now, now), opensAt: null };
  }

  return {
    at(location, now) {
      const house = look(location, now);
      seen.set(location.id, house);
      return house;
    },
  };
}

/** Minimum interval between writes of fields that change with every visitor. */
const SAID_EVERY_MS = 10_000;

/** Write interval of the last contact, which limits its error after a power cut. */
const HEARD_EVERY_MS = 600_000;

/** Pending writes of a location. */
export interface DeviceNotes {
  readonly locationId: string;
  readonly devices: readonly KeptDevice[];
  readonly gone: readonly string[];
}

export interface DeviceRecords {
  /** Loads the stored records. */
  open(kept: readonly (KeptDevice & { readonly locationId: string })[]): void;
  /** Marks a device as possibly changed. False: it already is. */
  note(deviceId: string): boolean;
  noteAll(): void;
  /** Pending writes. Returned again until `written` is called. */
  due(): readonly DeviceNotes[];
  /** Final writes at shutdown: the last contact of all connected devices is now. */
  atEnd(): readonly DeviceNotes[];
  written(locationId: string, devices: readonly KeptDevice[], gone: readonly string[]): void;
  /** Null without planned checks. */
  lookAgainAt(): number | null;
}

interface DeviceBookDeps {
  readonly site: () => Site;
  readonly clock: Clock;
  readonly presence: DevicePresence;
}

interface Written {
  readonly locationId: string;
  readonly device: KeptDevice;
  readonly at: number;
}

/** Devices get this time to reconnect after a start; otherwise their last contact counts as the disconnect. */
const AWAITED_MS = 60_000;

/** Schedule of device checks. */
interface LookPlan {
  /** Plans a check at this time, unless an earlier one is planned. */
  later(deviceId: string, at: number): void;
  /** Plans a check at this time, whatever was planned. */
  set(deviceId: string, at: number): void;
  drop(deviceId: string): void;
  /** Infinity: not planned. */
  at(deviceId: string): number;
  /** Removes and returns the due checks. */
  take(now: number): readonly string[];
  /** Null without planned checks. */
  next(): number | null;
}

function planLooks(): LookPlan {
  const lookAt = new Map<string, number>();
  const at = (deviceId: string): number => lookAt.get(deviceId) ?? Number.POSITIVE_INFINITY;
  return {
    later: (deviceId, then) => void lookAt.set(deviceId, Math.min(then, at(deviceId))),
    set: (deviceId, then) => void lookAt.set(deviceId, then),
    drop: (deviceId) => void lookAt.delete(deviceId),
    at,
    take(now) {
      const ids = [...lookAt].filter(([, then]) => then <= now).map(([id]) => id);
      for (const id of ids) lookAt.delete(id);
      return ids;
    },
    next() {
      let next: number | null = null;
      for (const then of lookAt.values()) next = Math.min(next ?? then, then);
      return next;
    },
  };
}

export function createDeviceRecords({ site, clock, presence }: DeviceBookDeps): DeviceRecords {
  const written = new Map<string, Written>();
  const troubles = trackActiveIssues();
  const looks = planLooks();
  /** Rows of moved devices by location: their writer stopped before it deleted the old row. */
  const strays = new Map<string, Set<string>>();
  let openedAt = 0;

  /** Null without changes to write. */
  function look(device: Device, location: Location): KeptDevice | null {
    const now = presence.of(device.id);
    const { saidAt, status, isInTouch, silentSince } = now;
    if (!isInTouch && silentSince === null) return null;
    const before = written.get(device.id);
    // Still assumed to be connected: this server has restarted, and the device has not reconnected yet.
    const isAwaited = !isInTouch && before?.device.isInTouch === true && (silentSince ?? 0) <= openedAt;
    if (isAwaited && clock.now() < openedAt + AWAITED_MS) {
      looks.later(device.id, openedAt + AWAITED_MS);
      return null;
    }
    const { standing, lookAgainAt } = troubles.look(device, location, now, clock.now(), openedAt);
    if (lookAgainAt !== null) looks.later(device.id, lookAgainAt);
    const alarms = standing.filter(({ isRaised }) => isRaised).map(({ kind, since }) => ({ kind, since }));
    const heardAt = silentSince ?? clock.now();
    const next: KeptDevice = { deviceId: device.id, status, saidAt, isInTouch, heardAt, alarms };
    if (before === undefined || before.locationId !== location.id) return next;
    const dueAt = writeAt(before.device, before.at, next);
    if (dueAt === null) return null;
    if (dueAt <= clock.now()) return next;
    looks.later(device.id, dueAt);
    return null;
  }

  function stray(locationId: string, deviceId: string): void {
    strays.set(locationId, (strays.get(locationId) ?? new Set()).add(deviceId));
  }

  function noteAll(): void {
    const now = clock.now();
    for (const id of written.keys()) looks.set(id, now);
    for (const { id } of site().devices) if (presence.of(id).isInTouch) looks.set(id, now);
  }

  function gather(ids: Iterable<string>): readonly DeviceNotes[] {
    const all = new Map<string, { devices: KeptDevice[]; gone: string[] }>();
    const at = (locationId: string) => {
      const notes = all.get(locationId) ?? { devices: [], gone: [] };
      all.set(locationId, notes);
      return notes;
    };
    for (const [locationId, gone] of strays) append(at(locationId).gone, gone);
    const current = site();
    for (const id of ids) {
      const device = current.device(id);
      const location = device === undefined ? undefined : deviceLocation(current, device);
      const before = written.get(id);
      if (before !== undefined && before.locationId !== location?.id) at(before.locationId).gone.push(id);
      if (device === undefined || location === undefined) continue;
      const next = look(device, location);
      if (next !== null) at(location.id).devices.push(next);
    }
    return [...all].map(([locationId, notes]) => ({ locationId, ...notes }));
  }

  return {
    open(kept) {
      openedAt = clock.now();
      written.clear();
      strays.clear();
      for (const { locationId, ...device } of kept) {
        const { deviceId } = device;
        const known = site().device(deviceId);
        const isHere = known !== undefined && deviceLocation(site(), known)?.id === locationId;
        const other = written.get(deviceId);
        if (other !== undefined) stray(isHere ? other.locationId : locationId, deviceId);
        if (other === undefined || isHere) written.set(deviceId, { locationId, device, at: openedAt });
      }
      troubles.open([...written].map(([id, { device }]) => [id, device.alarms]));
      for (const [deviceId, { device }] of written) {
        const { alarms } = device;
        if (alarms.length + presence.of(deviceId).alarms.length > 0) presence.setAlarms(deviceId, alarms);
      }
      noteAll();
    },
    note(deviceId) {
      if (looks.at(deviceId) <= clock.now()) return false;
      looks.set(deviceId, clock.now());
      return true;
    },
    noteAll,
    due() {
      const now = clock.now();
      const notes = gather(looks.take(now));
      // Planned again, in case the write fails.
      for (const { devices, gone } of notes) {
        for (const { deviceId } of devices) looks.set(deviceId, now);
        for (const id of gone) looks.later(id, now);
      }
      return notes;
    },
    atEnd() {
      const now = clock.now();
      const all = Map.groupBy(
        [...written.values()].filter(({ device }) => device.isInTouch),
        ({ locationId }) => locationId,
      );
      return [...all].map(([locationId, list]) => ({
        locationId,
        devices: list.map(({ device }) => ({ ...device, heardAt: now })),
        gone: [],
      }));
    },
    written(locationId, devices, gone) {
      const at = clock.now();
      for (const id of gone) {
        const left = strays.get(locationId);
        left?.delete(id);
        if (left?.size === 0) strays.delete(locationId);
        if (written.get(id)?.locationId === locationId) {
          written.delete(id);
          // A later device with this id starts without alarms.
          if (presence.of(id).alarms.length > 0) presence.setAlarms(id, []);
        }
        if (site().device(id) !== undefined) continue;
        looks.drop(id);
        troubles.forget(id);
      }
      for (const device of devices) {
        written.set(device.deviceId, { locationId, device, at });
        looks.drop(device.deviceId);
        if (!sameAlarms(presence.of(device.deviceId).alarms, device.alarms)) {
          presence.setAlarms(device.deviceId, device.alarms);
        }
        looks.set(device.deviceId, at);
      }
    },
    lookAgainAt: () => looks.next(),
  };
}

/**
 * When to write the record of a device. Pure.
 * @param old stored record, with the time of its write
 * @returns an instant, now or earlier for at once; null: not before it changes
 */
function writeAt(old: KeptDevice, writtenAt: number, now: KeptDevice): number | null {
  if (old.isInTouch !== now.isInTouch || !sameAlarms(old.alarms, now.alarms)) return writtenAt;
  const isSame = sameFacts(old.status, now.status);
  if (isSame && !now.isInTouch) return null;
  // Rounded, so that thousands of devices are written in a few transactions.
  return Math.ceil((writtenAt + (isSame ? HEARD_EVERY_MS : SAID_EVERY_MS)) / SAID_EVERY_MS) * SAID_EVERY_MS;
}

/** Whether both lists contain the same alarms. */
function sameAlarms(one: readonly AlarmSince[], other: readonly AlarmSince[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ kind, since }, index) => other[index]?.kind === kind && other[index].since === since)
  );
}

/** Ignores the screen, which changes with every touch and is not worth a write. */
function sameFacts(one: DeviceStatus, other: DeviceStatus): boolean {
  return JSON.stringify({ ...one, screen: '' }) === JSON.stringify({ ...other, screen: '' });
}
