/**
 * Splits long test tables between `npm test` and `npm run test:slow`. A file that imports this runs in both: the former
 * tests one case of each kind, the latter all of them.
 */
import { describe, it } from 'vitest';

/** Whether all cases are tested. */
export const IS_WHOLE = process.env.TEST_WHOLE === 'yes';

/** The selected cases; all of them in the slow tests. */
export function chosenOf<T>(all: readonly T[], isChosen: (one: T, index: number) => boolean): readonly T[] {
  return IS_WHOLE ? all : all.filter(isChosen);
}

const nothing = Object.assign(() => undefined, { each: () => () => undefined, skipIf: () => () => undefined });

/** A test of the slow tests only. */
export const itInProofs = (IS_WHOLE ? it : nothing) as typeof it;

/** Tests of the slow tests only, with their setup. */
export const describeInProofs = (IS_WHOLE ? describe : nothing) as typeof describe;
