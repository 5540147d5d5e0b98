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
  /** By desk: breaks and closed desks. */
  readonly away: Readonly<Record<string, DeskAway>>;
  /** Calls for staff by kiosk; those that are over may be among them. */
  readonly staffCalls: StaffCalls;
}

/** Something that the time does to the turn of a ticket. */
export interface TurnChange {
  readonly at: number;
  readonly ticketId: string;
  /** `joins`: it may be called from now on; `ages`: it counts as waiting since its issue. */
  readonly change: 'joins' | 'ages';
}

export interface LocationRows {
  location(locationId: string): Effect<StoredLocation | null>;
  setLocation(locationId: string, location: StoredLocation): Effect<void>;
  /** Tickets that wait or are paused at the location. */
  countOpen(locationId: string): Effect<number>;
  /**
   * Numbers, counts and averages start again, and a new generation begins: what waited or was paused is as good as ended.
   * The rows of it are marked by and by, which `mark` asks for.
   */
  startServices(locationId: string, now: number, mark: boolean): Effect<void>;
  /** What the call rule has noted, see `CallRule`; 0 when a day begins. */
  callMemory(locationId: string): Effect<number>;
  setCallMemory(locationId: string, memory: number): Effect<void>;
  putTurnChange(locationId: string, change: TurnChange): Effect<void>;
  /** The changes that are due, the earliest first. */
  dueTurnChanges(locationId: string, now: number): Effect<readonly TurnChange[]>;
  /** Does one to its ticket, should that still wait where it came. */
  makeTurnChange(change: TurnChange): Effect<void>;
  /** `until`: those due by then; null: all. */
  dropTurnChanges(locationId: string, until: number | null): Effect<void>;
  dayRules(locationId: string): Effect<readonly DayRule[]>;
}
