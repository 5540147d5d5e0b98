/** Operation that withdraws a ticket from its queue. */
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import { TICKET_STATE, type TicketRecord } from '../contract/records.ts';
import type { AtLocation } from '../contract/request.ts';
import { spendKey, ticketOfKey } from './outcomes.ts';

/** Ends a waiting ticket because its visitor leaves. 6 if unknown, 115 if it does not wait. */
export const leaveQueue = operation<AtLocation & { readonly ticketId: string }, TicketRecord>({
  scope: 'location',
  startsDay: true,
  prefetch: ['ticket'],
  *run({ rows, now, emit }, input) {
    const stored = yield* rows.ticket(input.ticketId);
    if (stored === null || stored.ticket.locationId !== input.locationId)
      return fail({ errno: ERRNO.notFound, parameter: 'ticket_id' });
    if (stored.ticket.state !== TICKET_STATE.waiting) return fail({ errno: ERRNO.ticketState });
    const ticket: TicketRecord = { ...stored.ticket, state: TICKET_STATE.ended };
    yield* rows.setTicketState(ticket.id, ticket.state, now, null);
    yield* rows.addWaiting(ticket.dstServiceId, -1, stored.class);
    emit({
      type: 'ticket.ended',
      locationId: ticket.locationId,
      serviceId: ticket.dstServiceId,
      ticketId: ticket.id,
      deskId: '',
      ticket,
    });
    return ok(ticket);
  },
});

/**
 * Withdraws the ticket issued for an idempotency key, because no visitor holds it. A later request with that key issues
 * no ticket. Returns the ticket id, empty if there was none. 115 if it does not wait.
 */
export const withdrawTicket = operation<AtLocation & { readonly key: string }, { readonly ticketId: string }>({
  scope: 'location',
  startsDay: true,
  prefetch: ['key'],
  *run(unit, { key, ...at }) {
    const ticketId = yield* ticketOfKey(unit.rows, key, unit.now);
    if (ticketId === null) yield* spendKey(unit.rows, key, unit.now);
    if (ticketId === null || ticketId === '') return ok({ ticketId: '' });
    const left = yield* leaveQueue.run(unit, { ...at, ticketId });
    if (!left.ok) return left;
    // Undo the check-in, so that the visitor can still check in.
    yield* unit.rows.dropCheckIn(ticketId);
    return ok({ ticketId });
  },
});
