/** Row functions of past calls and tickets. */
import type { Effect } from '../../database/effect.ts';
import type { CallFigures, TicketFigures } from '../../queue/rules/day/figures.ts';
import type { CallFacts } from '../../queue/rules/day/tally.ts';

/** A call that is over, as far as reports look at it. */
export interface PastCall extends CallFacts {
  readonly id: string;
}

export interface PastTicket {
  readonly id: string;
  /** Where it was drawn; its service may have moved since. */
  readonly locationId: string;
  readonly serviceId: string;
  readonly issuedAt: number;
}

/** A business day and an hour of it. */
export interface FigurePlace {
  readonly day: string;
  readonly hour: number;
}

export interface HistoryRows {
  /** Calls of a location that are over and began before, the oldest first. */
  pastCalls(locationId: string, before: number, limit: number): Effect<readonly PastCall[]>;
  /** Tickets of a location that were drawn, and ended or cancelled, before; roughly the oldest first. */
  pastTickets(locationId: string, before: number, limit: number): Effect<readonly PastTicket[]>;
  dropCalls(locationId: string, ids: readonly string[]): Effect<void>;
  /** With their form answers, their check-ins, and the last steps of desks with them. */
  dropTickets(locationId: string, ids: readonly string[]): Effect<void>;
  callFigures(locationId: string, places: readonly FigurePlace[]): Effect<readonly CallFigures[]>;
  ticketFigures(locationId: string, places: readonly FigurePlace[]): Effect<readonly TicketFigures[]>;
  /** The first business day before another of whose calls the figures tell who made them. */
  dayWithClerks(locationId: string, before: string): Effect<string | null>;
  dropCallFigures(locationId: string, day: string): Effect<void>;
  /** In the place of those that were there. */
  putCallFigures(locationId: string, figures: readonly CallFigures[]): Effect<void>;
  putTicketFigures(locationId: string, figures: readonly TicketFigures[]): Effect<void>;
  /** Called once when anything was deleted: a report that reads history in several steps starts again. */
  noteForgetting(): Effect<void>;
  queueLocations(): Effect<readonly string[]>;
}
