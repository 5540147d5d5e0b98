import type { ServiceQueue } from '../../contract/records.ts';
import type { NumberSpan } from '../../rules/numbering.ts';
import type { StoredQueue } from '../rows/queues.ts';

/** Public counters of a service's queue. */
export function serviceQueue(queue: StoredQueue): ServiceQueue {
  const { serviceId, waiting, waitingPriority, averageWaitSeconds, secondsPerPlace, lastNumber } = queue;
  return {
    serviceId,
    waiting,
    waitingPriority,
    averageWaitSeconds,
    secondsPerPlace,
    lastIssuedNumber: lastNumber ?? 0,
  };
}

/** Queue of a service without tickets. */
export function emptyQueue(serviceId: string): ServiceQueue {
  return {
    serviceId,
    waiting: 0,
    waitingPriority: 0,
    averageWaitSeconds: null,
    secondsPerPlace: null,
    lastIssuedNumber: 0,
  };
}

/** Range from the first to the last leased number of today. */
export function leasedSpan({ leasedFirst, leasedLast }: StoredQueue): NumberSpan | null {
  return leasedFirst === null || leasedLast === null ? null : { first: leasedFirst, last: leasedLast };
}
