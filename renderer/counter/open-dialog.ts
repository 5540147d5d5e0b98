import type { EventTicket } from '../../main/events/contract/events.ts';
import type { CounterService } from '../../main/queue/contract/rest/counters.ts';
import type { Sheet } from './list-tabs.ts';
import type { TicketStep } from './ticket-steps.ts';

export interface NotedOutcome {
  readonly code: string;
  readonly count: number;
}

/** Asks for the outcome before the visit ends; `go` ends it. */
export interface OutcomesQuestion {
  readonly name: 'outcomes';
  readonly current: EventTicket;
  readonly service: CounterService;
  go(outcomes: readonly NotedOutcome[]): void;
}

/** The open dialog, with its data. */
export type OpenDialog =
  | { readonly name: 'transfer' | 'put-back' | 'walk-in' | 'keys' | 'break' }
  | OutcomesQuestion
  /** Answers of a ticket that is not at the desk. */
  | { readonly name: 'answers'; readonly ticket: EventTicket }
  /** Actions on a ticket that is not at the desk. */
  | { readonly name: 'ticket'; readonly ticket: EventTicket; readonly steps: readonly TicketStep[] }
  /** Another ticket was chosen while one is at the desk. */
  | { readonly name: 'switch'; readonly current: EventTicket; readonly ticket: EventTicket; readonly from: Sheet }
  /** Warning before the end of a call with open or unsaved questions; `go` ends it anyway. */
  | { readonly name: 'open-questions'; readonly names: readonly string[]; readonly unsaved: boolean; go(): void };
