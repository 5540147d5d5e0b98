/** Alarms of limits. */

import type { NoInput } from '../../queue/contract/request.ts';
import { query, type ScopeInput } from '../../store/contract/scope.ts';
import type { LimitAlarm } from '../contract/limits.ts';
import type { OpenAlarms } from '../rules/alarm-changes.ts';

interface LimitAlarmsInput {
  readonly locationId: string;
  /** Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
  readonly limit: number;
}

/** Alarms of limits that stand, wherever. */
export const openLimitAlarms = query<NoInput, readonly LimitAlarm[]>({
  scope: 'global',
  snapshot: false,
  *run(rows) {
    return yield* rows.openLimitAlarms();
  },
});

/** Those of one location, by number, and the last number that was given. */
export const limitBook = query<ScopeInput['location'], OpenAlarms>({
  scope: 'location',
  snapshot: true,
  *run(rows, { locationId }) {
    return { open: yield* rows.openLimitAlarmsAt(locationId), last: yield* rows.lastLimitAlarm(locationId) };
  },
});

/** Alarms of a location that stand or stood between two instants, the latest first. */
export const limitAlarms = query<LimitAlarmsInput, readonly LimitAlarm[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, from, until, limit }) {
    return yield* rows.limitAlarms(locationId, from, until, limit);
  },
});
