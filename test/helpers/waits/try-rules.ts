/** Compares the forecasts of several rules with the actual waits of a simulated month. */
import { CALL_STATE } from '../../../main/queue/contract/records.ts';
import { calendarOf } from '../../../main/queue/rules/day/calendar.ts';
import { weekdayOf } from '../../../main/queue/rules/day/period.ts';
import type { CallFacts } from '../../../main/queue/rules/day/tally.ts';
import { waitRange } from '../../../main/wait-times/contract/wait.ts';
import type { HourAt } from '../../../main/wait-times/rules/desks-at-work.ts';
import { createPast, type Past, pastBegins } from '../../../main/wait-times/rules/historical-rate.ts';
import { createPace } from '../../../main/wait-times/rules/service-rate.ts';
import { forecast } from '../../../main/wait-times/rules/wait-forecast.ts';
import { DESKS, type MonthEvent, SERVICES, type Visitor } from './town-hall-month.ts';

export interface Said {
  readonly rule: string;
  /** Seconds. */
  readonly said: number;
  readonly waited: number;
}

const HOUR_MS = 3_600_000;
const LIKE_UTC = [{ since: 0, zone: 'UTC', resetTime: '00:00', firstDay: '' }];

export const hourAtUtc = (instant: number): HourAt => {
  const until = Math.floor(instant / HOUR_MS) * HOUR_MS + HOUR_MS;
  const iso = new Date(instant).toISOString();
  return { weekday: weekdayOf(iso.slice(0, 10)), hour: Number(iso.slice(11, 13)), until };
};

export const RULES = ['ours', 'by-service-time', 'last-five', 'day-average'] as const;
export type Rule = (typeof RULES)[number];

/** Covers visitors after the first `learn` days for whom every rule has a forecast. */
export function tryRules(events: Iterable<MonthEvent>, learn: number): ReadonlyMap<Rule, readonly Said[]> {
  const result = new Map<Rule, Said[]>(RULES.map((rule) => [rule, []]));
  const pace = createPace();
  const calls: CallFacts[] = [];
  const promised = new Map<number, ReadonlyMap<Rule, number>>();
  const desks = DESKS.map(({ id, serves }) => ({ id, serves: new Set(serves) }));
  let waiting = new Map<number, Visitor>();
  let past: Past | null = null;
  let dayNumber = 0;
  let waits: number[] = [];
  const ofService = new Map<string, { waits: number[]; took: number[] }>();

  function sayAll(visitor: Visitor): ReadonlyMap<Rule, number> | null {
    const inLine = [...waiting.values()];
    const count = (serviceId: string, priority: boolean): number =>
      inLine.filter((each) => each.serviceId === serviceId && (!priority || each.priority)).length;
    const ours = forecast({
      now: visitor.cameAt,
      lines: SERVICES.map(({ id }) => ({ serviceId: id, waiting: count(id, false), waitingPriority: count(id, true) })),
      desks,
      pace,
      past,
      hourAt: hourAtUtc,
      priorityFirst: true,
    }).wait({
      serviceId: visitor.serviceId,
      priority: visitor.priority,
      before: count(visitor.serviceId, visitor.priority),
    });
    const known = ofService.get(visitor.serviceId);
    if (ours === null || known === undefined || known.took.length === 0 || known.waits.length === 0) return null;
    // The ideal rule: it knows who is ahead at the desks of the service, and the mean duration of each desk.
    const open = desks.filter(({ id, serves }) => serves.has(visitor.serviceId) && pace.desk(id) !== undefined);
    const before = inLine
      .filter((each) => each.priority || !visitor.priority)
      .filter((each) => open.some(({ serves }) => serves.has(each.serviceId)))
      .reduce((sum, each) => sum + mean(ofService.get(each.serviceId)?.took ?? []) / Math.max(1, open.length), 0);
    return new Map<Rule, number>([
      ['ours', ours],
      ['by-service-time', before],
      ['last-five', mean(known.waits.slice(-5))],
      ['day-average', mean(known.waits)],
    ]);
  }

  for (const event of events) {
    switch (event.kind) {
      case 'day': {
        dayNumber += 1;
        pace.beginDay();
        waiting = new Map();
        waits = [];
        ofService.clear();
        const made = createPast(event.day, calendarOf(LIKE_UTC));
        const from = Date.parse(`${pastBegins(event.day)}T00:00:00Z`);
        for (const call of calls) if (call.calledAt >= from) made.addCall(call);
        past = calls.length === 0 ? null : made.past();
        break;
      }
      case 'came': {
        const said = dayNumber > learn ? sayAll(event.visitor) : null;
        if (said !== null) promised.set(event.visitor.id, said);
        waiting.set(event.visitor.id, event.visitor);
        break;
      }
      case 'called': {
        const { visitor, at, deskId } = event;
        waiting.delete(visitor.id);
        pace.called({
          deskId,
          serviceId: visitor.serviceId,
          at,
          waitingSince: visitor.cameAt,
          ahead: visitor.priority,
        });
        const waited = (at - visitor.cameAt) / 1000;
        const known = ofService.get(visitor.serviceId) ?? { waits: [], took: [] };
        known.waits.push(waited);
        waits.push(waited);
        ofService.set(visitor.serviceId, known);
        for (const [rule, said] of promised.get(visitor.id) ?? []) result.get(rule)?.push({ rule, said, waited });
        promised.delete(visitor.id);
        break;
      }
      case 'ended': {
        const { visitor, deskId, at, calledAt, came } = event;
        pace.ended(deskId, at);
        ofService.get(visitor.serviceId)?.took.push((at - calledAt) / 1000);
        calls.push({
          serviceId: visitor.serviceId,
          deskId,
          userId: '',
          state: came ? CALL_STATE.ended : CALL_STATE.cancelled,
          calledAt,
          endedAt: at,
          waitedMs: calledAt - visitor.cameAt,
          first: true,
        });
      }
    }
  }
  return result;
}

export interface RuleError {
  /** Minutes. */
  readonly meanError: number;
  /** Mean error with its sign in minutes; positive means too long. */
  readonly bias: number;
  /** Share of visitors whose wait was within 30 % or 2 minutes of the forecast. */
  readonly near: number;
  readonly count: number;
}

const NEAR = 0.3;
const NEAR_SECONDS = 120;

export function errorOf(all: readonly Said[]): RuleError {
  const off = all.map(({ said, waited }) => (said - waited) / 60);
  const isNear = ({ said, waited }: Said): boolean => Math.abs(said - waited) <= Math.max(NEAR_SECONDS, NEAR * waited);
  return {
    meanError: mean(off.map(Math.abs)),
    bias: mean(off),
    near: all.filter(isNear).length / Math.max(1, all.length),
    count: all.length,
  };
}

/** Share of visitors whose wait was within the range that a page shows for the forecast. */
export function rangeHolds(all: readonly Said[]): number {
  const held = all.filter(({ said, waited }) => {
    if (said === 0) return waited < 120;
    const { from, to } = waitRange(said);
    return waited >= (from <= 1 ? 0 : from * 60) && waited <= to * 60;
  });
  return held.length / Math.max(1, all.length);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
