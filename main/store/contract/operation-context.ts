import type { QueueEvent } from '../../queue/contract/records.ts';
import type { GlobalRows, Rows } from './rows.ts';

/** What an operation of no location works with: rows inside a transaction, the time of the request, and ids. */
export interface GlobalUnit {
  readonly rows: GlobalRows;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly newId: () => string;
}

/** The same at a location, with events to tell. */
export interface Unit extends GlobalUnit {
  readonly rows: Rows;
  /** Tells of a change once the transaction is durable. */
  readonly emit: (event: Omit<QueueEvent, 'at'>) => void;
}
