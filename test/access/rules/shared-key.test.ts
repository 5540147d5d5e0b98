/** Detection of two machines with one key. */
import { expect, it } from 'vitest';
import { type KnownRuns, NO_RUNS, recordRun, sharedUntil } from '../../../main/access/rules/shared-key.ts';

const HALF_MINUTE_MS = 30_000;

/** Runs, each reported half a minute after the previous one. */
const heard = (...runs: readonly string[]): KnownRuns =>
  runs.reduce((before, run, place) => recordRun(before, run, place * HALF_MINUTE_MS), NO_RUNS);
const isShared = (...runs: readonly string[]): boolean =>
  sharedUntil(heard(...runs), runs.length * HALF_MINUTE_MS) !== null;

it('a key is not shared if a program reports one run, no run, or a new run after each restart', () => {
  expect(isShared('a', 'a', 'a')).toBe(false);
  expect(isShared('a', '', 'a')).toBe(false);
  expect(isShared('a', 'b', 'b', 'c', 'd')).toBe(false);
});

it('a key is shared if an earlier run reports again', () => {
  expect(isShared('a', 'b', 'a')).toBe(true);
  expect(isShared('a', 'b', 'c', 'a')).toBe(true);
});

it('a key is no longer shared three minutes after the last alternation, even if one run continues', () => {
  const turns = heard('a', 'b', 'a', 'b');
  expect(sharedUntil(turns, 3 * HALF_MINUTE_MS)).toBe(9 * HALF_MINUTE_MS);
  expect(sharedUntil(recordRun(turns, 'b', 8 * HALF_MINUTE_MS), 9 * HALF_MINUTE_MS)).toBeNull();
});

it('a run without reports for ten minutes is forgotten', () => {
  const late = recordRun(heard('a', 'b'), 'a', 40 * HALF_MINUTE_MS);
  expect(sharedUntil(late, 40 * HALF_MINUTE_MS)).toBeNull();
});
