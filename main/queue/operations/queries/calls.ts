/** Queries for one ticket, one call, the last calls and the open calls. */

import type { FormAnswerRecord } from '../../../forms/operations/form-answer-records.ts';
import { query, type ScopeInput } from '../../../store/contract/scope.ts';
import { CALL_STATE, type CallResult, TICKET_STATE, type TicketRecord } from '../../contract/records.ts';
import type {
  CalledTicket,
  LastCall,
  LastCallsInput,
  ServiceLastCall,
  ServiceLastCallsInput,
  TicketNow,
} from '../call-records.ts';
import type { CallsOfClerk } from '../rows/desk-log.ts';

export const ticket = query<ScopeInput['ticket'], TicketRecord | null>({
  scope: 'ticket',
  snapshot: false,
  *run(rows, { ticketId }) {
    return (yield* rows.ticket(ticketId))?.ticket ?? null;
  },
});

/** Form answers of a ticket, in the order of the questions. */
export const formAnswers = query<ScopeInput['ticket'], readonly FormAnswerRecord[]>({
  scope: 'ticket',
  snapshot: false,
  *run(rows, { ticketId }) {
    return yield* rows.formAnswers(ticketId);
  },
});

interface TicketResults {
  readonly serviceId: string;
  readonly results: readonly CallResult[];
}

/** Recorded outcomes of the newest call of a ticket, with the service of that call. */
export const ticketResults = query<ScopeInput['ticket'], TicketResults>({
  scope: 'ticket',
  snapshot: false,
  *run(rows, { ticketId }) {
    const ticket = (yield* rows.ticket(ticketId))?.ticket;
    const answer = ticket === undefined ? null : yield* rows.lastAnswerOf(ticket, Number.MAX_SAFE_INTEGER);
    return { serviceId: answer?.serviceId ?? '', results: answer === null ? [] : yield* rows.resultsOf(answer) };
  },
});

/**
 * A ticket with its newest call and its form answers, in one query to the store. A waiting ticket has no current call,
 * so none is read.
 */
export const ticketDetails = query<
  { readonly ticketId: string; readonly withFormAnswers: boolean },
  (TicketNow & { readonly formAnswers: readonly FormAnswerRecord[] }) | null
>({
  scope: 'ticket',
  snapshot: true,
  *run(rows, { ticketId, withFormAnswers }) {
    const stored = yield* rows.ticket(ticketId);
    if (stored === null) return null;
    const { ticket } = stored;
    const [answer = null] = ticket.state === TICKET_STATE.waiting ? [] : yield* rows.lastAnswersOf([stored]);
    return { ticket, answer, formAnswers: withFormAnswers ? yield* rows.formAnswers(ticketId) : [] };
  },
});

export const answer = query<ScopeInput['call'], CalledTicket | null>({
  scope: 'call',
  snapshot: false,
  *run(rows, { answerId }) {
    return yield* rows.calledTicket(answerId);
  },
});

/** Newest first. By location, optionally limited to a desk or to the service of the called number. */
export const lastCalls = query<LastCallsInput, readonly LastCall[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, input) {
    return yield* rows.lastCalls(input);
  },
});

/** The last call of each service; services without calls are missing. */
export const serviceLastCalls = query<ServiceLastCallsInput, readonly ServiceLastCall[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, input) {
    return yield* rows.lastCallOfServices(input);
  },
});

/** The open call of each desk that has one. */
export const openAnswers = query<ScopeInput['location'], readonly CalledTicket[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId }) {
    return yield* rows.openAnswers(locationId);
  },
});

/**
 * The last calls, each ticket once. If tickets were called repeatedly, older calls are read until the limit is reached.
 */
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

interface CallsOfClerkInput {
  readonly locationId: string;
  readonly userId: string;
  readonly since: number;
}

/** Ended calls of a user by their end, for the clerk's own figures of the day. */
export const callsOfClerk = query<CallsOfClerkInput, readonly CallsOfClerk[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId, userId, since }) {
    return yield* rows.callsOfClerk(locationId, userId, since);
  },
});

/** Read more calls than visits are wanted, because a visit can take several calls. */
const CALLS_A_VISIT = 3;

interface ServedTicketsInput {
  readonly locationId: string;
  readonly deskId: string;
  readonly since: number;
  readonly limit: number;
}

/** Tickets whose latest call ended their visit after `since`, newest first; tickets of the desk come first. */
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
