/** Locations: their business days, desks without staff, and calls for staff. */

import type { StaffCallAt } from '../../../staff-calls/contract/staff-call.ts';
import { standingCalls } from '../../../staff-calls/rules/staff-call.ts';
import { query, type ScopeInput } from '../../../store/contract/scope.ts';
import type { DeskAway, ServiceQueue } from '../../contract/records.ts';
import type { AtLocation, NoInput } from '../../contract/request.ts';
import type { DayRule } from '../../rules/day/calendar.ts';
import { emptyQueue, serviceQueue } from '../parts/service-queue.ts';
import type { WaitingCount } from '../rows/queues.ts';

/** Every location that has begun a business day. */
export const queueLocations = query<NoInput, readonly string[]>({
  scope: 'global',
  snapshot: false,
  *run(rows) {
    return yield* rows.queueLocations();
  },
});

/** Day settings of the location over time; never empty for a location that was ever in the site. */
export const dayRules = query<ScopeInput['location'], readonly DayRule[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId }) {
    return yield* rows.dayRules(locationId);
  },
});

/** Breaks and closures of today by desk. */
export const desksAway = query<AtLocation, Readonly<Record<string, DeskAway>>>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, day }) {
    const location = yield* rows.location(locationId);
    return location?.day === day ? location.away : {};
  },
});

/** Open staff calls, oldest first. */
export const staffCalls = query<ScopeInput['location'] & { readonly now: number }, readonly StaffCallAt[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, now }) {
    return standingCalls((yield* rows.location(locationId))?.staffCalls ?? {}, now);
  },
});

/** One entry per requested service, also for services without tickets. */
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

/** Number of waiting tickets of each service with a queue, at all locations. */
export const waitingCounts = query<NoInput, readonly WaitingCount[]>({
  scope: 'global',
  snapshot: false,
  *run(rows) {
    return yield* rows.waitingCounts();
  },
});
