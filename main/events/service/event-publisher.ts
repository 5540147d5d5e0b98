/**
 * Publisher of a location's changes to its subscribers.
 *
 * As its site is now, and so that it is noted what they know.
 */
import type { Audience } from '../../access/service/audience.ts';
import { devicesFor } from '../../devices/service/presence/devices-for.ts';
import type { Clock } from '../../lib/context.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { TicketNow } from '../../queue/operations/call-records.ts';
import type { FollowedLocation, LocationChange } from '../../queue/operations/location-changes.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { LiveState, TicketEventType } from '../contract/events.ts';
import { type ClusterEvent, readWord } from './cluster-events.ts';

import { type AudienceChange, createEventLog, type EventLog } from './event-log.ts';
import { alarmNews, eventDesk, eventTicket, iso, limitNews, staffCallNews } from './event-shapes.ts';
import type { LocationEventView } from './location-view.ts';
import { countsIn, type KeptMirror } from './mirror-updater.ts';

export interface EventPublisher {
  readonly log: EventLog;
  /** Returns the fact that all servers now know; null for a change of the queue. */
  tell(change: LocationChange): ClusterEvent | null;
  /** Publishes a fact that this server noticed. */
  hear(word: ClusterEvent, at: number): void;
}

interface EventPublisherDeps {
  readonly locationId: string;
  /** Higher than any number that was used for this location before, if this server counts by itself. */
  readonly firstSeq: number;
  readonly site: () => Site;
  readonly view: LocationEventView;
  readonly mirror: KeptMirror;
  readonly clock: Clock;
  /** Has earlier changes, if the store numbers them. */
  readonly shared: Pick<FollowedLocation, 'past'> | null;
}

/** What visitors wait for: they look up when it is their turn. */
const URGENT: ReadonlySet<QueueEvent['type']> = new Set(['ticket.called', 'ticket.recalled', 'queue.reset']);

/** What a server of a newer program says, which tells it its own clients; here its number is used up. */
const UNKNOWN_WORD: ClusterEvent = { type: 'service.changed', services: [] };

/** Null for what is not told piece by piece. */
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

export function toldOfWord(word: ClusterEvent, at: string, site: () => Site): AudienceChange {
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

  /** For who has heard nothing yet. */
  function state(audience: Audience): LiveState {
    const shown = (call: TicketNow) => eventTicket(site(), call, audience);
    return {
      services: view.services(),
      calls: (mirror.current?.calls() ?? []).map(shown),
      last_calls: (mirror.current?.lastCalls() ?? []).map(shown),
      devices: devicesFor(audience, view.devices(), site()),
    };
  }

  /** Null for what a store that does not number leaves out. */
  function toldOf(change: LocationChange): AudienceChange | null {
    if (change.kind === 'event') return toldOfEvent(change.event, site);
    const at = iso(change.at);
    if (change.kind === 'counts') return toldOfWord({ type: 'service.changed', services: counted(change) }, at, site);
    return toldOfWord(readWord(change.body) ?? UNKNOWN_WORD, at, site);
  }

  /** How each is told again, to who has missed it. */
  async function toldBefore(after: number, until: number): Promise<readonly AudienceChange[] | null> {
    const past = (await deps.shared?.past(after, until).catch(() => null)) ?? null;
    return past?.map(({ change }) => toldOf(change) ?? toldOfWord(UNKNOWN_WORD, '', site)) ?? null;
  }

  function hear(word: ClusterEvent, at: number): void {
    if (word.type === 'service.changed') view.knowServices(word.services);
    else if (word.type === 'device.changed') view.knowDevices(word.devices);
    const told = toldOfWord(word, iso(at), site);
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
        // Once: what is told and what is known afterwards say the same wait.
        const services = counted(change);
        view.knowServices(services);
        log.tell(toldOfWord({ type: 'service.changed', services }, iso(change.at), site), false);
        return null;
      }
      log.tell(toldOf(change), URGENT.has(change.event.type));
      return null;
    },
    hear,
  };
}
