/**
 * In which towns the tests of a block play. To open one costs more than most tests do in it, so that those which leave it as
 * they want to find it share one.
 */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

export interface Towns {
  /** For a block: each of its tests plays in a town of its own. */
  ofItsOwn(): void;
  /** For a block: its tests play in the same town, one after the other, and none counts on what another did there. */
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
