/** Queue alert rules: thresholds of each type, and hysteresis. */
import { describe, expect, it } from 'vitest';
import { CALL_STATE, TICKET_STATE } from '../../../main/queue/contract/records.ts';
import { createDayCounts, type DayCounts } from '../../../main/queue/rules/day/day-counts.ts';
import type { Limits } from '../../../main/queue-alerts/contract/limits.ts';
import {
  type BrokenLimit,
  brokenLimits,
  hasLimits,
  idleSince,
  type QueuePicture,
} from '../../../main/queue-alerts/rules/limits.ts';

const NONE: Limits = {
  limit_wait: 0,
  limit_waiting: 0,
  limit_idle: 0,
  limit_share: 0,
  limit_share_minutes: 15,
  limit_abandoned: 0,
};
const NO_DAY: DayCounts = { over: 0, gone: 0, waits: 0, inTime: 0 };
const QUIET: QueuePicture = { waiting: 0, oldestSince: null, day: NO_DAY, idleSince: null };
const MINUTE = 60_000;
const START = Date.parse('2026-03-09T09:00:00Z');

/** A queue that is checked every fifteen seconds. */
function watch(limits: Partial<Limits>) {
  let standing: readonly BrokenLimit[] = [];
  let now = START;
  return {
    now: () => now,
    /** Continues for that time with a state of the queue. @returns the alerts raised then */
    for(ms: number, picture: Partial<QueuePicture>): readonly string[] {
      for (const end = now + ms; now < end; ) {
        now += 15_000;
        standing = brokenLimits({ ...NONE, ...limits }, { ...QUIET, ...picture }, standing, now);
      }
      return standing.filter(({ isRaised }) => isRaised).map(({ kind, bound, worst }) => `${kind} ${worst}/${bound}`);
    },
    standing: () => standing,
  };
}

describe('a threshold', () => {
  it('of the longest wait is exceeded by one visitor, and reports the longest wait', () => {
    const queue = watch({ limit_wait: 20 });
    const first = { waiting: 1, oldestSince: START };
    expect(queue.for(20 * MINUTE, first)).toEqual([]);
    expect(queue.for(MINUTE, first)).toEqual(['wait 21/20']);
    expect(queue.for(9 * MINUTE, first)).toEqual(['wait 30/20']);
    expect(queue.for(3 * MINUTE, { waiting: 1, oldestSince: START + 28 * MINUTE })).toEqual([]);
  });

  it('of waiting visitors is exceeded by one more than allowed', () => {
    const queue = watch({ limit_waiting: 10 });
    expect(queue.for(5 * MINUTE, { waiting: 10 })).toEqual([]);
    expect(queue.for(MINUTE, { waiting: 11 })).toEqual(['waiting 11/10']);
  });

  it('of idle desks is exceeded while one does not call', () => {
    const queue = watch({ limit_idle: 5 });
    expect(queue.for(5 * MINUTE, { idleSince: START })).toEqual([]);
    expect(queue.for(MINUTE, { idleSince: START })).toEqual(['idle 6/5']);
  });

  it('of shares raises no alert for fewer than twenty visitors', () => {
    const queue = watch({ limit_share: 80, limit_abandoned: 10 });
    const few = { over: 19, gone: 9, waits: 19, inTime: 1 };
    expect(queue.for(5 * MINUTE, { day: few })).toEqual([]);
    const day = { over: 36, gone: 8, waits: 30, inTime: 23 };
    expect(queue.for(MINUTE, { waiting: 4, day })).toEqual(['share 76/80', 'abandoned 23/10']);
    expect(queue.for(5 * MINUTE, { waiting: 4, day: { ...day, inTime: 24, gone: 3 } })).toEqual([]);
  });

  it('does not flicker: a short excess is not reported, and a short pause does not end an alert', () => {
    const queue = watch({ limit_waiting: 10 });
    expect(queue.for(15_000, { waiting: 12 })).toEqual([]);
    queue.for(15_000, { waiting: 10 });
    expect(queue.standing()).toEqual([]);
    expect(queue.for(MINUTE, { waiting: 12 })).toEqual(['waiting 12/10']);
    const [{ since } = { since: 0 }] = queue.standing();
    expect(queue.for(90_000, { waiting: 9 })).toEqual(['waiting 12/10']);
    expect(queue.for(15_000, { waiting: 11 })).toEqual(['waiting 12/10']);
    expect(queue.standing()[0]?.since).toBe(since);
    expect(queue.for(105_000, { waiting: 9 })).toEqual(['waiting 12/10']);
    expect(queue.for(2 * MINUTE, { waiting: 9 })).toEqual([]);
  });

  it('that is removed ends at once; there are no default limits', () => {
    const broken = { kind: 'waiting', bound: 1, worst: 3, since: START, isRaised: true, keptSince: null } as const;
    expect(brokenLimits(NONE, { ...QUIET, waiting: 3 }, [broken], START)).toEqual([]);
    expect(hasLimits(NONE)).toBe(false);
    expect(hasLimits({ ...NONE, limit_idle: 1 })).toBe(true);
  });
});

describe('of a day', () => {
  const { waiting, inService, paused, cancelled, ended } = TICKET_STATE;
  const call = { deskId: 'd', userId: '', state: CALL_STATE.ended, calledAt: 0, endedAt: 1, first: true };

  it('counts calls in time for the location and each service, by the minutes of each', () => {
    const counts = createDayCounts({ location: 10, services: { a: 5 } });
    counts.addCall({ ...call, ticketId: '1', serviceId: 'a', waitedMs: 5 * MINUTE });
    counts.addCall({ ...call, ticketId: '2', serviceId: 'a', waitedMs: 6 * MINUTE });
    counts.addCall({ ...call, ticketId: '2', serviceId: 'b', waitedMs: null, first: false });
    expect(counts.day()).toEqual({
      total: { ...NO_DAY, waits: 2, inTime: 2 },
      services: { a: { ...NO_DAY, waits: 2, inTime: 1 } },
    });
  });

  it('counts visitors who left at their last service; transferred ones hide no others', () => {
    const counts = createDayCounts({ location: 10, services: {} });
    const tickets = [
      // Transferred from a, and waits at b again.
      { id: 'sent', dstServiceId: 'b', state: waiting },
      // Left both queues without a call.
      { id: 'left', dstServiceId: 'b', state: ended },
      { id: 'tired', dstServiceId: 'a', state: ended },
      { id: 'missed', dstServiceId: 'b', state: cancelled },
      { id: 'served', dstServiceId: 'a', state: ended },
      { id: 'there', dstServiceId: 'a', state: inService },
      { id: 'aside', dstServiceId: 'a', state: paused },
    ];
    for (const ticket of tickets) counts.addTicket(ticket);
    for (const ticketId of ['sent', 'missed', 'served', 'there', 'aside'])
      counts.addCall({ ...call, ticketId, serviceId: 'a', waitedMs: null });
    const { total, services } = counts.day();
    expect([total.over, total.gone]).toEqual([6, 3]);
    expect([services.a?.over, services.a?.gone, services.b?.over, services.b?.gone]).toEqual([4, 1, 2, 2]);
  });
});

describe('a desk is idle', () => {
  const now = START + 30 * MINUTE;
  const waiting = new Map([['a', START]]);
  const desk = (freeSince: number | null, ...services: string[]) => ({ services, freeSince });

  it('while it is free and visitors wait for it', () => {
    expect(idleSince([desk(START + 5 * MINUTE, 'a', 'b')], waiting, ['a', 'b'], now)).toBe(START + 5 * MINUTE);
    expect(idleSince([desk(START - 5 * MINUTE, 'a')], waiting, ['a'], now)).toBe(START);
  });

  it('not while it serves, has no waiting visitors, or its clerk has left', () => {
    expect(idleSince([desk(null, 'a')], waiting, ['a'], now)).toBeNull();
    expect(idleSince([desk(START, 'b')], waiting, ['a', 'b'], now)).toBeNull();
    expect(idleSince([desk(START, 'a')], waiting, ['b'], now)).toBeNull();
    expect(idleSince([desk(START, 'a')], waiting, ['a'], START + 61 * MINUTE)).toBeNull();
  });
});
