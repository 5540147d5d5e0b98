import type { Result } from '../../contract/result.ts';
import type { CalledTicket } from '../calls.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';
import { findOpenCall } from './conclude-answer.ts';

/** Shows an open call again. Changes nothing but tells the displays. */
export function* recall(
  { rows, emit }: Unit,
  input: { readonly answerId: string },
): Steps<Result<CalledTicket, QueueFault>> {
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
}
