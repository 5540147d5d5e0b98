import { operation, type ScopeInput } from '../../store/contract/scope.ts';
import type { CalledTicket } from './call-records.ts';
import { findOpenCall } from './conclude-call.ts';

/** Shows an open call again. Changes nothing but tells the displays. */
export const recall = operation<ScopeInput['call'], CalledTicket>({
  scope: 'call',
  startsDay: false,
  prefetch: ['call'],
  *run({ rows, emit }, input) {
    const open = yield* findOpenCall(rows, input.answerId);
    if (!open.ok) return open;
    const { answer, ticket } = open.value;
    emit({
      type: 'ticket.recalled',
      locationId: answer.locationId,
      serviceId: answer.serviceId,
      ticketId: ticket.id,
      deskId: answer.deskId,
      ticket,
      answer,
    });
    return open;
  },
});
