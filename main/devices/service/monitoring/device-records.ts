/**
 * Device records in memory, pending writes and next checks.
 *
 * Without timers or writes.
 */

import type { Clock } from '../../../lib/context.ts';
import { append } from '../../../lib/lists.ts';
import type { Device, Location } from '../../../site/contract/site.ts';
import type { Site } from '../../../site/rules/site-model.ts';
import { deviceLocation } from '../../../site/service/device-location.ts';
import type { DeviceStatus } from '../../contract/device-status.ts';
import type { AlarmSince } from '../../rules/device-alarms.ts';
import type { KeptDevice } from '../../rules/device-history.ts';
import type { DevicePresence } from '../presence/device-presence.ts';
import { trackActiveIssues } from './active-issues.ts';

/** What changes with every visitor is written so often at most. */
const SAID_EVERY_MS = 10_000;

/** After a power cut nobody knows better until when a device was heard. */
const HEARD_EVERY_MS = 600_000;

/** What is to be written of a location. */
export interface DeviceNotes {
  readonly locationId: string;
  readonly devices: readonly KeptDevice[];
  readonly gone: readonly string[];
}

export interface DeviceRecords {
  /** Begins with what is written down. */
  open(kept: readonly (KeptDevice & { readonly locationId: string })[]): void;
  /** It may be otherwise. False: that is known. */
  note(deviceId: string): boolean;
  noteAll(): void;
  /** What is to be written now. The same again, until it is `written`. */
  due(): readonly DeviceNotes[];
  /** That of all devices in touch was heard until now. */
  atEnd(): readonly DeviceNotes[];
  written(locationId: string, devices: readonly KeptDevice[], gone: readonly string[]): void;
  /** Null while there is nothing to look at. */
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

/** So long devices have to speak again after a start; then they went when they were heard last. */
const AWAITED_MS = 60_000;

/** Schedule of device checks. */
interface LookPlan {
  /** At the latest then; an earlier look stays. */
  later(deviceId: string, at: number): void;
  /** Then, whatever was planned. */
  set(deviceId: string, at: number): void;
  drop(deviceId: string): void;
  /** Infinity: not planned. */
  at(deviceId: string): number;
  /** Those to look at now; they are planned no more. */
  take(now: number): readonly string[];
  /** Null while nothing is planned. */
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
  /** Rows of devices that have moved, by location: whoever wrote the new one did not come to drop the old. */
  const strays = new Map<string, Set<string>>();
  let openedAt = 0;

  /** Null while there is nothing to write. */
  function look(device: Device, location: Location): KeptDevice | null {
    const now = presence.of(device.id);
    const { saidAt, status, isInTouch, silentSince } = now;
    if (!isInTouch && silentSince === null) return null;
    const before = written.get(device.id);
    // It has gone nowhere: whoever listened was started anew, and it has not spoken to it yet.
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
      // Should it not be written, it is due again.
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
          // One of that id that comes later begins with none.
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
 * Whether what is known of a device is to be written down now, or when. Pure.
 * @param old what is written, and when; @returns an instant: now or before is at once; null: never, unless it changes.
 */
function writeAt(old: KeptDevice, writtenAt: number, now: KeptDevice): number | null {
  if (old.isInTouch !== now.isInTouch || !sameAlarms(old.alarms, now.alarms)) return writtenAt;
  const isSame = sameFacts(old.status, now.status);
  if (isSame && !now.isInTouch) return null;
  // Those of all devices together, so that thousands are written in a few transactions.
  return Math.ceil((writtenAt + (isSame ? HEARD_EVERY_MS : SAID_EVERY_MS)) / SAID_EVERY_MS) * SAID_EVERY_MS;
}

/** Whether there is anything new to write of a device. */
function sameAlarms(one: readonly AlarmSince[], other: readonly AlarmSince[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ kind, since }, index) => other[index]?.kind === kind && other[index].since === since)
  );
}

/** What the screen shows changes with every touch, and is worth no writing. */
function sameFacts(one: DeviceStatus, other: DeviceStatus): boolean {
  return JSON.stringify({ ...one, screen: '' }) === JSON.stringify({ ...other, screen: '' });
}
