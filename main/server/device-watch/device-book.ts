/** What is written down of devices, what is to be written, and when to look at each again. Does nothing by itself. */
import type { Clock } from '../../context.ts';
import { DEVICE_TYPE, type Device, type Location } from '../../contract/site.ts';
import { type Trouble, troublesOf } from '../../core/device-alarms.ts';
import type { KeptDevice } from '../../core/device-history.ts';
import type { Site } from '../../core/site-model.ts';
import type { DeviceNow, DevicePresence } from '../events/device-presence.ts';
import { deviceLocation } from '../site/device-location.ts';
import { watchHouses } from './houses.ts';
import { sameAlarms, sameFacts } from './same-device.ts';

/** What is to be written of a location. */
export interface DeviceNotes {
  readonly locationId: string;
  readonly devices: readonly KeptDevice[];
  readonly gone: readonly string[];
}

export interface DeviceBook {
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

/** What changes with every visitor is written so often at most. */
const SAID_EVERY_MS = 10_000;
/** After a power cut nobody knows better until when a device was heard. */
const HEARD_EVERY_MS = 600_000;
/** So long devices have to speak again after a start; then they went when they were heard last. */
const AWAITED_MS = 60_000;
/** Whose silence matters. A desk may be left. */
const WATCHED: ReadonlySet<number> = new Set([DEVICE_TYPE.kiosk, DEVICE_TYPE.display]);

export function createDeviceBook({ site, clock, presence }: DeviceBookDeps): DeviceBook {
  const written = new Map<string, Written>();
  const troubles = new Map<string, readonly Trouble[]>();
  /** Device → when to look at it. */
  const lookAt = new Map<string, number>();
  /** Rows of devices that have moved, by location: whoever wrote the new one did not come to drop the old. */
  const strays = new Map<string, Set<string>>();
  const houses = watchHouses();
  let openedAt = 0;

  function troublesNow(device: Device, location: Location, now: DeviceNow): readonly Trouble[] {
    if (device.state !== 1 || !WATCHED.has(device.type)) return [];
    const { standing, lookAgainAt } = troublesOf(
      {
        status: now.status,
        silentSince: now.silentSince,
        listenedSince: openedAt,
        isShown: device.type === DEVICE_TYPE.kiosk ? now.connected : null,
        house: houses.at(location, clock.now()),
      },
      troubles.get(device.id) ?? [],
      clock.now(),
    );
    if (lookAgainAt !== null) lookLater(device.id, lookAgainAt);
    return standing;
  }

  function lookLater(deviceId: string, at: number): void {
    lookAt.set(deviceId, Math.min(at, lookAt.get(deviceId) ?? at));
  }

  /** Null while there is nothing to write. */
  function look(device: Device, location: Location): KeptDevice | null {
    const now = presence.of(device.id);
    const { saidAt, status, isInTouch, silentSince } = now;
    if (!isInTouch && silentSince === null) return null;
    const before = written.get(device.id);
    // It has gone nowhere: whoever listened was started anew, and it has not spoken to it yet.
    const isAwaited = !isInTouch && before?.device.isInTouch === true && (silentSince ?? 0) <= openedAt;
    if (isAwaited && clock.now() < openedAt + AWAITED_MS) {
      lookLater(device.id, openedAt + AWAITED_MS);
      return null;
    }
    const standing = troublesNow(device, location, now);
    troubles.set(device.id, standing);
    const alarms = standing.filter(({ isRaised }) => isRaised).map(({ kind, since }) => ({ kind, since }));
    const heardAt = silentSince ?? clock.now();
    const next: KeptDevice = { deviceId: device.id, status, saidAt, isInTouch, heardAt, alarms };
    if (before === undefined || before.locationId !== location.id) return next;
    const { device: old, at } = before;
    if (old.isInTouch !== isInTouch || !sameAlarms(old.alarms, alarms)) return next;
    const wait = sameFacts(old.status, status) ? HEARD_EVERY_MS : SAID_EVERY_MS;
    // Those of all devices together, so that thousands are written in a few transactions.
    const dueAt = Math.ceil((at + wait) / SAID_EVERY_MS) * SAID_EVERY_MS;
    if (dueAt <= clock.now()) return isInTouch || !sameFacts(old.status, status) ? next : null;
    if (isInTouch || !sameFacts(old.status, status)) lookLater(device.id, dueAt);
    return null;
  }

  function stray(locationId: string, deviceId: string): void {
    strays.set(locationId, (strays.get(locationId) ?? new Set()).add(deviceId));
  }

  function noteAll(): void {
    const now = clock.now();
    for (const id of written.keys()) lookAt.set(id, now);
    for (const { id } of site().devices) if (presence.of(id).isInTouch) lookAt.set(id, now);
  }

  function gather(ids: Iterable<string>): readonly DeviceNotes[] {
    const all = new Map<string, { devices: KeptDevice[]; gone: string[] }>();
    const at = (locationId: string) => {
      const notes = all.get(locationId) ?? { devices: [], gone: [] };
      all.set(locationId, notes);
      return notes;
    };
    for (const [locationId, gone] of strays) at(locationId).gone.push(...gone);
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
      troubles.clear();
      strays.clear();
      for (const { locationId, ...device } of kept) {
        const { deviceId } = device;
        const known = site().device(deviceId);
        const isHere = known !== undefined && deviceLocation(site(), known)?.id === locationId;
        const other = written.get(deviceId);
        if (other !== undefined) stray(isHere ? other.locationId : locationId, deviceId);
        if (other === undefined || isHere) written.set(deviceId, { locationId, device, at: openedAt });
      }
      for (const [deviceId, { device }] of written) {
        const { alarms } = device;
        troubles.set(
          deviceId,
          alarms.map((alarm) => ({ ...alarm, isRaised: true })),
        );
        if (alarms.length + presence.of(deviceId).alarms.length > 0) presence.setAlarms(deviceId, alarms);
      }
      noteAll();
    },
    note(deviceId) {
      if ((lookAt.get(deviceId) ?? Number.POSITIVE_INFINITY) <= clock.now()) return false;
      lookAt.set(deviceId, clock.now());
      return true;
    },
    noteAll,
    due() {
      const now = clock.now();
      const ids = [...lookAt].filter(([, at]) => at <= now).map(([id]) => id);
      for (const id of ids) lookAt.delete(id);
      const notes = gather(ids);
      // Should it not be written, it is due again.
      for (const { devices, gone } of notes) {
        for (const { deviceId } of devices) lookAt.set(deviceId, now);
        for (const id of gone) lookLater(id, now);
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
        lookAt.delete(id);
        troubles.delete(id);
      }
      for (const device of devices) {
        written.set(device.deviceId, { locationId, device, at });
        lookAt.delete(device.deviceId);
        if (!sameAlarms(presence.of(device.deviceId).alarms, device.alarms)) {
          presence.setAlarms(device.deviceId, device.alarms);
        }
        lookAt.set(device.deviceId, at);
      }
    },
    lookAgainAt() {
      let next: number | null = null;
      for (const at of lookAt.values()) next = Math.min(next ?? at, at);
      return next;
    },
  };
}
