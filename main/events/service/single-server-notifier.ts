/** A server that is alone with its store counts by itself, and tells at once what it notices. */

import type { Clock } from '../../lib/context.ts';
import type { QueueEvent, ServiceQueue } from '../../queue/contract/records.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ClusterEvent } from './cluster-events.ts';
import { createDevicePace, type LocalNotifier, type LocalNotifierDeps } from './local-notifier.ts';

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
    if (changed.length > 0) tell({ type: 'device.changed', devices: changed });
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
    heard({ type }) {
      if (type === 'device.changed') devices.rest();
    },
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
