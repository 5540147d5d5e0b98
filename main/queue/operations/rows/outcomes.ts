import type { Effect } from '../../../database/effect.ts';

/** Stored outcome of an idempotency key; `outcome` is JSON. */
export interface StoredOutcome {
  readonly fingerprint: string;
  readonly outcome: string;
}

export interface OutcomeRows {
  /** The outcome of this key; null if it is older than `since`. */
  outcome(key: string, since: number): Effect<StoredOutcome | null>;
  /** `ticketId`: the ticket in the outcome, or empty. */
  putOutcome(key: string, stored: StoredOutcome, now: number, ticketId: string): Effect<void>;
  /** Deletes outcomes up to that instant, at most `limit`; returns the number. */
  dropOutcomes(until: number, limit: number): Effect<number>;
}
