/** Long work of a transaction lets other requests be answered in between. */
import { expect, it } from 'vitest';
import { withPauses } from '../../main/database/postgres/with-pauses.ts';
import type { SlicedWork } from '../../main/lib/steps.ts';

function* work(steps: number, ms: number): SlicedWork<number> {
  for (let step = 0; step < steps; step += 1) {
    for (const until = performance.now() + ms; performance.now() < until; );
    yield;
  }
  return steps;
}

it('pauses after each slice, and gives what the work gives', async () => {
  let pauses = 0;
  const paused = withPauses(work(6, 10));
  for (;;) {
    const { done, value } = paused.next();
    if (done === true) {
      expect(value).toBe(6);
      break;
    }
    await value;
    pauses += 1;
  }
  expect(pauses).toBe(6);
});

it('does work that is short at once', () => {
  expect(withPauses(work(3, 0)).next()).toEqual({ done: true, value: 3 });
});
