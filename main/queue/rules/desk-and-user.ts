/**
 * Desk and user of a ticket.
 *
 * Its addressee while it waits, and from then on those of its newest call. Every shape in which a ticket leaves the
 * server asks this one rule.
 */
import { type CallRecord, TICKET_STATE, type TicketRecord } from '../contract/records.ts';

type DeskAndUser = Pick<TicketRecord, 'dstDeskId' | 'dstUserId'>;

/** @param answer the newest call of the ticket; null where it has none. */
export function deskAndUser(
  { state, dstDeskId, dstUserId }: DeskAndUser & Pick<TicketRecord, 'state'>,
  answer: Pick<CallRecord, 'deskId' | 'userId'> | null,
): DeskAndUser {
  if (answer === null || state === TICKET_STATE.waiting) return { dstDeskId, dstUserId };
  return { dstDeskId: answer.deskId, dstUserId: answer.userId };
}
