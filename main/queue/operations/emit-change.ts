import type { Effects } from '../../database/effect.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import type { TicketChange } from '../contract/records.ts';

/** Emits a ticket's state after a correction by staff, with its newest call. False if there is no such ticket. */
export function* tellChange(
  { rows, now, emit }: Unit,
  ticketId: string,
  change: TicketChange,
  deskId: string,
): Effects<boolean> {
  const stored = yield* rows.ticket(ticketId);
  if (stored === null) return false;
  const { ticket } = stored;
  const answer = yield* rows.lastAnswerOf(ticket, now);
  emit({
    type: 'ticket.changed',
    locationId: ticket.locationId,
    serviceId: ticket.dstServiceId,
    ticketId,
    deskId,
    ticket,
    change,
    ...(answer === null ? {} : { answer }),
  });
  return true;
}
