/**
 * Operation: call a chosen ticket.
 *
 * The ticket is waiting, paused or cancelled.
 */

import type { Effects } from '../../database/effect.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import type { QueueFault } from '../contract/request.ts';
import { type CallOperation, ticketAfterCall, withinTolerance } from '../rules/transitions.ts';
import type { CallAt, CalledTicket } from './call-records.ts';
import { callToDesk } from './call-to-desk.ts';
import type { StoredTicket } from './rows/tickets.ts';

export interface CallTicketInput extends CallAt {
  readonly ticketId: string;
  /** Services of the desk; a ticket of another service is errno 113. */
  readonly services: readonly string[];
}

export interface CallCancelledInput extends CallTicketInput {
  /** Maximum calls of its service since the cancellation; -1 without limit, 0 never. */
  readonly tolerance: number;
  /** Start of the business day: tickets cancelled before it cannot be called. */
  readonly since: number;
}

type Called = Effects<Result<CalledTicket, QueueFault>>;

/** Rows to prefetch when a clerk names the ticket. */
const CHOSEN_TICKET = ['ticket', 'services', 'desk', 'clerk'] as const;

export const callTicket = operation<CallTicketInput, CalledTicket>({
  scope: 'location',
  startsDay: true,
  prefetch: CHOSEN_TICKET,
  undoStep: 'callTicket',
  run: (unit, input) => callChosenTicket(unit, 'callTicket', input),
});

export const callPausedTicket = operation<CallTicketInput, CalledTicket>({
  scope: 'location',
  startsDay: true,
  prefetch: CHOSEN_TICKET,
  undoStep: 'callPausedTicket',
  run: (unit, input) => callChosenTicket(unit, 'callPausedTicket', input),
});

/** Includes tickets addressed to another desk or user. */
function* callChosenTicket(unit: Unit, operation: 'callTicket' | 'callPausedTicket', input: CallTicketInput): Called {
  const ticket = yield* findCallable(unit, operation, input);
  return ticket.ok ? yield* callToDesk(unit, operation, input, ticket.value) : ticket;
}

/** Calls a cancelled ticket; 117 after too many calls of its service, or on a later business day. */
export const callCancelledTicket = operation<CallCancelledInput, CalledTicket>({
  scope: 'location',
  startsDay: true,
  prefetch: CHOSEN_TICKET,
  undoStep: 'callCancelledTicket',
  *run(unit, input) {
    const found = yield* findCallable(unit, 'callCancelledTicket', input);
    if (!found.ok) return found;
    const { ticket, calledWhenCancelled, changedAt } = found.value;
    if (changedAt < input.since) {
      return refuseAs('cancelled_on_earlier_day');
    }
    const called = (yield* unit.rows.queue(ticket.dstServiceId))?.called ?? 0;
    const calledSince = called - (calledWhenCancelled ?? 0);
    if (!withinTolerance(calledSince, input.tolerance)) return fail({ errno: ERRNO.beyondTolerance });
    return yield* callToDesk(unit, 'callCancelledTicket', input, found.value);
  },
});

/**
 * Finds the named ticket and checks that it can be called. Unknown ticket: 6. Another location, or a service that the
 * desk does not serve: 113. Wrong state: 115.
 */
function* findCallable(
  { rows }: Unit,
  operation: CallOperation,
  input: CallTicketInput,
): Effects<Result<StoredTicket, QueueFault>> {
  const stored = yield* rows.ticket(input.ticketId);
  if (stored === null) return fail({ errno: ERRNO.notFound, parameter: 'ticket_id' });
  const { ticket } = stored;
  const takes = ticket.locationId === input.locationId && input.services.includes(ticket.dstServiceId);
  if (!takes) return fail({ errno: ERRNO.deskUnavailable });
  const after = ticketAfterCall(operation, ticket.state);
  return after.ok ? ok(stored) : fail({ errno: after.error });
}
