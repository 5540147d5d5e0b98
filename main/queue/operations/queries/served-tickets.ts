import { query } from '../../../store/contract/scope.ts';
import { CALL_STATE, TICKET_STATE } from '../../contract/records.ts';
import type { CalledTicket } from '../call-records.ts';

/** Some of the calls did not end a visit. */
const CALLS_A_VISIT = 3;

interface ServedTicketsInput {
  readonly locationId: string;
  readonly deskId: string;
  readonly since: number;
  readonly limit: number;
}

/** Tickets whose visit ended with their newest call, since then, newest first; those of the desk before all others. */
export const servedTickets = query<ServedTicketsInput, readonly CalledTicket[]>({
  scope: 'location',
  snapshot: true,
  *run(rows, { locationId, deskId, since, limit }) {
    const last = { locationId, since, limit: CALLS_A_VISIT * limit };
    const calls = [...(yield* rows.lastCalls({ ...last, deskId })), ...(yield* rows.lastCalls(last))];
    const served = new Map<string, CalledTicket>();
    for (const call of calls) {
      const isOver = call.ticket.state === TICKET_STATE.ended && call.answer.state === CALL_STATE.ended;
      if (isOver && !served.has(call.ticket.id)) served.set(call.ticket.id, call);
    }
    return [...served.values()].slice(0, limit);
  },
});
