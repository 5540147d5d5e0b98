/**
 * The events of one location while somebody listens: keeps its mirror, gives each change its number, and has it told.
 * What happens is worked off once a turn of the event loop, after the answers of that turn have gone out.
 *
 * Where several servers work on the database, changes come from it with their numbers, the same for all of them, and what
 * a server notices by itself is said to all (`shared-words.ts`) before it is told. A server that is alone counts by itself.
 */
import type { Clock, Log } from '../../context.ts';
import type { LiveState } from '../../contract/events.ts';
import type { QueueEvent, ServiceQueue } from '../../contract/queue.ts';
import type { Site } from '../../core/site-model.ts';
import type { LocationChange, NumberedChange, Store } from '../../store/store.ts';
import type { Audience } from '../auth/audience.ts';
import { type ChangeLog, createChangeLog, MAX_CHANGES, type Told } from './change-log.ts';
import type { DevicePresence } from './device-presence.ts';
import { createFanOut, type FanOut } from './fan-out.ts';
import { textFrame } from './frame.ts';
import { type LocationMirror, readLocation } from './location-mirror.ts';
import { createLocationView } from './location-view.ts';
import { eventTicket, iso } from './shapes.ts';
import { createSharedWords, readWord, type Word } from './shared-words.ts';
import { essenceOf } from './site-essence.ts';
import { countsIn, toldOfEvent, toldOfWord, UNKNOWN_WORD } from './told-changes.ts';

export interface LocationStream {
  /** Settles when clients can be added; rejects when the store cannot be read. */
  readonly ready: Promise<void>;
  readonly seq: number;
  readonly clients: FanOut;
  /** What the store says has happened here, where it does not number it. */
  take(event: QueueEvent): void;
  /** Makes ready for a client that comes back with this number, perhaps from another server. */
  reachBack(since: number): Promise<void>;
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
  /** The story cannot be continued: whoever listens has to begin anew. */
  readonly onLost: () => void;
}

/** What visitors wait for: they look up when it is their turn. */
const URGENT: ReadonlySet<QueueEvent['type']> = new Set(['ticket.called', 'ticket.recalled', 'queue.reset']);
const RETRY_MS = 1_000;
/** Thousands of devices that come at once, after a power cut, are told in a few messages. */
const DEVICES_EVERY_MS = 1_000;

/** @param firstSeq higher than any number that was used for this location before, if this server counts by itself */
export function openLocationStream(locationId: string, firstSeq: number, deps: LocationStreamDeps): LocationStream {
  const { store, clock, log, presence } = deps;
  const changes: ChangeLog = createChangeLog(locationId, firstSeq);
  let site = deps.site();
  const view = createLocationView({ locationId, site, clock, presence });
  let mirror: LocationMirror | null = null;
  let essence = essenceOf(site, locationId);
  /** Of the site that was told last, or was in all first states. */
  let toldEssence = essence;
  let happened: (NumberedChange | { readonly number: null; readonly change: LocationChange })[] = [];
  /** Services whose counts have to be read. */
  let dirty = new Set<string>();
  let counting = false;
  /** What has happened since a reading began; null while there is none. */
  let sinceReading: LocationChange[] | null = null;
  /** The last reading may be too old already. */
  let readDue = false;
  let planned = false;
  let siteDue = false;
  let hoursDue = false;
  let devicesDue = false;
  let devicesResting = false;
  let closed = false;
  /**
   * From here on changes alone tell everything. Before, the site was another one, or this server did not know what is not
   * in the database: who comes back from there is told the whole state besides.
   */
  let wholeSince = firstSeq;
  let reaching: Promise<void> = Promise.resolve();
  const states = new Map<Audience, { readonly seq: number; readonly frame: Buffer }>();
  const queueOf = (serviceId: string): ServiceQueue | undefined => mirror?.queue(serviceId);

  const shared =
    store.follow?.(locationId, (numbered) => {
      if (numbered === null) deps.onLost();
      else for (const each of numbered) happen(each);
    }) ?? null;
  const words =
    shared === null ? null : createSharedWords({ location: shared, clock, next: nextWord, heard: () => changes.seq });

  const clients = createFanOut({
    seq: () => changes.seq,
    changes: (from, to, audience) => changes.frames(from, to, audience),
    missed(since, audience) {
      const frames = changes.frames(since, changes.seq, audience);
      return frames === null || since >= wholeSince ? frames : Buffer.concat([frames, stateFrame(audience)]);
    },
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
      services: view.services(),
      calls: (mirror?.calls() ?? []).map(shown),
      last_calls: (mirror?.lastCalls() ?? []).map(shown),
      devices: audience === 'public' ? [] : view.devices(),
    };
    const frame = textFrame(JSON.stringify({ type: 'state', ...head(), state }));
    states.set(audience, { seq: changes.seq, frame });
    return frame;
  }

  /** How it is told; null for what a store that does not number leaves out. */
  function toldOf(change: LocationChange): Told | null {
    if (change.kind === 'event') return toldOfEvent(change.event, () => site);
    const at = iso(change.at);
    if (change.kind === 'counts') {
      const services = view.counted(countsIn(change, site, locationId));
      return toldOfWord({ type: 'service.changed', services }, at);
    }
    return toldOfWord(readWord(change.body) ?? UNKNOWN_WORD, at);
  }

  function know(to: LocationMirror, change: LocationChange): void {
    if (change.kind === 'event') to.apply(change.event);
    else if (change.kind === 'counts') to.adopt(countsIn(change, site, locationId));
  }

  /** From now on everybody knows it. */
  function hearWord(word: Word, at: number): void {
    if (word.type === 'service.changed') view.knowServices(word.services);
    else if (word.type === 'device.changed') {
      view.knowDevices(word.devices);
      restDevices();
    }
    changes.add(toldOfWord(word, iso(at)));
    if (word.type === 'site.changed') {
      toldEssence = word.essence;
      // The state comes behind it: who has heard no more than this may not have got that.
      wholeSince = changes.seq + 1;
      clients.renew();
    } else clients.wake(false);
  }

  function restDevices(): void {
    devicesResting = true;
    clock.after(DEVICES_EVERY_MS, () => {
      devicesResting = false;
      if (devicesDue) plan();
    });
  }

  function tell(change: LocationChange): void {
    if (change.kind === 'said') {
      hearWord(readWord(change.body) ?? UNKNOWN_WORD, change.at);
      return;
    }
    const told = toldOf(change);
    if (change.kind === 'counts') view.knowServices(view.counted(countsIn(change, site, locationId)));
    else if (shared === null) noteCounts(change.event);
    if (told !== null) changes.add(told);
    clients.wake(change.kind === 'event' && URGENT.has(change.event.type));
  }

  /** What this server has noticed, and nobody has said yet. */
  function nextWord(): Word | null {
    if (closed || mirror === null || sinceReading !== null) return null;
    // Another server may know it later, or know a later one: only who has just come to know it says so.
    if (siteDue && essence !== toldEssence) return { type: 'site.changed', essence };
    siteDue = false;
    const services = hoursDue ? view.turnedServices(queueOf) : [];
    if (services.length > 0) return { type: 'service.changed', services };
    hoursDue = false;
    if (devicesResting || !devicesDue) return null;
    const devices = view.changedDevices();
    if (devices.length > 0) return { type: 'device.changed', devices };
    devicesDue = false;
    return null;
  }

  /** A server that is alone tells what it has noticed at once. */
  function tellNoticed(): void {
    const services = view.changedServices(queueOf);
    if (services.length > 0) hearWord({ type: 'service.changed', services }, clock.now());
  }

  function tellDevices(): void {
    if (!devicesDue || devicesResting) return;
    devicesDue = false;
    const devices = view.changedDevices();
    if (devices.length > 0) hearWord({ type: 'device.changed', devices }, clock.now());
  }

  function noteCounts({ type, serviceId }: QueueEvent): void {
    if (type === 'queue.reset') for (const { id } of site.servicesOf(locationId)) dirty.add(id);
    else if (type !== 'ticket.recalled') dirty.add(serviceId);
  }

  function work(): void {
    planned = false;
    if (closed || mirror === null) return;
    const fresh = happened;
    happened = [];
    for (const { number, change } of fresh) {
      // What was told before the story begins here.
      if (number !== null && number <= changes.seq) continue;
      know(mirror, change);
      tell(change);
    }
    // A store that does not say what became of a ticket has to be asked for everything.
    if (fresh.some(({ change }) => isBare(change))) readAgain();
    if (words !== null) words.speak();
    else {
      tellDevices();
      readCounts();
    }
  }

  function plan(): void {
    if (planned || closed) return;
    planned = true;
    setImmediate(work);
  }

  function happen(each: (typeof happened)[number]): void {
    happened.push(each);
    sinceReading?.push(each.change);
    plan();
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
          tellNoticed();
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
    for (const change of sinceReading) {
      know(fresh, change);
      if (shared === null && change.kind === 'event') noteCounts(change.event);
    }
    sinceReading = null;
    // Nobody has been told anything yet: what happened is in the first state. Numbers that are given must all be told.
    if (mirror === null && shared === null) happened = [];
    mirror = fresh;
    view.lookAround(queueOf);
    states.clear();
    if (shared === null) readCounts();
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
        if (words === null) hearWord({ type: 'site.changed', essence }, clock.now());
        // Another server has said so already, with a state of each server's own.
        else if (essence === toldEssence) clients.renew();
        else {
          siteDue = true;
          words.speak();
        }
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

  async function start(): Promise<void> {
    if (shared !== null) {
      wholeSince = await shared.begun;
      changes.begin(wholeSince);
    }
    await read();
    plan();
    if (readDue) readAgain();
  }

  const ready = start();
  // Who waits for it hears of it; nobody else has to.
  ready.catch(() => {});

  return {
    ready,
    get seq() {
      return changes.seq;
    },
    clients,
    take: (event) => happen({ number: null, change: { kind: 'event', event } }),
    reachBack(since) {
      // One after the other: many come back at once, and what is there for the first is there for all.
      reaching = reaching.then(async () => {
        const first = changes.since;
        if (shared === null || since >= first || since < changes.seq - MAX_CHANGES) return;
        const past = await shared.past(since, first).catch(() => null);
        if (past !== null)
          changes.reachBack(
            since,
            past.map(({ change }) => toldOf(change) ?? toldOfWord(UNKNOWN_WORD, '')),
          );
      });
      return reaching;
    },
    deviceChanged() {
      devicesDue = true;
      plan();
    },
    siteChanged() {
      const next = deps.site();
      if (next === site) return;
      site = next;
      view.follow(site);
      changes.tellAnew();
      states.clear();
      const now = essenceOf(site, locationId);
      if (now === essence) return;
      essence = now;
      readAgain();
    },
    beat() {
      hoursDue = true;
      if (words !== null) words.speak();
      else if (mirror !== null) tellNoticed();
      clients.beat();
    },
    close() {
      closed = true;
      shared?.stop();
    },
  };
}

function isBare(change: LocationChange): boolean {
  return change.kind === 'event' && change.event.type.startsWith('ticket.') && change.event.ticket === undefined;
}
