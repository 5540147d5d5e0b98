/** Calls of tickets: one, the last, and those that are open. */

import { query, type ScopeInput } from '../../../store/contract/scope.ts';
import { CALL_STATE, TICKET_STATE } from '../../contract/records.ts';
import type {
  CalledTicket,
  LastCall,
  LastCallsInput,
  ServiceLastCall,
  ServiceLastCallsInput,
} from '../call-records.ts';

export const answer = query<ScopeInput['call'], CalledTicket | null>({
  scope: 'call',
  snapshot: false,
  *run(rows, { answerId }) {
    return yield* rows.calledTicket(answerId);
  },
});

/** Newest first. By location, or by one service (whose number was called) or desk of it. */
export const lastCalls = query<LastCallsInput, readonly LastCall[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, input) {
    return yield* rows.lastCalls(input);
  },
});

/** The last call of each service; none of a service without calls. */
export const serviceLastCalls = query<ServiceLastCallsInput, readonly ServiceLastCall[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, input) {
    return yield* rows.lastCallOfServices(input);
  },
});

/** The open answer of each desk that has one. */
export const openAnswers = query<ScopeInput['location'], readonly CalledTicket[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId }) {
    return yield* rows.openAnswers(locationId);
  },
});

/** The last calls with each ticket once. Where some were called again, older ones are read until there are enough. */
export const lastTickets = query<LastCallsInput, readonly LastCall[]>({
  scope: 'location',
  snapshot: true,
  *run(rows, input) {
    for (let limit = input.limit; ; limit *= 2) {
      const calls = yield* rows.lastCalls({ ...input, limit });
      const newest = new Map<string, LastCall>();
      for (const call of calls) if (!newest.has(call.ticket.id)) newest.set(call.ticket.id, call);
      if (newest.size >= input.limit || calls.length < limit) return [...newest.values()].slice(0, input.limit);
    }
  },
});

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
