/** Which alarms stood in a branch, worked out from what people saw by what `docs/admin/queue-alerts.md` says: nothing of the program is used here. */
import { type Branch, type BranchLimits, openingOf } from './branches.ts';
import type { Ledger, LedgerBreak } from './ledger.ts';
import { instantOn, wallAt } from './wall-clock.ts';

export interface ReckonedAlarm {
  /** Empty: the branch as a whole. */
  readonly service_id: string;
  readonly kind: string;
  readonly bound: number;
  worst: number;
  readonly since: number;
  /** Null before it is told. */
  raisedAt: number | null;
  /** Since when it is kept again; null while it is broken. */
  keptSince: number | null;
  /** Null while it stands. */
  endedAt: number | null;
}

const LOOK_MS = 15_000;
const BROKEN_MS = 30_000;
const KEPT_MS = 120_000;
const MINUTE_MS = 60_000;
const LEFT_MS = 60 * MINUTE_MS;
const COUNTED_FROM = 20;

/** Somebody stands in the queue of a service. */
interface Stay {
  readonly serviceId: string;
  /** Of the whole wait, and of this part of it. */
  readonly since: number;
  readonly from: number;
  /** Infinity: to the end. */
  readonly until: number;
}

interface Visit {
  /** Where the ticket was or is queued, one after the other. */
  readonly places: readonly { readonly serviceId: string; readonly at: number }[];
  readonly stays: readonly Stay[];
  /** When they were called and did not come, or left without having been called. */
  readonly goneAt: number;
}

interface Work {
  readonly serviceId: string;
  readonly deskId: string;
  readonly at: number;
  readonly waitedSince: number | null;
  /** Infinity while it goes on. */
  readonly endedAt: number;
  /** When it was taken back: from then on it never was. */
  readonly undoneAt: number;
}

interface Day {
  readonly visits: readonly Visit[];
  readonly work: readonly Work[];
  readonly breaks: readonly LedgerBreak[];
}

/** @param from when the first look was; the last is before `until` */
export function alarmsOf(ledger: Ledger, branch: Branch, from: number, until: number): readonly ReckonedAlarm[] {
  const all: ReckonedAlarm[] = [];
  const standing = new Map<string, ReckonedAlarm>();
  let day: Day | null = null;
  let date = '';
  for (let at = from; at < until; at += LOOK_MS) {
    const wall = wallAt(branch.zone, at);
    const hours = openingOf(wall.weekday - 1);
    if (hours === null || wall.minute < hours.from || wall.minute >= hours.until) {
      for (const alarm of standing.values()) if (alarm.raisedAt !== null) alarm.endedAt = at;
      standing.clear();
      continue;
    }
    if (wall.day !== date) day = dayOf(ledger, branch, instantOn(branch.zone, wall.day, 0));
    date = wall.day;
    if (day === null) continue;
    for (const { serviceId, kind, bound, value, isBroken } of measured(branch, day, at)) {
      const key = `${kind} ${serviceId}`;
      const before = standing.get(key);
      if (isBroken) {
        const alarm =
          before ??
          ({
            ...{ service_id: serviceId, kind, bound, worst: value, since: at },
            ...{ raisedAt: null, keptSince: null, endedAt: null },
          } satisfies ReckonedAlarm);
        alarm.worst = kind === 'share' ? Math.min(alarm.worst, value) : Math.max(alarm.worst, value);
        alarm.keptSince = null;
        if (alarm.raisedAt === null && at - alarm.since >= BROKEN_MS) {
          alarm.raisedAt = at;
          all.push(alarm);
        }
        standing.set(key, alarm);
      } else if (before !== undefined) {
        before.keptSince ??= at;
        if (before.raisedAt === null || at - before.keptSince >= KEPT_MS) standing.delete(key);
        if (before.raisedAt !== null && at - before.keptSince >= KEPT_MS) before.endedAt = at;
      }
    }
  }
  return all;
}

function dayOf(ledger: Ledger, { id }: Branch, began: number): Day {
  const ended = began + 26 * 60 * MINUTE_MS;
  const isToday = (each: { readonly branchId: string }, at: number): boolean =>
    each.branchId === id && at >= began && at < ended;
  const calls = ledger.calls.filter((call) => isToday(call, call.at));
  const slips = ledger.slips.filter((slip) => isToday(slip, slip.at));
  const removed = new Map(ledger.removed.map(({ ticketId, at }) => [ticketId, at]));
  const sentOn = Map.groupBy(ledger.sentOn, ({ ticketId }) => ticketId);
  const callsOf = Map.groupBy(calls, ({ ticketId }) => ticketId);
  const slipsOf = Map.groupBy(slips, ({ ticketId }) => ticketId);

  const visits = ledger.tickets
    .filter((ticket) => isToday(ticket, ticket.at))
    .map((ticket): Visit => {
      const own = callsOf.get(ticket.id) ?? [];
      const left = removed.get(ticket.id) ?? Number.POSITIVE_INFINITY;
      const places = [{ serviceId: ticket.serviceId, at: ticket.at }, ...(sentOn.get(ticket.id) ?? [])];
      const missed = own.find(({ end, endedAt }) => end === 'no-show' && endedAt > 0);
      return {
        places,
        stays: places.flatMap(({ serviceId, at: since }) => {
          const until = Math.min(own.find((call) => call.at >= since)?.at ?? Number.POSITIVE_INFINITY, left);
          const wrong = (slipsOf.get(ticket.id) ?? []).filter(({ at }) => at >= since && at < until);
          const cuts = [since, ...wrong.map((slip) => slip.until || Number.POSITIVE_INFINITY)];
          return cuts.map((from, index) => ({ serviceId, since, from, until: wrong[index]?.at ?? until }));
        }),
        goneAt: Math.min(missed?.endedAt ?? Number.POSITIVE_INFINITY, left),
      };
    });
  const never = Number.POSITIVE_INFINITY;
  const work = [
    ...calls.map((call) => ({ ...call, endedAt: call.endedAt || never, undoneAt: never })),
    ...slips.map((slip) => ({ ...slip, endedAt: never, undoneAt: slip.until || never })),
  ].toSorted((one, other) => one.at - other.at);
  return { visits, work, breaks: ledger.breaks.filter((each) => isToday(each, each.from)) };
}

interface Measured {
  readonly serviceId: string;
  readonly kind: string;
  readonly bound: number;
  readonly value: number;
  readonly isBroken: boolean;
}

/** What happens at the very moment of a look has not happened yet. */
function measured({ desks, services, limits }: Branch, { visits, work, breaks }: Day, now: number): Measured[] {
  const stands = visits.flatMap(({ stays }) => stays.filter(({ from, until }) => from < now && until >= now));
  const oldest = new Map<string, number>();
  for (const { serviceId, since } of stands)
    oldest.set(serviceId, Math.min(oldest.get(serviceId) ?? Number.POSITIVE_INFINITY, since));
  const calls = work.filter(({ at, undoneAt }) => at < now && undoneAt >= now);
  /** Since when desks could call: those at work at which nobody is served. */
  const free = desks.flatMap(({ id, serves }) => {
    const last = calls.findLast(({ deskId }) => deskId === id);
    const away = breaks.filter(({ deskId, from }) => deskId === id && from < now);
    const isAway = away.some(({ until }) => until === 0 || until >= now);
    if (last === undefined || last.endedAt >= now || isAway) return [];
    const since = Math.max(last.endedAt, ...away.map(({ until }) => until));
    return now - since > LEFT_MS ? [] : [{ serves, since }];
  });
  const present = visits.flatMap(({ places, stays, goneAt }) => {
    const place = places.findLast(({ at }) => at < now);
    const waits = stays.some(({ from, until }) => from < now && until >= now);
    return place === undefined || waits ? [] : [{ serviceId: place.serviceId, isGone: goneAt < now }];
  });

  function of(serviceId: string, given: BranchLimits): Measured[] {
    const here = new Set(serviceId === '' ? services.map(({ id }) => id) : [serviceId]);
    const waiting = stands.filter((each) => here.has(each.serviceId));
    const longest = Math.min(...waiting.map(({ since }) => since));
    const idle = Math.min(
      ...free.flatMap(({ serves, since }) =>
        serves.flatMap((id) => (here.has(id) && oldest.has(id) ? Math.max(since, oldest.get(id) ?? 0) : [])),
      ),
    );
    const waits = calls.flatMap((call) =>
      here.has(call.serviceId) && call.waitedSince !== null ? call.at - call.waitedSince : [],
    );
    const inTime = waits.filter((each) => each <= given.limit_share_minutes * MINUTE_MS).length;
    const over = present.filter((each) => here.has(each.serviceId));
    const gone = over.filter(({ isGone }) => isGone).length;
    const late = (since: number, bound: number) => ({
      value: since === Number.POSITIVE_INFINITY ? 0 : Math.floor((now - since) / MINUTE_MS),
      isBroken: now - since > bound * MINUTE_MS,
    });
    const found = [
      { kind: 'wait', bound: given.limit_wait, ...late(longest, given.limit_wait) },
      {
        ...{ kind: 'waiting', bound: given.limit_waiting, value: waiting.length },
        isBroken: waiting.length > given.limit_waiting,
      },
      { kind: 'idle', bound: given.limit_idle, ...late(idle, given.limit_idle) },
      {
        ...{ kind: 'share', bound: given.limit_share, value: Math.floor((100 * inTime) / waits.length) },
        isBroken: waits.length >= COUNTED_FROM && 100 * inTime < given.limit_share * waits.length,
      },
      {
        ...{ kind: 'abandoned', bound: given.limit_abandoned, value: Math.ceil((100 * gone) / over.length) },
        isBroken: over.length >= COUNTED_FROM && 100 * gone > given.limit_abandoned * over.length,
      },
    ];
    return found.filter(({ bound }) => bound > 0).map((each) => ({ serviceId, ...each }));
  }
  return [...limits].flatMap(([serviceId, given]) => of(serviceId, given));
}
