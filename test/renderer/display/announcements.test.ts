/** Calls that come together are shown one after another, each for its full time, and nobody is left out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Announcements,
  addCall,
  advance,
  isBacklog,
  markSpoken,
  nextLook,
  SILENCE,
  SLEPT_MS,
  withdrawCall,
} from '../../../renderer/display/announcements.ts';
import { calledTicket } from '../../fixtures/display-calls.ts';

const FULL_MS = 8_000;

/** Called at once, in this order. */
function called(...labels: readonly string[]): Announcements {
  return labels.reduce((state, label) => addCall(state, calledTicket(label), false), SILENCE);
}

/** The voice has ended. */
function spoken(state: Announcements): Announcements {
  return markSpoken(state, state.running?.call.id ?? 0);
}

const shown = ({ running }: Announcements): string => running?.call.ticket.label ?? '';

describe('a reverted call', () => {
  const id = (label: string): string => calledTicket(label).ticket_id;

  it('leaves the large place at once, and the next one has it', () => {
    const state = withdrawCall(advance(called('A001', 'B002'), 0, FULL_MS), id('A001'));
    expect(state.running).toBeNull();
    expect(shown(advance(state, 1, FULL_MS))).toBe('B002');
  });

  it('is not announced when it waited for its turn', () => {
    const state = spoken(advance(withdrawCall(called('A001', 'B002', 'C003'), id('B002')), 0, FULL_MS));
    expect(shown(state)).toBe('A001');
    expect(shown(advance(state, FULL_MS, FULL_MS))).toBe('C003');
  });

  it('removes no other call', () => {
    const state = advance(called('A001', 'B002'), 0, FULL_MS);
    expect(withdrawCall(state, id('C003'))).toBe(state);
  });
});

describe('calls that come in the same second', () => {
  it('are shown one after another, each for its full time', () => {
    let state = spoken(advance(called('A001', 'B002', 'C003'), 0, FULL_MS));
    expect(shown(state)).toBe('A001');
    expect(shown(advance(state, FULL_MS - 1, FULL_MS))).toBe('A001');
    state = spoken(advance(state, FULL_MS, FULL_MS));
    expect(shown(state)).toBe('B002');
    expect(shown(advance(state, 2 * FULL_MS - 1, FULL_MS))).toBe('B002');
    state = spoken(advance(state, 2 * FULL_MS, FULL_MS));
    expect(shown(state)).toBe('C003');
    expect(advance(state, 3 * FULL_MS, FULL_MS).running).toBeNull();
  });

  it('wait for the voice, so that nothing speaks over it', () => {
    let state = advance(called('A001', 'B002'), 0, FULL_MS);
    expect(nextLook(state, FULL_MS)).toBeNull();
    state = advance(state, FULL_MS + 5_000, FULL_MS);
    expect(shown(state)).toBe('A001');
    state = spoken(state);
    expect(shown(advance(state, FULL_MS + 5_000, FULL_MS))).toBe('B002');
  });

  it('have their full time also when the voice is short', () => {
    const state = spoken(advance(called('A001', 'B002'), 0, FULL_MS));
    expect(nextLook(state, FULL_MS)).toBe(FULL_MS);
  });

  it('are a backlog from the fourth on', () => {
    expect(isBacklog(advance(called('A001', 'A002', 'A003'), 0, FULL_MS))).toBe(false);
    expect(isBacklog(advance(called('A001', 'A002', 'A003', 'A004'), 0, FULL_MS))).toBe(true);
  });
});

describe('a ticket that is called again', () => {
  it('is announced again once its announcement is over', () => {
    let state = spoken(advance(called('A001'), 0, FULL_MS));
    state = addCall(state, calledTicket('A001'), true);
    expect(state.waiting).toHaveLength(1);
    state = advance(state, FULL_MS, FULL_MS);
    expect(state.running?.call).toMatchObject({ again: true, ticket: { label: 'A001' } });
    expect(state.running?.call.id).not.toBe(1);
  });

  it('while it still waits, keeps its place, is announced once, and at the desk where it is called now', () => {
    const before = advance(called('A001', 'B002', 'C003'), 0, FULL_MS);
    const state = addCall(before, calledTicket('B002', { desk_id: 'desk-7', desk_name: 'Desk 7' }), true);
    expect(state.waiting.map(({ ticket }) => [ticket.label, ticket.desk_name])).toEqual([
      ['B002', 'Desk 7'],
      ['C003', 'Desk 4'],
    ]);
  });
});

describe('the state machine', () => {
  it('does not let an older voice end the announcement after it', () => {
    const first = spoken(advance(called('A001', 'B002'), 0, FULL_MS));
    const second = advance(first, FULL_MS, FULL_MS);
    expect(markSpoken(second, 1)).toBe(second);
    expect(nextLook(second, FULL_MS)).toBeNull();
  });

  it('says nothing old after the computer has slept', () => {
    const state = spoken(advance(called('A001', 'B002'), 0, FULL_MS));
    expect(advance(state, FULL_MS + SLEPT_MS, FULL_MS)).toMatchObject({ running: null, waiting: [] });
  });

  it('shows every ticket, each for its full time, whatever comes when', () => {
    const moves = fc.array(
      fc.record({ afterMs: fc.integer({ min: 0, max: 20_000 }), ticket: fc.integer({ min: 1, max: 6 }) }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(moves, fc.integer({ min: 0, max: 12_000 }), (all, voiceMs) => {
        const wanted = new Set<string>();
        const turns: { label: string; from: number; to: number }[] = [];
        let state = SILENCE;
        let now = 0;
        const tick = (): void => {
          const was = state.running;
          if (was !== null && !was.spoken && now >= was.since + voiceMs) state = markSpoken(state, was.call.id);
          state = advance(state, now, FULL_MS);
          if (was !== null && state.running?.call.id !== was.call.id) {
            turns.push({ label: was.call.ticket.label, from: was.since, to: now });
          }
        };
        const runTo = (end: number): void => {
          for (; now < end; now = Math.min(end, now + 500)) tick();
          tick();
        };
        for (const { afterMs, ticket } of all) {
          runTo(now + afterMs);
          const label = `A00${ticket}`;
          wanted.add(label);
          state = addCall(state, calledTicket(label), false);
          tick();
        }
        runTo(now + 60 * 20_000);
        expect(state.running).toBeNull();
        expect(new Set(turns.map(({ label }) => label))).toEqual(wanted);
        for (const { from, to } of turns) expect(to - from).toBeGreaterThanOrEqual(Math.max(FULL_MS, voiceMs));
        turns.slice(1).forEach((turn, at) => {
          expect(turn.from).toBeGreaterThanOrEqual(turns[at]!.to);
        });
      }),
      { numRuns: 60 },
    );
  });
});
