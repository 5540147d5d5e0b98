import { FLAG, type TicketRecord } from '../../contract/queue.ts';
import type { Result } from '../../contract/result.ts';
import { classOf } from '../../core/ticket-class.ts';
import type { CalledTicket } from '../calls.ts';
import type { TransferInput } from '../queue.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';
import { findOpenCall } from './conclude-answer.ts';
import { type NextStep, sendOn } from './send-on.ts';

/** Ends a call by sending its ticket to another service, desk or user, with or without priority. An empty note or custom field leaves the old one. */
export function* transferCall(unit: Unit, input: TransferInput): Steps<Result<CalledTicket, QueueFault>> {
  const open = yield* findOpenCall(unit.rows, input.answerId);
  if (!open.ok) return open;
  const { ticket } = open.value;
  const change = {
    flags: input.priority ? ticket.flags | FLAG.priority : ticket.flags & ~FLAG.priority,
    note: input.note === '' ? ticket.note : input.note,
    customField: input.customField === '' ? ticket.customField : input.customField,
  };
  return yield* sendOn(unit, open.value, destination(input, ticket), change, classOf, input.ahead);
}

function destination(input: TransferInput, ticket: TicketRecord): NextStep {
  switch (input.dstType) {
    case 'service':
      return { dstServiceId: input.dstId, dstDeskId: '', dstUserId: '' };
    case 'desk':
      return { dstServiceId: ticket.dstServiceId, dstDeskId: input.dstId, dstUserId: '' };
    case 'user':
      return { dstServiceId: ticket.dstServiceId, dstDeskId: '', dstUserId: input.dstId };
  }
}
