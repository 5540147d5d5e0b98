/**
 * A server among others over one database is told its counts with their numbers. What it notices besides it says to all,
 * itself among them, unless another has said so: it is told when it comes back.
 */
import type { FollowedLocation } from '../../queue/operations/location-changes.ts';
import { type ClusterEvent, createClusterEvents } from './cluster-events.ts';
import { createDevicePace, type LocalNotifier, type LocalNotifierDeps } from './local-notifier.ts';

interface SharedNoticesDeps extends LocalNotifierDeps {
  readonly location: FollowedLocation;
  /** The last change that was heard. */
  readonly seq: () => number;
  /** Everybody who listens here needs the whole state. */
  readonly renew: () => void;
}

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
