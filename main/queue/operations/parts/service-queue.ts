import type { ServiceQueue } from '../../contract/records.ts';
import type { NumberSpan } from '../../rules/numbering.ts';
import type { StoredQueue } from '../rows/queues.ts';

/** What others may know of the counters of a service. */
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

/** Of a service for which nothing was ever issued. */
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

/** What kiosks may give today, and all between. */
export function leasedSpan({ leasedFirst, leasedLast }: StoredQueue): NumberSpan | null {
  return leasedFirst === null || leasedLast === null ? null : { first: leasedFirst, last: leasedLast };
}
