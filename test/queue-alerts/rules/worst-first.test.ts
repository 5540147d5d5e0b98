import { expect, it } from 'vitest';
import type { LimitAlarm } from '../../../main/queue-alerts/contract/limits.ts';
import { worstFirst } from '../../../main/queue-alerts/rules/worst-first.ts';

const alarm = (kind: LimitAlarm['kind'], worst: number, bound: number, change: Partial<LimitAlarm> = {}) => ({
  kind,
  worst,
  bound,
  since: 1_000,
  endedAt: null,
  ...change,
});
type Listed = ReturnType<typeof alarm>;
const ordered = (...alarms: readonly Listed[]): readonly string[] =>
  alarms.toSorted(worstFirst).map(({ kind, worst, bound }) => `${kind} ${worst}/${bound}`);

it('lists the queue that exceeds its threshold furthest first, all alerts since the same second', () => {
  const waiting = [31, 32, 33, 33, 32, 36, 28].map((worst) => alarm('waiting', worst, 25));
  expect(ordered(...waiting)).toEqual([36, 33, 33, 32, 32, 31, 28].map((worst) => `waiting ${worst}/25`));
});

it('compares thresholds of different size by factor', () => {
  expect(ordered(alarm('waiting', 60, 50), alarm('waiting', 9, 3))).toEqual(['waiting 9/3', 'waiting 60/50']);
});

it('lists the lowest share of visits within time first', () => {
  expect(ordered(alarm('share', 78, 80), alarm('share', 0, 80), alarm('share', 40, 80))).toEqual([
    'share 0/80',
    'share 40/80',
    'share 78/80',
  ]);
});

it('lists ended alerts last, the newest of them first', () => {
  expect(
    ordered(
      alarm('waiting', 90, 10, { endedAt: 5_000, since: 2_000 }),
      alarm('waiting', 11, 10),
      alarm('waiting', 12, 10, { endedAt: 9_000, since: 8_000 }),
    ),
  ).toEqual(['waiting 11/10', 'waiting 12/10', 'waiting 90/10']);
});
