/**
 * Counts of tickets and calls, with their sums.
 *
 * For a whole period, or for one service, desk, hour and so on.
 */
import { CALL_STATE, type CallState } from '../../contract/records.ts';
import { type CallFigures, createDurations, type DurationFigures, type Durations, wholeSeconds } from './figures.ts';

/** Facts of a call for reports. Instants are epoch milliseconds. */
export interface CallFacts {
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly state: CallState;
  readonly calledAt: number;
  /** Null while the call is open. */
  readonly endedAt: number | null;
  /** Wait before this call; null if the ticket was paused or cancelled before. */
  readonly waitedMs: number | null;
  /** The first call of its ticket. */
  readonly first: boolean;
}

export interface TallyFigures {
  /** Tickets issued. */
  readonly issued: number;
  /** Issued tickets never called: the visitor left, or still waits. */
  readonly neverCalled: number;
  readonly calls: number;
  /** Calls that ended with the visitor served. */
  readonly served: number;
  /** Calls that ended as no-show. */
  readonly noShows: number;
  readonly paused: number;
  readonly transferred: number;
  /** Calls with a known wait of at most the target. */
  readonly inTime: number;
  /** From issue (or transfer) to the call. */
  readonly waiting: DurationFigures;
  /** From the call to its end, without no-shows. */
  readonly service: DurationFigures;
}

export interface FigureTally {
  addTickets(count: number): void;
  addCall(call: CallFacts): void;
  /** Adds calls that exist as figures only. */
  addCallFigures(calls: CallFigures): void;
  figures(): TallyFigures;
}

/** @param targetMinutes target wait, as it is set now; 0: none */
export function createTally(targetMinutes: number): FigureTally {
  const ends: Record<CallState, number> = { 2: 0, 3: 0, 4: 0, 5: 0, 6: 0 };
  const waiting: Durations = createDurations();
  const service: Durations = createDurations();
  let issued = 0;
  let firstCalls = 0;
  let calls = 0;
  let inTime = 0;
  const addWait = (seconds: number): void => {
    waiting.addSeconds(seconds);
    if (seconds <= targetMinutes * 60) inTime += 1;
  };
  return {
    addTickets(count) {
      issued += count;
    },
    addCall({ state, first, waitedMs, calledAt, endedAt }) {
      calls += 1;
      ends[state] += 1;
      if (first) firstCalls += 1;
      if (waitedMs !== null) addWait(wholeSeconds(waitedMs));
      if (endedAt !== null && state !== CALL_STATE.cancelled) service.add(endedAt - calledAt);
    },
    addCallFigures(figures) {
      calls += figures.calls;
      ends[CALL_STATE.ended] += figures.served;
      ends[CALL_STATE.cancelled] += figures.noShows;
      ends[CALL_STATE.paused] += figures.paused;
      ends[CALL_STATE.transferred] += figures.transferred;
      firstCalls += figures.first;
      for (const seconds of figures.waits) addWait(seconds);
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
      inTime: targetMinutes === 0 ? 0 : inTime,
      waiting: waiting.figures(),
      service: service.figures(),
    }),
  };
}
