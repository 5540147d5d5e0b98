/**
 * Counts of tickets and calls, with their sums.
 *
 * All of a period, or those of one service, desk, hour … of it.
 */
import { CALL_STATE, type CallState } from '../../contract/records.ts';
import { type CallFigures, createDurations, type DurationFigures, type Durations } from './figures.ts';

/** A call, as far as reports look at it. Instants are epoch milliseconds. */
export interface CallFacts {
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly state: CallState;
  readonly calledAt: number;
  /** Null while it goes on. */
  readonly endedAt: number | null;
  /** How long the visitor waited for this call; null when it came after a pause or a cancelling. */
  readonly waitedMs: number | null;
  /** The first call of its ticket. */
  readonly first: boolean;
}

export interface TallyFigures {
  /** Tickets issued. */
  readonly issued: number;
  /** Of those, not called by the end: they went home, or still wait. */
  readonly neverCalled: number;
  readonly calls: number;
  /** Calls that ended with the visitor served. */
  readonly served: number;
  /** Calls at which nobody came. */
  readonly noShows: number;
  readonly paused: number;
  readonly transferred: number;
  /** From the ticket (or the transfer) to the call. */
  readonly waiting: DurationFigures;
  /** From the call to its end, of calls that somebody came to. */
  readonly service: DurationFigures;
}

export interface FigureTally {
  addTickets(count: number): void;
  addCall(call: CallFacts): void;
  /** Calls of which only figures are left. */
  addCallFigures(calls: CallFigures): void;
  figures(): TallyFigures;
}

export function createTally(): FigureTally {
  const ends: Record<CallState, number> = { 2: 0, 3: 0, 4: 0, 5: 0, 6: 0 };
  const waiting: Durations = createDurations();
  const service: Durations = createDurations();
  let issued = 0;
  let firstCalls = 0;
  let calls = 0;
  return {
    addTickets(count) {
      issued += count;
    },
    addCall({ state, first, waitedMs, calledAt, endedAt }) {
      calls += 1;
      ends[state] += 1;
      if (first) firstCalls += 1;
      if (waitedMs !== null) waiting.add(waitedMs);
      if (endedAt !== null && state !== CALL_STATE.cancelled) service.add(endedAt - calledAt);
    },
    addCallFigures(figures) {
      calls += figures.calls;
      ends[CALL_STATE.ended] += figures.served;
      ends[CALL_STATE.cancelled] += figures.noShows;
      ends[CALL_STATE.paused] += figures.paused;
      ends[CALL_STATE.transferred] += figures.transferred;
      firstCalls += figures.first;
      for (const seconds of figures.waits) waiting.addSeconds(seconds);
      for (const seconds of figures.services) service.addSeconds(seconds);
    },
    figures: () => ({
      issued,
      neverCalled: Math.max(0, issued - firstCalls),
      calls,
      served: ends[CALL_STATE.ended],
      noShows: ends[CALL_STATE.cancelled],
      paused: ends[CALL_STATE.paused],
      transferred: ends[CALL_STATE.transferred],
      waiting: waiting.figures(),
      service: service.figures(),
    }),
  };
}
