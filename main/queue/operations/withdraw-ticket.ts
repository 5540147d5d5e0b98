import { ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import type { AtLocation } from '../contract/request.ts';
import { leaveQueue } from './leave-queue.ts';
import { spendKey, ticketOfKey } from './outcomes.ts';

/**
 * Takes back the ticket that was issued for a key, because no visitor holds it; one that comes only now is not issued any more.
 * Gives its id, empty when there was none. 115 when it does not wait.
 */
export const withdrawTicket = operation<AtLocation & { readonly key: string }, { readonly ticketId: string }>({
  scope: 'location',
  startsDay: true,
  prefetch: ['key'],
  *run(unit, { key, ...at }) {
    const ticketId = yield* ticketOfKey(unit.rows, key, unit.now);
    if (ticketId === null) yield* spendKey(unit.rows, key, unit.now);
    if (ticketId === null || ticketId === '') return ok({ ticketId: '' });
    const left = yield* leaveQueue.run(unit, { ...at, ticketId });
    if (!left.ok) return left;
    // The visitor may still check in for the appointment.
    yield* unit.rows.dropCheckIn(ticketId);
    return ok({ ticketId });
  },
});
