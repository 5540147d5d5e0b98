/** Row functions of past calls and tickets. */
import type { Effect } from '../../database/effect.ts';
import type { CallFigures, TicketFigures } from '../../queue/rules/day/figures.ts';
import type { CallFacts } from '../../queue/rules/day/tally.ts';

/** An ended call, with the facts for reports. */
export interface PastCall extends CallFacts {
  readonly id: string;
}

export interface PastTicket {
  readonly id: string;
  /** Location of issue; its service may have moved since. */
  readonly locationId: string;
  readonly serviceId: string;
  readonly issuedAt: number;
}

/** An hour of a business day. */
export interface FigurePlace {
  readonly day: string;
  readonly hour: number;
}

export interface HistoryRows {
  /** Ended calls of a location that began before, oldest first. */
  pastCalls(locationId: string, before: number, limit: number): Effect<readonly PastCall[]>;
  /** Tickets of a location that were issued, and ended or cancelled, before; roughly oldest first. */
  pastTickets(locationId: string, before: number, limit: number): Effect<readonly PastTicket[]>;
  dropCalls(locationId: string, ids: readonly string[]): Effect<void>;
  /** Also deletes their form answers, check-ins, and undo steps. */
  dropTickets(locationId: string, ids: readonly string[]): Effect<void>;
  callFigures(locationId: string, places: readonly FigurePlace[]): Effect<readonly CallFigures[]>;
  ticketFigures(locationId: string, places: readonly FigurePlace[]): Effect<readonly TicketFigures[]>;
  /** The first business day before another with call figures that name clerks. */
  dayWithClerks(locationId: string, before: string): Effect<string | null>;
  dropCallFigures(locationId: string, day: string): Effect<void>;
  /** Replaces existing ones. */
  putCallFigures(locationId: string, figures: readonly CallFigures[]): Effect<void>;
  putTicketFigures(locationId: string, figures: readonly TicketFigures[]): Effect<void>;
  /** Call it once after a deletion: reports that read history in several steps start again. */
  noteForgetting(): Effect<void>;
  queueLocations(): Effect<readonly string[]>;
}
