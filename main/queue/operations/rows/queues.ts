/** Row functions of service queues. */
import type { Effect } from '../../../database/effect.ts';
import type { NumberSpan } from '../../rules/numbering.ts';
import type { PastWait, WaitFigures } from '../../rules/recent-waits.ts';

/** The counters of one service, kept in step with its tickets by the same transactions. */
export interface StoredQueue {
  readonly serviceId: string;
  readonly locationId: string;
  readonly waiting: number;
  /** Of those, the ones in a class above 0. */
  readonly waitingPriority: number;
  readonly round: number;
  readonly lastNumber: number | null;
  /** Calls since ever; the tolerance of cancelled tickets compares it with its value at their cancelling. */
  readonly called: number;
  /** Grows with every business day. A ticket of an earlier one does not wait. */
  readonly generation: number;
  readonly averageWaitSeconds: number | null;
  readonly secondsPerPlace: number | null;
  /** All that kiosks may give today lies between these two; null while none may give any. */
  readonly leasedFirst: number | null;
  readonly leasedLast: number | null;
}

/** Where the tickets of a service wait and are paused today. */
export type QueueOfToday = Pick<StoredQueue, 'serviceId' | 'generation'>;

export type CalledOf = Pick<StoredQueue, 'serviceId' | 'called'>;

export interface QueueRows {
  queue(serviceId: string): Effect<StoredQueue | null>;
  /** In the same order. */
  queues(services: readonly string[]): Effect<readonly (StoredQueue | null)[]>;
  /** Of every location. */
  waitingCounts(): Effect<readonly WaitingCount[]>;
  /** Made when there is none yet, or when the service has moved to another location. */
  ensureQueue(serviceId: string, locationId: string): Effect<StoredQueue>;
  countIssued(serviceId: string, queue: StoredQueue): Effect<void>;
  /** Counts tickets of a class in (1) or out (-1). */
  addWaiting(serviceId: string, change: 1 | -1, ticketClass: number): Effect<void>;
  /** One more, or (-1) one that never was. */
  countCall(serviceId: string, change: 1 | -1): Effect<void>;
  /** Keeps the service itself from giving numbers between these two until the day is over. */
  keepLeased(serviceId: string, span: NumberSpan): Effect<void>;
  waits(serviceId: string): Effect<readonly PastWait[]>;
  setWaits(serviceId: string, waits: readonly PastWait[], figures: WaitFigures): Effect<void>;
}

export interface WaitingCount {
  readonly serviceId: string;
  readonly waiting: number;
}
