/** Changes that a server notices itself, besides those of the store. */
import type { Clock } from '../../lib/context.ts';
import type { QueueEvent, ServiceQueue } from '../../queue/contract/records.ts';
import type { FollowedLocation, LocationChange } from '../../queue/operations/location-changes.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ClusterEvent, createClusterEvents } from './cluster-events.ts';
import type { LocationEventView } from './location-view.ts';
import type { KeptMirror } from './mirror-updater.ts';

export interface LocalNotifier {
  /** The store has reported this event. */
  happened(event: QueueEvent): void;
  /** Everything was read; these changes happened meanwhile. */
  mirrorRead(meanwhile: readonly LocationChange[]): void;
  /** It was read because of a changed site, or of a change that is not sent piece by piece. */
  siteRead(): void;
  deviceChanged(): void;
  /** Services can have opened or closed. */
  timePassed(): void;
  /** Publishes pending changes that are due. */
  speak(): void;
  /** All servers have received this event from one of them. */
  heard(word: ClusterEvent): void;
}

export interface LocalNotifierDeps {
  readonly view: LocationEventView;
  readonly mirror: KeptMirror;
  readonly clock: Clock;
  /** Hash of the present site, as returned by `essenceOf`. */
  readonly essence: () => string;
  /** Schedules `speak` for the end of this turn. */
  readonly plan: () => void;
  readonly isClosed: () => boolean;
}

/** Rate limit of device events. */
export interface DevicePace {
  /** Whether there are changes, and the rate allows to send them. */
  readonly isDue: boolean;
  changed(): void;
  /** All changes are sent. */
  done(): void;
  /** Changes were just sent: starts the pause. */
  rest(): void;
}

/** Combines thousands of devices that reconnect after a power cut into a few messages. */
const DEVICES_EVERY_MS = 1_000;

export function createDevicePace(clock: Clock, onDue: () => void): DevicePace {
  let haveChanged = false;
  let areResting = false;
  return {
    get isDue() {
      return haveChanged && !areResting;
    },
    changed() {
      haveChanged = true;
    },
    done() {
      haveChanged = false;
    },
    rest() {
      areResting = true;
      clock.after(DEVICES_EVERY_MS, () => {
        areResting = false;
        if (haveChanged) onDue();
      });
    },
  };
}

const RETRY_MS = 1_000;

/** Events that do not change any counts. */
const COUNTS_NOTHING: ReadonlySet<QueueEvent['type']> = new Set([
  'ticket.recalled',
  'device.alarm',
  'limit.alarm',
  'staff.call',
]);

interface LoneNoticesDeps extends LocalNotifierDeps {
  readonly locationId: string;
  readonly store: Store;
  readonly site: () => Site;
  readonly tell: (word: ClusterEvent) => void;
  readonly onFault: (error: unknown) => void;
}

/** Notifier of a single server, which reads counts itself and publishes what it notices at once. */
export function createSingleServerNotifier(deps: LoneNoticesDeps): LocalNotifier {
  const { view, mirror, tell, plan } = deps;
  const devices = createDevicePace(deps.clock, plan);
  const counts = createCountsReader({
    ...deps,
    onDue: plan,
    onRead(queues) {
      if (deps.isClosed()) return;
      mirror.current?.adopt(queues);
      tellServices();
    },
  });

  function tellServices(): void {
    const services = view.changedServices(mirror.queue);
    if (services.length > 0) tell({ type: 'service.changed', services });
  }

  function tellDevices(): void {
    if (!devices.isDue) return;
    devices.done();
    const changed = view.changedDevices();
    if (changed.length === 0) return;
    devices.rest();
    tell({ type: 'device.changed', devices: changed });
  }

  return {
    happened: (event) => counts.note(event),
    mirrorRead(meanwhile) {
      for (const change of meanwhile) if (change.kind === 'event') counts.note(change.event);
      counts.read();
    },
    siteRead: () => tell({ type: 'site.changed', essence: deps.essence() }),
    deviceChanged: () => devices.changed(),
    timePassed() {
      if (mirror.current !== null) tellServices();
    },
    speak() {
      tellDevices();
      counts.read();
    },
    heard() {},
  };
}

interface CountsReader {
  /** Marks the counts of the event's service for reading. */
  note(event: QueueEvent): void;
  /** Reads the marked counts. One read at a time: later changes are in the next. */
  read(): void;
}

interface CountsReaderDeps {
  readonly locationId: string;
  readonly store: Store;
  readonly site: () => Site;
  readonly clock: Clock;
  readonly onRead: (queues: readonly ServiceQueue[]) => void;
  /** There is more to read. */
  readonly onDue: () => void;
  readonly onFault: (error: unknown) => void;
}

/** Reads the counts of services after their events, where the store does not report counts. */
function createCountsReader(deps: CountsReaderDeps): CountsReader {
  let dirty = new Set<string>();
  let isReading = false;

  return {
    note({ type, serviceId }) {
      if (type === 'queue.reset') for (const { id } of deps.site().servicesOf(deps.locationId)) dirty.add(id);
      else if (!COUNTS_NOTHING.has(type)) dirty.add(serviceId);
    },
    read() {
      if (isReading || dirty.size === 0) return;
      const asked = [...dirty];
      dirty = new Set();
      isReading = true;
      deps.store
        .query('serviceQueues', { services: asked })
        .then(
          (queues) => {
            isReading = false;
            deps.onRead(queues);
            if (dirty.size > 0) deps.onDue();
          },
          () => {
            isReading = false;
            for (const id of asked) dirty.add(id);
            deps.clock.after(RETRY_MS, deps.onDue);
          },
        )
        .catch(deps.onFault);
    },
  };
}

interface SharedNoticesDeps extends LocalNotifierDeps {
  readonly location: FollowedLocation;
  /** Sequence number of the last change received. */
  readonly seq: () => number;
  /** All subscribers of this server need the full state. */
  readonly renew: () => void;
}

/**
 * Notifier of a server in a cluster. It receives counts with their sequence numbers. Other changes it publishes to all
 * servers including itself, unless a peer was first; subscribers get them when they arrive back.
 */
export function createClusterNotifier(deps: SharedNoticesDeps): LocalNotifier {
  const { view, mirror, clock, essence, plan } = deps;
  const devices = createDevicePace(clock, plan);
  const words = createClusterEvents({ location: deps.location, clock, next: nextWord, heard: deps.seq });
  /** Hash of the site that was last announced, or was in all first states. */
  let toldEssence = essence();
  let siteDue = false;
  let hoursDue = false;

  /** The next change that this server noticed and no server has published. */
  function nextWord(): ClusterEvent | null {
    if (deps.isClosed() || mirror.current === null || mirror.isReading) return null;
    // A server with an older or newer site stays silent: only one that has just loaded a new site publishes it.
    if (siteDue && essence() !== toldEssence) return { type: 'site.changed', essence: essence() };
    siteDue = false;
    const services = hoursDue ? view.turnedServices(mirror.queue) : [];
    if (services.length > 0) return { type: 'service.changed', services };
    hoursDue = false;
    if (!devices.isDue) return null;
    const changed = view.changedDevices();
    if (changed.length > 0) return { type: 'device.changed', devices: changed };
    devices.done();
    return null;
  }

  return {
    happened() {},
    mirrorRead() {},
    siteRead() {
      // Another server has announced it already; each server then sends its own state.
      if (essence() === toldEssence) deps.renew();
      else {
        siteDue = true;
        words.speak();
      }
    },
    deviceChanged: () => devices.changed(),
    timePassed() {
      hoursDue = true;
      words.speak();
    },
    speak: () => words.speak(),
    heard(word) {
      if (word.type === 'device.changed') devices.rest();
      else if (word.type === 'site.changed') toldEssence = word.essence;
    },
  };
}
