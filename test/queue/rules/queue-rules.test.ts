import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uuidSource } from '../../../main/lib/uuid.ts';
import { CALL_STATE, FLAG, TICKET_STATE } from '../../../main/queue/contract/records.ts';
import { type CallRule, compareWaiting, inCallOrder, type Waiting } from '../../../main/queue/rules/call-order.ts';
import { callRule } from '../../../main/queue/rules/call-rules.ts';
import { nextNumber } from '../../../main/queue/rules/numbering.ts';
import { type PastWait, rememberWait, waitFigures } from '../../../main/queue/rules/recent-waits.ts';
import { CLASSES, classOf, isAhead } from '../../../main/queue/rules/ticket-class.ts';
import { statesAfter, ticketAfterCall, withinTolerance } from '../../../main/queue/rules/transitions.ts';

const ticket = (id: string, waitingSince: number, ticketClass = 0, issuedAt = waitingSince) => ({
  class: ticketClass,
  ticket: { id, dstServiceId: 'passports', issuedAt, waitingSince },
});
const ids = (all: readonly Waiting[]): string => all.map((each) => each.ticket.id).join(' ');

/** Calling order of a desk that requests each ticket separately. */
function calledOneByOne(all: readonly Waiting[], rule: CallRule, memory: number): string {
  let left = all;
  let noted = memory;
  const called: Waiting[] = [];
  for (let next = rule.choose(left, noted); next !== null; next = rule.choose(left, noted)) {
    const { id } = next.ticket;
    called.push(next);
    left = left.filter((each) => each.ticket.id !== id);
    noted = rule.note?.(next, noted) ?? noted;
  }
  return ids(called);
}

describe('the calling order', () => {
  const waiting = [ticket('n1', 10), ticket('p1', 20, 1), ticket('n2', 30), ticket('p2', 40, 1), ticket('p3', 50, 1)];

  it('has priority tickets first, the longest wait first, under the rule priority_first', () => {
    expect(ids(inCallOrder(waiting, callRule('priority_first', 2), 0))).toBe('p1 p2 p3 n1 n2');
  });

  it('has the longest wait first under the rule fifo', () => {
    expect(ids(inCallOrder(waiting, callRule('fifo', 2), 0))).toBe('n1 p1 n2 p2 p3');
  });

  it('has a normal ticket after the configured number of priority tickets under the rule ratio', () => {
    expect(ids(inCallOrder(waiting, callRule('ratio', 2), 0))).toBe('p1 p2 n1 p3 n2');
    expect(ids(inCallOrder(waiting, callRule('ratio', 2), 2))).toBe('n1 p1 p2 n2 p3');
    expect(ids(inCallOrder(waiting, callRule('ratio', 1), 0))).toBe('p1 n1 p2 n2 p3');
  });

  it('settles ties by issue time, then id', () => {
    const fifo = callRule('fifo', 1);
    expect(fifo.choose([ticket('b', 5, 0, 4), ticket('c', 5, 0, 3)], 0)?.ticket.id).toBe('c');
    expect(fifo.choose([ticket('b', 5), ticket('a', 5)], 0)?.ticket.id).toBe('a');
    expect(fifo.choose([], 0)).toBeNull();
    const [first, second] = [ticket('a', 5).ticket, ticket('b', 5).ticket];
    expect([compareWaiting(first, second), compareWaiting(second, first)]).toEqual([-1, 1]);
    expect(compareWaiting(first, { ...first })).toBe(0);
  });

  it('has tickets that the rule does not choose last, the longest wait first', () => {
    const onlyPriority: CallRule = {
      ...callRule('priority_first', 1),
      choose: (heads) => heads.find((head) => isAhead(head.class)) ?? null,
    };
    const others = [ticket('n1', 10), ticket('n2', 20), ticket('p1', 30, 1), ticket('p2', 40, 1)];
    const byService: CallRule = {
      ...onlyPriority,
      lineOf: ({ ticket: { dstServiceId }, class: own }) => `${dstServiceId} ${own}`,
    };
    expect(ids(inCallOrder(others, onlyPriority, 0))).toBe('p1 p2 n1 n2');
    const taxes = { ...ticket('t1', 5), ticket: { ...ticket('t1', 5).ticket, dstServiceId: 'taxes' } };
    expect(ids(inCallOrder([...others, taxes], byService, 0))).toBe('p1 p2 t1 n1 n2');
  });

  it.each([[['a', 'b', 'c']], [['c', 'b', 'a']], [['b', 'c', 'a']]])(
    'settles ties by id for input in the order %j',
    (order) => {
      const tied = order.map((id) => ticket(id, 5));
      const rule = callRule('fifo', 1);
      expect(ids(inCallOrder(tied, rule, 0))).toBe('a b c');
      expect(rule.choose(tied, 0)?.ticket.id).toBe('a');
    },
  );

  it('uses only classes that tickets can have', () => {
    for (const flags of [0, ...Object.values(FLAG), FLAG.priority | FLAG.appointment]) {
      expect(CLASSES).toContain(classOf({ flags }));
      expect(isAhead(classOf({ flags }))).toBe((flags & FLAG.priority) !== 0);
    }
    for (const order of ['priority_first', 'fifo', 'ratio'] as const) {
      expect(callRule(order, 2).classes).toEqual(CLASSES);
    }
  });

  it('can be computed from the first ticket of each lane', () => {
    const arbitrary = fc.record({
      waitingSince: fc.integer({ min: 0, max: 20 }),
      issuedAt: fc.integer({ min: 0, max: 20 }),
      ticketClass: fc.constantFrom(...CLASSES),
      lane: fc.integer({ min: 0, max: 3 }),
    });
    const rules = fc.constantFrom(...(['priority_first', 'fifo', 'ratio'] as const).map((order) => callRule(order, 3)));
    fc.assert(
      fc.property(fc.array(arbitrary), rules, fc.nat(4), (drawn, rule, memory) => {
        const all = drawn.map(({ lane, waitingSince, ticketClass, issuedAt }, index) => ({
          ...ticket(String(index).padStart(4, '0'), waitingSince, ticketClass, issuedAt),
          lane,
        }));
        const lanes = Map.groupBy(all, (each) => `${each.lane} ${each.class}`);
        const heads = [...lanes.values()].flatMap((lane) =>
          lane.toSorted((a, b) => compareWaiting(a.ticket, b.ticket)).slice(0, 1),
        );
        expect(rule.choose(heads, memory)).toEqual(inCallOrder(all, rule, memory)[0] ?? null);
        expect(calledOneByOne(all, rule, memory)).toEqual(ids(inCallOrder(all, rule, memory)));
      }),
    );
  });
});

describe('ticket numbers', () => {
  it('run from the first to the last number, and start again', () => {
    const range = { first: 7, max: 9 };
    let state: { last: number | null; round: number } = { last: null, round: 1 };
    const seen: string[] = [];
    for (let i = 0; i < 7; i += 1) {
      state = nextNumber(state, range);
      seen.push(`${state.round}:${state.last}`);
    }
    expect(seen).toEqual(['1:7', '1:8', '1:9', '2:7', '2:8', '2:9', '3:7']);
  });

  it('can start at 0, and have no maximum', () => {
    expect(nextNumber({ last: null, round: 1 }, { first: 0, max: 0 })).toEqual({ last: 0, round: 1 });
    expect(nextNumber({ last: 41, round: 1 }, { first: 0, max: 0 })).toEqual({ last: 42, round: 1 });
  });

  it('have no maximum if it is 0 or below the first number', () => {
    expect(nextNumber({ last: 9, round: 1 }, { first: 7, max: 6 })).toEqual({ last: 10, round: 1 });
    expect(nextNumber({ last: 9, round: 1 }, { first: -3, max: 0 })).toEqual({ last: 10, round: 1 });
    expect(nextNumber({ last: 7, round: 1 }, { first: 7, max: 7 })).toEqual({ last: 7, round: 2 });
  });

  it('skip numbers leased to kiosks, also at the start of a round', () => {
    const range = { first: 1, max: 9 };
    const after = (last: number | null, from: number, to: number) =>
      nextNumber({ last, round: 1 }, range, { first: from, last: to });
    expect(after(2, 3, 5)).toEqual({ last: 6, round: 1 });
    expect(after(4, 3, 5)).toEqual({ last: 6, round: 1 });
    expect(after(5, 3, 5)).toEqual({ last: 6, round: 1 });
    expect(after(1, 3, 5)).toEqual({ last: 2, round: 1 });
    expect(after(null, 1, 5)).toEqual({ last: 6, round: 1 });
    expect(after(6, 7, 9)).toEqual({ last: 1, round: 2 });
    expect(after(9, 1, 5)).toEqual({ last: 6, round: 2 });
  });

  it('exceed the maximum if kiosks have leased the whole range', () => {
    expect(nextNumber({ last: null, round: 1 }, { first: 1, max: 9 }, { first: 1, last: 9 })).toEqual({
      last: 10,
      round: 1,
    });
    expect(nextNumber({ last: 9, round: 3 }, { first: 1, max: 9 }, { first: 1, last: 8 })).toEqual({
      last: 9,
      round: 4,
    });
  });

  it('never repeat in a round, whatever changes of the range', () => {
    const ranges = fc.array(fc.record({ first: fc.nat(12), max: fc.nat(12) }), { maxLength: 60 });
    fc.assert(
      fc.property(ranges, (sequence) => {
        let state: { last: number | null; round: number } = { last: null, round: 1 };
        const seen = new Set<string>();
        for (const range of sequence) {
          state = nextNumber(state, range);
          const key = `${state.round}:${state.last}`;
          expect(seen.has(key)).toBe(false);
          seen.add(key);
        }
      }),
    );
  });
});

describe('the ticket life cycle', () => {
  it('allows each kind of call only from its own state', () => {
    const states = Object.values(TICKET_STATE);
    const taken = (operation: Parameters<typeof ticketAfterCall>[0]) =>
      states.filter((state) => ticketAfterCall(operation, state).ok);
    expect(taken('callTicket')).toEqual([TICKET_STATE.waiting]);
    expect(taken('callNextTicket')).toEqual([TICKET_STATE.waiting]);
    expect(taken('callPausedTicket')).toEqual([TICKET_STATE.paused]);
    expect(taken('callCancelledTicket')).toEqual([TICKET_STATE.cancelled]);
    expect(ticketAfterCall('callTicket', TICKET_STATE.ended)).toEqual({ ok: false, error: 115 });
  });

  it('ends an open call in one of four ways', () => {
    expect(statesAfter('endCall', 2)).toEqual({ ok: true, value: { ticket: 5, answer: 5 } });
    expect(statesAfter('pauseCall', 2)).toEqual({ ok: true, value: { ticket: 3, answer: 3 } });
    expect(statesAfter('cancelCall', 2)).toEqual({ ok: true, value: { ticket: 4, answer: 4 } });
    expect(statesAfter('transferCall', 2)).toEqual({ ok: true, value: { ticket: 1, answer: 6 } });
    for (const state of Object.values(CALL_STATE).filter((one) => one !== CALL_STATE.inService)) {
      expect(statesAfter('recall', state)).toEqual({ ok: false, error: 116 });
    }
  });

  it('tolerates the configured number of calls after a cancellation', () => {
    expect([0, 1, 2, 3].map((since) => withinTolerance(since, 2))).toEqual([true, true, true, false]);
    expect(withinTolerance(0, 0)).toBe(false);
    expect(withinTolerance(1_000_000, -1)).toBe(true);
  });
});

describe('the estimated wait', () => {
  it('has no figures before the first call', () => {
    expect(waitFigures([])).toEqual({ averageWaitSeconds: null, secondsPerPlace: null });
  });

  it('has the mean wait and the mean time per position', () => {
    const figures = waitFigures([
      { waitMs: 60_000, places: 1 },
      { waitMs: 300_000, places: 3 },
    ]);
    expect(figures).toEqual({ averageWaitSeconds: 180, secondsPerPlace: 90 });
  });

  it('uses the last twenty waits only', () => {
    let waits: PastWait[] = [];
    for (let i = 1; i <= 30; i += 1) waits = rememberWait(waits, { waitMs: i * 1000, places: 1 });
    expect(waitFigures(waits).averageWaitSeconds).toBe(Math.round((11 + 30) / 2));
  });
});

describe('record ids', () => {
  it('are distinct UUIDs of version 7, and increase within a millisecond and when the clock is set back', () => {
    const next = uuidSource();
    const made: string[] = [];
    for (const now of [1_795_000_000_000, 1_795_000_000_001, 5]) {
      for (let i = 0; i < 9000; i += 1) made.push(next(now));
    }
    expect(made[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(made[0]?.slice(0, 13).replace('-', '')).toBe((1_795_000_000_000).toString(16).padStart(12, '0'));
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });
});
