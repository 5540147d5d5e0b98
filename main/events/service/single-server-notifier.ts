/** A server that is alone with its store counts by itself, and tells at once what it notices. */
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ClusterEvent } from './cluster-events.ts';
import { createCountsReader } from './counts-reader.ts';
import { createDevicePace, type LocalNotifier, type LocalNotifierDeps } from './local-notifier.ts';

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
