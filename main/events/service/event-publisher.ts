/**
 * Publisher of a location's changes to its subscribers.
 *
 * It uses the present site, and records what subscribers know.
 */
import type { Audience } from '../../access/service/audience.ts';
import { devicesFor } from '../../devices/service/presence/devices-for.ts';
import type { Clock } from '../../lib/context.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { TicketNow } from '../../queue/operations/call-records.ts';
import type { FollowedLocation, LocationChange } from '../../queue/operations/location-changes.ts';
import { textFrame } from '../../rest/frame.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { ChangeMessage, LiveState, TicketEventType } from '../contract/events.ts';
import { type ClusterEvent, readWord } from './cluster-events.ts';
import { alarmNews, eventDesk, eventTicket, iso, limitNews, staffCallNews } from './event-shapes.ts';
import { createFanOut, type FanOut } from './fan-out.ts';
import type { LocationEventView } from './location-view.ts';
import { countsIn, type KeptMirror } from './mirror-updater.ts';

/**
 * Numbered events of a location, with its full state and subscribers. Subscribers get the full state where changes do
 * not suffice.
 */

/** A change without its sequence number, as an audience can see it. */
type AudienceChange = (audience: Audience) => ChangeBody;

type WithoutPlace<Message> = Message extends ChangeMessage ? Omit<Message, 'seq' | 'location'> : never;

type ChangeBody = WithoutPlace<ChangeMessage>;

/** The last changes of a location. Their frames are created when an audience first needs them. */
interface ChangeLog {
  /** Sequence number of the last change. */
  readonly seq: number;
  /** Sequence number before the first change kept. */
  readonly since: number;
  /** Sets the number after which the sequence starts. Call this before any change is added. */
  begin(seq: number): void;
  add(told: AudienceChange): void;
  /** Adds earlier changes, those after the number `since`, if they reach the first one kept without a gap. */
  reachBack(since: number, told: readonly AudienceChange[]): void;
  /** Drops cached frames: repeated changes use the present site, which can hide more names. */
  tellAnew(): void;
  /** Frames of the changes after `from` up to `to`; null when one is missing. */
  frames(from: number, to: number, audience: Audience): Buffer | null;
}

/** Changes of some busy minutes; clients that were disconnected longer get the full state. */
const MAX_CHANGES = 1_000;

interface Change {
  readonly told: AudienceChange;
  /** Created on demand: at peak times many changes are never sent one by one. */
  frames: Map<Audience, Buffer> | null;
}

/** @param first sequence number before the first change */
function createChangeLog(location: string, first: number): ChangeLog {
  let seq = first;
  /** Sequence number of the first change kept. */
  let oldest = first + 1;
  /** Ring buffer by sequence number: a `Map` would be rebuilt every few hundred changes. */
  const changes: (Change | undefined)[] = Array.from({ length: MAX_CHANGES });

  const put = (at: number, told: AudienceChange): void => {
    changes[at % MAX_CHANGES] = { told, frames: null };
  };

  function frameOf(at: number, change: Change, audience: Audience): Buffer {
    const known = change.frames?.get(audience);
    if (known !== undefined) return known;
    const { type, ...body } = change.told(audience);
    const frame = textFrame(JSON.stringify({ type, seq: at, location, ...body }));
    change.frames ??= new Map();
    change.frames.set(audience, frame);
    return frame;
  }

  return {
    get seq() {
      return seq;
    },
    get since() {
      return oldest - 1;
    },
    begin(first) {
      seq = first;
      oldest = first + 1;
    },
    add(told) {
      seq += 1;
      put(seq, told);
      oldest = Math.max(oldest, seq - MAX_CHANGES + 1);
    },
    reachBack(since, told) {
      // Another client's request could have added some of them meanwhile.
      const missing = oldest - 1 - since;
      if (missing <= 0 || told.length < missing) return;
      const first = Math.max(since + 1, seq - MAX_CHANGES + 1);
      for (const [index, each] of told.slice(first - since - 1, missing).entries()) put(first + index, each);
      oldest = Math.min(oldest, first);
    },
    tellAnew() {
      for (const change of changes) if (change !== undefined) change.frames = null;
    },
    frames(from, to, audience) {
      if (from < oldest - 1 || from > to || to > seq) return null;
      const found: Buffer[] = [];
      for (let at = from + 1; at <= to; at += 1) {
        const change = changes[at % MAX_CHANGES];
        if (change === undefined) return null;
        found.push(frameOf(at, change, audience));
      }
      return found.length === 1 && found[0] !== undefined ? found[0] : Buffer.concat(found);
    },
  };
}

interface EventLog {
  /** Sequence number of the last change. */
  readonly seq: number;
  readonly clients: FanOut;
  /** Sets the number after which the sequence starts. Call this before any change. */
  begin(seq: number): void;
  /** Publishes a change. Null: the event is not sent and has no number. */
  tell(told: AudienceChange | null, isUrgent: boolean): void;
  /** Publishes a change after which all clients need the full state. */
  tellWhole(told: AudienceChange): void;
  /** Loads changes for a client that reconnects with this number, possibly from another server. */
  reachBack(since: number): Promise<void>;
  /** The site has changed: repeated changes use the present one. */
  tellAnew(): void;
  /** The state has changed without a numbered change. */
  stateChanged(): void;
}

interface LocationStoryDeps {
  readonly locationId: string;
  /** Higher than all earlier numbers of this location, where this server assigns numbers itself. */
  readonly firstSeq: number;
  readonly clock: Clock;
  readonly state: (audience: Audience) => LiveState;
  /** Earlier changes by number; null when they are not stored. */
  readonly past: (after: number, until: number) => Promise<readonly AudienceChange[] | null>;
}

function createEventLog({ locationId, firstSeq, clock, state, past }: LocationStoryDeps): EventLog {
  const changes = createChangeLog(locationId, firstSeq);
  /**
   * From this number on, changes alone are complete. Before it, the site was different, or this server lacked state
   * that is not in the database: clients that reconnect from there also get the full state.
   */
  let wholeSince = firstSeq;
  let reaching: Promise<void> = Promise.resolve();
  const states = new Map<Audience, { readonly seq: number; readonly frame: Buffer }>();

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

  /** Created once for all clients of an audience. */
  function stateFrame(audience: Audience): Buffer {
    const known = states.get(audience);
    if (known?.seq === changes.seq) return known.frame;
    const frame = textFrame(JSON.stringify({ type: 'state', ...head(), state: state(audience) }));
    states.set(audience, { seq: changes.seq, frame });
    return frame;
  }

  async function reach(since: number): Promise<void> {
    const first = changes.since;
    if (since >= first || since < changes.seq - MAX_CHANGES) return;
    const told = await past(since, first);
    if (told !== null) changes.reachBack(since, told);
  }

  return {
    get seq() {
      return changes.seq;
    },
    clients,
    begin(seq) {
      wholeSince = seq;
      changes.begin(seq);
    },
    tell(told, isUrgent) {
      if (told !== null) changes.add(told);
      clients.wake(isUrgent);
    },
    tellWhole(told) {
      changes.add(told);
      // The state follows the change, so a client with only this change possibly lacks the state.
      wholeSince = changes.seq + 1;
      clients.renew();
    },
    reachBack(since) {
      // Sequential: when many clients reconnect at once, the first load serves all.
      reaching = reaching.then(() => reach(since));
      return reaching;
    },
    tellAnew() {
      changes.tellAnew();
      states.clear();
    },
    stateChanged: () => states.clear(),
  };
}

export interface EventPublisher {
  readonly log: EventLog;
  /** Returns the shared event that all servers now know; null for a change of the queue. */
  tell(change: LocationChange): ClusterEvent | null;
  /** Publishes an event that this server noticed. */
  hear(word: ClusterEvent, at: number): void;
}

interface EventPublisherDeps {
  readonly locationId: string;
  /** Higher than all earlier numbers of this location, where this server assigns numbers itself. */
  readonly firstSeq: number;
  readonly site: () => Site;
  readonly view: LocationEventView;
  readonly mirror: KeptMirror;
  readonly clock: Clock;
  /** Provides earlier changes, if the store numbers them. */
  readonly shared: Pick<FollowedLocation, 'past'> | null;
}

/** Events that visitors wait for. */
const URGENT: ReadonlySet<QueueEvent['type']> = new Set(['ticket.called', 'ticket.recalled', 'queue.reset']);

/** Placeholder for an event of a newer version, which this server cannot send. Its sequence number is still used. */
const UNKNOWN_WORD: ClusterEvent = { type: 'service.changed', services: [] };

/** Null for events that are not sent one by one. */
function toldOfEvent(event: QueueEvent, site: () => Site): AudienceChange | null {
  const { type, ticket, answer = null } = event;
  const at = iso(event.at);
  if (type === 'queue.reset') return () => ({ type, at });
  if (type === 'device.alarm') {
    const alarms = event.alarm === undefined ? [] : [alarmNews(site(), event.alarm)];
    return (audience) => ({ type, at, alarms: audience === 'public' ? [] : alarms });
  }
  if (type === 'desk.changed') return (audience) => ({ type, at, desk: eventDesk(event, audience) });
  if (type === 'limit.alarm') {
    const limits = event.limit === undefined ? [] : [limitNews(site(), event.limit)];
    return (audience) => ({ type, at, limits: audience === 'public' ? [] : limits });
  }
  if (type === 'staff.call') {
    const { staffCall } = event;
    return (audience) => ({ type, at, staff_calls: staffCallNews(site(), staffCall, audience) });
  }
  if (type === 'site.changed' || ticket === undefined) return null;
  const told: TicketEventType = type;
  const how = event.change === undefined ? {} : { change: event.change };
  return (audience) => ({ type: told, at, ticket: eventTicket(site(), { ticket, answer }, audience), ...how });
}

export function changeOfClusterEvent(word: ClusterEvent, at: string, site: () => Site): AudienceChange {
  switch (word.type) {
    case 'service.changed': {
      const services = [...word.services];
      return () => ({ type: 'service.changed', at, services });
    }
    case 'device.changed': {
      const devices = [...word.devices];
      return (audience) => ({ type: 'device.changed', at, devices: devicesFor(audience, devices, site()) });
    }
    case 'site.changed':
      return () => ({ type: 'site.changed', at });
  }
}

export function createEventPublisher(deps: EventPublisherDeps): EventPublisher {
  const { locationId, site, view, mirror } = deps;
  const log = createEventLog({ ...deps, state, past: toldBefore });

  const counted = (change: Extract<LocationChange, { kind: 'counts' }>) =>
    view.counted(countsIn(change, site(), locationId));

  /** State for a new subscriber. */
  function state(audience: Audience): LiveState {
    const shown = (call: TicketNow) => eventTicket(site(), call, audience);
    return {
      services: view.services(),
      calls: (mirror.current?.calls() ?? []).map(shown),
      last_calls: (mirror.current?.lastCalls() ?? []).map(shown),
      devices: devicesFor(audience, view.devices(), site()),
    };
  }

  /** Null for events that a store without numbers leaves out. */
  function toldOf(change: LocationChange): AudienceChange | null {
    if (change.kind === 'event') return toldOfEvent(change.event, site);
    const at = iso(change.at);
    if (change.kind === 'counts')
      return changeOfClusterEvent({ type: 'service.changed', services: counted(change) }, at, site);
    return changeOfClusterEvent(readWord(change.body) ?? UNKNOWN_WORD, at, site);
  }

  /** Earlier changes for clients that missed them. */
  async function toldBefore(after: number, until: number): Promise<readonly AudienceChange[] | null> {
    const past = (await deps.shared?.past(after, until).catch(() => null)) ?? null;
    return past?.map(({ change }) => toldOf(change) ?? changeOfClusterEvent(UNKNOWN_WORD, '', site)) ?? null;
  }

  function hear(word: ClusterEvent, at: number): void {
    if (word.type === 'service.changed') view.knowServices(word.services);
    else if (word.type === 'device.changed') view.knowDevices(word.devices);
    const told = changeOfClusterEvent(word, iso(at), site);
    if (word.type === 'site.changed') log.tellWhole(told);
    else log.tell(told, false);
  }

  return {
    log,
    tell(change) {
      if (change.kind === 'said') {
        const word = readWord(change.body) ?? UNKNOWN_WORD;
        hear(word, change.at);
        return word;
      }
      if (change.kind === 'counts') {
        view.countsAre(countsIn(change, site(), locationId));
        // Computed once, so that the message and the recorded view contain the same wait.
        const services = counted(change);
        view.knowServices(services);
        log.tell(changeOfClusterEvent({ type: 'service.changed', services }, iso(change.at), site), false);
        return null;
      }
      log.tell(toldOf(change), URGENT.has(change.event.type));
      return null;
    },
    hear,
  };
}
