/** What a server notices of a location by itself, besides what the store tells it: counts, hours, devices, another site. */
import type { Clock } from '../../lib/context.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { LocationChange } from '../../queue/operations/location-changes.ts';
import type { ClusterEvent } from './cluster-events.ts';
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
  /** Everybody knows this now, whoever said it. */
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
