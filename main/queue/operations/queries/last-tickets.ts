import { query } from '../../../store/contract/scope.ts';
import type { LastCall, LastCallsInput } from '../call-records.ts';

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
