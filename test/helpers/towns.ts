/**
 * Shares towns among the tests of a block, because opening one costs more than most tests.
 */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

export interface Towns {
  /** Each test of the block gets its own town. */
  ofItsOwn(): void;
  /** The tests of the block share one town; none may depend on the others. */
  shared(): void;
}

export function townsOf(open: () => Promise<void>, close: () => Promise<void>): Towns {
  return {
    ofItsOwn() {
      beforeEach(open);
      afterEach(close);
    },
    shared() {
      beforeAll(open);
      afterAll(close);
    },
  };
}
