/**
 * Active issues of each device, as last checked.
 *
 * They are kept because nothing else stores the start of an issue.
 */

import { type KnownRuns, NO_RUNS, recordRun, sharedUntil } from '../../../access/rules/shared-key.ts';
import { DEVICE_TYPE, type Device, type Location } from '../../../site/contract/site.ts';
import { isOpen, opensAt } from '../../../site/rules/opening-hours.ts';
import {
  type AlarmSince,
  type DeviceIssue,
  type DeviceIssues,
  type OpeningState,
  troublesOf,
} from '../../rules/device-alarms.ts';
import type { DeviceNow } from '../presence/device-presence.ts';

const LONG_AGO: OpeningState = { openSince: 0, opensAt: null };

export interface ActiveIssues {
  /** Restores the alarms raised before the start. */
  open(alarms: Iterable<readonly [deviceId: string, alarms: readonly AlarmSince[]]>): void;
  /** @param listenedSince silence before this time does not count */
  look(device: Device, location: Location, said: DeviceNow, at: number, listenedSince: number): DeviceIssues;
  forget(deviceId: string): void;
}

/** Device types whose silence matters. A counter can be left unattended. */
const WATCHED: ReadonlySet<number> = new Set([DEVICE_TYPE.kiosk, DEVICE_TYPE.display]);
const NONE: DeviceIssues = { standing: [], lookAgainAt: null };

export function trackActiveIssues(): ActiveIssues {
  const known = new Map<string, readonly DeviceIssue[]>();
  const runs = new Map<string, KnownRuns>();
  const houses = watchOpeningStates();

  function found(
    { type, state, id }: Device,
    location: Location,
    said: DeviceNow,
    at: number,
    since: number,
  ): DeviceIssues {
    if (state !== 1 || !WATCHED.has(type)) return NONE;
    const { status, silentSince, connected } = said;
    const isShown = type === DEVICE_TYPE.kiosk ? connected : null;
    const house = houses.at(location, at);
    const heard = recordRun(runs.get(id) ?? NO_RUNS, status.run, at);
    runs.set(id, heard);
    const until = sharedUntil(heard, at);
    const facts = { status, silentSince, listenedSince: since, isShown, house, sharesKey: until !== null };
    const { standing, lookAgainAt } = troublesOf(facts, known.get(id) ?? [], at);
    return { standing, lookAgainAt: until === null ? lookAgainAt : Math.min(lookAgainAt ?? until, until) };
  }

  return {
    open(raised) {
      known.clear();
      for (const [id, alarms] of raised) {
        known.set(
          id,
          alarms.map((alarm) => ({ ...alarm, isRaised: true })),
        );
      }
    },
    look(device, location, said, at, listenedSince) {
      const now = found(device, location, said, at, listenedSince);
      known.set(device.id, now.standing);
      return now;
    },
    forget(deviceId) {
      known.delete(deviceId);
      runs.delete(deviceId);
    },
  };
}

interface OpeningStates {
  /** A location that is open at the first check counts as open for long. */
  at(location: Location, now: number): OpeningState;
}

/** Opening time of each location since the first check. */
function watchOpeningStates(): OpeningStates {
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
