/**
 * The events of one location while somebody listens: keeps its mirror, gives each change its number, and has it told.
 * What happens is worked off once a turn of the event loop, after the answers of that turn have gone out.
 */
import type { Clock, Log } from '../../context.ts';
import type { EventDevice, EventService, LiveState, TicketEventType } from '../../contract/events.ts';
import type { QueueEvent } from '../../contract/queue.ts';
import type { Site } from '../../core/site-model.ts';
import type { Store } from '../../store/store.ts';
import type { Audience } from '../auth/audience.ts';
import { deviceLocation } from '../site/device-location.ts';
import { type ChangeLog, createChangeLog } from './change-log.ts';
import type { DevicePresence } from './device-presence.ts';
import { createFanOut, type FanOut } from './fan-out.ts';
import { textFrame } from './frame.ts';
import { type HoursBook, hoursBook } from './hours-book.ts';
import { type LocationMirror, readLocation } from './location-mirror.ts';
import { eventDevice, eventService, eventTicket, iso } from './shapes.ts';
import { essenceOf } from './site-essence.ts';

export interface LocationStream {
  /** Settles when clients can be added; rejects when the store cannot be read. */
  readonly ready: Promise<void>;
  readonly seq: number;
  readonly clients: FanOut;
  /** What the store says has happened here. */
  take(event: QueueEvent): void;
  deviceChanged(): void;
  siteChanged(): void;
  /** Now and then: opens and closes services, and gives a sign of life. */
  beat(): void;
  close(): void;
}

export interface LocationStreamDeps {
  readonly store: Store;
  readonly site: () => Site;
  readonly clock: Clock;
  readonly log: Log;
  readonly presence: DevicePresence;
}

/** What visitors wait for: they look up when it is their turn. */
const URGENT: ReadonlySet<QueueEvent['type']> = new Set(['ticket.called', 'ticket.recalled', 'queue.reset']);
const RETRY_MS = 1_000;
/** Thousands of devices that come at once, after a power cut, are told in a few messages. */
const DEVICES_EVERY_MS = 1_000;

/** @param firstSeq higher than any number that was used for this location before. */
export function openLocationStream(locationId: string, firstSeq: number, deps: LocationStreamDeps): LocationStream {
  const { store, clock, log, presence } = deps;
  const changes: ChangeLog = createChangeLog(locationId, firstSeq);
  let site = deps.site();
  let hours: HoursBook = hoursBook(site);
  let mirror: LocationMirror | null = null;
  let services: ReadonlyMap<string, EventService> = new Map();
  let devices: ReadonlyMap<string, EventDevice> = new Map();
  let essence = essenceOf(site, locationId);
  let happened: QueueEvent[] = [];
  /** Services whose counts have to be read. */
  let dirty = new Set<string>();
  let counting = false;
  /** What has happened since a reading began; null while there is none. */
  let sinceReading: QueueEvent[] | null = null;
  /** The last reading may be too old already. */
  let readDue = false;
  let planned = false;
  let devicesDue = false;
  let devicesResting = false;
  let closed = false;
  const states = new Map<Audience, { readonly seq: number; readonly frame: Buffer }>();

  const clients = createFanOut({
    seq: () => changes.seq,
    changes: (from, to, audience) => changes.frames(from, to, audience),
    state: stateFrame,
    alive: () => textFrame(JSON.stringify({ type: 'alive', ...head() })),
  });

  function head(): { seq: number; at: string; location: string } {
    return { seq: changes.seq, at: iso(clock.now()), location: locationId };
  }

  function stateFrame(audience: Audience): Buffer {
    const known = states.get(audience);
    if (known?.seq === changes.seq) return known.frame;
    const shown = (call: Parameters<typeof eventTicket>[1]) => eventTicket(site, call, audience);
    const state: LiveState = {
      services: [...services.values()],
      calls: (mirror?.calls() ?? []).map(shown),
      last_calls: (mirror?.lastCalls() ?? []).map(shown),
      devices: audience === 'public' ? [] : [...devices.values()],
    };
    const frame = textFrame(JSON.stringify({ type: 'state', ...head(), state }));
    states.set(audience, { seq: changes.seq, frame });
    return frame;
  }

  function servicesNow(): ReadonlyMap<string, EventService> {
    const now = clock.now();
    const offered = site.servicesOf(locationId).filter(({ qm_enabled }) => qm_enabled);
    return new Map(
      offered.map((service) => [service.id, eventService(service, mirror?.queue(service.id), hours.of(service, now))]),
    );
  }

  function devicesNow(): ReadonlyMap<string, EventDevice> {
    const here = site.devices.filter((device) => deviceLocation(site, device)?.id === locationId);
    return new Map(here.map((device) => [device.id, eventDevice(device, presence.of(device.id))]));
  }

  function tellServices(): void {
    const before = services;
    services = servicesNow();
    const changed = differing(before, services);
    if (changed.length === 0) return;
    const at = iso(clock.now());
    changes.add(() => ({ type: 'service.changed', at, services: changed }));
    clients.wake(false);
  }

  function tellDevices(): void {
    if (!devicesDue || devicesResting) return;
    devicesDue = false;
    const before = devices;
    devices = devicesNow();
    const changed = differing(before, devices);
    if (changed.length === 0) return;
    const at = iso(clock.now());
    changes.add((audience) => ({ type: 'device.changed', at, devices: audience === 'public' ? [] : changed }));
    clients.wake(false);
    devicesResting = true;
    clock.after(DEVICES_EVERY_MS, () => {
      devicesResting = false;
      if (devicesDue) plan();
    });
  }

  function tell(event: QueueEvent): void {
    const { type, ticket, answer = null } = event;
    const at = iso(event.at);
    mirror?.apply(event);
    if (type === 'queue.reset') changes.add(() => ({ type, at }));
    else if (type !== 'site.changed' && ticket !== undefined) {
      const told: TicketEventType = type;
      changes.add((audience) => ({ type: told, at, ticket: eventTicket(site, { ticket, answer }, audience) }));
    }
  }

  function noteCounts({ type, serviceId }: QueueEvent): void {
    if (type === 'queue.reset') for (const { id } of site.servicesOf(locationId)) dirty.add(id);
    else if (type !== 'ticket.recalled') dirty.add(serviceId);
  }

  function work(): void {
    planned = false;
    if (closed || mirror === null) return;
    const events = happened;
    happened = [];
    for (const event of events) {
      tell(event);
      noteCounts(event);
    }
    if (events.length > 0) clients.wake(events.some(({ type }) => URGENT.has(type)));
    // A store that does not say what became of a ticket has to be asked for everything.
    if (events.some(isBare)) readAgain();
    tellDevices();
    readCounts();
  }

  function plan(): void {
    if (planned || closed) return;
    planned = true;
    setImmediate(work);
  }

  /** One reading at a time: what changes meanwhile is in the next. */
  function readCounts(): void {
    if (counting || dirty.size === 0) return;
    const asked = [...dirty];
    dirty = new Set();
    counting = true;
    store
      .query('serviceQueues', { services: asked })
      .then(
        (queues) => {
          counting = false;
          if (closed) return;
          mirror?.adopt(queues);
          tellServices();
          if (dirty.size > 0) plan();
        },
        () => {
          counting = false;
          for (const id of asked) dirty.add(id);
          clock.after(RETRY_MS, plan);
        },
      )
      .catch(fault);
  }

  /** Reads everything. What happens meanwhile is made again on top of what was read. */
  async function read(): Promise<void> {
    const reader = site;
    sinceReading = [];
    const fresh = await readLocation(locationId, reader, store, clock.now());
    if (closed) return;
    if (reader !== site) return await read();
    for (const event of sinceReading) {
      fresh.apply(event);
      noteCounts(event);
    }
    sinceReading = null;
    // Nobody has been told anything yet: what happened is in the first state.
    if (mirror === null) happened = [];
    mirror = fresh;
    services = servicesNow();
    devices = devicesNow();
    readCounts();
  }

  /** After a change that cannot be told piece by piece. */
  function readAgain(): void {
    if (closed) return;
    readDue = true;
    if (sinceReading !== null || mirror === null) return;
    readDue = false;
    read()
      .then(() => {
        if (closed) return;
        const at = iso(clock.now());
        changes.add(() => ({ type: 'site.changed', at }), stateFrame);
        clients.wake(true);
        if (readDue) readAgain();
      })
      .catch((error: unknown) => {
        sinceReading = null;
        log.warn('events.read-failed', { location: locationId, detail: String(error) });
        clock.after(RETRY_MS, readAgain);
      });
  }

  function fault(error: unknown): void {
    log.error('events.fault', { location: locationId, detail: error instanceof Error ? error.stack : String(error) });
  }

  const ready = read().then(() => {
    if (readDue) readAgain();
  });
  // Who waits for it hears of it; nobody else has to.
  ready.catch(() => {});

  return {
    ready,
    get seq() {
      return changes.seq;
    },
    clients,
    take(event) {
      happened.push(event);
      sinceReading?.push(event);
      plan();
    },
    deviceChanged() {
      devicesDue = true;
      plan();
    },
    siteChanged() {
      const next = deps.site();
      if (next === site) return;
      site = next;
      hours = hoursBook(site);
      changes.tellAnew();
      states.clear();
      const now = essenceOf(site, locationId);
      if (now === essence) return;
      essence = now;
      readAgain();
    },
    beat() {
      if (mirror !== null) tellServices();
      clients.beat();
    },
    close() {
      closed = true;
    },
  };
}

function isBare({ type, ticket }: QueueEvent): boolean {
  return type.startsWith('ticket.') && ticket === undefined;
}

function differing<T extends object>(before: ReadonlyMap<string, T>, now: ReadonlyMap<string, T>): T[] {
  return [...now].flatMap(([id, thing]) => {
    const old = before.get(id);
    return old !== undefined && JSON.stringify(old) === JSON.stringify(thing) ? [] : [thing];
  });
}
