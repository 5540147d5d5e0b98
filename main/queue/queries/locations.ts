/** Locations: their business days, desks without staff, and calls for staff. */
import type { DeskAway } from '../../contract/queue.ts';
import type { StaffCallAt } from '../../contract/staff-call.ts';
import type { DayRule } from '../../core/reports/calendar.ts';
import { standingCalls } from '../../core/staff-call.ts';
import type { AtLocation, NoInput } from '../request.ts';
import { query, type ScopeInput } from '../scope.ts';

/** Every location that has ever had a day. */
export const queueLocations = query<NoInput, readonly string[]>({
  scope: 'global',
  snapshot: false,
  *run(rows) {
    return yield* rows.queueLocations();
  },
});

/** How the location has reckoned its days; never empty for one that was ever in the site. */
export const dayRules = query<ScopeInput['location'], readonly DayRule[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId }) {
    return yield* rows.dayRules(locationId);
  },
});

/** By desk: breaks and closed desks. Nothing of a day that is over. */
export const desksAway = query<AtLocation, Readonly<Record<string, DeskAway>>>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, day }) {
    const location = yield* rows.location(locationId);
    return location?.day === day ? location.away : {};
  },
});

/** Those that stand, the oldest first. */
export const staffCalls = query<ScopeInput['location'] & { readonly now: number }, readonly StaffCallAt[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, now }) {
    return standingCalls((yield* rows.location(locationId))?.staffCalls ?? {}, now);
  },
});
