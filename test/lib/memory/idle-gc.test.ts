import { describe, expect, it } from 'vitest';
import { startIdleGc, trimHeap } from '../../../main/lib/memory/idle-gc.ts';

/** Thread that is busy for a part of every ten seconds. */
function thread(then?: () => void): { passes(busySeconds: number): number; end(): void } {
  let collections = 0;
  let look = (): void => {};
  let active = 0;
  let idle = 0;
  const end = startIdleGc(
    {
      collect() {
        collections += 1;
      },
      time: () => ({ active, idle }),
      every(_ms, callback) {
        look = callback;
        return () => {
          look = () => {};
        };
      },
    },
    then,
  );
  return {
    passes(busySeconds) {
      active += busySeconds * 1000;
      idle += (10 - busySeconds) * 1000;
      const before = collections;
      look();
      return collections - before;
    },
    end,
  };
}

describe('the garbage collection of an idle thread', () => {
  it('runs once after a busy period', () => {
    const { passes } = thread();
    expect([9, 8, 1, 0.1, 0.1, 9, 0.1, 0.1].map(passes)).toEqual([0, 0, 0, 1, 0, 0, 1, 0]);
  });

  it('does not run on a thread that is always idle, always busy or ended', () => {
    const quiet = thread();
    expect([0.1, 0.2, 1, 2, 0].map(quiet.passes)).toEqual([0, 0, 0, 0, 0]);
    const busy = thread();
    expect([9, 5, 2, 3, 1].map(busy.passes)).toEqual([0, 0, 0, 0, 0]);
    busy.end();
    expect(busy.passes(0)).toBe(0);
  });

  it('releases memory to the system, once for itself and once for other threads', async () => {
    let givenBack = 0;
    const { passes } = thread(() => {
      givenBack += 1;
    });
    [9, 1].map(passes);
    await Promise.resolve();
    expect(givenBack).toBe(0);
    passes(0.1);
    await expect.poll(() => givenBack).toBe(1);
    // Again after the collections of the other threads; then not any more.
    [0.1].map(passes);
    expect(givenBack).toBe(1);
    [0.1, 0.1, 0.1, 0.1].map(passes);
    expect(givenBack).toBe(2);
    // Calls the C library of the system, with any result.
    trimHeap();
  });
});
