/** Counters of services. */
import type { ServiceQueue } from '../../contract/queue.ts';
import type { NoInput } from '../request.ts';
import type { WaitingCount } from '../rows/queues.ts';
import { emptyQueue, serviceQueue } from '../rules/service-queue.ts';
import { query, type ScopeInput } from '../scope.ts';

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
