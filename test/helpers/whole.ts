/**
 * What `npm test` tries of a long table, and what is kept for `npm run test:slow`. A file that imports this runs in both: there
 * with cases that show each kind of fault between them, here with every one of them.
 */
import { describe, it } from 'vitest';

/** Whether every case is tried. */
export const IS_WHOLE = process.env.TEST_WHOLE === 'yes';

/** Of `all` those that are wanted in every run; all of them in the slow tests. */
export function chosenOf<T>(all: readonly T[], isChosen: (one: T, index: number) => boolean): readonly T[] {
  return IS_WHOLE ? all : all.filter(isChosen);
}

const nothing = Object.assign(() => undefined, { each: () => () => undefined, skipIf: () => () => undefined });

/** A test that runs in the slow tests alone. */
export const itInProofs = (IS_WHOLE ? it : nothing) as typeof it;

/** Tests that run in the slow tests alone, with what they prepare. */
export const describeInProofs = (IS_WHOLE ? describe : nothing) as typeof describe;
