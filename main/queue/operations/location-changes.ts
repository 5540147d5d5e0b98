/** Changes at a location, as all servers over one database get them. */
import type { QueueEvent, ServiceQueue } from '../contract/records.ts';

/** What has changed at a location, as all servers over one database tell it. */
export type LocationChange =
  | { readonly kind: 'event'; readonly event: QueueEvent }
  | {
      readonly kind: 'counts';
      readonly at: number;
      /** Those that are different now. */
      readonly queues: readonly ServiceQueue[];
      /** A day has begun: those of all other services are as before their first ticket. */
      readonly isNewDay: boolean;
    }
  | {
      /** What a server has said of it besides; the store does not look into it. */
      readonly kind: 'said';
      readonly at: number;
      readonly body: unknown;
    };

export interface NumberedChange {
  /** One more than that of the change before, at each location by itself. */
  readonly number: number;
  readonly change: LocationChange;
}

export interface FollowedLocation {
  /**
   * Resolves with the number after which the story begins: what was told up to it is to be forgotten. Rejects when the store
   * is away; as soon as it can begin, the listener is told to begin anew.
   */
  readonly begun: Promise<number>;
  /** Changes after a number, up to another that has been told, oldest first; null when they are not all kept any more. */
  past(after: number, until: number): Promise<readonly NumberedChange[] | null>;
  /**
   * Adds a change of the kind `said`, and tells it to everybody. Does nothing and gives false when another was said after
   * that number: then the wish may be old, or fulfilled.
   */
  say(body: object, after: number): Promise<boolean>;
  stop(): void;
}

/** `changes` in order, none missing, each once; null when that cannot be done any more: begin anew. */
export type ChangesListener = (changes: readonly NumberedChange[] | null) => void;
