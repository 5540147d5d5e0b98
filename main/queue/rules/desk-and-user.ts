/**
 * Desk and user of a ticket.
 *
 * While it waits: its addressee. Afterwards: desk and user of its newest call. All response shapes use this rule.
 */
import { type CallRecord, TICKET_STATE, type TicketRecord } from '../contract/records.ts';

type DeskAndUser = Pick<TicketRecord, 'dstDeskId' | 'dstUserId'>;

/** @param answer newest call of the ticket; null if it was never called. */
export function deskAndUser(
  { state, dstDeskId, dstUserId }: DeskAndUser & Pick<TicketRecord, 'state'>,
  answer: Pick<CallRecord, 'deskId' | 'userId'> | null,
): DeskAndUser {
  if (answer === null || state === TICKET_STATE.waiting) return { dstDeskId, dstUserId };
  return { dstDeskId: answer.deskId, dstUserId: answer.userId };
}
