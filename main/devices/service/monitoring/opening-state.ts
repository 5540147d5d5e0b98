/** Since when each house is open, as far as somebody looked. */
import type { Location } from '../../../site/contract/site.ts';
import { isOpen, opensAt } from '../../../site/rules/opening-hours.ts';
import type { OpeningState } from '../../rules/device-alarms.ts';

export interface OpeningStates {
  /** A house that is open when it is looked at first has been open long enough. */
  at(location: Location, now: number): OpeningState;
}

const LONG_AGO: OpeningState = { openSince: 0, opensAt: null };

export function watchOpeningStates(): OpeningStates {
  const seen = new Map<string, OpeningState>();

  function look({ id, state, schedule: text, timezone: zone, country }: Location, now: number): OpeningState {
    const hours = { text, zone, country };
    if (state !== 1) return { openSince: null, opensAt: null };
    if (!isOpen(hours, now)) return { openSince: null, opensAt: opensAt([hours], now) };
    const before = seen.get(id) ?? LONG_AGO;
    return { openSince: before.openSince ?? Math.min(before.opensAt ?? now, now), opensAt: null };
  }

  return {
    at(location, now) {
      const house = look(location, now);
      seen.set(location.id, house);
      return house;
    },
  };
}
