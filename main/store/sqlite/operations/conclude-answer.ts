import { ERRNO } from '../../../contract/errno.ts';
import type { AnswerRecord, QueueEvent } from '../../../contract/queue.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import { statesAfter } from '../../../core/transitions.ts';
import type { CalledTicket, QueueFault } from '../../store.ts';
import { endAnswer, readAnswer } from '../answer-rows.ts';
import { readQueue } from '../service-queue.ts';
import { readTicket, setTicketState, type TicketRow, ticketRecord } from '../ticket-rows.ts';
import type { Transaction } from '../transaction.ts';

const EVENT = {
  endCall: 'ticket.ended',
  pauseCall: 'ticket.paused',
  cancelCall: 'ticket.cancelled',
} as const satisfies Record<string, QueueEvent['type']>;

/** What ends a call without sending the ticket on. */
export type Conclusion = keyof typeof EVENT;

export interface OpenCall {
  readonly answer: AnswerRecord;
  readonly ticket: TicketRow;
}

/** The open call with this id: 6 when there is none, 116 when it has ended. */
export function findOpenCall(transaction: Transaction, answerId: string): Result<OpenCall, QueueFault> {
  const answer = readAnswer(transaction.db, answerId);
  if (answer === null) return fail({ errno: ERRNO.notFound });
  const after = statesAfter('recall', answer.state);
  return after.ok ? ok({ answer, ticket: ticketOf(transaction, answer) }) : fail({ errno: after.error });
}

/** Ends, pauses or cancels the call with this id. */
export function concludeCall(
  transaction: Transaction,
  conclusion: Conclusion,
  answerId: string,
): Result<CalledTicket, QueueFault> {
  const answer = readAnswer(transaction.db, answerId);
  return answer === null ? fail({ errno: ERRNO.notFound }) : concludeAnswer(transaction, conclusion, answer);
}

export function concludeAnswer(
  transaction: Transaction,
  conclusion: Conclusion,
  answer: AnswerRecord,
): Result<CalledTicket, QueueFault> {
  const { db, now } = transaction;
  const after = statesAfter(conclusion, answer.state);
  if (!after.ok) return fail({ errno: after.error });
  const row = ticketOf(transaction, answer);
  const called = conclusion === 'cancelCall' ? (readQueue(db, row.dst_service_id)?.called ?? 0) : null;
  setTicketState(db, row.id, after.value.ticket, now, called);
  const ended = endAnswer(db, answer, after.value.answer, now);
  const ticket = { ...ticketRecord(row), state: after.value.ticket };
  transaction.emit({
    type: EVENT[conclusion],
    locationId: row.location_id,
    serviceId: row.dst_service_id,
    ticketId: row.id,
    deskId: answer.deskId,
    ticket,
    answer: ended,
  });
  return ok({ answer: ended, ticket });
}

function ticketOf(transaction: Transaction, answer: AnswerRecord): TicketRow {
  const ticket = readTicket(transaction.db, answer.ticketId);
  if (ticket === undefined) throw new Error('An answer without a ticket: the foreign key is broken.');
  return ticket;
}
