/** Row functions of service queues. */
import type { Effect } from '../../../database/effect.ts';
import type { NumberSpan } from '../../rules/numbering.ts';
import type { PastWait, WaitFigures } from '../../rules/recent-waits.ts';

/** Counters of one service, updated in the same transactions as its tickets. */
export interface StoredQueue {
  readonly serviceId: string;
  readonly locationId: string;
  readonly waiting: number;
  /** Those of them in a class above 0. */
  readonly waitingPriority: number;
  readonly round: number;
  readonly lastNumber: number | null;
  /** Total number of calls. Compared with its value at a ticket's cancellation, it gives the tolerance. */
  readonly called: number;
  /** Increases with every business day. A ticket of an earlier generation does not wait. */
  readonly generation: number;
  readonly averageWaitSeconds: number | null;
  readonly secondsPerPlace: number | null;
  /** Range that contains all leased numbers of today; null without leases. */
  readonly leasedFirst: number | null;
  readonly leasedLast: number | null;
}

/** Queue of today, which contains the waiting and paused tickets of a service. */
export type QueueOfToday = Pick<StoredQueue, 'serviceId' | 'generation'>;

export type CalledOf = Pick<StoredQueue, 'serviceId' | 'called'>;

export interface QueueRows {
  queue(serviceId: string): Effect<StoredQueue | null>;
  /** In the same order as the ids. */
  queues(services: readonly string[]): Effect<readonly (StoredQueue | null)[]>;
  /** Counts of all locations. */
  waitingCounts(): Effect<readonly WaitingCount[]>;
  /** Creates the queue if it does not exist, or if the service has moved to another location. */
  ensureQueue(serviceId: string, locationId: string): Effect<StoredQueue>;
  countIssued(serviceId: string, queue: StoredQueue): Effect<void>;
  /** Adds (1) or removes (-1) a waiting ticket of a class. */
  addWaiting(serviceId: string, change: 1 | -1, ticketClass: number): Effect<void>;
  /** Counts a call (1), or removes an undone one (-1). */
  countCall(serviceId: string, change: 1 | -1): Effect<void>;
  /** Reserves the range for kiosks: the server issues none of these numbers until the day ends. */
  keepLeased(serviceId: string, span: NumberSpan): Effect<void>;
  waits(serviceId: string): Effect<readonly PastWait[]>;
  setWaits(serviceId: string, waits: readonly PastWait[], figures: WaitFigures): Effect<void>;
}

export interface WaitingCount {
  readonly serviceId: string;
  readonly waiting: number;
}
