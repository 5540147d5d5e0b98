/** Numbered changes at a location, published to all servers of a cluster. */
import type { QueueEvent, ServiceQueue } from '../contract/records.ts';

/** A change at a location, as published to all servers of a cluster. */
export type LocationChange =
  | { readonly kind: 'event'; readonly event: QueueEvent }
  | {
      readonly kind: 'counts';
      readonly at: number;
      /** The changed queues. */
      readonly queues: readonly ServiceQueue[];
      /** A new day began: queues of all other services are reset to their initial state. */
      readonly isNewDay: boolean;
    }
  | {
      /** A message from a server to its peers; the store does not interpret the body. */
      readonly kind: 'said';
      readonly at: number;
      readonly body: unknown;
    };

export interface NumberedChange {
  /** Sequence number, consecutive per location. */
  readonly number: number;
  readonly change: LocationChange;
}

export interface FollowedLocation {
  /**
   * Resolves with the number after which changes are complete; earlier changes must be discarded. Rejects while the
   * store is unavailable; the listener is called with null once it can start again.
   */
  readonly begun: Promise<number>;
  /** Changes between two numbers, oldest first; null if they are no longer all stored. */
  past(after: number, until: number): Promise<readonly NumberedChange[] | null>;
  /**
   * Publishes a change of the kind `said`. Does nothing and returns false if another one was published after that
   * number: then the request may be outdated or already fulfilled.
   */
  say(body: object, after: number): Promise<boolean>;
  stop(): void;
}

/** `changes`: consecutive and without gaps; null after a gap: subscribe again. */
export type ChangesListener = (changes: readonly NumberedChange[] | null) => void;
