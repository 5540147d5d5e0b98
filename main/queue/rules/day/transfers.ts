/**
 * Transfers between services.
 *
 * Pure: calls are added in their order. The destination of a transfer is the service of the ticket's next call. Until
 * that call it is unknown, and a ticket that is never called again keeps its destination.
 */
import { CALL_STATE } from '../../contract/records.ts';
import type { DayCall } from './day-counts.ts';

export interface Transfer {
  /** Service of the call that ended with the transfer. */
  readonly from: string;
  readonly to: string;
  readonly transfers: number;
}

type TransferCall = Pick<DayCall, 'ticketId' | 'serviceId' | 'state'>;

export interface Transfers {
  /** @param isWanted whether a transfer by this call counts */
  addCall(call: TransferCall, isWanted: boolean): void;
  /** Oldest tickets without a next call, beyond the newest `kept` ones. */
  unknown(kept: number): readonly string[];
  /** Ends the search for a ticket's next call. */
  settle(ticketId: string, destination: string): void;
  figures(): readonly Transfer[];
}

export function createTransfers(): Transfers {
  /** Services from which tickets were transferred, by ticket, oldest transfer first. */
  const waiting = new Map<string, string>();
  const counts = new Map<string, Map<string, number>>();

  function settle(ticketId: string, destination: string): void {
    const from = waiting.get(ticketId);
    if (from === undefined) return;
    waiting.delete(ticketId);
    const row = counts.get(from) ?? new Map<string, number>();
    row.set(destination, (row.get(destination) ?? 0) + 1);
    counts.set(from, row);
  }

  return {
    addCall({ ticketId, serviceId, state }, isWanted) {
      settle(ticketId, serviceId);
      if (state === CALL_STATE.transferred && isWanted) waiting.set(ticketId, serviceId);
    },
    unknown: (kept) => (waiting.size <= kept ? [] : [...waiting.keys()].slice(0, waiting.size - kept)),
    settle,
    figures: () =>
      [...counts]
        .flatMap(([from, row]) => [...row].map(([to, transfers]) => ({ from, to, transfers })))
        .toSorted((a, b) => b.transfers - a.transfers || compare(a.from, b.from) || compare(a.to, b.to)),
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
