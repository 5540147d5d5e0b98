/** Whether two machines speak with one key. */
import { expect, it } from 'vitest';
import { type KnownRuns, NO_RUNS, recordRun, sharedUntil } from '../../../main/access/rules/shared-key.ts';

const HALF_MINUTE_MS = 30_000;

/** Runs, each heard half a minute after the one before. */
const heard = (...runs: readonly string[]): KnownRuns =>
  runs.reduce((before, run, place) => recordRun(before, run, place * HALF_MINUTE_MS), NO_RUNS);
const isShared = (...runs: readonly string[]): boolean =>
  sharedUntil(heard(...runs), runs.length * HALF_MINUTE_MS) !== null;

it('is no shared key where a program says the same run, says none, or starts again and again', () => {
  expect(isShared('a', 'a', 'a')).toBe(false);
  expect(isShared('a', '', 'a')).toBe(false);
  expect(isShared('a', 'b', 'b', 'c', 'd')).toBe(false);
});

it('is one where a run speaks that another one had followed', () => {
  expect(isShared('a', 'b', 'a')).toBe(true);
  expect(isShared('a', 'b', 'c', 'a')).toBe(true);
});

it('ends three minutes after the last turn, also where one of them goes on alone', () => {
  const turns = heard('a', 'b', 'a', 'b');
  expect(sharedUntil(turns, 3 * HALF_MINUTE_MS)).toBe(9 * HALF_MINUTE_MS);
  expect(sharedUntil(recordRun(turns, 'b', 8 * HALF_MINUTE_MS), 9 * HALF_MINUTE_MS)).toBeNull();
});

it('forgets runs of which nothing was heard for ten minutes', () => {
  const late = recordRun(heard('a', 'b'), 'a', 40 * HALF_MINUTE_MS);
  expect(sharedUntil(late, 40 * HALF_MINUTE_MS)).toBeNull();
});
