import type { QueueEvent } from '../contract/queue.ts';
import type { Rows } from './rows.ts';

/** What an operation works with: rows inside a transaction, the time of the request, ids, and events to tell. */
export interface Unit {
  readonly rows: Rows;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly newId: () => string;
  /** Tells of a change once the transaction is durable. */
  readonly emit: (event: Omit<QueueEvent, 'at'>) => void;
}
