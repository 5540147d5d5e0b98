import type { QueueEvent } from '../../contract/queue.ts';
import type { Db } from './db.ts';

/** What an operation works with: the database inside a transaction, the time of the request, ids, and events to tell. */
export interface Transaction {
  readonly db: Db;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly newId: () => string;
  /** Location → the business day that its row is known to name, so that it need not be read again and again. */
  readonly openDays: Map<string, string>;
  /** Tells of a change once the transaction is durable. */
  readonly emit: (event: Omit<QueueEvent, 'at'>) => void;
}
