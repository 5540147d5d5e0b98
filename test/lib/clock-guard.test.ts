/** Queue time and business days with a jumping wall clock. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  carriedDay,
  type DayAge,
  dayAge,
  type GuardedClock,
  JUMP_MS,
  type LastSeen,
  MIN_DAY_MS,
  readClock,
  SETTLE_BEHIND_MS,
  SETTLE_MS,
  startClock,
} from '../../main/lib/clock-guard.ts';
import { dayBegan, dayKey, turnOfDay } from '../../main/queue/rules/business-day.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.parse('2026-11-28T12:00:00Z');
const IN_2006 = Date.parse('2006-12-03T10:00:00Z');

/** A machine whose wall clock can be set, and a queue on it with one number series. */
function machine(wallMs: number, last: LastSeen | null = null) {
  let elapsedMs = last?.isSameBoot === true ? last.elapsedMs : 30_000;
  let wallOffset = wallMs - elapsedMs;
  const reading = () => ({ wallMs: elapsedMs + wallOffset, elapsedMs });
  let clock: GuardedClock = startClock(reading(), last);
  const key = (instant: number): string => dayKey(instant, 'UTC', '00:00');
  let day = { day: '', seenDay: '' };
  let age: DayAge | null = null;
  const begins: number[] = [];
  let takeovers = 0;

  function now(): number {
    const step = readClock(clock, reading());
    clock = step.clock;
    if (step.takenOver !== null) {
      takeovers += 1;
      const before = step.now - step.takenOver.byMs;
      age = dayAge(age, before - dayBegan(before, 'UTC', '00:00'), elapsedMs);
      day = carriedDay(step.now, age.ageMs, key);
      return step.now;
    }
    const today = key(step.now);
    if (day.day === '') day = { day: today, seenDay: today };
    const turn = turnOfDay(day.day, day.seenDay, today);
    if (turn.begins) begins.push(elapsedMs);
    day = { day: turn.started, seenDay: today };
    return step.now;
  }

  now();
  return {
    now,
    begins,
    takeovers: () => takeovers,
    clock: () => clock,
    elapsed: () => elapsedMs,
    setBy(ms: number) {
      wallOffset += ms;
      return now();
    },
    pass(ms: number, step = 10 * MINUTE_MS) {
      for (let left = ms; left > 0; left -= step) {
        elapsedMs += Math.min(step, left);
        now();
      }
      return now();
    },
    lastSeen: (isSameBoot: boolean): LastSeen => ({ at: now(), elapsedMs, ...pick(clock), isSameBoot }),
  };
}

const pick = ({ since, isKnownWrong }: GuardedClock) => ({ since, isKnownWrong });

describe('a wall clock that jumps', () => {
  it('is ignored for twenty seconds, and the business day continues', () => {
    const one = machine(NOON);
    expect(one.setBy(DAY_MS)).toBe(NOON);
    expect(one.pass(20_000, 1_000)).toBe(NOON + 20_000);
    one.setBy(-DAY_MS);
    expect([one.pass(MINUTE_MS), one.takeovers(), one.begins]).toEqual([NOON + 20_000 + MINUTE_MS, 0, []]);
  });

  it('is accepted after that time, ahead or behind, and begins no business day', () => {
    const one = machine(NOON);
    for (const by of [3 * DAY_MS, -3 * DAY_MS, -10 * 365 * DAY_MS, 10 * 365 * DAY_MS]) {
      one.setBy(by);
      one.pass(SETTLE_MS, MINUTE_MS);
    }
    // A time before the first release is never accepted, and the return from it is no jump.
    expect([one.takeovers(), one.begins]).toEqual([2, []]);
    expect(one.now()).toBe(NOON + 4 * SETTLE_MS);
  });

  it('of some seconds is accepted at once', () => {
    const one = machine(NOON);
    expect(one.setBy(JUMP_MS - 1)).toBe(NOON + JUMP_MS - 1);
    expect(one.takeovers()).toBe(0);
  });

  it('is corrected at once if the machine booted in the past, with all times since the start', () => {
    const one = machine(IN_2006);
    one.pass(HOUR_MS);
    const before = one.clock();
    const step = readClock(before, { wallMs: NOON, elapsedMs: one.elapsed() });
    expect(step).toMatchObject({ now: NOON, takenOver: { byMs: NOON - IN_2006 - HOUR_MS, wrongSince: IN_2006 } });
  });

  it('is no jump after sleep, when elapsed time advanced', () => {
    const one = machine(NOON);
    one.pass(14 * HOUR_MS, 14 * HOUR_MS);
    expect([one.takeovers(), one.begins.length]).toEqual([0, 1]);
  });
});

describe('a restarted program', () => {
  it('continues from the last known time if the clock is behind, until it is corrected', () => {
    const before = machine(NOON);
    const after = machine(IN_2006, before.lastSeen(false));
    expect(after.now()).toBe(NOON);
    expect(after.pass(HOUR_MS)).toBe(NOON + HOUR_MS);
    expect(after.setBy(NOON + 5 * HOUR_MS - IN_2006)).toBe(NOON + 6 * HOUR_MS);
    expect([after.takeovers(), after.begins]).toEqual([1, []]);
  });

  it('recovers from a future time after an hour, and begins no business day', () => {
    const before = machine(NOON + 3650 * DAY_MS);
    const after = machine(NOON, before.lastSeen(false));
    expect(after.pass(SETTLE_BEHIND_MS + 10 * MINUTE_MS)).toBe(NOON + SETTLE_BEHIND_MS + 10 * MINUTE_MS);
    expect(after.begins).toEqual([]);
    after.pass(DAY_MS);
    expect(after.begins).toHaveLength(1);
  });

  it('detects a clock that was set while it was stopped, without a reboot', () => {
    const before = machine(NOON);
    const after = machine(NOON + DAY_MS, before.lastSeen(true));
    expect(after.now()).toBe(NOON);
    after.pass(SETTLE_MS, MINUTE_MS);
    expect([after.takeovers(), after.begins]).toEqual([1, []]);
  });

  it('begins the new business day after a night without power', () => {
    const last = machine(NOON).lastSeen(false);
    const after = machine(NOON + 20 * HOUR_MS, last);
    expect(after.now()).toBe(NOON + 20 * HOUR_MS);
  });
});

describe('whatever the clock does', () => {
  const jumps = fc.oneof(
    fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
    fc.integer({ min: -20 * 365 * DAY_MS, max: 20 * 365 * DAY_MS }),
    fc.integer({ min: -5 * MINUTE_MS, max: 5 * MINUTE_MS }),
  );
  const steps = fc.array(fc.record({ by: jumps, passes: fc.integer({ min: 1_000, max: 30 * HOUR_MS }) }), {
    minLength: 1,
    maxLength: 12,
  });

  it('begins no two business days within twelve hours, so that no number is duplicated', () => {
    fc.assert(
      fc.property(fc.constantFrom(NOON, IN_2006, NOON + 11.9 * HOUR_MS), steps, (start, all) => {
        const one = machine(start);
        for (const { by, passes } of all) {
          one.setBy(by);
          one.pass(passes);
        }
        const gaps = one.begins.slice(1).map((at, index) => at - (one.begins[index] ?? 0));
        // Jumps that are followed are smaller than two minutes each.
        const followed = (all.length + 1) * JUMP_MS;
        expect(gaps.filter((gap) => gap < MIN_DAY_MS - followed)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('begins no business day by a jump, however long it lasts until the next reset', () => {
    fc.assert(
      fc.property(jumps, (by) => {
        const one = machine(NOON);
        if (Math.abs(by) < JUMP_MS) return;
        one.setBy(by);
        one.pass(SETTLE_MS, 1_000);
        const reset = DAY_MS - (one.now() % DAY_MS);
        one.pass(Math.min(reset - 1, HOUR_MS), MINUTE_MS);
        expect(one.begins).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
