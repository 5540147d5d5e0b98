/**
 * Service rates of past weeks.
 *
 * Handling time per service, and working desks per hour and weekday. Derived from the calls that reports use, so
 * nothing is stored for it.
 */
import { CALL_STATE } from '../../queue/contract/records.ts';
import { type Calendar, daysBefore } from '../../queue/rules/day/calendar.ts';
import type { CallFigures } from '../../queue/rules/day/figures.ts';
import { weekdayOf } from '../../queue/rules/day/period.ts';
import type { CallFacts } from '../../queue/rules/day/tally.ts';
import type { Mean } from './service-rate.ts';

/** Plain data, so that it can be sent between threads. */
export interface Past {
  /** Service → milliseconds from a call to its end. */
  readonly handling: Readonly<Record<string, Mean>>;
  /**
   * Desk → weekday (1 Monday to 7) and hour (`3/14`) → share of those days on which it called a visitor in that hour.
   */
  readonly atWork: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Weekday and hour → number of days with waiting visitors; with few such days the desks are unknown. */
  readonly busy: Readonly<Record<string, number>>;
}

export interface PastMaker {
  addCall(call: CallFacts): void;
  addCallFigures(calls: CallFigures): void;
  past(): Past;
}

/** Number of past days. */
export const PAST_DAYS = 56;
/** Weight of a week relative to the following one. */
const KEEP_A_WEEK = 0.8;
/** Hours with a wait this long show which desks worked; in a quiet hour a desk can be staffed without a call. */
const BUSY_WAIT_MS = 300_000;
const DAY_MS = 86_400_000;
const MAX_HANDLING_MS = 3 * 3_600_000;

export const hourKey = (weekday: number, hour: number): string => `${weekday}/${hour}`;

/** First of the past days before that one. */
export function pastBegins(today: string): string {
  return daysBefore(today, PAST_DAYS);
}

/** @param today its business day, which does not count yet (`yyyy-mm-dd`) */
export function createPast(today: string, calendar: Calendar): PastMaker {
  const handling = new Map<string, { sum: number; weight: number }>();
  /** Desk → hour → days. */
  const worked = new Map<string, Map<string, Set<string>>>();
  /** Hour → days. */
  const busy = new Map<string, Set<string>>();

  function add({ day, hour, serviceId, deskId }: Of, tookMs: readonly number[], longestMs: number): void {
    if (day >= today) return;
    const hours = worked.get(deskId) ?? new Map<string, Set<string>>();
    const key = hourKey(weekdayOf(day), hour);
    worked.set(deskId, hours.set(key, (hours.get(key) ?? new Set()).add(day)));
    if (longestMs >= BUSY_WAIT_MS) busy.set(key, (busy.get(key) ?? new Set()).add(day));
    const weight = weightOf(day, today);
    const known = handling.get(serviceId) ?? { sum: 0, weight: 0 };
    for (const took of tookMs) {
      if (took < 0 || took > MAX_HANDLING_MS) continue;
      known.sum += took * weight;
      known.weight += weight;
    }
    handling.set(serviceId, known);
  }

  return {
    addCall({ serviceId, deskId, state, calledAt, endedAt, waitedMs }) {
      if (state === CALL_STATE.inService) return;
      const { day, hour } = calendar.place(calledAt);
      add({ day, hour, serviceId, deskId }, endedAt === null ? [] : [Math.max(0, endedAt - calledAt)], waitedMs ?? 0);
    },
    addCallFigures({ services, waits, ...of }) {
      const took = services.map((seconds) => seconds * 1000);
      add(of, took, (waits.at(-1) ?? 0) * 1000);
    },
    past() {
      const weigh = (days: Iterable<string>): number => [...days].reduce((sum, day) => sum + weightOf(day, today), 0);
      const weights = new Map([...busy].map(([key, days]) => [key, weigh(days)]));
      const share = (key: string, on: ReadonlySet<string>): number => {
        const days = busy.get(key);
        return days === undefined ? 0 : weigh([...on].filter((day) => days.has(day))) / (weights.get(key) ?? 1);
      };
      return {
        busy: Object.fromEntries(weights),
        handling: Object.fromEntries(
          [...handling].flatMap(([id, { sum, weight }]) => (weight > 0 ? [[id, { mean: sum / weight, weight }]] : [])),
        ),
        atWork: Object.fromEntries(
          [...worked].map(([deskId, hours]) => [
            deskId,
            Object.fromEntries([...hours].map(([key, on]) => [key, share(key, on)])),
          ]),
        ),
      };
    },
  };
}

type Of = Pick<CallFigures, 'day' | 'hour' | 'serviceId' | 'deskId'>;

function weightOf(day: string, today: string): number {
  const ago = (Date.parse(`${today}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS;
  return KEEP_A_WEEK ** Math.floor(Math.max(0, ago - 1) / 7);
}
