import type { EventTicket } from '../../main/events/contract/events.ts';
import type { CounterService } from '../../main/queue/contract/rest/counters.ts';
import type { Sheet } from './list-tabs.ts';
import type { TicketStep } from './ticket-steps.ts';

export interface NotedOutcome {
  readonly code: string;
  readonly count: number;
}

/** The visit is to end, and what it came to is noted first; `go` ends it with that. */
export interface AskedOutcomes {
  readonly name: 'outcomes';
  readonly current: EventTicket;
  readonly service: CounterService;
  go(outcomes: readonly NotedOutcome[]): void;
}

/** What is asked or shown over the page. */
export type OpenDialog =
  | { readonly name: 'transfer' | 'walk-in' | 'keys' | 'break' }
  | AskedOutcomes
  /** Answers of a ticket that is not at the desk. */
  | { readonly name: 'answers'; readonly ticket: EventTicket }
  /** What can be done with a ticket that is not at the desk. */
  | { readonly name: 'ticket'; readonly ticket: EventTicket; readonly steps: readonly TicketStep[] }
  /** Another ticket is wanted while one is still here. */
  | { readonly name: 'switch'; readonly current: EventTicket; readonly ticket: EventTicket; readonly from: Sheet }
  /** The call is to end, and questions are open or could not be saved; `go` ends it all the same. */
  | { readonly name: 'open-questions'; readonly names: readonly string[]; readonly unsaved: boolean; go(): void };
