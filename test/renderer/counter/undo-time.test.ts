/** How long a step is offered to be taken back: as wished, longer while it is held, never longer than the server takes it. */
import { describe, expect, it } from 'vitest';
import { createUndoTime, secondsInWords } from '../../../renderer/counter/undo/undo-time.ts';

const AT = Date.parse('2026-11-25T09:00:00Z');
const step = (id: string, at = AT) => ({
  step_id: id,
  at: new Date(at).toISOString(),
  latest: new Date(at + 300_000).toISOString(),
});

describe('what a desk did last', () => {
  it('is offered for the configured time', () => {
    const { leftMs } = createUndoTime();
    expect([0, 9_999, 10_000].map((ms) => leftMs(step('a'), 10_000, AT + ms, false))).toEqual([10_000, 1, 0]);
    expect(leftMs(step('a'), 120_000, AT + 10_000, false)).toBe(110_000);
    // The page's clock may be behind.
    expect(leftMs(step('a'), 10_000, AT - 5_000, false)).toBe(10_000);
  });

  it('pauses while it is held, continues then, and ends with the server’s limit', () => {
    const { leftMs } = createUndoTime();
    const seconds = (second: number, isHeld: boolean): number =>
      leftMs(step('a'), 10_000, AT + second * 1_000, isHeld) / 1_000;
    expect([seconds(4, false), seconds(5, true), seconds(60, true), seconds(61, false)]).toEqual([6, 6, 6, 5]);
    expect([seconds(100, true), seconds(299, true), seconds(300, true)]).toEqual([5, 1, 0]);
  });

  it('restarts with each step', () => {
    const { leftMs } = createUndoTime();
    leftMs(step('a'), 10_000, AT + 60_000, true);
    expect(leftMs(step('b', AT + 60_000), 10_000, AT + 61_000, false)).toBe(9_000);
  });
});

it('says its seconds in the words of each language of staff', () => {
  expect(['en', 'de', 'pt-PT', 'ar'].map((lang) => secondsInWords('120', lang))).toEqual([
    '120 seconds',
    '120 Sekunden',
    '120 segundos',
    '120 ثانية',
  ]);
});
