/** Time of the call by the clock, as the ticket page shows it. */
import type { PhoneTicket } from '../../main/visitor-phone/contract/rest/phone-tickets.ts';

const ROUND_MS = 300_000;

/**
 * Estimated time of the call in steps of five minutes: an estimate is no more precise.
 * @param at time of the estimate by the server's clock
 */
export function turnAt(at: number, { wait_seconds }: Pick<PhoneTicket, 'wait_seconds'>): number {
  return Math.round((at + wait_seconds * 1000) / ROUND_MS) * ROUND_MS;
}
