import type { CounterTicket } from '../../main/queue/contract/rest/counters.ts';

/** The lists of a desk, in the order of their tabs. */
export const SHEETS = ['waiting', 'paused', 'cancelled', 'served'] as const;

/** The list that contains a ticket. */
export type Sheet = (typeof SHEETS)[number];

/** The list of the server with a waiting ticket. */
export function listOf({ own, turn }: Pick<CounterTicket, 'own' | 'turn'>): 'own' | 'next' | 'others' | 'later' {
  if (own) return 'own';
  return turn === 'others' || turn === 'later' ? turn : 'next';
}
