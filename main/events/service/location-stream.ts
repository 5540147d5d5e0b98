/**
 * Event stream of one location with subscribers.
 *
 * Changes are processed once a turn of the event loop. Each goes into the mirror (`mirror-updater.ts`) and is
 * published (`event-publisher.ts`) under its number (`event-log.ts`); then comes what this server has noticed
 * (`local-notifier.ts`).
 *
 * Servers of one database receive changes from it with their numbers, the same for all of them. What a server notices,
 * it first sends to all (`cluster-events.ts`). A single server numbers its changes.
 */
import { createHash } from 'node:crypto';
import type { DevicePresence } from '../../devices/service/presence/device-presence.ts';
import type { Clock, Log } from '../../lib/context.ts';
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
  readonly waits: Waits;
  /** The story cannot be continued: whoever listens has to begin anew. */
  readonly onLost: () => void;
}

/** A change, and its number where the store gives it one. */
type Happened = NumberedChange | { readonly number: null; readonly change: LocationChange };

/** What comes in is worked off together, once a turn of the event loop, after the answers of that turn have gone out. */
interface TurnCollector<T> {
  add(thing: T): void;
  /** There is something to do at the end of this turn, whether anything has come in or not. */
  plan(): void;
  /** Leaves out what has come in so far. */
  drop(): void;
  close(): void;
}

interface TurnCollectorOptions<T> {
  /** Until then everything is kept. */
  readonly isReady: () => boolean;
  readonly work: (things: readonly T[]) => void;
  /** The work broke. Nothing is worked off any more. */
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

/** @param firstSeq higher than any number that was used for this location before, if this server counts by itself */
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
      // Nobody has been told anything yet: what happened is in the first state. Numbers that are given must all be told.
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
      // What was told before the story begins here.
      if (number !== null && number <= story.seq) continue;
      mirror.apply(change);
      const word = publisher.tell(change);
      if (word !== null) notices.heard(word);
      else if (change.kind === 'event') notices.happened(change.event);
    }
    // A store that does not say what became of a ticket has to be asked for everything.
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
  // Who waits for it hears of it; nobody else has to.
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
      // Whoever asks keeps it known.
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

/** The site as it is told at one location, until it is renewed. */
interface SiteHere {
  readonly site: () => Site;
  /** As `essenceOf` gives it. */
  readonly essence: () => string;
  /** `elsewhere`: it is another one, in nothing that matters here. */
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

/** What of a site matters to who looks at this location, as a hash; bookings are none of it. The same: the same to them. */
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

/** Anybody may serve anywhere. Many locations ask at once, and of most users nothing has changed. */
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
