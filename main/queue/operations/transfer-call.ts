/** Operation: transfer a call's ticket to another service, desk or user. */
import { operation } from '../../store/contract/scope.ts';
import { FLAG, type TicketRecord } from '../contract/records.ts';
import { classOf } from '../rules/ticket-class.ts';
import type { CalledTicket } from './call-records.ts';
import { findOpenCall } from './conclude-call.ts';
import { type NextStep, sendOn } from './move-to-next-step.ts';

export interface TransferInput {
  readonly answerId: string;
  readonly dstType: 'service' | 'desk' | 'user';
  readonly dstId: string;
  readonly note: string;
  readonly customField: string;
  readonly priority: boolean;
  /** It waits there since its visitor arrived; without it, behind all others. */
  readonly ahead?: boolean;
}

/** Ends a call by sending its ticket to another service, desk or user, with or without priority. An empty note or custom field leaves the old one. */
export const transferCall = operation<TransferInput, CalledTicket>({
  scope: 'call',
  startsDay: false,
  prefetch: ['call'],
  undoStep: 'transferCall',
  *run(unit, input) {
    const open = yield* findOpenCall(unit.rows, input.answerId);
    if (!open.ok) return open;
    const { ticket } = open.value;
    const change = {
      flags: input.priority ? ticket.flags | FLAG.priority : ticket.flags & ~FLAG.priority,
      note: input.note === '' ? ticket.note : input.note,
      customField: input.customField === '' ? ticket.customField : input.customField,
    };
    return yield* sendOn(unit, open.value, destination(input, ticket), change, classOf, input.ahead);
  },
});

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
