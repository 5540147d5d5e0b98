/** What of a day limits look at, for the location and each of its services. Pure: tickets and calls go in one by one. */
import { ANSWER_STATE } from '../../contract/queue.ts';
import type { CallFacts } from '../reports/tally.ts';

export interface DayCounts {
  /** Tickets issued. */
  readonly issued: number;
  /** Of them, how many were called at least once. */
  readonly called: number;
  /** Calls at which nobody came. */
  readonly noShows: number;
  /** Calls whose wait is known, and how many of them came in time. */
  readonly waits: number;
  readonly inTime: number;
}

/** Within how many minutes calls are to come: at the location, and of each service that has a limit of its own. */
export interface InTime {
  readonly location: number;
  readonly services: Readonly<Record<string, number>>;
}

export interface DayOfLimits {
  readonly total: DayCounts;
  readonly services: Readonly<Record<string, DayCounts>>;
}

const MINUTE_MS = 60_000;
const NONE: DayCounts = { issued: 0, called: 0, noShows: 0, waits: 0, inTime: 0 };

export function createDayCounts(inTime: InTime): {
  addTicket(ticket: { readonly serviceId: string }): void;
  addCall(call: CallFacts): void;
  day(): DayOfLimits;
} {
  let total = NONE;
  const services: Record<string, DayCounts> = {};

  const plus = (counts: DayCounts, { state, first, waitedMs }: CallFacts, minutes: number): DayCounts => ({
    ...counts,
    called: counts.called + (first ? 1 : 0),
    noShows: counts.noShows + (state === ANSWER_STATE.cancelled ? 1 : 0),
    waits: counts.waits + (waitedMs === null ? 0 : 1),
    inTime: counts.inTime + (waitedMs !== null && waitedMs <= minutes * MINUTE_MS ? 1 : 0),
  });

  return {
    addTicket({ serviceId }) {
      total = { ...total, issued: total.issued + 1 };
      const own = services[serviceId] ?? NONE;
      services[serviceId] = { ...own, issued: own.issued + 1 };
    },
    addCall(call) {
      const { serviceId } = call;
      total = plus(total, call, inTime.location);
      services[serviceId] = plus(services[serviceId] ?? NONE, call, inTime.services[serviceId] ?? 0);
    },
    day: () => ({ total, services }),
  };
}
