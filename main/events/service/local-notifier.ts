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
  /** The store has told this. */
  happened(event: QueueEvent): void;
  /** Everything has been read, and this happened meanwhile. */
  mirrorRead(meanwhile: readonly LocationChange[]): void;
  /** It was read because of another site, or of a change that cannot be told piece by piece. */
  siteRead(): void;
  deviceChanged(): void;
  /** Services may have opened or closed. */
  timePassed(): void;
  /** Has told what was noticed, as far as it is time for it. */
  speak(): void;
  /** All servers know this now, from one of them. */
  heard(word: ClusterEvent): void;
}

export interface LocalNotifierDeps {
  readonly view: LocationEventView;
  readonly mirror: KeptMirror;
  readonly clock: Clock;
  /** Of the site as it is here now, as `essenceOf` gives it. */
  readonly essence: () => string;
  /** Has `speak` called at the end of this turn. */
  readonly plan: () => void;
  readonly isClosed: () => boolean;
}

/** When devices are told of. */
export interface DevicePace {
  /** Some may have changed, and it is time to tell. */
  readonly isDue: boolean;
  changed(): void;
  /** Nothing is left to tell. */
  done(): void;
  /** They have just been told: what comes now has to wait. */
  rest(): void;
}

/** Thousands of devices that come at once, after a power cut, are told in a few messages. */
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

/** After these no count is another one. */
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

/** A server that is alone with its store counts by itself, and tells at once what it notices. */
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
  /** Its counts have to be read. */
  note(event: QueueEvent): void;
  /** Reads what has been noted. One reading at a time: what changes meanwhile is in the next. */
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

/** Reads the counts of services anew after what happened there, where the store does not tell them. */
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
  /** The last change that was heard. */
  readonly seq: () => number;
  /** Everybody who listens here needs the whole state. */
  readonly renew: () => void;
}

/**
 * A server among others over one database is told its counts with their numbers. What it notices besides it says to all,
 * itself among them, unless another has said so: it is told when it comes back.
 */
export function createClusterNotifier(deps: SharedNoticesDeps): LocalNotifier {
  const { view, mirror, clock, essence, plan } = deps;
  const devices = createDevicePace(clock, plan);
  const words = createClusterEvents({ location: deps.location, clock, next: nextWord, heard: deps.seq });
  /** Of the site that was told last, or was in all first states. */
  let toldEssence = essence();
  let siteDue = false;
  let hoursDue = false;

  /** What this server has noticed, and nobody has said yet. */
  function nextWord(): ClusterEvent | null {
    if (deps.isClosed() || mirror.current === null || mirror.isReading) return null;
    // Another server may know it later, or know a later one: only who has just come to know it says so.
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
      // Another server has said so already, with a state of each server's own.
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
