/** Order of branches by urgency. */
import { expect, it } from 'vitest';
import { branchState, type WatchedBranch, worstFirst } from '../../../main/reports/rules/branches.ts';

const MINUTE = 60_000;
const branch = (locationId: string, waiting: number, minutes: number, serving: number, alarms = 0): WatchedBranch => ({
  locationId,
  waiting,
  longestMs: minutes * MINUTE,
  averageWaitSeconds: null,
  serving,
  alarms,
});

it.each([
  [0, 0, 0, 'quiet'],
  [0, 0, 2, 'busy'],
  [3, 12, 2, 'busy'],
  [3, 30, 2, 'long'],
  // Between two calls.
  [3, 4, 0, 'busy'],
  [3, 5, 0, 'unserved'],
  [1, 45, 0, 'unserved'],
] as const)('%i wait, for %i minutes at most, %i desks serve: %s', (waiting, minutes, serving, state) => {
  expect(branchState(branch('hall', waiting, minutes, serving))).toBe(state);
});

it('is first one with waiting visitors and no open desk, then one with an alert, then the longest wait, then the most waiting', () => {
  const order = worstFirst([
    branch('quiet', 0, 0, 0),
    branch('many', 9, 10, 1),
    branch('few', 2, 10, 1),
    branch('long', 1, 40, 1),
    branch('left-alone', 1, 6, 0),
    branch('empty', 0, 0, 0),
    branch('longer', 1, 50, 1),
    branch('alarmed', 3, 2, 1, 1),
  ]);
  expect(order.map(({ locationId }) => locationId)).toEqual([
    'left-alone',
    'longer',
    'long',
    'alarmed',
    'many',
    'few',
    'empty',
    'quiet',
  ]);
});
