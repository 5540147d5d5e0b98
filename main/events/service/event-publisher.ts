/** How what happens at a location is told to those who listen: as its site is now, and so that it is noted what they know. */

import type { Audience } from '../../access/service/audience.ts';
import { devicesFor } from '../../devices/service/presence/devices-for.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { TicketNow } from '../../queue/operations/call-records.ts';
import type { LocationChange, NumberedChange } from '../../queue/operations/location-changes.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { LiveState } from '../contract/events.ts';
import type { AudienceChange } from './change-log.ts';
import { countsIn, toldOfEvent, toldOfWord, UNKNOWN_WORD } from './change-messages.ts';
import { type ClusterEvent, readWord } from './cluster-events.ts';
import type { EventLog } from './event-log.ts';
import { eventTicket, iso } from './event-shapes.ts';
import type { LocalNotifier } from './local-notifier.ts';
import type { LocationEventView } from './location-view.ts';
import type { KeptMirror } from './mirror-updater.ts';

export interface EventPublisher {
  /** For who has heard nothing yet. */
  state(audience: Audience): LiveState;
  tell(change: LocationChange): void;
  /** From now on everybody knows it. */
  hear(word: ClusterEvent, at: number): void;
  /** How each is told again, to who has missed it. */
  again(past: readonly NumberedChange[]): readonly AudienceChange[];
}

interface LocationTellerDeps {
  readonly locationId: string;
  readonly site: () => Site;
  readonly view: LocationEventView;
  readonly mirror: KeptMirror;
  readonly story: () => Pick<EventLog, 'tell' | 'tellWhole'>;
  readonly notices: () => Pick<LocalNotifier, 'happened' | 'heard'>;
}

/** What visitors wait for: they look up when it is their turn. */
const URGENT: ReadonlySet<QueueEvent['type']> = new Set(['ticket.called', 'ticket.recalled', 'queue.reset']);

export function createEventPublisher(deps: LocationTellerDeps): EventPublisher {
  const { locationId, site, view, mirror, story, notices } = deps;

  const counted = (change: Extract<LocationChange, { kind: 'counts' }>) =>
    view.counted(countsIn(change, site(), locationId));

  /** Null for what a store that does not number leaves out. */
  function toldOf(change: LocationChange): AudienceChange | null {
    if (change.kind === 'event') return toldOfEvent(change.event, site);
    const at = iso(change.at);
    if (change.kind === 'counts') return toldOfWord({ type: 'service.changed', services: counted(change) }, at, site);
    return toldOfWord(readWord(change.body) ?? UNKNOWN_WORD, at, site);
  }

  function hear(word: ClusterEvent, at: number): void {
    if (word.type === 'service.changed') view.knowServices(word.services);
    else if (word.type === 'device.changed') view.knowDevices(word.devices);
    notices().heard(word);
    const told = toldOfWord(word, iso(at), site);
    if (word.type === 'site.changed') story().tellWhole(told);
    else story().tell(told, false);
  }

  return {
    state(audience) {
      const shown = (call: TicketNow) => eventTicket(site(), call, audience);
      return {
        services: view.services(),
        calls: (mirror.current?.calls() ?? []).map(shown),
        last_calls: (mirror.current?.lastCalls() ?? []).map(shown),
        devices: devicesFor(audience, view.devices(), site()),
      };
    },
    tell(change) {
      if (change.kind === 'said') {
        hear(readWord(change.body) ?? UNKNOWN_WORD, change.at);
        return;
      }
      if (change.kind === 'counts') {
        view.countsAre(countsIn(change, site(), locationId));
        // Once: what is told and what is known afterwards say the same wait.
        const services = counted(change);
        view.knowServices(services);
        story().tell(toldOfWord({ type: 'service.changed', services }, iso(change.at), site), false);
        return;
      }
      notices().happened(change.event);
      story().tell(toldOf(change), URGENT.has(change.event.type));
    },
    hear,
    again: (past) => past.map(({ change }) => toldOf(change) ?? toldOfWord(UNKNOWN_WORD, '', site)),
  };
}
