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
import type { Site } from '../../site/rules/site-model.ts';
import type { LiveState, TicketEventType } from '../contract/events.ts';
import { type ClusterEvent, readWord } from './cluster-events.ts';

import { type AudienceChange, createEventLog, type EventLog } from './event-log.ts';
import { alarmNews, eventDesk, eventTicket, iso, limitNews, staffCallNews } from './event-shapes.ts';
import type { LocationEventView } from './location-view.ts';
import { countsIn, type KeptMirror } from './mirror-updater.ts';

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
