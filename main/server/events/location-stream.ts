/**
 * The events of one location while somebody listens: what happens is worked off once a turn of the event loop, after the
 * answers of that turn have gone out. Each change goes into the mirror (`kept-mirror.ts`) and is told under its number
 * (`location-story.ts`); then comes what this server has noticed by itself (`own-notices.ts`).
 *
 * Where several servers work on the database, changes come from it with their numbers, the same for all of them, and what
 * a server notices by itself is said to all (`shared-words.ts`) before it is told. A server that is alone counts by itself.
 */
import type { Clock, Log } from '../../context.ts';
import type { LiveState } from '../../contract/events.ts';
import type { QueueEvent } from '../../contract/queue.ts';
import type { Site } from '../../core/site-model.ts';
import type { LocationChange, NumberedChange, Store } from '../../store/store.ts';
import type { Audience } from '../auth/audience.ts';
import type { Told } from './change-log.ts';
import type { DevicePresence } from './device-presence.ts';
import type { FanOut } from './fan-out.ts';
import { createKeptMirror } from './kept-mirror.ts';
import { createLocationStory } from './location-story.ts';
import { createLocationView } from './location-view.ts';
import { createLoneNotices } from './lone-notices.ts';
import type { OwnNotices, OwnNoticesDeps } from './own-notices.ts';
import { eventTicket, iso } from './shapes.ts';
import { createSharedNotices } from './shared-notices.ts';
import { readWord, type Word } from './shared-words.ts';
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

/** A change, and its number where the store gives it one. */
type Happened = NumberedChange | { readonly number: null; readonly change: LocationChange };

/** @param firstSeq higher than any number that was used for this location before, if this server counts by itself */
export function openLocationStream(locationId: string, firstSeq: number, deps: LocationStreamDeps): LocationStream {
  const { store, clock, log, presence } = deps;
  let site = deps.site();
  let essence = essenceOf(site, locationId);
  let happened: Happened[] = [];
  let planned = false;
  let closed = false;

  const view = createLocationView({ locationId, site, clock, presence });
  const mirror = createKeptMirror({
    locationId,
    store,
    site: () => site,
    clock,
    isClosed: () => closed,
    onRead(meanwhile, isFirst) {
      // Nobody has been told anything yet: what happened is in the first state. Numbers that are given must all be told.
      if (isFirst && shared === null) happened = [];
      view.lookAround(mirror.queue);
      story.stateChanged();
      notices.mirrorRead(meanwhile);
    },
    onReadAgain: () => notices.siteRead(),
    onFailed: (error) => log.warn('events.read-failed', { location: locationId, detail: String(error) }),
  });
  const shared =
    store.follow?.(locationId, (numbered) => {
      if (numbered === null) deps.onLost();
      else for (const each of numbered) happen(each);
    }) ?? null;
  const story = createLocationStory({ locationId, firstSeq, clock, state: stateFor, past: toldBefore });
  const notices = openNotices({ view, mirror, clock, essence: () => essence, plan, isClosed: () => closed });

  function openNotices(own: OwnNoticesDeps): OwnNotices {
    if (shared !== null) {
      return createSharedNotices({
        ...own,
        location: shared,
        seq: () => story.seq,
        renew: () => story.clients.renew(),
      });
    }
    const tell = (word: Word): void => hear(word, clock.now());
    return createLoneNotices({ ...own, locationId, store, site: () => site, tell, onFault: fault });
  }

  function stateFor(audience: Audience): LiveState {
    const shown = (call: Parameters<typeof eventTicket>[1]) => eventTicket(site, call, audience);
    return {
      services: view.services(),
      calls: (mirror.current?.calls() ?? []).map(shown),
      last_calls: (mirror.current?.lastCalls() ?? []).map(shown),
      devices: audience === 'public' ? [] : view.devices(),
    };
  }

  async function toldBefore(after: number, until: number): Promise<readonly Told[] | null> {
    const past = (await shared?.past(after, until).catch(() => null)) ?? null;
    return past?.map(({ change }) => toldOf(change) ?? toldOfWord(UNKNOWN_WORD, '')) ?? null;
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

  /** From now on everybody knows it. */
  function hear(word: Word, at: number): void {
    if (word.type === 'service.changed') view.knowServices(word.services);
    else if (word.type === 'device.changed') view.knowDevices(word.devices);
    notices.heard(word);
    const told = toldOfWord(word, iso(at));
    if (word.type === 'site.changed') story.tellWhole(told);
    else story.tell(told, false);
  }

  function tell(change: LocationChange): void {
    if (change.kind === 'said') {
      hear(readWord(change.body) ?? UNKNOWN_WORD, change.at);
      return;
    }
    const told = toldOf(change);
    if (change.kind === 'counts') view.knowServices(view.counted(countsIn(change, site, locationId)));
    else notices.happened(change.event);
    story.tell(told, change.kind === 'event' && URGENT.has(change.event.type));
  }

  function work(): void {
    planned = false;
    if (closed || mirror.current === null) return;
    const fresh = happened;
    happened = [];
    for (const { number, change } of fresh) {
      // What was told before the story begins here.
      if (number !== null && number <= story.seq) continue;
      mirror.apply(change);
      tell(change);
    }
    // A store that does not say what became of a ticket has to be asked for everything.
    if (fresh.some(({ change }) => isBare(change))) mirror.readAgain();
    notices.speak();
  }

  function plan(): void {
    if (planned || closed) return;
    planned = true;
    setImmediate(work);
  }

  function happen(each: Happened): void {
    happened.push(each);
    mirror.happened(each.change);
    plan();
  }

  function fault(error: unknown): void {
    log.error('events.fault', { location: locationId, detail: error instanceof Error ? error.stack : String(error) });
  }

  async function start(): Promise<void> {
    if (shared !== null) story.begin(await shared.begun);
    await mirror.begin();
    plan();
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
      plan();
    },
    siteChanged() {
      const next = deps.site();
      if (next === site) return;
      site = next;
      view.follow(site);
      story.tellAnew();
      const now = essenceOf(site, locationId);
      if (now === essence) return;
      essence = now;
      mirror.readAgain();
    },
    beat() {
      notices.timePassed();
      story.clients.beat();
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
