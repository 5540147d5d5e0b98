import { ANSWER_STATE, TICKET_STATE } from '../../contract/queue.ts';
import type { CalledTicket } from '../calls.ts';
import type { QueueQueries } from '../queue.ts';
import type { Rows } from '../rows.ts';
import type { Steps } from '../step.ts';

/** Some of the calls did not end a visit. */
const CALLS_A_VISIT = 3;

export function* servedTickets(
  rows: Rows,
  { locationId, deskId, since, limit }: QueueQueries['servedTickets']['input'],
): Steps<readonly CalledTicket[]> {
  const last = { locationId, since, limit: CALLS_A_VISIT * limit };
  const calls = [...(yield* rows.lastCalls({ ...last, deskId })), ...(yield* rows.lastCalls(last))];
  const served = new Map<string, CalledTicket>();
  for (const call of calls) {
    const isOver = call.ticket.state === TICKET_STATE.ended && call.answer.state === ANSWER_STATE.ended;
    if (isOver && !served.has(call.ticket.id)) served.set(call.ticket.id, call);
  }
  return [...served.values()].slice(0, limit);
}
