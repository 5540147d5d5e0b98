/** One server erases at a time, hour by hour; a duty that goes and comes back makes no second clock. */
import { expect, it, vi } from 'vitest';
import { silentLog } from '../../../main/lib/context.ts';
import { startErasingClock } from '../../../main/lib/jobs/sliced-job.ts';
import type { Store } from '../../../main/store/contract/store.ts';
import { turnedClock } from '../../helpers/turned-clock.ts';

const HOUR_MS = 3_600_000;

it('erases once an hour, also when the duty came back in the midst of a run', async () => {
  const clock = turnedClock('2026-11-20T12:00:00Z');
  let onDuty = (_mine: boolean): void => {};
  const peers = {
    isMine: () => true,
    onDuty: (_duty: string, told: (mine: boolean) => void) => {
      onDuty = told;
      return () => {};
    },
  };
  let runs = 0;
  const first = Promise.withResolvers<void>();
  const erase = async (): Promise<void> => {
    runs += 1;
    if (runs === 1) await first.promise;
  };
  const erasing = startErasingClock('retention.failed', erase, {
    store: { peers, dropErased: async () => true } as unknown as Store,
    clock,
    log: silentLog,
  });
  onDuty(false);
  onDuty(true);
  first.resolve();
  await vi.waitUntil(() => runs === 2);
  await new Promise(setImmediate);
  for (let hour = 1; hour <= 3; hour += 1) {
    clock.advance(HOUR_MS);
    await new Promise(setImmediate);
    expect(runs).toBe(2 + hour);
  }
  await erasing.close();
  clock.advance(HOUR_MS);
  expect(runs).toBe(5);
});
