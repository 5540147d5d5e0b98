/** Calls of tickets: one, the last, and those that are open. */

import { query, type ScopeInput } from '../../../store/contract/scope.ts';
import type { CalledTicket, LastCall, LastCallsInput } from '../call-records.ts';

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

/** The open answer of each desk that has one. */
export const openAnswers = query<ScopeInput['location'], readonly CalledTicket[]>({
  scope: 'location',
  snapshot: false,
  *run(rows, { locationId }) {
    return yield* rows.openAnswers(locationId);
  },
});
