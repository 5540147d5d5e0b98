/** Operation: compare today's numbers with a print journal. */
import { ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import type { AtLocation } from '../contract/request.ts';
import { canBeLeased } from '../rules/offline-ranges.ts';

/** Ticket of this server in a print journal. */
export interface JournaledTicket {
  readonly id: string;
  readonly serviceId: string;
  readonly number: number;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
  readonly firstNumber: number;
  readonly maxNumber: number;
}

export interface NoteIssuedInput extends AtLocation {
  /** Start of the business day; tickets issued before it are ignored: epoch milliseconds. */
  readonly dayBegan: number;
  readonly tickets: readonly JournaledTicket[];
}

export interface NotedTickets {
  /** Ids of today's tickets that this database does not know. */
  readonly unknown: readonly string[];
}

/**
 * Compares today's numbers with a print journal. A ticket unknown to this database was issued after the restored
 * backup: its number is skipped, because a visitor may hold it.
 */
export const noteIssued = operation<NoteIssuedInput, NotedTickets>({
  scope: 'location',
  startsDay: true,
  prefetch: [],
  *run(unit, input) {
    const { rows } = unit;
    const unknown: string[] = [];
    for (const { id, serviceId, number, issuedAt, firstNumber, maxNumber } of input.tickets) {
      const range = { first: firstNumber, max: maxNumber };
      if (issuedAt < input.dayBegan || number < firstNumber || canBeLeased(range, number)) continue;
      if ((yield* rows.ticket(id)) !== null) continue;
      unknown.push(id);
      const queue = yield* rows.ensureQueue(serviceId, input.locationId);
      if (queue.lastNumber !== null && queue.lastNumber >= number) continue;
      yield* rows.countIssued(serviceId, { ...queue, lastNumber: number });
    }
    return ok({ unknown });
  },
});
