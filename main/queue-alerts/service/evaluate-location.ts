/**
 * Evaluation of one location's thresholds.
 *
 * Which of its limits are broken, and what of that is written down.
 */

import type { Location } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import type { LimitAlarm, LimitKind } from '../contract/limits.ts';
import type { NotifiedAlerts, StandingLimit } from '../rules/alarm-changes.ts';
import { type BrokenLimit, brokenLimits, hasLimits } from '../rules/limits.ts';
import { type LocationRead, readLocation } from './read-snapshot.ts';

/** How bad it became is written so often, beside when an alarm begins and ends. */
const WORST_EVERY_MS = 300_000;
/** What was read is read again by then, whatever happened: the time of an appointment comes by itself. */
const READ_AFTER_MS = 120_000;

export interface LocationJudge {
  /** Something happened there: what was read is old. */
  touch(): void;
  /**
   * What is to be written; null when that is written already. Without `location` nothing stands: it is gone, closed or has no limits.
   */
  look(location: Location | null, now: number): Promise<NotifiedAlerts | null>;
  written(standing: readonly StandingLimit[], now: number): void;
  /** Alarms are written, or about to be raised or to end. */
  isBusy(): boolean;
}

interface JudgeDeps {
  readonly store: Store;
  readonly site: () => Site;
  /** Those that stand by what is written. */
  readonly open: readonly LimitAlarm[];
}

const keyOf = ({ serviceId, kind }: { readonly serviceId: string; readonly kind: LimitKind }): string =>
  `${kind} ${serviceId}`;

export function createLocationJudge({ store, site, open }: JudgeDeps): LocationJudge {
  let broken: ReadonlyMap<string, readonly BrokenLimit[]> = new Map(
    [...Map.groupBy(open, ({ serviceId }) => serviceId)].map(([serviceId, alarms]) => [
      serviceId,
      alarms.map(({ kind, bound, worst, since }) => ({ kind, bound, worst, since, isRaised: true, keptSince: null })),
    ]),
  );
  let writtenNow = new Map<string, number>(open.map((alarm) => [keyOf(alarm), alarm.worst]));
  /** Those that stand, or have ended and are not yet written so, with their last figures. */
  let told = new Map<string, StandingLimit>();
  let writtenAt = 0;
  let read: { readonly at: number; readonly what: LocationRead } | null = null;

  async function judge(location: Location, now: number): Promise<void> {
    if (read === null || now - read.at >= READ_AFTER_MS || now < read.at) {
      const at = now;
      // What happens while this is read makes it old again.
      const what = readLocation(location, site(), store, now);
      read = { at, what: await what };
    }
    const { what } = read;
    const places = [
      { serviceId: '', limits: location },
      ...site()
        .servicesOf(location.id)
        .filter((service) => service.state === 1 && service.qm_enabled && hasLimits(service))
        .map((service) => ({ serviceId: service.id, limits: service })),
    ];
    broken = new Map(
      places.map(({ serviceId, limits }) => [
        serviceId,
        brokenLimits(limits, what.picture(serviceId, now), broken.get(serviceId) ?? [], now),
      ]),
    );
  }

  return {
    touch() {
      read = null;
    },
    async look(location, now) {
      if (location === null) {
        broken = new Map();
        read = null;
      } else await judge(location, now);
      const standing = [...broken].flatMap(([serviceId, list]) =>
        list
          .filter(({ isRaised }) => isRaised)
          .map(({ kind, bound, worst, since }) => ({ serviceId, kind, bound, worst, since })),
      );
      const stands = new Map(standing.map((each) => [keyOf(each), each]));
      const ended = [...told].flatMap(([key, each]) => (stands.has(key) ? [] : each));
      told = new Map([...told, ...stands]);
      const isOther = standing.length !== writtenNow.size || standing.some((each) => !writtenNow.has(keyOf(each)));
      const isWorse = standing.some((each) => writtenNow.get(keyOf(each)) !== each.worst);
      return isOther || (isWorse && now - writtenAt >= WORST_EVERY_MS) ? { standing, ended } : null;
    },
    written(standing, now) {
      writtenNow = new Map(standing.map((each) => [keyOf(each), each.worst]));
      told = new Map(standing.map((each) => [keyOf(each), each]));
      writtenAt = now;
    },
    isBusy: () => writtenNow.size > 0 || [...broken.values()].some((list) => list.length > 0),
  };
}
