/** How a change of a location is told, but for its number. */

import { devicesFor } from '../../devices/service/presence/devices-for.ts';
import type { QueueEvent, ServiceQueue } from '../../queue/contract/records.ts';
import type { LocationChange } from '../../queue/operations/location-changes.ts';
import { emptyQueue } from '../../queue/operations/parts/service-queue.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { TicketEventType } from '../contract/events.ts';
import { limitNews } from './alert-shapes.ts';
import type { AudienceChange } from './change-log.ts';
import type { ClusterEvent } from './cluster-events.ts';
import { alarmNews, eventDesk, eventTicket, iso } from './event-shapes.ts';
import { staffCallNews } from './staff-call-shapes.ts';

/** What a server of a newer program says, which tells it its own clients; here its number is used up. */
export const UNKNOWN_WORD: ClusterEvent = { type: 'service.changed', services: [] };

/** Null for what is not told piece by piece. */
export function toldOfEvent(event: QueueEvent, site: () => Site): AudienceChange | null {
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

/** A day that begins empties all queues but those that are named. */
export function countsIn(
  { queues, isNewDay }: Extract<LocationChange, { kind: 'counts' }>,
  site: Site,
  locationId: string,
): readonly ServiceQueue[] {
  if (!isNewDay) return queues;
  const named = new Set(queues.map(({ serviceId }) => serviceId));
  const others = site.servicesOf(locationId).filter(({ id }) => !named.has(id));
  return [...others.map(({ id }) => emptyQueue(id)), ...queues];
}
