/** State of an appointment's visit, derived from the queue. */
import { TICKET_STATE, type TicketState } from '../../queue/contract/records.ts';
import type { VisitState } from '../contract/visit-state.ts';
import type { CheckInWindow } from './check-in.ts';

interface Booked {
  /** State of the appointment; 0: cancelled. */
  readonly state: number;
  /** Epoch milliseconds. */
  readonly bookedAt: number;
  readonly window: CheckInWindow;
}

/** @param ticket null before check-in; `served`: the ticket was called before it ended */
export function visitState(
  { state, bookedAt, window }: Booked,
  ticket: { readonly state: TicketState; readonly served: boolean } | null,
  now: number,
): VisitState {
  // A visitor with a ticket is present, even if the appointment was cancelled since.
  if (ticket !== null) return ofTicket(ticket);
  if (state === 0) return 'off';
  if (now <= bookedAt) return 'expected';
  return now <= window.closesAt ? 'late' : 'missed';
}

function ofTicket({ state, served }: { readonly state: TicketState; readonly served: boolean }): VisitState {
  switch (state) {
    case TICKET_STATE.waiting:
    case TICKET_STATE.paused:
      return 'here';
    case TICKET_STATE.inService:
      return 'called';
    case TICKET_STATE.cancelled:
      return 'missed';
    case TICKET_STATE.ended:
      return served ? 'served' : 'left';
  }
}
