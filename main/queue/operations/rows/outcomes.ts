import type { Effect } from '../../../database/effect.ts';

/** The answer to a key; `outcome` is JSON. */
export interface StoredOutcome {
  readonly fingerprint: string;
  readonly outcome: string;
}

export interface OutcomeRows {
  /** The answer to this key; null when it is older than `since`. */
  outcome(key: string, since: number): Effect<StoredOutcome | null>;
  /** `ticketId`: of the ticket that the outcome tells of, or empty. */
  putOutcome(key: string, stored: StoredOutcome, now: number, ticketId: string): Effect<void>;
  /** Forgets some that are as old or older; how many. */
  dropOutcomes(until: number, limit: number): Effect<number>;
}
