import type { QueueEvent } from '../../queue/contract/records.ts';
import type { GlobalRows, Rows } from './rows.ts';

/** Context of an operation without location: rows in a transaction, time of the request, and ids. */
export interface GlobalUnit {
  readonly rows: GlobalRows;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly newId: () => string;
}

/** Context of an operation at a location, with events. */
export interface Unit extends GlobalUnit {
  readonly rows: Rows;
  /** Emits an event once the transaction is durable. */
  readonly emit: (event: Omit<QueueEvent, 'at'>) => void;
}
