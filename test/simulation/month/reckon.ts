/** Figures of a report and of a board, worked out from what people saw: nothing of the program is used here. */
import type { Ledger, LedgerCall, LedgerTicket } from './ledger.ts';
import { wallAt } from './wall-clock.ts';

export interface Durations {
  readonly count: number;
  readonly mean: number;
  readonly median: number;
  readonly p90: number;
  readonly p95: number;
  readonly max: number;
}

/** Nearest rank, over whole seconds. */
export function durationsOf(milliseconds: readonly number[]): Durations {
  const seconds = milliseconds.map((each) => Math.floor(each / 1000 + 0.5)).sort((one, other) => one - other);
  const count = seconds.length;
  if (count === 0) return { count, mean: 0, median: 0, p90: 0, p95: 0, max: 0 };
  const rank = (percent: number): number => seconds.find((_, index) => (index + 1) * 100 >= percent * count) ?? 0;
  const half = seconds.slice(Math.ceil(count / 2) - 1, Math.floor(count / 2) + 1);
  return {
    count,
    mean: Math.round(seconds.reduce((sum, each) => sum + each, 0) / count),
    median: Math.round(half.reduce((sum, each) => sum + each, 0) / half.length),
    p90: rank(90),
    p95: rank(95),
    max: seconds.at(-1) ?? 0,
  };
}

export function reckon(tickets: readonly LedgerTicket[], calls: readonly LedgerCall[], called: ReadonlySet<string>) {
  const ended = (end: LedgerCall['end']): number => calls.filter((call) => call.endedAt > 0 && call.end === end).length;
  return {
    issued: tickets.length,
    never_called: tickets.filter(({ id }) => !called.has(id)).length,
    calls: calls.length,
    served: ended('served'),
    no_shows: ended('no-show'),
    paused: ended('paused'),
    transferred: ended('transferred'),
    waiting: durationsOf(calls.flatMap(({ at, waitedSince }) => (waitedSince === null ? [] : at - waitedSince))),
    service: durationsOf(
      calls.flatMap(({ at, endedAt, end }) => (end === 'no-show' || endedAt === 0 ? [] : endedAt - at)),
    ),
  };
}

/** Everything that a report of one branch divides by. */
export function reportOf(ledger: Ledger, branchId: string, zone: string) {
  const tickets = ledger.tickets.filter((each) => each.branchId === branchId);
  const calls = ledger.calls.filter((each) => each.branchId === branchId);
  const called = new Set(calls.map(({ ticketId }) => ticketId));
  const by = <Key>(
    ofTicket: (ticket: LedgerTicket) => Key | null,
    ofCall: (call: LedgerCall) => Key,
  ): Map<Key, ReturnType<typeof reckon>> => {
    const keys = new Set([...tickets.map(ofTicket), ...calls.map(ofCall)]);
    return new Map(
      [...keys]
        .filter((key) => key !== null)
        .map((key) => [
          key,
          reckon(
            tickets.filter((each) => ofTicket(each) === key),
            calls.filter((each) => ofCall(each) === key),
            called,
          ),
        ]),
    );
  };
  const wall = (instant: number) => wallAt(zone, instant);
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { at } of tickets) {
    const { weekday, hour } = wall(at);
    const row = hours[weekday - 1];
    if (row !== undefined) row[hour] = (row[hour] ?? 0) + 1;
  }
  return {
    issued_by_weekday_and_hour: hours,
    by_outcome: sums(
      ledger.noted.filter(({ call }) => call.branchId === branchId),
      ({ call, code }) => `${call.serviceId} ${call.userId} ${code}`,
      ({ count }) => count,
    ),
    by_break: sums(
      ledger.breaks.filter((each) => each.branchId === branchId && each.until > 0),
      ({ userId, reason }) => `${userId} ${reason}`,
      ({ from, until }) => until - from,
    ),
    total: reckon(tickets, calls, called),
    by_service: by(
      ({ serviceId }) => serviceId,
      ({ serviceId }) => serviceId,
    ),
    by_desk: by(
      () => null,
      ({ deskId }) => deskId,
    ),
    by_user: by(
      () => null,
      ({ userId }) => userId,
    ),
    by_hour: by(
      ({ at }) => wall(at).hour,
      ({ at }) => wall(at).hour,
    ),
    by_weekday: by(
      ({ at }) => wall(at).weekday,
      ({ at }) => wall(at).weekday,
    ),
    by_day: by(
      ({ at }) => wall(at).day,
      ({ at }) => wall(at).day,
    ),
  };
}

/** How many there are of each, and what they come to together. */
function sums<Each>(
  all: readonly Each[],
  keyOf: (each: Each) => string,
  amountOf: (each: Each) => number,
): Map<string, readonly [number, number]> {
  const found = new Map<string, readonly [number, number]>();
  for (const each of all) {
    const [times, amount] = found.get(keyOf(each)) ?? [0, 0];
    found.set(keyOf(each), [times + 1, amount + amountOf(each)]);
  }
  return found;
}

const round = (value: number): number => Math.floor(value + 0.5);
const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
const LAST_CALLS = 20;

/** The mean of services, of each that of its last calls today; -1 before the first. */
function averageWait(
  calls: readonly { readonly serviceId: string; readonly at: number; waitedSince: number | null }[],
) {
  const waits = new Map<string, number[]>();
  for (const { serviceId, at, waitedSince } of calls)
    if (waitedSince !== null) waits.set(serviceId, [...(waits.get(serviceId) ?? []), at - waitedSince]);
  return waits.size === 0
    ? -1
    : round(mean([...waits.values()].map((each) => round(mean(each.slice(-LAST_CALLS)) / 1000))));
}

const MINUTE_MS = 60_000;
function stateOf(waiting: number, longestMs: number, serving: number): string {
  if (waiting > 0 && serving === 0 && longestMs >= 5 * MINUTE_MS) return 'unserved';
  if (longestMs >= 30 * MINUTE_MS) return 'long';
  return waiting > 0 || serving > 0 ? 'busy' : 'quiet';
}

/** Who waits in a branch at this moment, and who is being served. */
export function boardOf(ledger: Ledger, branchId: string, now: number, dayBegan: number) {
  const { tickets, calls, removed, slips } = ledger;
  const gone = new Set(removed.map(({ ticketId }) => ticketId));
  const last = new Map<string, LedgerCall>();
  for (const call of calls) last.set(call.ticketId, call);
  const wrong = slips.filter((slip) => slip.branchId === branchId && slip.until === 0);
  const called = new Set(wrong.map(({ ticketId }) => ticketId));
  const since = tickets
    .filter(({ id, branchId: at, at: from }) => at === branchId && from >= dayBegan && !gone.has(id) && !called.has(id))
    .flatMap(({ id, at }) => {
      const call = last.get(id);
      if (call === undefined) return [at];
      return call.endedAt > 0 && call.end === 'transferred' ? [call.endedAt] : [];
    });
  const today = calls.filter((call) => call.branchId === branchId && call.at >= dayBegan);
  const longestMs = since.length === 0 ? 0 : now - Math.min(...since);
  const serving = today.filter((call) => call.endedAt === 0).length + wrong.length;
  return {
    waiting: since.length,
    longest_wait: round(longestMs / 1000),
    average_wait: averageWait([...today, ...wrong]),
    serving,
    state: stateOf(since.length, longestMs, serving),
  };
}
