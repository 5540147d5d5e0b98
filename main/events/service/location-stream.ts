/**
 * Event stream of one location with subscribers.
 *
 * Changes are processed once per turn of the event loop. Each goes into the mirror (`mirror-updater.ts`) and is
 * published (`event-publisher.ts`) with its number (`event-log.ts`). Changes that this server noticed follow
 * (`local-notifier.ts`).
 * Servers of one database receive numbered changes from it, the same for all. A change noticed by one server is first
 * sent to all (`cluster-events.ts`). A single server numbers its changes itself.
 */
import { createHash } from 'node:crypto';
import type { DevicePresence } from '../../devices/service/presence/device-presence.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { LocationChange, NumberedChange } from '../../queue/operations/location-changes.ts';
import type { User } from '../../site/contract/site.ts';
import { itemsOf } from '../../site/rules/site-items.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Waits } from '../../wait-times/service/waits.ts';
import { createEventPublisher } from './event-publisher.ts';
import type { FanOut } from './fan-out.ts';
import { createClusterNotifier, createSingleServerNotifier, type LocalNotifier } from './local-notifier.ts';
import { createLocationView } from './location-view.ts';
import { createKeptMirror } from './mirror-updater.ts';

const ofUsers = new WeakMap<readonly User[], string>();

const ofUser = new WeakMap<User, string>();

export interface LocationStream {
  /** Resolves when clients can be added; rejects when the store cannot be read. */
  readonly ready: Promise<void>;
  readonly seq: number;
  readonly clients: FanOut;
  /** Takes an event of a store that does not number changes. */
  take(event: QueueEvent): void;
  /** Loads changes for a client that reconnects with this number, possibly from another server. */
  reachBack(since: number): Promise<void>;
  deviceChanged(): void;
  siteChanged(): void;
  /** Call at intervals: opens and closes services, and sends a keepalive. */
  beat(): void;
  close(): void;
}

export interface LocationStreamDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: () => Site;
  readonly presence: DevicePresence;
  readonly waits: Waits;
  /** The stream cannot continue: subscribers must start again. */
  readonly onLost: () => void;
}

/** A change, with its number where the store assigns one. */
type Happened = NumberedChange | { readonly number: null; readonly change: LocationChange };

/** Collects changes and processes them once per turn of the event loop, after the responses of this turn are sent. */
interface TurnCollector<T> {
  add(thing: T): void;
  /** Schedules the processing for the end of this turn, even without changes. */
  plan(): void;
  /** Drops the collected changes. */
  drop(): void;
  close(): void;
}

interface TurnCollectorOptions<T> {
  /** Until then everything is collected. */
  readonly isReady: () => boolean;
  readonly work: (things: readonly T[]) => void;
  /** The processing has failed and stops. */
  readonly onFault: (error: unknown) => void;
}

export function createTurnCollector<T>({ isReady, work, onFault }: TurnCollectorOptions<T>): TurnCollector<T> {
  let things: T[] = [];
  let isPlanned = false;
  let isClosed = false;

  function endTurn(): void {
    isPlanned = false;
    if (isClosed || !isReady()) return;
    const collected = things;
    things = [];
    try {
      work(collected);
    } catch (error) {
      isClosed = true;
      onFault(error);
    }
  }

  function plan(): void {
    if (isPlanned || isClosed) return;
    isPlanned = true;
    setImmediate(endTurn);
  }

  return {
    add(thing) {
      things.push(thing);
      plan();
    },
    plan,
    drop() {
      things = [];
    },
    close() {
      isClosed = true;
    },
  };
}

/** @param firstSeq higher than all earlier numbers of this location, where this server assigns numbers itself */
export function openLocationStream(locationId: string, firstSeq: number, deps: LocationStreamDeps): LocationStream {
  const { store, clock, log, presence } = deps;
  const { site, essence, renew } = createSiteHere(locationId, deps.site);
  let closed = false;
  const isClosed = (): boolean => closed;

  const turns = createTurnCollector({
    isReady: () => mirror.current !== null,
    work,
    onFault(error) {
      log.error('events.unexpected-error', { location: locationId, error: detailOf(error) });
      deps.onLost();
    },
  });
  const view = createLocationView({ locationId, site: site(), clock, presence, waits: deps.waits });
  const mirror = createKeptMirror({
    locationId,
    store,
    site,
    clock,
    isClosed,
    onRead(meanwhile, isFirst) {
      // The first state includes all changes so far. Only numbered changes must still be published.
      if (isFirst && shared === null) turns.drop();
      view.lookAround(mirror.queue);
      story.stateChanged();
      notices.mirrorRead(meanwhile);
    },
    onReadAgain: () => notices.siteRead(),
    onFailed: (error) => log.warn('events.read-failed', { location: locationId, error: String(error) }),
  });
  const shared =
    store.follow?.(locationId, (numbered) => {
      if (numbered === null) deps.onLost();
      else for (const each of numbered) happen(each);
    }) ?? null;
  const publisher = createEventPublisher({ locationId, firstSeq, site, view, mirror, clock, shared });
  const story = publisher.log;
  const own = { view, mirror, clock, essence, plan: turns.plan, isClosed };
  const notices: LocalNotifier =
    shared !== null
      ? createClusterNotifier({ ...own, location: shared, seq: () => story.seq, renew: () => story.clients.renew() })
      : createSingleServerNotifier({
          ...own,
          locationId,
          store,
          site,
          tell: (word) => publisher.hear(word, clock.now()),
          onFault: (error) => log.error('events.unexpected-error', { location: locationId, error: detailOf(error) }),
        });

  function work(fresh: readonly Happened[]): void {
    for (const { number, change } of fresh) {
      // The event log already includes this number.
      if (number !== null && number <= story.seq) continue;
      mirror.apply(change);
      const word = publisher.tell(change);
      if (word !== null) notices.heard(word);
      else if (change.kind === 'event') notices.happened(change.event);
    }
    // A store that does not report a ticket's state must be read completely.
    if (fresh.some(({ change }) => isBare(change))) mirror.readAgain();
    notices.speak();
  }

  function happen(each: Happened): void {
    turns.add(each);
    mirror.happened(each.change);
  }

  async function start(): Promise<void> {
    if (shared !== null) story.begin(await shared.begun);
    await deps.waits.of(locationId);
    await mirror.begin();
    turns.plan();
  }

  const ready = start();
  // Callers await `ready` themselves.
  ready.catch(() => {});

  return {
    ready,
    get seq() {
      return story.seq;
    },
    clients: story.clients,
    take: (event) => happen({ number: null, change: { kind: 'event', event } }),
    reachBack: (since) => story.reachBack(since),
    deviceChanged() {
      notices.deviceChanged();
      turns.plan();
    },
    siteChanged() {
      const changed = renew();
      if (changed === 'same') return;
      view.follow(site());
      story.tellAnew();
      if (changed === 'here') mirror.readAgain();
    },
    beat() {
      // A read keeps the wait times cached.
      deps.waits.of(locationId).catch(() => {});
      notices.timePassed();
      story.clients.beat();
    },
    close() {
      closed = true;
      turns.close();
      shared?.stop();
    },
  };
}

function isBare(change: LocationChange): boolean {
  return change.kind === 'event' && change.event.type.startsWith('ticket.') && change.event.ticket === undefined;
}

function detailOf(error: unknown): string | undefined {
  return error instanceof Error ? error.stack : String(error);
}

/** The site for one location, until it is renewed. */
interface SiteHere {
  readonly site: () => Site;
  /** As returned by `essenceOf`. */
  readonly essence: () => string;
  /** `elsewhere`: the change does not affect this location. */
  renew(): 'same' | 'elsewhere' | 'here';
}

function createSiteHere(locationId: string, current: () => Site): SiteHere {
  let site = current();
  let essence = essenceOf(site, locationId);
  return {
    site: () => site,
    essence: () => essence,
    renew() {
      const next = current();
      if (next === site) return 'same';
      site = next;
      const now = essenceOf(site, locationId);
      if (now === essence) return 'elsewhere';
      essence = now;
      return 'here';
    },
  };
}

/** Hash of the site's parts that matter to this location, without appointments. */
function essenceOf({ file, settings }: Site, locationId: string): string {
  const here = ['', locationId];
  const text = JSON.stringify([
    settings,
    itemsOf('locations', file.locations).byId(locationId),
    itemsOf('service_groups', file.service_groups).among(here),
    itemsOf('services', file.services).among(here),
    itemsOf('desks', file.desks).among(here),
    essenceOfUsers(file.users),
    itemsOf('devices', file.devices).among(here),
    file.forms,
  ]);
  return hashOf(text);
}

/** Users can serve at any location. Cached, because many locations ask and most users are unchanged. */
function essenceOfUsers(users: readonly User[]): string {
  const all = ofUsers.get(users) ?? hashOf(users.map(essenceOfUser).join(' '));
  ofUsers.set(users, all);
  return all;
}

function essenceOfUser(user: User): string {
  const one = ofUser.get(user) ?? hashOf(JSON.stringify(user));
  ofUser.set(user, one);
  return one;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
