/** Wait time forecasts: values, missing values, and accuracy in a simulated month. */
import { describe, expect, it } from 'vitest';
import { CALL_STATE } from '../../../main/queue/contract/records.ts';
import { calendarOf } from '../../../main/queue/rules/day/calendar.ts';
import { addCallFigures, figuresOfCalls } from '../../../main/queue/rules/day/make-figures.ts';
import type { CallFacts } from '../../../main/queue/rules/day/tally.ts';
import { createPast } from '../../../main/wait-times/rules/historical-rate.ts';
import { createPace, type Pace } from '../../../main/wait-times/rules/service-rate.ts';
import { play } from '../../../main/wait-times/rules/simulate.ts';
import { type ForecastInput, forecast } from '../../../main/wait-times/rules/wait-forecast.ts';
import { playMonth } from '../../helpers/waits/town-hall-month.ts';
import { errorOf, hourAtUtc, RULES, tryRules } from '../../helpers/waits/try-rules.ts';

const MINUTE = 60_000;
/** A Tuesday, ten in the morning. */
const NOW = Date.parse('2026-11-24T10:00:00Z');
const BOTH = ['one', 'two'].map((id) => ({ id, serves: new Set(['passports', 'residence']) }));
const UTC = calendarOf([{ since: 0, zone: 'UTC', resetTime: '00:00', firstDay: '' }]);

/** Each of these desks has served some ten-minute visits since nine, and serves one now. */
function busyHour(desks: readonly string[], serviceId = 'passports'): Pace {
  const pace = createPace();
  for (let at = NOW - 60 * MINUTE; at < NOW; at += 10 * MINUTE) {
    for (const deskId of desks) pace.called({ deskId, serviceId, at, waitingSince: at - 20 * MINUTE, ahead: false });
  }
  return pace;
}

function ask(change: Partial<ForecastInput>, before: number, priority = false): number | null {
  const lines = [{ serviceId: 'passports', waiting: before, waitingPriority: 0 }];
  const input: ForecastInput = {
    now: NOW,
    lines,
    desks: BOTH,
    pace: createPace(),
    past: null,
    hourAt: hourAtUtc,
    priorityFirst: true,
    ...change,
  };
  return forecast(input).wait({ serviceId: 'passports', priority, before });
}

const minutes = (seconds: number | null): number => Math.round((seconds ?? Number.NaN) / 60);

describe('a forecast', () => {
  it('is empty without calls today or in the past', () => {
    expect(ask({}, 50)).toBe(null);
  });

  it('is empty for a service without a working desk', () => {
    expect(ask({ pace: busyHour(['one']), desks: [{ id: 'one', serves: new Set(['residence']) }] }, 3)).toBe(null);
  });

  it('counts visitors ahead, working desks, and the rest of current visits', () => {
    const one = minutes(ask({ pace: busyHour(['one']) }, 6));
    const two = minutes(ask({ pace: busyHour(['one', 'two']) }, 6));
    // Six visits of ten minutes and the rest of the current one; half of it for two desks.
    expect(one).toBeGreaterThanOrEqual(60);
    expect(one).toBeLessThanOrEqual(72);
    expect(two).toBeGreaterThanOrEqual(30);
    expect(two).toBeLessThanOrEqual(40);
    // Nearly the same for nearly as many.
    expect(minutes(ask({ pace: busyHour(['one', 'two']) }, 7))).toBeLessThanOrEqual(two + 10);
  });

  it('counts visitors of other services at the same desks', () => {
    const pace = busyHour(['one', 'two']);
    const alone = minutes(ask({ pace }, 2));
    const lines = [
      { serviceId: 'passports', waiting: 2, waitingPriority: 0 },
      { serviceId: 'residence', waiting: 6, waitingPriority: 0 },
    ];
    expect(minutes(ask({ pace, lines }, 2))).toBeGreaterThanOrEqual(alone + 25);
  });

  it('leaves out a desk that does not call while visitors wait', () => {
    const pace = busyHour(['one', 'two']);
    pace.ended('two', NOW - 5 * MINUTE);
    expect(minutes(ask({ pace }, 6))).toBeGreaterThanOrEqual(58);
  });

  it('is zero at a free desk', () => {
    const pace = busyHour(['one']);
    pace.ended('one', NOW - 2 * MINUTE);
    expect(ask({ pace }, 0)).toBe(0);
  });

  it('counts only priority visitors ahead of a priority visitor, where they go first', () => {
    const pace = busyHour(['one']);
    const lines = [{ serviceId: 'passports', waiting: 9, waitingPriority: 1 }];
    expect(minutes(ask({ pace, lines }, 1, true))).toBeLessThan(25);
    expect(minutes(ask({ pace, lines, priorityFirst: false }, 9, true))).toBeGreaterThan(80);
  });

  it('ignores repeated events, and ends a visit at the next call of its desk', () => {
    const pace = busyHour(['one']);
    const call = { deskId: 'one', serviceId: 'passports', at: NOW, waitingSince: null, ahead: false };
    pace.called(call);
    const before = pace.handling('passports');
    pace.called(call);
    pace.called({ ...call, at: NOW - 30 * MINUTE });
    expect(pace.handling('passports')).toEqual(before);
    expect(Math.round(before.mean)).toBe(10 * MINUTE);
  });

  it('of ten thousand waiting visitors is as fast as of a hundred', () => {
    const lines = [{ serviceId: 'passports', ahead: 0, others: 10_000, takesMs: 10 * MINUTE }];
    const desks = BOTH.map(({ serves }) => ({ serves, freeInMs: 0 }));
    const wait = play(lines, desks).wait('passports', false, 10_000) ?? 0;
    expect(wait / (10_000 * 5 * MINUTE)).toBeCloseTo(1, 1);
    expect((play(lines, desks).wait('passports', false, 5_000) ?? 0) / wait).toBeCloseTo(0.5, 1);
  });
});

describe('the history', () => {
  /** Tuesdays: two desks from nine to eleven, then one, visits of eight minutes, and a queue. */
  function calls(): CallFacts[] {
    const all: CallFacts[] = [];
    for (const day of ['2026-11-03', '2026-11-10', '2026-11-17']) {
      for (let minute = 9 * 60; minute < 13 * 60; minute += 8) {
        for (const deskId of minute < 11 * 60 ? ['one', 'two'] : ['one']) {
          const calledAt = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE;
          const call = { serviceId: 'passports', deskId, userId: 'ana', state: CALL_STATE.ended, calledAt };
          all.push({ ...call, endedAt: calledAt + 8 * MINUTE, waitedMs: 15 * MINUTE, first: true });
        }
      }
    }
    return all;
  }

  function pastOf(all: readonly CallFacts[]) {
    const made = createPast('2026-11-24', UTC);
    for (const call of all) made.addCall(call);
    return made.past();
  }

  it('gives a forecast before the first call of a day', () => {
    const wait = ask({ past: pastOf(calls()), now: Date.parse('2026-11-24T09:05:00Z') }, 6);
    expect(minutes(wait)).toBeGreaterThanOrEqual(22);
    expect(minutes(wait)).toBeLessThanOrEqual(30);
  });

  it('includes a desk that closes, after which the queue is slower', () => {
    const past = pastOf(calls());
    const now = Date.parse('2026-11-24T10:55:00Z');
    const early = Date.parse('2026-11-24T09:05:00Z');
    expect(minutes(ask({ past, now }, 10))).toBeGreaterThan(minutes(ask({ past, now: early }, 10)) + 15);
  });

  it('is equal from calls and from their aggregates', () => {
    const made = createPast('2026-11-24', UTC);
    for (const figures of addCallFigures(figuresOfCalls(calls(), UTC))) made.addCallFigures(figures);
    const fromFigures = made.past();
    const fromCalls = pastOf(calls());
    expect(fromFigures.atWork).toEqual(fromCalls.atWork);
    expect(fromFigures.busy).toEqual(fromCalls.busy);
    expect(fromFigures.handling.passports?.mean).toBeCloseTo(fromCalls.handling.passports?.mean ?? 0, 3);
  });

  it('is read only up to a limit for very long queues, and once for all of them', () => {
    const lines = ['passports', 'residence'].map((serviceId) => ({ serviceId, waiting: 50_000, waitingPriority: 0 }));
    const instants: number[] = [];
    const hourAt = (instant: number) => {
      instants.push(instant);
      return hourAtUtc(instant);
    };
    const input = { now: NOW, lines, desks: BOTH, pace: busyHour(['one']), past: pastOf(calls()), hourAt };
    const made = forecast({ ...input, priorityFirst: true });
    for (const { serviceId } of lines) expect(made.wait({ serviceId, priority: false, before: 50_000 })).toBe(null);
    expect(instants.length).toBeGreaterThan(1);
    expect(new Set(instants).size).toBe(instants.length);
    expect(Math.max(...instants)).toBeLessThan(NOW + 8 * 60 * MINUTE);
  });

  it('does not count the requested day', () => {
    const today = calls().map((call) => ({ ...call, calledAt: call.calledAt + 21 * 86_400_000 }));
    expect(pastOf(today.filter(({ calledAt }) => calledAt >= Date.parse('2026-11-24T00:00:00Z'))).handling).toEqual({});
  });
});

describe('in two simulated weeks of a town hall', () => {
  it('it is more accurate than each simple rule, on average and for most, without bias', () => {
    const said = tryRules(playMonth(20_261_101, '2026-09-07', 2), 6);
    const [ours, ...others] = RULES.map((rule) => errorOf(said.get(rule) ?? []));
    expect(ours!.count).toBeGreaterThan(1_000);
    for (const other of others) {
      expect(ours!.meanError).toBeLessThan(other.meanError * 0.75);
      expect(ours!.near).toBeGreaterThan(other.near + 0.1);
      expect(Math.abs(ours!.bias)).toBeLessThan(Math.abs(other.bias));
    }
  });
});
