/** Counters of services. */

import { query, type ScopeInput } from '../../../store/contract/scope.ts';
import type { ServiceQueue } from '../../contract/records.ts';
import type { NoInput } from '../../contract/request.ts';
import { emptyQueue, serviceQueue } from '../parts/service-queue.ts';
import type { WaitingCount } from '../rows/queues.ts';

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
