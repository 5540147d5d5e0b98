import { expect } from 'vitest';
import type { Counter } from './counter-page.ts';
import type { Town } from './town.ts';

/** Asserts that the pages had no faults, and closes everything. */
export async function endOfDay(town: Town, ...counters: readonly Counter[]): Promise<void> {
  expect(counters.flatMap(({ faults }) => faults)).toEqual([]);
  await Promise.all(counters.map(({ page }) => page.context().close()));
  await town.close();
}
