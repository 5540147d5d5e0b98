/** Locations: their business days, desks without staff, and calls for staff. */

import type { StaffCallAt } from '../../../staff-calls/contract/staff-call.ts';
import { standingCalls } from '../../../staff-calls/rules/staff-call.ts';
import { query, type ScopeInput } from '../../../store/contract/scope.ts';
import type { DeskAway, ServiceQueue } from '../../contract/records.ts';
import type { AtLocation, NoInput } from '../../contract/request.ts';
import type { DayRule } from '../../rules/day/calendar.ts';
import { emptyQueue, serviceQueue } from '../parts/service-queue.ts';
import type { WaitingCount } from '../rows/queues.ts';

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

/** One entry per service asked for, also where nothing was ever issued. */
export const serviceQueues = query<ScopeInput['services'], readonly ServiceQueue[]>({
  scope: 'services',
  snapshot: false,
  *run(rows, { services }) {
    const queues = yield* rows.queues(services);
    return services.map((serviceId, at) => {
      const queue = queues[at] ?? null;
      return queue === null ? emptyQueue(serviceId) : serviceQueue(queue);
    });
  },
});

/** Tickets that wait now, of each service that has had any, at all locations. */
export const waitingCounts = query<NoInput, readonly WaitingCount[]>({
  scope: 'global',
  snapshot: false,
  *run(rows) {
    return yield* rows.waitingCounts();
  },
});
