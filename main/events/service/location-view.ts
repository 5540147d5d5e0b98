/** Subscribers' view of services and devices, compared with the current one. */

import type { DevicePresence } from '../../devices/service/presence/device-presence.ts';
import type { Clock } from '../../lib/context.ts';
import type { ServiceQueue } from '../../queue/contract/records.ts';
import type { Service } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { deviceLocation } from '../../site/service/device-location.ts';
import { isServiceOpen, nextHoursChange, serviceOpensAt } from '../../site/service/service-hours.ts';
import { nextWait, type Waits } from '../../wait-times/service/waits.ts';
import type { EventDevice, EventService } from '../contract/events.ts';
import { eventDevice, eventService } from './event-shapes.ts';

export interface LocationEventView {
  services(): EventService[];
  devices(): EventDevice[];
  /** Uses another site from now on; the view stays until `lookAround`. */
  follow(site: Site): void;
  /** Sets the view to the present state, as sent to new subscribers. */
  lookAround(queueOf: QueueOf): void;
  /** Services whose counts or hours differ from the view. */
  changedServices(queueOf: QueueOf): EventService[];
  /**
   * Services whose hours have changed since the last check here, and differ from the view. Hours that another server
   * published by its own clock are kept.
   */
  turnedServices(queueOf: QueueOf): EventService[];
  /** Devices that have changed since the last check here, and differ from the view. */
  changedDevices(): EventDevice[];
  /** Newest counts, from which waits are forecast. */
  countsAre(queues: readonly ServiceQueue[]): void;
  /** Services with these counts and the hours of the view. */
  counted(queues: readonly ServiceQueue[]): EventService[];
  knowServices(changed: readonly EventService[]): void;
  knowDevices(changed: readonly EventDevice[]): void;
}

export type QueueOf = (serviceId: string) => ServiceQueue | undefined;

interface LocationViewDeps {
  readonly locationId: string;
  readonly site: Site;
  readonly clock: Clock;
  readonly presence: DevicePresence;
  readonly waits: Pick<Waits, 'known' | 'adopt'>;
}

export function createLocationView({
  locationId,
  site: first,
  clock,
  presence,
  waits,
}: LocationViewDeps): LocationEventView {
  let site = first;
  let hours: OpeningHoursCache = openingHoursCache(site);
  let services: ReadonlyMap<string, EventService> = new Map();
  let devices: ReadonlyMap<string, EventDevice> = new Map();
  /** State at the last check here. */
  let seenHours: ReadonlyMap<string, string> = new Map();
  let seenDevices: ReadonlyMap<string, EventDevice> = new Map();
  /** Changed here, but not published yet. */
  const turned = new Set<string>();
  const moved = new Set<string>();

  function servicesNow(queueOf: QueueOf): ReadonlyMap<string, EventService> {
    const now = clock.now();
    const offered = site.servicesOf(locationId).filter(({ qm_enabled }) => qm_enabled);
    const forecast = waits.known(locationId);
    return new Map(
      offered.map((service) => [
        service.id,
        eventService(service, queueOf(service.id), hours.of(service, now), nextWait(forecast, service)),
      ]),
    );
  }

  function devicesNow(): ReadonlyMap<string, EventDevice> {
    const here = site.devices.filter((device) => deviceLocation(site, device)?.id === locationId);
    return new Map(here.map((device) => [device.id, eventDevice(device, presence.of(device.id))]));
  }

  return {
    services: () => [...services.values()],
    devices: () => [...devices.values()],
    follow(next) {
      site = next;
      hours = openingHoursCache(next);
    },
    lookAround(queueOf) {
      services = servicesNow(queueOf);
      devices = devicesNow();
      seenHours = hoursIn(services);
      seenDevices = devices;
      turned.clear();
      moved.clear();
    },
    changedServices: (queueOf) => differing(services, servicesNow(queueOf)),
    turnedServices(queueOf) {
      const now = servicesNow(queueOf);
      const hoursNow = hoursIn(now);
      for (const [id, text] of hoursNow) if (seenHours.get(id) !== text) turned.add(id);
      seenHours = hoursNow;
      const known = hoursIn(services);
      for (const id of turned) if (known.get(id) === hoursNow.get(id)) turned.delete(id);
      return [...turned].flatMap((id) => now.get(id) ?? []);
    },
    changedDevices() {
      const now = devicesNow();
      for (const { device_id } of differing(seenDevices, now)) moved.add(device_id);
      seenDevices = now;
      const changed = differing(devices, now).filter(({ device_id }) => moved.has(device_id));
      moved.clear();
      for (const { device_id } of changed) moved.add(device_id);
      return changed;
    },
    countsAre: (queues) => waits.adopt(locationId, queues),
    counted(queues) {
      const now = clock.now();
      const forecast = waits.known(locationId);
      return queues.flatMap((queue) => {
        const service = site.service(queue.serviceId);
        if (service === undefined || service.location !== locationId || !service.qm_enabled) return [];
        const known = services.get(service.id);
        const open = known === undefined ? hours.of(service, now) : { open: known.open, opensAt: known.opens_at };
        return [eventService(service, queue, open, nextWait(forecast, service))];
      });
    },
    knowServices(changed) {
      services = merged(services, changed, ({ service_id }) => service_id);
    },
    knowDevices(changed) {
      devices = merged(devices, changed, ({ device_id }) => device_id);
    },
  };
}

function hoursIn(services: ReadonlyMap<string, EventService>): ReadonlyMap<string, string> {
  return new Map([...services].map(([id, { open, opens_at }]) => [id, `${open} ${opens_at}`]));
}

function differing<T extends object>(before: ReadonlyMap<string, T>, now: ReadonlyMap<string, T>): T[] {
  return [...now].flatMap(([id, thing]) => {
    const old = before.get(id);
    return old !== undefined && JSON.stringify(old) === JSON.stringify(thing) ? [] : [thing];
  });
}

/** Adds only items that are still in the view. */
function merged<T>(old: ReadonlyMap<string, T>, changed: readonly T[], idOf: (thing: T) => string): Map<string, T> {
  const all = new Map(old);
  for (const thing of changed) if (all.has(idOf(thing))) all.set(idOf(thing), thing);
  return all;
}

interface Hours {
  readonly open: boolean;
  /** ISO instant; empty when it is open or the time is unknown. */
  readonly opensAt: string;
}

interface Known extends Hours {
  readonly from: number;
  readonly until: number;
}

interface OpeningHoursCache {
  of(service: Service, now: number): Hours;
}

/**
 * Cache of opening states, each kept while it is valid, because schedules are slow to evaluate. A changed site gets a
 * new cache.
 */
function openingHoursCache(site: Site): OpeningHoursCache {
  const known = new Map<Service, Known>();
  return {
    of(service, now) {
      const found = known.get(service);
      if (found !== undefined && now >= found.from && now < found.until) return found;
      const hours = {
        open: isServiceOpen(site, service, now),
        opensAt: serviceOpensAt(site, service, now),
        from: now,
        until: nextHoursChange(site, service, now) ?? Number.POSITIVE_INFINITY,
      };
      known.set(service, hours);
      return hours;
    },
  };
}
