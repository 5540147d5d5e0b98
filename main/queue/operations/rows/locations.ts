/** Row functions of locations. */
import type { Effect } from '../../../database/effect.ts';
import type { StaffCalls } from '../../../staff-calls/rules/staff-call.ts';
import type { DeskAway } from '../../contract/records.ts';
import type { DayRule } from '../../rules/day/calendar.ts';

export interface StoredLocation {
  /** The business day that the queue began last. */
  readonly day: string;
  /** The business day of the latest operation; behind `day` while a clock is wrong. */
  readonly seenDay: string;
  /** Breaks and closures by desk. */
  readonly away: Readonly<Record<string, DeskAway>>;
  /** Staff calls by kiosk; can include ended ones. */
  readonly staffCalls: StaffCalls;
}

/** Scheduled change of a ticket's turn. */
export interface TurnChange {
  readonly at: number;
  readonly ticketId: string;
  /** `joins`: becomes callable; `ages`: counts as waiting since its issue. */
  readonly change: 'joins' | 'ages';
}

export interface LocationRows {
  location(locationId: string): Effect<StoredLocation | null>;
  setLocation(locationId: string, location: StoredLocation): Effect<void>;
  /** Tickets that wait or are paused at the location. */
  countOpen(locationId: string): Effect<number>;
  /**
   * Resets numbers, counts and averages, and starts a new generation: waiting and paused tickets count as ended. If
   * `mark` is true, a background job marks their rows.
   */
  startServices(locationId: string, now: number, mark: boolean): Effect<void>;
  /** Memory of the call rule, see `CallRule`; 0 at the start of a day. */
  callMemory(locationId: string): Effect<number>;
  setCallMemory(locationId: string, memory: number): Effect<void>;
  putTurnChange(locationId: string, change: TurnChange): Effect<void>;
  /** Due changes, earliest first. */
  dueTurnChanges(locationId: string, now: number): Effect<readonly TurnChange[]>;
  /** Applies a change to its ticket, if that still waits in its original place. */
  makeTurnChange(change: TurnChange): Effect<void>;
  /** `until`: deletes changes due by then; null: deletes all. */
  dropTurnChanges(locationId: string, until: number | null): Effect<void>;
  dayRules(locationId: string): Effect<readonly DayRule[]>;
}
