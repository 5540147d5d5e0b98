/**
 * Counts of a day for thresholds, by location and service.
 *
 * Pure: tickets and calls are added one by one.
 */
import { TICKET_STATE, type TicketState } from '../../contract/records.ts';
import type { CallFacts } from './tally.ts';

export interface DayCounts {
  /** Tickets that no longer wait. A transferred ticket counts for its current or last destination service. */
  readonly over: number;
  /** Those of them that left: no-shows, or without a call. */
  readonly gone: number;
  /** Calls with a known wait, and the number of them within the target. */
  readonly waits: number;
  readonly inTime: number;
}

/** Target waits in minutes: of the location, and of each service with its own target. */
export interface CallTargets {
  readonly location: number;
  readonly services: Readonly<Record<string, number>>;
}

export interface DayTicket {
  readonly id: string;
  /** Service that the ticket waits for, or waited for last. */
  readonly dstServiceId: string;
  readonly state: TicketState;
}

export type DayCall = CallFacts & { readonly ticketId: string };

export interface DayOfLimits {
  readonly total: DayCounts;
  readonly services: Readonly<Record<string, DayCounts>>;
}

const MINUTE_MS = 60_000;
const NONE: DayCounts = { over: 0, gone: 0, waits: 0, inTime: 0 };

export function createDayCounts(inTime: CallTargets): {
  addTicket(ticket: DayTicket): void;
  addCall(call: DayCall): void;
  day(): DayOfLimits;
} {
  const over: DayTicket[] = [];
  const called = new Set<string>();
  let total = NONE;
  const services: Record<string, DayCounts> = {};

  const waited = (counts: DayCounts, waitedMs: number, minutes: number): DayCounts => ({
    ...counts,
    waits: counts.waits + 1,
    inTime: counts.inTime + (waitedMs <= minutes * MINUTE_MS ? 1 : 0),
  });
  const left = (counts: DayCounts, isGone: boolean): DayCounts => ({
    ...counts,
    over: counts.over + 1,
    gone: counts.gone + (isGone ? 1 : 0),
  });

  return {
    addTicket(ticket) {
      if (ticket.state !== TICKET_STATE.waiting) over.push(ticket);
    },
    addCall({ ticketId, serviceId, waitedMs }) {
      called.add(ticketId);
      if (waitedMs === null) return;
      total = waited(total, waitedMs, inTime.location);
      services[serviceId] = waited(services[serviceId] ?? NONE, waitedMs, inTime.services[serviceId] ?? 0);
    },
    day() {
      const day = { total, services: { ...services } };
      for (const { id, dstServiceId, state } of over) {
        const isGone = state === TICKET_STATE.cancelled || (state === TICKET_STATE.ended && !called.has(id));
        day.total = left(day.total, isGone);
        day.services[dstServiceId] = left(day.services[dstServiceId] ?? NONE, isGone);
      }
      return day;
    },
  };
}
